StorageBenchmark.run(CommandLine.arguments.dropFirst().first)
