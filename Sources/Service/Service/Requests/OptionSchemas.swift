public import Requests

/// The schemas of what clients may ask for, from the one table, as the description of the interface
/// holds them.
public enum OptionSchemas {
  /// The members of each schema, by the name that it has there.
  public static let properties: [(schema: String, members: [RequestValue.Member])] = [
    ("FrameOptions", members(in: .frames)), ("SnapshotOptions", members(in: .snapshots)),
    ("RenderOptions", members(in: .renders) + ofRenders),
  ]

  private static func members(in context: RequestContext) -> [RequestValue.Member] {
    if case .object(let members) = RequestSchema.properties(in: context) { members } else { [] }
  }

  /// What a render is told beside its request.
  private static let ofRenders: [RequestValue.Member] = [
    .init(
      "container",
      .object([
        .init("type", .text("string")),
        .init("description", .text("The output's container.")),
        .init("enum", .list(RenderOptions.Container.allCases.map { .text($0.rawValue) })),
        .init("default", .text(RenderOptions.Container.mp4.rawValue)),
      ])),
    .init(
      "webhookUrl",
      .object([
        .init("type", .text("string")),
        .init(
          "description",
          .text(
            "Where the end of the render is told (Documentation/webhooks.md); an operator allows"
              + " hosts by `--webhook-hosts`.")),
        .init("maxLength", .whole(2048)), .init("format", .text("uri")),
      ])),
  ]
}
