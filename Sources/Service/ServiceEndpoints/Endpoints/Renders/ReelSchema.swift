internal import JSON
internal import Reels
internal import Requests
internal import ServiceInterface

/// The schema of the part `reel`, which `ReelFile` reads.
enum ReelSchema {
  static let reel = NamedSchema(
    "Reel",
    .object(
      "Recordings, one after the other or beside each other (Documentation/reels.md).",
      [
        "format": .text().with("const", .string(Reel.format)),
        "size": .text("The frame's size, such as 1080x1920.", pattern: "^[0-9]+x[0-9]+$"),
        "fps": .number("Frames a second.", from: 1, to: 120), "onBeats": .flag(),
        "transition": transition, "defaults": member(cells: false),
        "segments": .list(of: member(cells: true), from: 1, to: Reel.mostSegments),
      ], required: ["format", "segments"], isClosed: true
    ).examples(example))

  static let example: JSONValue = [
    "format": .string(Reel.format), "transition": "dissolve:80",
    "segments": [
      ["recording": "a", "avatar": "dragon", "end": .number(0.2)],
      ["recording": "b", "title": "Well done"],
    ],
  ]

  private static let transition = JSONSchema.text(
    "cut, dissolve or wipe; the latter two also with their milliseconds: dissolve:800.",
    pattern: "^(cut|(dissolve|wipe)(:[0-9]+)?)$")

  /// A segment, or a recording of one.
  private static func member(cells: Bool) -> JSONSchema {
    var properties: [JSONValue.Member] = []
    for context in [RequestContext.renders, .snapshots] {
      let keys = Set(ReelFile.remoteKeys(RequestReader(context)))
      for member in RequestSchema.properties(in: context)
      where keys.contains(member.name) && member.name != "best"
        && !properties.contains(where: { $0.name == member.name })
      {
        properties.append(member)
      }
    }
    func add(_ name: String, _ schema: JSONSchema) {
      properties.append(JSONValue.Member(name: name, value: schema.json))
    }
    add(
      "recording",
      .text("The NAME of the part `video:NAME`.", pattern: PlainName.pattern))
    if cells {
      add("title", JSONSchema("Written over it.", [("type", ["string", "object"])]))
      add("transition", transition)
      add(
        "seconds",
        .number(
          "The most of it; of a picture how long it is seen.", from: Reel.secondsRange.lowerBound,
          to: Reel.secondsRange.upperBound))
      add("picture", .flag("A picture in the place of a clip."))
      add("layout", .choice(of: Reel.Layout.allCases.map(\.rawValue)))
      add("cells", .list(of: member(cells: false), "Two at once.", from: 2, to: Reel.mostCells))
    }
    add(
      "best",
      JSONSchema(
        "Of a clip the seconds about its best moment; of a picture whether that is taken.",
        [("type", ["number", "boolean"])]))
    return JSONSchema(
      nil,
      [
        ("type", "object"), ("properties", .members(properties)),
        ("additionalProperties", false),
      ])
  }
}
