internal import Imaging
internal import JSON
internal import ServiceInterface

/// What answers say of a picture that was made (`AnsweredPicture`).
enum PictureSchemas {
  static let placements = NamedSchema(
    "Placements",
    .object(
      "Where every layer went in one frame.",
      [
        "frame": .whole("The frame's number."), "timestampMs": .number("Its time."),
        "width": .whole("The result's width."), "height": .whole("The result's height."),
        "placements": .list(of: placement),
      ]))

  /// A layer of an avatar on a face, an item of a scene on a card, or an item's particles.
  private static let placement = JSONSchema.object(
    nil,
    [
      "face": .whole("The face's identity."), "layer": .text("The layer's name."),
      "mode": .choice("How it was placed.", of: ["landmarks", "matrix"]),
      "image": .whole("The card's identity, of an item of a scene."),
      "scene": .text("The scene's name."), "item": .text("The item's name."),
      "corners": .list(
        of: .list(of: .number(), from: 2, to: 2),
        "The artwork's corners in pixels of the result: top left, top right, bottom right, bottom left of"
          + " the artwork as stored.", from: 4, to: 4),
      "opacity": .number("How opaque it was, 0 to 1."),
      "residualPx": .number("How far the landmarks moved it, in pixels."),
      "stuckPx": .number("How far the clip's own motion moved the face, in pixels."),
      "artworkFrame": .whole("The frame of a layer's picture that moves, counted from 0."),
      "count": .whole("How many particles were drawn."),
      "box": .list(
        of: .number(), "What the particles lie in: left, top, right, bottom in pixels.", from: 4,
        to: 4),
    ], required: []
  ).with("anyOf", .array(placementForms.map { ["required": .array($0.map { .string($0) })] }))

  /// What each kind of placement has: a layer, an item, particles.
  private static let placementForms = [
    ["face", "layer", "mode", "corners", "opacity"],
    ["image", "scene", "item", "corners", "opacity"],
    ["image", "scene", "item", "count", "box"],
  ]

  static let picture = NamedSchema(
    "EncodedPicture",
    .object(
      "A picture in JSON.",
      [
        "mediaType": .text("Its media type."), "width": .whole("Columns."),
        "height": .whole("Rows."),
        "base64": .text("Its bytes.").with("contentEncoding", "base64"),
      ]))

  static let frame = NamedSchema(
    "FrameResult",
    .object(
      "A composited picture and facts about it.",
      [
        "picture": .reference(picture), "faces": .whole("Faces of the tracking."),
        "altText": .text("What the picture shows, for people who cannot see it."),
        "placements": .reference(placements),
        "notes": .list(
          of: .text(),
          "What is to be known of the picture, such as that there is no face, or what of an animation is"
            + " not drawn; only where there is something, or where it was sent without tracking."),
      ], required: ["picture", "faces", "altText", "placements"]))

  static let snapshot = NamedSchema(
    "SnapshotResult",
    .object(
      "A snapshot and facts about it.",
      [
        "picture": .reference(picture), "faces": .whole("Faces in the frame."),
        "altText": .text("What the picture shows."), "frame": .whole("The frame that was taken."),
        "score": JSONSchema(
          "How good the frame is to share, and why; only with best.",
          [("type", "object"), ("additionalProperties", true)]),
        "placements": .reference(placements),
        "notes": .list(of: .text(), "Notes, such as a text of the card that was cut."),
      ], required: ["picture", "faces", "altText", "notes"]))

  /// The contents of an answer that is a picture, or that holds it.
  static func contents(_ schema: NamedSchema, frame: Int? = nil) -> [OperationAnswer.Content] {
    PictureFormat.usual.map { .bytes($0.mediaType) } + [
      .init(
        MediaTypes.json, .reference(schema),
        examples: [.init("dragon", "With `Accept: application/json`.", example(frame))])
    ]
  }

  private static func example(_ frame: Int?) -> JSONValue {
    let picture: JSONValue = [
      "mediaType": "image/png", "width": 1, "height": 1,
      "base64":
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
    ]
    let corners: [JSONValue] = [
      [.number(57.4), -3], [.number(125.175), .number(18.531)],
      [.number(125.175), .number(85.107)], [.number(57.4), .number(104.041)],
    ]
    let placement: JSONValue = [
      "face": 1, "layer": "mane", "mode": "matrix", "corners": .array(corners), "opacity": 1,
      "residualPx": .number(0.384),
    ]
    let placements: JSONValue = [
      "frame": 0, "timestampMs": 0, "width": 1280, "height": 720, "placements": [placement],
    ]
    return .object(
      [
        ("picture", picture), ("faces", 1), ("altText", "a face with a dragon mask"),
        ("placements", placements),
      ] + (frame.map { [("frame", .integer($0)), ("notes", [])] } ?? []))
  }
}
