internal import JSON
internal import Recordings
internal import ServiceInterface

/// What answers say of the service's state.
enum HealthSchemas {
  private static let version = JSONSchema.text("The version that runs.")

  static let liveness = NamedSchema(
    "Liveness",
    .object(nil, ["status": .choice("ok", of: ["ok"]), "version": version]).examples([
      "status": "ok", "version": .string(RendererVersion.number),
    ]))

  private static let status = JSONSchema.choice("ok or failed", of: ["ok", "failed"])

  static let health = NamedSchema(
    "Health",
    .object(
      nil,
      [
        "status": status, "version": version,
        "checks": .map(
          of: .object(nil, ["status": status, "detail": .text("What was found.")])),
        "tracker": tracker, "saves": saves,
      ]))

  private static let tracker = JSONSchema.object(
    "What finds faces in pictures and recordings that are sent without tracking.",
    [
      "available": .flag("Whether there is a tracker: the library and a model of faces."),
      "version": .nullable(.text("The version of MediaPipe's library.")),
      "tasks": .list(
        of: .choice(of: ["face", "hand", "gesture"]),
        "The tasks whose models were found; pictures are looked at for faces alone."),
      "numFaces": .nullable(.whole("The most faces that are looked for (`--num-faces`).")),
      "detail": .text("The same in words."),
    ])

  private static let saves = JSONSchema.object(
    "What `PUT` with `to=folder` saves into the folders of built-in packages.",
    [
      "avatars": .flag("Whether avatars are (`--save-avatars`)."),
      "scenes": .flag("Whether scenes are (`--save-scenes`)."),
    ])

  /// The state of a service whose disk has so much room.
  static func example(freeMiB: Int) -> JSONValue {
    let isGood = freeMiB >= 512
    func check(_ detail: String, isGood: Bool = true) -> JSONValue {
      ["status": isGood ? "ok" : "failed", "detail": .string(detail)]
    }
    let checks: JSONValue = [
      "database": check("can be read, and its disk can be written"),
      "disk": check("\(freeMiB) MiB free, 512 needed", isGood: isGood),
      "queue": check("0 of 100 wait"), "avatars": check("8 built in"),
      "setAside": check("nothing"),
    ]
    let tracker: JSONValue = [
      "available": true, "version": "1.2.2", "tasks": ["face"], "numFaces": 4,
      "detail": "MediaPipe 1.2.2, Face Landmarker; up to 4 faces",
    ]
    return [
      "status": isGood ? "ok" : "failed", "version": .string(RendererVersion.number),
      "checks": checks, "tracker": tracker, "saves": ["avatars": false, "scenes": false],
    ]
  }
}
