import Foundation
import ServiceConfiguration
import ServiceEndpoints
import TestSupport
import Testing

/// The OpenAPI document, and whether what a service answers is what it says.
struct InterfaceDocument: @unchecked Sendable {
  /// The document; never changed.
  let json: [String: Any]

  /// Reads the document of the settings' defaults.
  init() throws {
    let object = try JSONSerialization.jsonObject(
      with: Data(OpenAPIDocument.bytes(for: ServiceSettings())))
    json = try #require(object as? [String: Any])
  }

  /// The same, read once.
  static let shared = Result { try InterfaceDocument() }

  /// What a path of keys leads to, `#/components/...` references followed.
  func value(_ keys: [String], in object: Any? = nil) -> Any? {
    keys.reduce(resolved(object ?? json)) { found, key in
      resolved((found as? [String: Any])?[key])
    }
  }

  private func resolved(_ value: Any?) -> Any? {
    guard let path = (value as? [String: Any])?["$ref"] as? String else { return value }
    return self.value(path.dropFirst(2).split(separator: "/").map(String.init))
  }

  /// Every operation, with its path and its method in lower case.
  func operations() throws -> [(path: String, method: String, operation: [String: Any])] {
    let paths = try #require(json["paths"] as? [String: [String: Any]])
    return paths.flatMap { path, item in
      item.compactMap { method, operation in
        (operation as? [String: Any]).map { (path, method, $0) }
      }
    }
  }

  /// The operation of a request; nil where the document has none.
  func operation(_ method: String, _ target: String) -> [String: Any]? {
    let path = target.prefix { $0 != "?" }
    let paths = json["paths"] as? [String: [String: Any]] ?? [:]
    let matching = paths.keys.filter { Self.matches($0, path) }
    // A path without variables wins.
    let best = matching.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
    return best.flatMap { paths[$0]?[method.lowercased()] as? [String: Any] }
  }

  private static func matches(_ pattern: String, _ path: Substring) -> Bool {
    let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let found = path.split(separator: "/", omittingEmptySubsequences: false)
    return wanted.count == found.count
      && zip(wanted, found).allSatisfy { $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 }
  }

  /// Expects of an answer that its status, media type, header fields and JSON are what the document says.
  ///
  /// - Parameter hasBody: whether the body came; none does to HEAD.
  func check(
    _ answer: RunningService.Answer, _ operation: [String: Any], _ place: String,
    hasBody: Bool = true
  ) {
    guard let response = value(["responses", "\(answer.status)"], in: operation) as? [String: Any]
    else {
      Issue.record("\(place): the document has no answer \(answer.status): \(answer.text)")
      return
    }
    // Those of HTTP itself, of every answer.
    let usual: Set = ["date", "content-type", "content-length", "connection", "transfer-encoding"]
    let headers = Set((response["headers"] as? [String: Any] ?? [:]).keys.map { $0.lowercased() })
    let more = Set(answer.headers.keys).subtracting(usual).subtracting(headers)
    #expect(more.isEmpty, "\(place) \(answer.status): not described: \(more.sorted())")
    guard let type = answer.headers["content-type"].map({ String($0.prefix { $0 != ";" }) })
    else { return }
    let content = response["content"] as? [String: [String: Any]] ?? [:]
    guard let described = content[type] else {
      Issue.record("\(place) \(answer.status): \(type) is not described")
      return
    }
    guard hasBody, type.hasSuffix("json"), type != "application/x-ndjson",
      let found = try? JSONSerialization.jsonObject(with: answer.body, options: .fragmentsAllowed)
    else { return }
    let faults = SchemaCheck(document: self).faults(found, described["schema"] ?? [:])
    #expect(faults.isEmpty, "\(place) \(answer.status): \(faults.prefix(5))")
  }
}
