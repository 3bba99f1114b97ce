internal import Access
internal import Avatars
internal import Foundation
internal import Geometry
internal import HTTPServer
internal import Imaging
internal import Isolation
internal import JSON
internal import Problems
internal import Rendering
internal import Requests

/// `POST /v1/frames`: a picture and what the tracker saw in it, a composited picture back.
struct FramesEndpoint {
  let context: ServiceContext

  static let parts = ["picture", "tracking", "options", "manifest", "avatar", ScenePart.photo]

  var routes: [HTTPRoute] {
    var operation = Operation("POST", "/v1/frames")
    operation.right = .frames
    operation.mediaType = "multipart/form-data"
    operation.body = .memory(maximumBytes: context.settings.maximumFrameBytes)
    operation.pool = .compute
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
    let parts = try RequestParts(
      request.body, known: Self.parts, repeating: ["avatar"], prefixing: [ScenePart.photo])
    let options = try OptionsReader().request(of: parts, in: .frames)
    let picture = try parts.required("picture").bytes(limit: .max)
    let format = try PictureChecks(settings: context.settings).format(of: picture)
    let answer = try FrameAnswer(request.head, asked: options.format, own: format)
    // The renderer counts the layers that it draws, which may be fewer.
    try context.checkLayers(of: options.avatars, caller.tenant)
    try context.scenes.check(options.scenes, of: caller.tenant)
    let avatars = try context.avatars.paths(options.avatars, of: caller.tenant)
    try PictureChecks(settings: context.settings).check(
      size: options.output.size,
      of: try PictureFormat.size(of: picture).retyped(as: OutputSpace.self))
    let given = try parts.bytes("tracking")
    let tracked =
      given == nil
      ? try request.withCancellation {
        try context.tracked(picture, for: options, cancellation: $0)
      }
      : nil
    var frame = FrameRequest(
      picture: picture, tracking: given ?? tracked?.file, avatars: avatars)
    frame.placement = options.placement
    frame.scenes = options.scenes.selection(from: context.scenes.libraries(of: caller.tenant))
    frame.scenes.photos = try ScenePart.photosInMemory(
      parts, PictureChecks(settings: context.settings))
    frame.passes = options.output.passes
    (frame.size, frame.fit) = (options.output.size, options.output.fit)
    // How a tracking file is to be read says nothing of what was tracked here.
    if tracked == nil { frame.trackingOptions = options.tracking }
    frame.manifest = try parts.bytes("manifest", limit: RenderRequest.maximumBytes)
    frame.encoding = PictureEncoding(
      answer.format, quality: options.quality ?? PictureEncoding.defaultQuality)
    let result = try context.metrics.measure("frame") { try context.frames.render(frame) }
    context.metrics.count(faces: result.faceCount)
    context.metrics.count(result.stages)
    return answer.response(AnsweredPicture(result, notes: tracked?.notes))
  }
}

extension ServiceContext {
  /// What is in a picture that came without its tracking; nil where nobody needs to know.
  func tracked(
    _ picture: [UInt8], for options: RenderRequest, cancellation: WorkerCancellation
  ) throws -> TrackedPicture? {
    guard options.needsTracking else { return nil }
    _ = try tracker.required(for: "picture")
    do {
      return try metrics.measure("tracker") {
        try tracker.tracking(of: picture, cancellation: cancellation)
      }
    } catch let error as ImagingError {
      throw ImagingError.file(path: "picture", error)
    }
  }
}
