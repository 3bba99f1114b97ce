internal import Access
internal import Foundation
internal import Geometry
internal import HTTPMessages
internal import HTTPServer
internal import Imaging
internal import Isolation
internal import JSON
internal import Problems
internal import Recordings
internal import Rendering
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages

/// `POST /v1/frames`: a picture and what the tracker saw in it, a composited picture back.
struct FramesEndpoint {
  let context: ServiceContext

  static let form = Form(
    [
      .picture("picture", "The picture: PNG, JPEG, WebP, HEIC or AVIF.", isRequired: true),
      .tracking, .json("options", OptionSchemas.frame),
      FormPart(
        "manifest",
        JSONSchema(
          "An avatar.json that replaces the first avatar's own, for editors.",
          [("type", "object")]), as: MediaTypes.json),
      .files,
      FormPart(
        ScenePart.scene,
        JSONSchema(
          "A scene.json that replaces that of the scene on the tracking's card, for editors.",
          [("type", "object")]), as: MediaTypes.json),
      .frameCues, .avatar, .photos,
    ], rule: FormPart.avatarRule,
    examples: [
      .init(
        "short", "One avatar on every face.",
        ["picture": "picture.jpg", "tracking": "tracking.jsonl", "avatar": ["dragon"]]),
      .init(
        "mirrored", "Two avatars from left to right, as in a mirror, as WebP.",
        [
          "picture": "picture.jpg", "tracking": "tracking.jsonl",
          "options": [
            "avatars": ["dragon", "bear-hood"], "mirror": true, "format": "webp", "quality": 80,
          ],
        ]),
      .init(
        "overlay", "The avatars alone, to be laid over the picture elsewhere.",
        [
          "picture": "picture.jpg", "tracking": "tracking.jsonl",
          "options": [
            "avatar": "crown", "overlayOnly": true, "format": "png", "size": "480x270",
          ],
        ]),
    ])

  static let operation = Operation(
    .post, "/v1/frames", id: "createFrame", .pictures, "Composites one picture.",
    "Puts avatars on the faces of a picture, by one tracking sample or by what the service's own tracker"
      + " finds in it, and returns the picture. Its format is that of the option `format`, else the one"
      + " that `Accept` prefers, else that of the picture that was sent. With `Accept: application/json`"
      + " the answer also tells where every layer went.",
    right: .scope(.frames),
    body: .form(
      form, "The picture, its tracking and the options.", isSpooled: false,
      limit: \.maximumFrameBytes),
    answers: [
      OperationAnswer(
        200, "The composited picture.", PictureSchemas.contents(PictureSchemas.frame),
        headers: [.faces, .alternativeText, .notes, .vary])
    ],
    problems: [.unprocessableFrame],
    limits: ["--max-picture-pixels", "--max-faces", "--max-layers", "--track-seconds"],
    pool: .compute, cost: RequestCost.frame
  ) { context, request, caller in
    try FramesEndpoint(context: context).answer(request, caller)
  }

  private func answer(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, of: Self.form)
    let (options, provenance) = try OptionsReader().requestWithProvenance(of: parts, in: .frames)
    try context.checkConsent(provenance, to: "picture")
    let picture = try parts.required("picture").bytes(limit: .max)
    let format = try PictureChecks(settings: context.settings).format(of: picture)
    let answer = try FrameAnswer(request.head, asked: options.format, own: format)
    // The renderer counts the layers that it draws, which may be fewer.
    try context.checkLayers(of: options.avatars, caller.tenant)
    try context.scenes.check(options.scenes, of: caller.tenant)
    let profile = try context.fitProfiles.required(options.fitProfile, of: caller.tenant)
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
    frame.avatarNames = options.avatars
    frame.fitProfile = profile?.profile
    frame.scenes = options.scenes.selection(from: nil)
    // Of a store that is far away only a frame with cards waits for them.
    frame.sceneLibrary = { [context, scenes = options.scenes] in
      try context.scenes.library(for: scenes, of: caller.tenant)
    }
    frame.scenes.photos = try ScenePart.photosInMemory(
      parts, PictureChecks(settings: context.settings))
    frame.scene = try parts.bytes(ScenePart.scene, limit: RenderRequest.maximumBytes)
    frame.cues = try ScenePart.cuesInMemory(parts)
    frame.appearance = options.appearance
    (frame.size, frame.fit) = (options.output.size, options.output.fit)
    // How a tracking file is to be read says nothing of what was tracked here.
    if tracked == nil { frame.trackingOptions = options.tracking }
    frame.manifest = try parts.bytes("manifest", limit: RenderRequest.maximumBytes)
    frame.files = try PackagePart.files(of: parts)
    frame.encoding = PictureEncoding(
      answer.format, quality: options.quality ?? PictureEncoding.defaultQuality)
    let result = try context.metrics.measure("frame") { try context.frames.render(frame) }
    context.metrics.count(faces: result.faceCount)
    context.metrics.count(result.stages)
    return answer.response(AnsweredPicture(result, notes: tracked?.notes))
  }
}

extension ServiceContext {
  /// What is in a picture that came without its tracking; nil where it need not be known.
  func tracked(
    _ picture: [UInt8], for options: RenderRequest, cancellation: Cancellation
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

extension ProblemResponse {
  static let unprocessableFrame = unprocessable(
    "Frame",
    ofForms + ofAvatars + [
      .badPicture, .pictureTooLarge, .badTracking, .trackingTooLarge, .noTracker, .tooManyFaces,
      .tooManyLayers, .unfitOutput, .overLimit, .badAvatar, .avatarTooLarge, .outOfMemory,
      .timeLimit, .workerCrashed, .consentEnded, .consentMissing,
    ],
    details: [
      .noTracker:
        "the part \"picture\" has no tracking, and this service has no tracker to find faces; add a part"
        + " \"tracking\", or use the avatar \"none\"",
      .timeLimit:
        "the tracker gave no answer for 30 s, and was stopped; send a smaller picture, or its tracking",
      .workerCrashed:
        "the tracker's process was ended by signal 11 (segmentation fault); send the picture again, or its"
        + " tracking",
    ].merging(ofScenes) { own, _ in own })
}
