public import JSON
internal import Requests

/// The schemas of what clients may ask for, from the one table, as the description of the interface
/// holds them.
public enum OptionSchemas {
  /// The members of each schema, by the name that it has there.
  public static let properties: [(schema: String, members: [JSONValue.Member])] = [
    ("FrameOptions", RequestSchema.properties(in: .frames)),
    ("SnapshotOptions", RequestSchema.properties(in: .snapshots)),
    ("RenderOptions", RequestSchema.properties(in: .renders) + ofRenders),
  ]

  /// What a render is told beside its request.
  private static let ofRenders = [
    JSONValue.Member(
      name: "container",
      value: [
        "type": "string", "description": "The output's container.",
        "enum": .array(RenderOptions.Container.allCases.map { .string($0.rawValue) }),
        "default": .string(RenderOptions.Container.mp4.rawValue),
      ]),
    JSONValue.Member(
      name: "webhookUrl",
      value: [
        "type": "string",
        "description": .string(
          "The URL to call when the render has ended (Documentation/webhooks.md); the operator"
            + " allows hosts with `--webhook-hosts`."), "maxLength": 2048, "format": "uri",
      ]),
  ]
}
