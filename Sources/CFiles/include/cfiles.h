#pragma once

/// How many names an open file has, or -1, with `errno` set.
///
/// Unlike `fstat` it does not ask for the file's times: Linux, from 6.13 on, gives a file whose times somebody has seen
/// new ones at the next write, to the nanosecond, and such a change of the inode makes a small synced write a third slower.
long relate_link_count(int descriptor);
