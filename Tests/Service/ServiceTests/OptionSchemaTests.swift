import Foundation
import Requests
import TestSupport
import Testing

/// The schemas of options in the interface's description have what the table of requests has.
@Suite struct OptionSchemaTests {
  /// The schemas, the places of their options, and what the service reads beside the table.
  private static let schemas: [(name: String, context: RequestContext, beside: [String])] = [
    ("FrameOptions", .frames, ["consent", "subject", "device"]),
    ("SnapshotOptions", .snapshots, ["consent", "subject", "device"]),
    (
      "RenderOptions", .renders,
      ["container", "webhookUrl", "purgeInputs", "consent", "subject", "device"]
    ),
  ]

  @Test(arguments: schemas.map(\.name))
  func `a schema of options has the members that its reader takes`(name: String) throws {
    let (_, context, beside) = try #require(Self.schemas.first { $0.name == name })
    let document = try InterfaceDocument()
    let schema = try #require(
      document.value(["components", "schemas", name]) as? [String: Any])
    let members = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(Set(members.keys) == Set(RequestReader(context).keys + beside))
    #expect(schema["additionalProperties"] as? Bool == false)
    for (name, member) in members { #expect(member["description"] != nil, "\(name)") }
  }
}
