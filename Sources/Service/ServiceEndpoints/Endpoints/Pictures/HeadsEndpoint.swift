internal import Access
internal import FaceModel
internal import Geometry
internal import HTTPMessages
internal import HTTPServer
internal import Imaging
internal import JSON
internal import Problems
internal import SampleRecording
internal import ServiceConfiguration
internal import ServiceInterface
internal import Tracking
internal import TrackingFiles

/// `POST /v1/heads`: a drawn head in any pose and expression, with what a tracker sees of it.
enum HeadsEndpoint {
  private static let distances = SamplePose.nearest...200
  private static let widths = 160...1280
  private static let times = 0.0...3_600_000
  /// MediaPipe's remainder is not a movement.
  private static let blendshapes = Blendshape.allCases.filter { $0 != .neutral }

  /// The turns in degrees, by their names.
  private static let turns: [(name: String, range: ClosedRange<Double>, words: String)] = [
    ("yaw", -90...90, "The turn to the picture's right, in degrees."),
    ("pitch", -60...60, "The nod down, in degrees."),
    ("roll", -180...180, "The tilt, clockwise as seen, in degrees."),
  ]

  static let options = NamedSchema(
    "HeadOptions",
    .object(
      "The pose, the shape and the expression of the head.",
      [
        "yaw": turn(0), "pitch": turn(1), "roll": turn(2),
        "distance": .number(
          "How far the face is from the camera, in centimetres.", from: distances.lowerBound,
          to: distances.upperBound
        ).with("default", 40),
        "shape": .choice("The shape of the head.", of: SampleFaceShape.allCases.map(\.rawValue))
          .with("default", "average"),
        "blendshapes": JSONSchema(
          "Scores by ARKit's names, 0 to 1; those that are not named are 0.",
          [
            ("type", "object"),
            (
              "properties",
              .object(
                blendshapes.map { ($0.rawValue, JSONSchema.number(from: 0, to: 1).json) })
            ), ("additionalProperties", false),
          ]),
        "timestampMs": .number(
          "The time of the tracking's sample, which what moves by itself follows.",
          from: times.lowerBound, to: times.upperBound
        ).with("default", 0),
        "width": .whole(
          "Columns of the picture, which is 16:9.", from: widths.lowerBound, to: widths.upperBound
        ).with("default", 640),
      ], required: [], isClosed: true
    ).examples(turnedHead))

  private static let turnedHead: JSONValue = [
    "yaw": 25, "shape": "wide", "blendshapes": ["jawOpen": .number(0.7)],
  ]

  private static func turn(_ index: Int) -> JSONSchema {
    let (_, range, words) = turns[index]
    return .number(words, from: range.lowerBound, to: range.upperBound).with("default", 0)
  }

  static let result = NamedSchema(
    "Head",
    .object(
      "A drawn head, and what a tracker sees of it.",
      [
        "picture": .reference(PictureSchemas.picture),
        "tracking": .text(
          "A tracking file of one sample (Documentation/tracking-format.md), with all scores as they were given."
        ),
      ]))

  static let form = Form(
    [.json("options", options)],
    examples: [
      .init("open", "A wide face, turned, its mouth open.", ["options": turnedHead])
    ])

  static let operation = Operation(
    .post, "/v1/heads", id: "createHead", .pictures, "Draws a head, with its tracking.",
    "Draws the sample's head in a pose, with an expression, and says what a tracker sees of it: landmarks,"
      + " matrix and blendshapes. Both are what `POST /v1/frames` takes, so that an avatar is tried without any"
      + " recording. The drawing shows the jaw, smiles and frowns, puckered lips, lids, gaze and brows; all"
      + " other scores are in the tracking alone.",
    right: .scope(.frames),
    body: .form(
      form, "The pose and the expression.", isSpooled: false, limit: \.maximumFrameBytes),
    answers: [
      .json(200, "The picture and the tracking.", result, examples: [example])
    ],
    problems: [.unprocessableHead], pool: .compute, cost: RequestCost.head
  ) { context, request, _ in
    let parts = try RequestParts(request.body, of: form)
    let head = try Choice(parts)
    return try context.metrics.measure("head") {
      HTTPResponse.bytes(
        try head.drawn().bytes, mediaType: MediaTypes.json,
        headers: [HTTPField("Cache-Control", "no-store")])
    }
  }

  /// What the options say.
  private struct Choice {
    private var pose = SamplePose()
    private var subject = SampleSubject.girl
    private var scores = Blendshapes([:])
    private var timeMs = 0.0
    private var width = 640

    init(_ parts: RequestParts) throws(ServiceProblem) {
      let reader = OptionsReader()
      let object = try reader.options(
        of: parts,
        keys: turns.map(\.name) + ["distance", "shape", "blendshapes", "timestampMs", "width"])
      let turned = turns.map { object[$0.name]?.number(in: $0.range) ?? 0 }
      let distance = object["distance"]?.number(in: distances) ?? 40
      subject.faceShape = object["shape"]?.choice(of: "shape") ?? .average
      let given = object["blendshapes"]?.object(keys: blendshapes.map(\.rawValue))
      for shape in blendshapes {
        if let score = given?[shape.rawValue]?.number(in: 0...1) { scores[shape] = score }
      }
      timeMs = object["timestampMs"]?.number(in: times) ?? timeMs
      width = object["width"]?.integer(in: widths) ?? width
      try reader.check()
      pose = SamplePose(
        yaw: turned[0], pitch: turned[1], roll: turned[2], position: Vector3(0, 0, -distance),
        expression: SampleExpression(scores))
    }

    /// The picture and its tracking, as JSON.
    func drawn() throws -> JSONValue {
      let size = PixelSize<TrackerSpace>(clamping: width, width * 9 / 16)
      var (picture, header, face) = try SampleStage.still(
        pose: pose, size: size, subject: subject)
      face.blendshapes = scores
      let tracking = try TrackingWriter.bytes(
        of: TrackingSample(timestampMs: timeMs, faces: [face]), header: header,
        tracker: TrackerNote(name: "Avatar Overlay sample recording", version: "1"))
      return .object([
        (
          "picture",
          AnsweredPicture.json(
            try picture.encoded(as: PictureEncoding(.jpeg)), .jpeg, width: size.width,
            height: size.height)
        ), ("tracking", .string(String(decoding: tracking, as: UTF8.self))),
      ])
    }
  }

  private static let example = NamedExample(
    "open", "A picture and a sample, both shortened.",
    [
      "picture": [
        "mediaType": "image/jpeg", "width": 640, "height": 360, "base64": "/9j/4AAQSkZJRgABAQ==",
      ],
      "tracking": "{\"format\": \"avatar-tracking/1\", \"width\": 640, \"height\": 360}\n",
    ])
}

extension ProblemResponse {
  static let unprocessableHead = unprocessable("Head", ofForms)
}
