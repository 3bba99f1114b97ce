internal import JSON
internal import Problems
internal import ServiceInterface
internal import ServicePackages

extension ScenePackages: PackageResource {
  static func catalog(of context: ServiceContext) -> PackageCatalog<Self> { context.scenes }

  static let tag = OperationTag.scenes
  static let withArticle = "A scene"
  static let documentation = "Documentation/scenes.md"
  static let preview = (
    summary: "A scene on its card.",
    description: "The card in four poses at six times, in one picture. Takes ranges and conditions."
  )

  static let schema = NamedSchema(
    "Scene",
    .object(
      nil,
      [
        "id": .text("Its name."),
        "name": .map(of: .text(), "What people call it, by language tag."), "picture": picture,
        "items": .list(of: .text(), "What is drawn."),
        "textFields": .list(of: .text(), "The fields that the option `scenes.fields` fills."),
        "photoFields": .list(of: .text(), "The fields that the parts `photo:FIELD` fill."),
        "cues": .list(of: .text(), "The cues that begin something."),
        "builtIn": .flag("Whether it is built in."), "preview": .text("The path of its preview."),
        "manifest": .text("The path of its manifest."),
      ], required: ["id", "builtIn", "preview", "manifest"]
    ).examples(builtInExample))

  private static let picture = JSONSchema.object(
    "The printed picture that it is drawn on.",
    [
      "name": .text("What tracking calls it."),
      "widthMm": .number("Its width in print, in millimetres.", above: 0),
    ])

  static let exampleName = "start-of-spring"

  static func example(id: String, isBuiltIn: Bool) -> [(String, JSONValue)] {
    [
      ("id", .string(id)), ("name", ["en": "Start of spring", "zh-Hans": "立春"]),
      ("picture", ["name": "start-of-spring", "widthMm": 105]), ("items", ["ox", "greeting"]),
      ("textFields", ["greeting"]), ("photoFields", []), ("cues", ["tap"]),
    ] + addresses(id: id, isBuiltIn: isBuiltIn)
  }

  static let manifestExample = NamedExample(
    "lantern", "A manifest of one item.",
    [
      "version": 1, "name": ["en": "Lantern"],
      "picture": ["name": "lantern", "image": "card.png", "widthMm": 105],
      "items": [["name": "glow", "type": "art", "image": "glow.png", "width": 60]],
    ])

  static let moreConflicts = [ProblemCode.scenePictureTaken]

  static let unprocessable = ProblemResponse.unprocessable(
    "Scene", [.missingPart, .invalidOptions, .badScene, .sceneTooLarge])
}
