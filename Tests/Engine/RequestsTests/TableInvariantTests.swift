import Foundation
import JSON
import Recordings
import Rendering
import Requests
import Testing

/// What holds for every row of the table, so also for the next one.
@Suite struct TableInvariantTests {
  /// The request of an object whose members need others beside them, which is not the matter here.
  private func request(_ json: String, _ context: RequestContext) throws -> RenderRequest {
    var request = RenderRequest()
    request.apply(try RequestLayer(json: Array(json.utf8), in: context, named: "request"))
    return request
  }

  @Test func `every row of the table says the same by its option and by its member`() throws {
    for (place, context, sample) in RowSample.all where sample.member.option != nil {
      guard context == .render || context == .snapshot else { continue }
      var layer = RequestLayer()
      try layer.add(sample.member, words: sample.words)
      var byOption = RenderRequest()
      byOption.apply(layer)
      let member = sample.member.path.split(separator: ".").last ?? ""
      var byMember = try request(sample.object, context)
      if sample.member.path.hasPrefix("card."), member != "name" { byMember.card.name = nil }
      #expect(byOption == byMember, "\(place): \(sample.member.path)")
      #expect(byOption != RenderRequest(), "\(place): \(sample.member.path)")
    }
  }

  @Test func `every row of the table is printed so that it reads back as the same`() throws {
    for (place, context, sample) in RowSample.all {
      let first = try request(sample.object, context)
      #expect(first != RenderRequest(), "\(place): \(sample.object)")
      let printed = first.json
      let second = try request(printed, .verbs)
      #expect(second == first, "\(place): \(printed)")
      #expect(second.json == printed)
      let coded = try JSONDecoder().decode(
        RenderRequest.self, from: JSONEncoder().encode(try completed(first)))
      #expect(coded == (try completed(first)), "\(place): \(printed)")
    }
  }

  /// The request with what its members need beside them.
  private func completed(_ request: RenderRequest) throws -> RenderRequest {
    var request = request
    if request.score != nil { request.best = RenderRequest.BestFrames(true) }
    if request.label != nil {
      request.sheet = try self.request("{\"sheet\": \"2x2\"}", .snapshot).sheet
    }
    if request.card != RenderRequest.Card() { request.card.name = "plain" }
    if request.output.placements != nil || request.start != nil || request.end != nil {
      request.frame = nil
    }
    if request.start != nil || request.end != nil { request.best = RenderRequest.BestFrames(true) }
    return request
  }

  @Test func `every row of the table refuses values of every other type`() throws {
    let values = [
      "null", "true", "7.25", "\"\"", "\"\\u0007\"", "[]", "[[]]", "{}", "{\"a\": 1}", "-1",
    ]
    for (place, context, sample) in RowSample.all {
      let parts = sample.member.path.split(separator: ".")
      for value in values {
        let inner = "{\"\(parts.last ?? "")\": \(value)}"
        let object = parts.count == 1 ? inner : "{\"\(parts[0])\": \(inner)}"
        do {
          let request = try request(object, context)
          // Some of them are fit; what was taken prints and reads back.
          #expect(try self.request(request.json, .verbs) == request, "\(place): \(object)")
        } catch let RequestError.faulty(_, faults) {
          let words = faults.map(\.description)
          #expect(words.contains { $0.hasPrefix("1:") }, "\(place): \(object): \(words)")
          #expect(
            words.contains { $0.contains(sample.member.path) || $0.contains("\(parts[0])") },
            "\(place): \(object): \(words)")
        }
      }
    }
  }

  @Test func `every row of the table stands in the schema of its place, and nothing else does`()
    throws
  {
    for (place, context) in RowSample.places {
      let text = JSONValue.members(RequestSchema.properties(in: context)).lines
      let properties = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: Any]])
      var paths: Set<String> = []
      for (name, property) in properties {
        if let inner = property["properties"] as? [String: Any] {
          paths.formUnion(inner.keys.map { "\(name).\($0)" })
        } else {
          paths.insert(name)
        }
      }
      paths.subtract(["version", "avatar"])
      #expect(
        paths == Set(RequestTable.members(in: context).map(\.path)), "\(place)")
    }
  }

  @Test func `every row of the table has a name and an option of its own in its place`() {
    for (place, context) in RowSample.places {
      let rows = RequestTable.members(in: context)
      let options = rows.compactMap(\.option) + rows.compactMap(\.short)
      #expect(Set(options).count == options.count, "\(place)")
      let keys = RequestTable.keys(in: context)
      #expect(Set(keys).count == keys.count, "\(place)")
      #expect(rows.allSatisfy { !$0.help.isEmpty && !$0.help.hasSuffix(".") }, "\(place)")
    }
  }
}
