import Terminal

/// The options of the verbs that write a review.
enum ReviewArguments {
  /// Reads where the review goes.
  ///
  /// - Parameters:
  ///   - page: the option that names the page.
  ///   - readsJSON: whether `--json` is of the review, and not of a document of the verb's own.
  static func outputs(
    _ arguments: ParsedArguments, page option: String, readsJSON: Bool = true
  ) throws -> ReviewOutputs {
    let page = arguments.string(option)
    if let page, !page.lowercased().hasSuffix(".html") {
      throw UsageError("\(option): the page is HTML; name a .html file, found \"\(page)\"")
    }
    let markdown = arguments.string("--markdown")
    if let markdown, !markdown.lowercased().hasSuffix(".md") {
      throw UsageError("--markdown: name a .md file, found \"\(markdown)\"")
    }
    return try ReviewOutputs(
      page: page, junit: arguments.string("--junit"), markdown: markdown,
      json: readsJSON && arguments.has("--json"),
      overwrites: arguments.has("--overwrite"))
  }
}
