internal import Foundation
internal import HTTPMessages
internal import Imaging
internal import JSON
internal import Placement
internal import Rendering
internal import ServiceInterface

/// How a composited picture is answered: as it is, or in JSON with what is known of it.
struct FrameAnswer {
  /// The format of the picture.
  let format: PictureFormat
  /// Whether the picture comes in JSON.
  let isJSON: Bool

  /// What can be answered, the usual ones first.
  static let mediaTypes = PictureFormat.usual.map(\.mediaType) + [MediaTypes.json]

  /// Chooses by `Accept` and the option `format`.
  ///
  /// - Parameters:
  ///   - asked: the option; nil lets `Accept` choose.
  ///   - own: the format of the picture that was sent, which is kept where nothing is asked for.
  init(
    _ head: HTTPRequestHead, asked: PictureFormat?, own: PictureFormat
  ) throws(ServiceProblem) {
    let negotiation = Negotiation(head)
    let own = own.written
    let preferred = asked ?? own
    let others = asked == nil ? PictureFormat.usual.filter { $0 != own } : []
    let offered = ([preferred] + others).map(\.mediaType)
    // JSON only for those who name it: a browser's */* means the picture.
    let type = try negotiation.choose(
      negotiation.names(MediaTypes.json) ? [MediaTypes.json] + offered : offered)
    isJSON = type == MediaTypes.json
    format = PictureFormat.usual.first { $0.mediaType == type } ?? preferred
  }

  /// The answer that is the picture, or that holds it.
  func response(_ picture: AnsweredPicture) -> HTTPResponse {
    let common = [HTTPField("Cache-Control", "no-store"), HTTPField("Vary", "Accept")]
    return isJSON
      ? .bytes(picture.json.bytes, mediaType: MediaTypes.json, headers: common)
      : .bytes(
        picture.bytes, mediaType: picture.format.mediaType, headers: common + picture.headers)
  }
}

/// A picture that was made, and what is known of it.
struct AnsweredPicture {
  var bytes: [UInt8]
  var format: PictureFormat
  var width: Int
  var height: Int
  var faces: Int
  var alternativeText: String
  /// Where every layer went, as JSON.
  var placements: String
  /// The number of a snapshot's frame.
  var frame: Int?
  /// Why that frame was chosen; nil where it was named.
  var choice: JSONValue?
  /// What its maker should know of it, such as a text that was cut, or that no faces were found.
  var notes: [String]?

  /// What header fields say of the picture.
  var headers: [HTTPField] {
    [
      HTTPField("Avatar-Overlay-Faces", String(faces)),
      HTTPField("Avatar-Overlay-Alt-Text", HeaderText.encoded(alternativeText)),
    ] + (frame.map { [HTTPField("Avatar-Overlay-Frame", String($0))] } ?? [])
      + (notes.flatMap(HeaderText.lines).map { [HTTPField("Avatar-Overlay-Notes", $0)] } ?? [])
  }

  /// The picture and what is known of it.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("picture", Self.json(bytes, format, width: width, height: height)),
      ("faces", .integer(faces)), ("altText", .string(alternativeText)),
    ]
    if let frame { members.append(("frame", .integer(frame))) }
    members.append(("placements", .raw(placements)))
    if let choice { members.append(("score", choice)) }
    if let notes { members.append(("notes", .array(notes.map { .string($0) }))) }
    return .object(members)
  }

  /// A picture in JSON.
  static func json(
    _ bytes: [UInt8], _ format: PictureFormat, width: Int, height: Int
  ) -> JSONValue {
    .object([
      ("mediaType", .string(format.mediaType)), ("width", .integer(width)),
      ("height", .integer(height)), ("base64", .string(Data(bytes).base64EncodedString())),
    ])
  }
}

extension AnsweredPicture {
  /// A frame.
  init(_ result: FrameResult, notes: [String]?) {
    self.init(
      bytes: result.bytes, format: result.format, width: result.placements.width,
      height: result.placements.height, faces: result.faceCount,
      alternativeText: result.alternativeText, placements: result.placements.line,
      notes: result.notes.isEmpty ? notes : (notes ?? []) + result.notes)
  }
}

/// Text in header fields.
enum HeaderText {
  /// A text percent-encoded as UTF-8, as `decodeURIComponent` reads it (RFC 3986): header fields
  /// are ASCII.
  static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  /// The most bytes of lines, which proxies take in a header beside the others.
  static let maximumLineBytes = 2048

  /// Lines in one such text; as many whole ones as a header has room for, nil for none.
  static func lines(_ lines: [String]) -> String? {
    var text = ""
    for line in lines {
      let next = text + (text.isEmpty ? "" : "%0A") + encoded(line)
      guard next.utf8.count <= maximumLineBytes else { break }
      text = next
    }
    return text.isEmpty ? nil : text
  }
}
