extension FunctionCatalog {
    /// What looks like a function and is syntax: no row of the catalogue, but for help and completion the same.
    package struct SyntaxForm: Sendable {
        package let name: String
        /// As it is written.
        package let signature: String
        package let category: FunctionDefinition.Category
        /// One sentence.
        package let summary: String
    }

    /// Sorted by name.
    package static let syntaxForms: [SyntaxForm] = [
        SyntaxForm(
            name: "all", signature: "all(x IN list WHERE predicate)", category: .predicate,
            summary: "Whether the predicate holds for every element."),
        SyntaxForm(
            name: "allReduce", signature: "allReduce(acc = initial, x IN list | step, predicate)", category: .predicate,
            summary: "Whether the predicate holds for the accumulator after every step."),
        SyntaxForm(
            name: "allShortestPaths", signature: "allShortestPaths((a)-[*]-(b))", category: .scalar,
            summary: "All paths of the least length between two nodes."),
        SyntaxForm(
            name: "any", signature: "any(x IN list WHERE predicate)", category: .predicate,
            summary: "Whether the predicate holds for at least one element."),
        SyntaxForm(
            name: "exists", signature: "exists((a)-->(b))", category: .predicate,
            summary: "Whether the pattern has a match."),
        SyntaxForm(
            name: "file", signature: "file()", category: .scalar,
            summary: "The path of the file that LOAD CSV reads."),
        SyntaxForm(
            name: "linenumber", signature: "linenumber()", category: .scalar,
            summary: "The line that LOAD CSV has read the row from."),
        SyntaxForm(
            name: "none", signature: "none(x IN list WHERE predicate)", category: .predicate,
            summary: "Whether the predicate holds for no element."),
        SyntaxForm(
            name: "property_exists", signature: "property_exists(element, key)", category: .predicate,
            summary: "Whether a node or relationship has the property."),
        SyntaxForm(
            name: "reduce", signature: "reduce(acc = initial, x IN list | step)", category: .list,
            summary: "The accumulator after the step was done for every element."),
        SyntaxForm(
            name: "shortestPath", signature: "shortestPath((a)-[*]-(b))", category: .scalar,
            summary: "One path of the least length between two nodes."),
        SyntaxForm(
            name: "single", signature: "single(x IN list WHERE predicate)", category: .predicate,
            summary: "Whether the predicate holds for exactly one element."),
    ]
}
