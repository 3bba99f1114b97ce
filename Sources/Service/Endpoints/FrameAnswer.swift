internal import Foundation
internal import HTTPServer
internal import Imaging
internal import Placement
internal import Rendering

/// How a composited picture is answered: as it is, or in JSON with what is known of it.
struct FrameAnswer {
  /// The format of the picture.
  let format: PictureFormat
  /// Whether the picture comes in JSON.
  let isJSON: Bool

  static let json = "application/json"

  /// What can be answered, the usual ones first.
  static let mediaTypes = PictureFormat.allCases.map(\.mediaType) + [json]

  /// Chooses by `Accept` and the option `format`.
  ///
  /// - Parameters:
  ///   - asked: the option; nil lets `Accept` choose.
  ///   - own: the format of the picture that was sent, which is kept where nothing is asked for.
  init(
    _ head: HTTPRequestHead, asked: PictureFormat?, own: PictureFormat
  ) throws(ServiceProblem) {
    let negotiation = Negotiation(head)
    let preferred = asked ?? own
    let others = asked == nil ? PictureFormat.allCases.filter { $0 != own } : []
    let offered = ([preferred] + others).map(\.mediaType)
    // JSON only for those who name it: a browser's */* means the picture.
    let type = try negotiation.choose(
      negotiation.names(Self.json) ? [Self.json] + offered : offered)
    isJSON = type == Self.json
    format = PictureFormat.allCases.first { $0.mediaType == type } ?? preferred
  }

  /// The answer.
  func response(_ result: FrameResult) -> HTTPResponse {
    isJSON ? jsonResponse(result) : pictureResponse(result)
  }

  private func pictureResponse(_ result: FrameResult) -> HTTPResponse {
    .bytes(
      result.bytes, mediaType: result.format.mediaType,
      headers: [
        HTTPField("Avatar-Overlay-Faces", String(result.faceCount)),
        HTTPField("Avatar-Overlay-Alt-Text", HeaderText.encoded(result.alternativeText)),
        HTTPField("Cache-Control", "no-store"), HTTPField("Vary", "Accept"),
      ])
  }

  private func jsonResponse(_ result: FrameResult) -> HTTPResponse {
    let json = JSONValue.object([
      (
        "picture",
        .object([
          ("mediaType", .string(result.format.mediaType)),
          ("width", .integer(result.placements.width)),
          ("height", .integer(result.placements.height)),
          ("base64", .string(Data(result.bytes).base64EncodedString())),
        ])
      ),
      ("faces", .integer(result.faceCount)),
      ("altText", .string(result.alternativeText)),
      ("placements", .raw(result.placements.line)),
    ])
    return .bytes(
      json.bytes, mediaType: Self.json,
      headers: [HTTPField("Cache-Control", "no-store"), HTTPField("Vary", "Accept")])
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
}
