internal import JSON
internal import Problems
internal import ServiceInterface
internal import ServicePackages

extension AvatarPackages: PackageResource {
  static func catalog(of context: ServiceContext) -> PackageCatalog<Self> { context.avatars }

  static let tag = OperationTag.avatars
  static let withArticle = "An avatar"
  static let documentation = "Documentation/avatar-format.md"
  static let preview = (
    summary: "An avatar on a head in many poses.",
    description: "Twenty heads in one picture. Takes ranges and conditions."
  )

  static let schema = NamedSchema(
    "Avatar",
    .object(
      nil,
      [
        "id": .text("Its name."),
        "name": .map(of: .text(), "What people call it, by language tag."),
        "author": .nullable(.text("Who made it.")),
        "licence": .nullable(.text("The licence of its artwork.")), "tags": .list(of: .text()),
        "layers": .list(of: .text()), "builtIn": .flag("Whether it is built in."),
        "preview": .text("The path of its preview."),
        "manifest": .text("The path of its manifest."),
      ], required: ["id", "name", "tags", "layers", "builtIn", "preview", "manifest"]
    ).examples(builtInExample))

  static let exampleName = "dragon"

  static func example(id: String, isBuiltIn: Bool) -> [(String, JSONValue)] {
    [
      ("id", .string(id)), ("name", ["en": "Dragon", "zh-Hans": "龙"]),
      ("author", "Avatar Overlay"), ("licence", "CC0-1.0"), ("tags", ["zodiac"]),
      ("layers", ["mask"]),
    ] + addresses(id: id, isBuiltIn: isBuiltIn)
  }

  static let manifestExample = NamedExample(
    "nose", "A manifest of one layer.",
    [
      "version": 1, "name": ["en": "Red nose"], "author": "An artist", "licence": "CC0-1.0",
      "tags": ["nose"],
      "layers": [["name": "nose", "image": "nose.png", "anchor": "nose", "scale": .number(0.6)]],
    ])

  static let unprocessable = ProblemResponse.unprocessable(
    "Avatar", [.missingPart, .invalidOptions, .badAvatar, .avatarTooLarge])
}
