let words = Array(CommandLine.arguments.dropFirst())

switch words.first {
case "datalog": DatalogBenchmark.run(words.count > 1 ? Int(words[1]) : nil)
case "datalog-write" where words.count == 3: DatalogBenchmark.write(Int(words[1]) ?? 0, to: words[2])
case "datalog-memory" where words.count == 2: DatalogBenchmark.memory(ofFile: words[1])
case "store": StoreBenchmark.run(Array(words.dropFirst()))
default: StorageBenchmark.run(words.first)
}
