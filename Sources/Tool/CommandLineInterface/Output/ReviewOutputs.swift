import Imaging
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

  /// Names the outputs; refuses before any work what would be refused after it.
  ///
  /// - Parameters:
  ///   - page: the page's file, nil for none.
  ///   - junit: the file of JUnit's XML, nil for none.
  ///   - json: whether the review goes to standard output.
  init(page: String?, junit: String?, json: Bool, overwrites: Bool) throws(ImagingError) {
    (self.page, self.junit, self.json, self.overwrites) = (page, junit, json, overwrites)
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
