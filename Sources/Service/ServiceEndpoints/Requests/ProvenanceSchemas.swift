internal import JSON
internal import Recordings
internal import ServiceInterface

/// What a render says of its recording's origin.
enum ProvenanceSchemas {
  static let subject = text("The ID of the person that the recording shows.")
  static let device = text("The device that took the recording.")

  static let consent = JSONSchema.object(
    "The consent to use the recording. What is made of it is removed when the consent ends.",
    [
      "who": text("The person that gave it."),
      "purposes": .list(of: text(nil), "What the recording may be used for.")
        .with("minItems", 1).with("maxItems", .integer(RecordingProvenance.mostPurposes)),
      "until": .text(
        "The last day on which it holds, up to midnight in UTC, such as 2027-04-03.",
        pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
      "reference": text("Where the consent is kept, such as a number of a file."),
    ], required: ["who", "purposes"], isClosed: true)

  /// The members that options have beside others.
  static let members = [
    JSONValue.Member(name: "consent", value: consent.json),
    JSONValue.Member(name: "subject", value: subject.json),
    JSONValue.Member(name: "device", value: device.json),
  ]

  /// Options that say no more.
  static let options = NamedSchema(
    "RecordingOptions",
    JSONSchema.object(
      "What is said of a recording's origin.",
      ["consent": consent, "subject": subject, "device": device], required: [], isClosed: true
    ).examples(["consent": ["who": "Li Wei", "purposes": ["spring show"]]]))

  private static func text(_ words: String?) -> JSONSchema {
    .text(words).with("minLength", 1).with("maxLength", .integer(RecordingProvenance.longestText))
  }
}
