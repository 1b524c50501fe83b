#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

exit(App.run())
