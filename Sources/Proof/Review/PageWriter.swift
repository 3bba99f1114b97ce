internal import Digests
internal import Foundation
internal import Imaging
internal import Threads

/// Writes a page from its template, piece by piece.
struct PageWriter {
  private let review: ReviewDocument
  private let source: PictureSource
  private let limits: ReviewLimits
  private let approval: ReviewApproval?

  init(
    _ review: ReviewDocument, files: ReviewedFiles, limits: ReviewLimits, approval: ReviewApproval?
  ) {
    (self.approval, self.review) = (approval, review)
    source = PictureSource(files: files, limits: limits)
    self.limits = limits
  }

  /// Hands the page out from its beginning to its end.
  ///
  /// What the overview needs comes first: a browser shows it while the rest is still being read.
  func write(_ output: ([UInt8]) throws(ImagingError) -> Void) throws(ImagingError) {
    let (css, js) = (PageSource.css, PageSource.js)
    let values = [
      "policy": Self.policy(css: css, js: js, isServed: approval != nil),
      "title": HTMLText.escaped(review.title),
      "style": css, "script": js,
    ]
    var rest = Substring(PageSource.html)
    while let open = rest.firstRange(of: "{{"), let close = rest.firstRange(of: "}}") {
      try output(Array(rest[..<open.lowerBound].utf8))
      let name = String(rest[open.upperBound..<close.lowerBound])
      rest = rest[close.upperBound...]
      switch name {
      case "index": try output(PageJSON.of(PageIndex(review, approval: approval)))
      case "thumbnails": try writeThumbnails(output)
      case "cases": try writeCases(output)
      case "pictures":
        var embedding = PictureEmbedding(review, source: source, limits: limits)
        try embedding.embed(output)
      default: try output(Array((values[name] ?? "").utf8))
      }
    }
    try output(Array(rest.utf8))
  }

  /// Nothing is loaded, sent or framed, but to its own server where it has one; only this style and this
  /// script count.
  private static func policy(css: String, js: String, isServed: Bool) -> String {
    func source(_ text: String) -> String {
      "'sha256-\(Data(SHA256.digest(of: text.utf8)).base64EncodedString())'"
    }
    return "default-src 'none'; img-src data: blob:; style-src \(source(css)); "
      + "script-src \(source(js)); base-uri 'none'; form-action 'none'"
      + (isServed ? "; connect-src 'self'" : "")
  }

  private func writeThumbnails(
    _ output: ([UInt8]) throws(ImagingError) -> Void
  ) throws(ImagingError) {
    let paths = review.cases.indices.compactMap { index -> (Int, String)? in
      let one = review.cases[index]
      guard let shown = PicturePlan.shownFrame(of: one),
        let path = one.frames[shown].actual ?? one.frames[shown].expected
      else { return nil }
      return (index, path)
    }
    for start in stride(from: 0, to: paths.count, by: 64) {
      let batch = Array(paths[start..<min(paths.count, start + 64)])
      let made = Parallel.map(batch) { [source] in (index: $0.0, bytes: source.thumbnail($0.1)) }
      for (index, bytes) in made {
        guard let bytes else { continue }
        try output(
          Array("<script type=\"application/octet-stream\" id=\"thumbnail-\(index)\">".utf8)
            + Data(bytes).base64EncodedData() + Array("</script>\n".utf8))
      }
    }
  }

  private func writeCases(
    _ output: ([UInt8]) throws(ImagingError) -> Void
  ) throws(ImagingError) {
    for (index, one) in review.cases.enumerated() {
      try output(
        Array("<script type=\"application/json\" id=\"case-\(index)\">".utf8)
          + PageJSON.of(one.forPage) + Array("</script>\n".utf8))
    }
  }
}
