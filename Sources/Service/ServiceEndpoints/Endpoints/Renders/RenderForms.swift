internal import JSON
internal import Problems
internal import ServiceInterface

/// What the document says of the form that makes a render.
enum RenderForms {
  static let key = OperationParameter(
    .header, "Idempotency-Key", "A name that the client chooses for this request.",
    .text(pattern: "^[!-~]+$").with("minLength", 1)
      .with("maxLength", .integer(RenderSubmission.maximumKeyBytes)))

  static let links: [OperationAnswer.Link] = [
    link("state", "getRender", "How it stands."),
    link("events", "watchRender", "Its progress, as it happens."),
    link("output", "getRenderOutput", "The clip, when it is done."),
    link("poster", "getRenderPoster", "A picture of it, when it is done."),
    link("placements", "getRenderPlacements", "Where layers went, when it is done."),
    link("cancel", "deleteRender", "Cancels it, or removes it."),
  ]

  private static func link(
    _ name: String, _ operation: String, _ description: String
  ) -> OperationAnswer.Link {
    .init(name, to: operation, "$response.body#/id", description)
  }

  static let unprocessable = ProblemResponse.unprocessable(
    "Render",
    ProblemResponse.ofForms + ProblemResponse.ofAvatars + [
      .badPicture, .pictureTooLarge, .badTracking, .trackingTooLarge, .noTracker, .tooManyFaces,
      .tooManyLayers, .unfitOutput, .badAvatar, .webhookNotAllowed, .idempotencyKeyReused,
      .consentEnded, .consentMissing,
    ] + ProblemResponse.ofRecordings,
    details: [
      .badPicture:
        "video: the JPEG is cut off: it ends after 1200 bytes, before its picture is complete"
    ].merging(ProblemResponse.ofScenes) { own, _ in own })

  static let examples: [NamedExample] = [
    .init(
      "short", "One avatar on every face.",
      ["video": "clip.mp4", "tracking": "clip.jsonl", "avatar": ["dragon"]]),
    .init(
      "session", "With the game's session, which the avatar follows; its log is one of the files.",
      ["video": "clip.mp4", "tracking": "clip.jsonl", "session": [:], "avatar": ["crown"]]),
    .init(
      "part", "A part of the recording, filtered, as WebM.",
      ["video": "clip.mp4", "tracking": "clip.jsonl", "options": part]),
    .init(
      "none", "No avatar; the clip is only made smaller.",
      ["video": "clip.mp4", "options": ["avatar": "none", "size": "160x90"]]),
    .init(
      "scene", "A greeting on the printed cards that the tracking shows, and a tap.",
      [
        "video": "clip.mp4", "tracking": "clip.jsonl", "cues": "cues.jsonl",
        "options": ["avatar": "none", "scenes": ["fields": ["greeting=Happy new year"]]],
      ]),
  ]

  private static let part: JSONValue = [
    "avatars": ["dragon", "bear-hood"], "start": .number(0.04), "end": .number(0.12),
    "container": "webm", "codec": "vp9", "filter": "comic",
  ]
}
