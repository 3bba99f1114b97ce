internal import Avatars
internal import Digests
internal import JSON
internal import Problems
internal import Requests
internal import ServiceInterface

/// What the interface's description says of fit profiles.
enum FitProfileSchemas {
  static let parameter = OperationParameter(
    .path, "id", as: "FitProfileID", "A fit profile's name.", .text(pattern: PlainName.pattern),
    example: "mia")

  private static func number(_ range: ClosedRange<Double>) -> JSONSchema {
    .number(from: range.lowerBound, to: range.upperBound)
  }

  /// An object of x, y and z, or a list.
  private static let offset: JSONSchema = {
    let part = number(AvatarFit.offsets)
    let object = JSONSchema.object(
      nil, ["x": part, "y": part, "z": part], required: [], isClosed: true)
    return JSONSchema(
      "How far it is moved, in eye distances: x to the subject's left, y up, z out of the face.",
      [("anyOf", .array([object.json, JSONSchema.list(of: part, from: 2, to: 3).json]))])
  }()

  private static let fit = NamedSchema(
    "AvatarFit",
    .object(
      "How an avatar is scaled, moved and turned (degrees, clockwise as seen).",
      [
        "scale": number(AvatarFit.scales), "offset": offset,
        "rotation": number(AvatarFit.rotations),
      ], required: [], isClosed: true))

  private static let avatars = JSONSchema.map(of: .reference(fit), "By the avatars' names.")

  /// The profile itself.
  static let profile = NamedSchema(
    "FitProfile",
    .object(
      "How avatars sit (Documentation/fit-profiles.md).",
      [
        "format": .choice(of: [FitProfile.format]), "all": .reference(fit), "avatars": avatars,
        "faces": .map(
          of: .object(
            nil, ["all": .reference(fit), "avatars": avatars], required: [], isClosed: true),
          "By the faces' identities."),
      ], required: ["format"], isClosed: true))

  static let example = NamedExample(
    "mia", "A dragon that was made larger.",
    [
      "format": .string(FitProfile.format),
      "avatars": ["dragon": ["scale": .number(1.2), "offset": ["y": .number(0.1)]]],
    ])

  /// The names of a tenant's profiles.
  static let list = NamedSchema(
    "FitProfileList",
    .object(
      nil,
      ["fitProfiles": .list(of: .object(nil, ["id": .text("Its name.")]), "In order.")]))

  static let listExample: JSONValue = ["fitProfiles": [["id": "mia"], ["id": "noah"]]]

  /// What is answered to one that was stored.
  static let stored = NamedSchema(
    "StoredFitProfile",
    .object(
      nil,
      [
        "id": .text("Its name."),
        "sha256": .text("The SHA-256 of its bytes.", pattern: "^[0-9a-f]{64}$"),
      ]))

  static let storedExample = stored("mia", [])

  /// The answer to bytes that were stored.
  static func stored(_ name: String, _ bytes: [UInt8]) -> JSONValue {
    .object([("id", .string(name)), ("sha256", .string(SHA256.hex(of: bytes)))])
  }

  static let notFound = ProblemResponse(
    "FitProfileNotFound", "The fit profile is not there, or is another tenant's",
    [.fitProfileNotFound])

  static let tooMany = ProblemResponse(
    "FitProfileConflict", "No more fit profiles can be stored", [.tooManyFitProfiles])

  static let unprocessable = ProblemResponse.unprocessable(
    "FitProfile", [.missingPart, .invalidOptions, .badFitProfile])
}
