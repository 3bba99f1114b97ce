import Review
import Text

/// The forms in which a review is written.
struct ReviewOutputs {
  /// The page.
  private let page: String?
  /// JUnit's XML.
  private let junit: String?
  /// Whether it goes to standard output as JSON.
  private let json: Bool
  private let overwrites: Bool

  /// Reads the options; refuses before any work what would be refused after it.
  ///
  /// - Parameters:
  ///   - page: the option that names the page.
  ///   - readsJSON: whether `--json` is of the review, and not of a document of the verb's own.
  init(_ arguments: ParsedArguments, page option: String, readsJSON: Bool = true) throws {
    page = arguments.string(option)
    junit = arguments.string("--junit")
    json = readsJSON && arguments.has("--json")
    overwrites = arguments.has("--overwrite")
    if let page, !page.lowercased().hasSuffix(".html") {
      throw UsageError("\(option): the page is HTML; name a .html file, found \"\(page)\"")
    }
    try OutputFiles.check([page, junit], overwrites: overwrites)
  }

  /// Whether there will be a page, which shows pictures.
  var hasPage: Bool { page != nil }

  /// Whether anything was asked for.
  var areEmpty: Bool { !hasPage && junit == nil && !json }

  /// Writes what was asked for.
  func write(_ review: ReviewDocument, picturesRoot: String) throws {
    if let page {
      try ReviewPage(review, picturesRoot: picturesRoot).write(to: page, overwriting: overwrites)
    }
    if let junit { try JUnitReport(review).write(to: junit, overwriting: overwrites) }
    if json { StandardStreams.result(Shown.json(try ReviewJSON.text(of: review))) }
  }
}
