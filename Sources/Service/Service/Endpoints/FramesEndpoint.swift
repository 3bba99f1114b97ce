internal import Access
internal import Avatars
internal import Foundation
internal import Geometry
internal import HTTPServer
internal import Imaging
internal import Problems
internal import Rendering

/// `POST /v1/frames`: a picture and what the tracker saw in it, a composited picture back.
struct FramesEndpoint {
  let context: ServiceContext

  static let parts = ["picture", "tracking", "options", "manifest", "avatar"]

  var routes: [HTTPRoute] {
    var operation = Operation("POST", "/v1/frames")
    operation.right = .frames
    operation.mediaType = "multipart/form-data"
    operation.body = .memory(maximumBytes: context.settings.maximumFrameBytes)
    operation.lane = .compute
    let context = context
    return [
      context.route(operation) { head, _ in
        _ = try Negotiation(head).choose(FrameAnswer.mediaTypes)
      } handle: { request, caller in
        try FramesEndpoint(context: context).answer(request, caller)
      }
    ]
  }

  private func answer(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, known: Self.parts, repeating: ["avatar"])
    let options = try FrameOptions(parts)
    let picture = try parts.required("picture").bytes(limit: .max)
    let format = try PictureChecks(settings: context.settings).format(of: picture)
    let answer = try FrameAnswer(request.head, asked: options.format, own: format)
    // The renderer counts the layers that it draws, which may be fewer.
    try context.checkLayers(of: options.overlay.avatars, caller.tenant)
    var frame = FrameRequest(
      picture: picture, tracking: try parts.bytes("tracking"),
      avatars: try context.catalog.paths(options.overlay.avatars, of: caller.tenant))
    try options.apply(to: &frame)
    frame.manifest = try parts.bytes("manifest", limit: OptionsReader.maximumBytes)
    frame.encoding = PictureEncoding(
      answer.format, quality: options.quality ?? PictureEncoding.defaultQuality)
    try PictureChecks(settings: context.settings).check(size: options.overlay.size)
    let result = try context.metrics.measure("frame") { try context.frames.render(frame) }
    context.metrics.count(faces: result.faceCount)
    context.metrics.count(result.stages)
    return answer.response(AnsweredPicture(result))
  }
}

/// The options of `POST /v1/frames`.
struct FrameOptions {
  var overlay: OverlayOptions
  var format: PictureFormat?
  var quality: Int?

  static let keys = OverlayOptions.keys + ["format", "quality"]

  /// Reads the parts `options` and `avatar`.
  init(_ parts: RequestParts) throws(ServiceProblem) {
    let reader = OptionsReader()
    let object = try reader.options(of: parts, keys: Self.keys)
    overlay = OverlayOptions(object)
    format = object["format"]?.choice(of: "format")
    overlay.checkTransparency(of: format, object)
    quality = object["quality"]?.integer(in: 1...100)
    try overlay.takeAvatars(of: parts, object)
    try reader.check()
  }

  /// Puts the options into a request.
  func apply(to frame: inout FrameRequest) throws {
    frame.placement = overlay.placement
    frame.mirrored = overlay.mirrored
    frame.overlayOnly = overlay.overlayOnly
    frame.size = overlay.size
    frame.trackingOptions = overlay.tracking
  }
}

extension OverlayOptions {
  /// Takes the avatars of the parts `avatar`, the short way for curl, in place of those that the
  /// options name; throws where there are none.
  mutating func takeAvatars(
    of parts: RequestParts, _ object: OptionObject
  ) throws(ServiceProblem) {
    let short = parts.all("avatar")
    guard !short.isEmpty else {
      if avatars.isEmpty, object.field.log.faults.isEmpty {
        throw ServiceProblem(
          .missingPart,
          "no avatar; name one by avatar or avatars in the options, or by a part \"avatar\"",
          faults: [.init(pointer: "/avatar", detail: "missing")])
      }
      return
    }
    guard short.count <= Self.maximumAvatars else {
      throw ServiceProblem(
        .invalidOptions,
        "\(short.count) parts \"avatar\" found, at most \(Self.maximumAvatars) allowed")
    }
    avatars = []
    for part in short {
      let name = try part.text()
      guard AvatarName.isFit(name) else {
        throw ServiceProblem(
          .invalidOptions, "avatar: \(AvatarName.expected)",
          faults: [.init(pointer: "avatar", detail: AvatarName.expected)])
      }
      avatars.append(name)
    }
  }
}
