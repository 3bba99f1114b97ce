import Files
import Review
import Terminal
import Text

/// The forms in which a review is written.
struct ReviewOutputs {
  private let page: String?
  /// JUnit's XML.
  private let junit: String?
  /// The Markdown summary.
  private let markdown: String?
  /// Whether it goes to standard output as JSON.
  private let json: Bool
  private let overwrites: Bool

  /// Names the outputs; refuses before any work what would be refused after it.
  ///
  /// - Parameters:
  ///   - page: the page's file, nil for none.
  ///   - junit: the file of JUnit's XML, nil for none.
  ///   - markdown: the file of the Markdown summary, nil for none.
  ///   - json: whether the review goes to standard output.
  init(
    page: String?, junit: String?, markdown: String? = nil, json: Bool, overwrites: Bool
  ) throws(FileFault) {
    (self.page, self.junit, self.json, self.overwrites) = (page, junit, json, overwrites)
    self.markdown = markdown
    let pictures = markdown.map(MarkdownSummary.folder)
    try OutputFiles.check([page, junit, markdown, pictures], overwrites: overwrites)
  }

  /// Whether there will be a page, which shows pictures.
  var hasPage: Bool { page != nil }

  /// Whether anything was asked for.
  var areEmpty: Bool { !hasPage && junit == nil && markdown == nil && !json }

  /// Writes what was asked for.
  ///
  /// - Parameters:
  ///   - picturesRoot: the folder that relative paths of pictures begin at.
  ///   - suite: the folder of the suite that is reviewed, which no link leads out of; nil where there is none.
  func write(_ review: ReviewDocument, picturesRoot: String, suite: String? = nil) throws {
    if let page {
      try ReviewPage(review, picturesRoot: picturesRoot, suite: suite)
        .write(to: page, overwriting: overwrites)
    }
    if let junit { try JUnitReport(review).write(to: junit, overwriting: overwrites) }
    if let markdown {
      try MarkdownSummary(review, picturesRoot: picturesRoot, suite: suite)
        .write(to: markdown, overwriting: overwrites)
    }
    if json { try StandardStreams.result(Shown.json(try ReviewJSON.text(of: review))) }
  }
}
