internal import Foundation

/// A picture as the page holds it.
struct EmbeddedPicture: Sendable {
  /// Which of a frame's pictures it is.
  enum Side: String, Sendable {
    /// The golden.
    case expected
    /// What was rendered.
    case actual
    /// One for both, since they look the same.
    case both
  }

  /// The case's index in the review, and the frame's in the case.
  var caseIndex, frameIndex: Int
  var side: Side
  /// The bytes as they are embedded: a PNG or a JPEG; empty where there is only a note.
  var bytes: [UInt8] = []
  /// The picture's own size in pixels; 0 where it is not known.
  var width = 0, height = 0
  /// What a person must know of it: made smaller, left out, unreadable.
  var note = ""
  /// Whether the embedded picture is the file's, pixel for pixel.
  var isExact = false

  /// How much of the page the bytes take, in base64.
  static func cost(_ byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

  /// The identifier of the page's element.
  var id: String { "picture-\(caseIndex)-\(frameIndex)-\(side.rawValue)" }

  /// The page's element: a script of a kind that no browser runs, whose text is not even looked at
  /// until it is asked for.
  var element: [UInt8] {
    let kind = bytes.starts(with: [0xFF, 0xD8]) ? "image/jpeg" : "image/png"
    let head =
      "<script type=\"application/octet-stream\" id=\"\(id)\" data-kind=\"\(kind)\""
      + " data-width=\"\(width)\" data-height=\"\(height)\" data-exact=\"\(isExact)\""
      + " data-note=\"\(HTMLText.escaped(note))\">"
    return Array(head.utf8) + Data(bytes).base64EncodedData() + Array("</script>\n".utf8)
  }
}
