internal import JSON
internal import Requests
internal import ServiceInterface

/// The schemas of the part `options`, from the one table of requests.
enum OptionSchemas {
  static let frame = named(
    "FrameOptions",
    "The options of a frame. An avatar is named here or in a part `avatar`; the part wins.",
    RequestSchema.properties(in: .frames) + ProvenanceSchemas.members, never: usual + [noClearJPEG],
    example: ["avatar": "dragon", "format": "jpeg", "quality": 85])

  static let snapshot = named(
    "SnapshotOptions",
    "The options of a snapshot. An avatar is named here or in a part `avatar`; the part wins. Of `at`,"
      + " `frame` and `best` one chooses the frame; without any it is the first.",
    // Clients that are generated send defaults: this one would contradict `frame` and `best`.
    withoutDefault("at", RequestSchema.properties(in: .snapshots)) + ProvenanceSchemas.members,
    never: usual + [
      noClearJPEG, noFilterAlone, ["required": ["at", "frame"]],
      ["required": ["best", "at"], "properties": ["best": isTrue]],
      ["required": ["best", "frame"], "properties": ["best": isTrue]],
    ], example: ["avatar": "dragon", "best": true, "crop": "4:5", "format": "jpeg"])

  static let render = named(
    "RenderOptions",
    "The options of a render. An avatar is named here or in a part `avatar`; the part wins. `start` is not"
      + " after `end`, and the codec fits the container.",
    RequestSchema.properties(in: .renders) + ofRenders + ProvenanceSchemas.members,
    never: usual + [noFilterAlone] + ofAnimations,
    example: ["avatars": ["dragon", "bear-hood"], "mirror": true])

  /// What a render is told beside its request.
  private static let ofRenders = [
    JSONValue.Member(
      name: "container",
      value: JSONSchema.choice(
        "The output's container.", of: RenderOptions.Container.allCases.map(\.rawValue)
      ).with("default", .string(RenderOptions.Container.mp4.rawValue)).json),
    JSONValue.Member(
      name: "webhookUrl",
      value: JSONSchema.text(
        "The URL to call when the render has ended (Documentation/webhooks.md); the operator allows hosts"
          + " with `--webhook-hosts`.", format: "uri"
      ).with("maxLength", 2048).json),
    JSONValue.Member(
      name: "purgeInputs",
      value: JSONSchema.flag(
        "Whether what was sent goes as soon as the render has ended, however it ends; without it as the"
          + " operator's setting `--purge-inputs` says."
      ).json),
  ]

  private static let isTrue: JSONValue = ["const": true]

  /// What no options may say together.
  private static let usual: [JSONValue] = [
    ["required": ["fit"], "not": ["required": ["size"]]], ["required": ["avatar", "avatars"]],
  ]
  /// JPEG has no transparency.
  private static let noClearJPEG: JSONValue = [
    "required": ["overlayOnly", "format"],
    "properties": ["overlayOnly": isTrue, "format": ["const": "jpeg"]],
  ]
  /// A filter changes the picture, which is not there.
  private static let noFilterAlone: JSONValue = [
    "required": ["overlayOnly", "filter"], "properties": ["overlayOnly": isTrue],
  ]

  /// How clips are compressed is not said of animations, nor the other way round.
  private static let ofAnimations: [JSONValue] = {
    let names = RenderOptions.Container.allCases.filter(\.isAnimation).map {
      JSONValue.string($0.rawValue)
    }
    let isOne: JSONValue = [
      "required": ["container"], "properties": ["container": ["enum": .array(names)]],
    ]
    return ["codec", "crf", "sessionSounds"].map { name in
      ["allOf": [isOne, ["required": [.string(name)]]]]
    } + [["required": ["quality"], "not": isOne]]
  }()

  /// The same members, one of them without its default.
  private static func withoutDefault(
    _ name: String, _ members: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    members.map { member in
      guard member.name == name, case .members(let keywords) = member.value else { return member }
      return .init(name: name, value: .members(keywords.filter { $0.name != "default" }))
    }
  }

  private static func named(
    _ name: String, _ description: String, _ properties: [JSONValue.Member], never: [JSONValue],
    example: JSONValue
  ) -> NamedSchema {
    NamedSchema(
      name,
      JSONSchema(
        description,
        [
          ("type", "object"), ("properties", .members(properties)),
          ("additionalProperties", false), ("not", ["anyOf": .array(never)]),
        ]
      ).examples(example))
  }
}
