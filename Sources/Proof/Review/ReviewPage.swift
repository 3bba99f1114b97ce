internal import Files
public import Imaging

/// How a page that is served approves.
public struct ReviewApproval: Encodable, Hashable, Sendable {
  /// What its requests carry.
  public var token: String
  /// The person who approves.
  public var author: String

  /// Makes an approval.
  public init(token: String, author: String) {
    (self.token, self.author) = (token, author)
  }
}

/// One HTML file that holds a whole review: pictures, words, curves, and what shows them.
///
/// It asks nothing of a network and of no other file.
///
/// What is embedded: of a frame that did not pass, both pictures, byte for byte as they lie in their
/// files (made smaller over `ReviewLimits.maxPictureSide`); of a frame that passed, one picture, as
/// a JPEG of at most `passedPictureSide`, since its golden looks the same. Everything within
/// `pictureBudget`, the worst frame of every failed case first. A picture that cannot be read is
/// told of in the page; it does not stop the others.
public struct ReviewPage: Sendable {
  private let review: ReviewDocument
  private let files: ReviewedFiles
  private let limits: ReviewLimits
  private let approval: ReviewApproval?

  /// Makes a page of a review whose relative picture paths begin at a folder.
  ///
  /// - Parameters:
  ///   - suite: the folder of the suite that is reviewed, which no link leads out of; nil where there is none.
  ///   - approval: where the page is served and can approve; such a page asks its own server, and nothing else.
  public init(
    _ review: ReviewDocument, picturesRoot: String, suite: String? = nil,
    limits: ReviewLimits = ReviewLimits(), approval: ReviewApproval? = nil
  ) {
    self.review = review
    files = ReviewedFiles(root: picturesRoot, suite: suite)
    (self.limits, self.approval) = (limits, approval)
  }

  /// The page's bytes, up to some 130 MiB.
  public func bytes() throws(ImagingError) -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = PageWriter(review, files: files, limits: limits, approval: approval)
    try writer.write { piece in bytes += piece }
    return bytes
  }

  /// Writes the page, which appears complete or not at all.
  ///
  /// Pictures pass through a few at a time.
  public func write(to path: String, overwriting: Bool = false) throws(ReviewError) {
    let writer = PageWriter(review, files: files, limits: limits, approval: approval)
    do throws(ImagingError) {
      let file = try ImagingError.ofFile { () throws(FileFault) in
        try AtomicFile(path: path, replacing: overwriting)
      }
      try writer.write { bytes throws(ImagingError) in
        try ImagingError.ofFile { () throws(FileFault) in try file.append(bytes) }
      }
      do throws(FileFault) {
        try file.commit()
      } catch {
        throw ImagingError(error)
      }
    } catch {
      throw .unwritable(error)
    }
  }
}
