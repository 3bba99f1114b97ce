import Foundation
import JSON
import Requests
import Service
import TestSupport
import Testing

/// The schemas of options in the interface's description are made from the table of requests; run
/// this with `MAKE_DOCUMENTS=1` to have them written anew.
@Suite(.serialized) struct OptionSchemaTests {
  private static let file = SharedData.packageRoot.appending(
    path: "Sources/Service/Service/OpenAPI/openapi.json")

  @Test(arguments: OptionSchemas.properties.map(\.schema))
  func `a schema of options is that of the table`(name: String) throws {
    let members = try #require(OptionSchemas.properties.first { $0.schema == name }?.members)
    let made = "{\n" + Self.indented(JSONValue.members(members).lines) + "\n        },"
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    let part = try #require(Self.part(name, of: text), "no schema \(name)")
    if ProcessInfo.processInfo.environment["MAKE_DOCUMENTS"] == "1" {
      text.replaceSubrange(part, with: made)
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
      return
    }
    #expect(String(text[part]) == made)
  }

  /// Where the members of a schema stand in the text.
  private static func part(_ name: String, of text: String) -> Range<String.Index>? {
    guard let schema = text.range(of: "\n      \"\(name)\": {\n"),
      let start = text.range(
        of: "\n        \"properties\": ", range: schema.upperBound..<text.endIndex),
      let end = text.range(of: "\n        },", range: start.upperBound..<text.endIndex)
    else { return nil }
    return start.upperBound..<end.upperBound
  }

  /// What stands between the outermost braces, as deep as the schemas stand.
  private static func indented(_ json: String) -> String {
    json.split(separator: "\n").dropFirst().dropLast().map { "        \($0)" }
      .joined(separator: "\n")
  }
}
