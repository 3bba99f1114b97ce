import Foundation
import Problems
import Service
import TestSupport
import Testing

/// The OpenAPI document says what the service does; `Scripts/conformance.sh` asks schemathesis too.
@Suite struct InterfaceTests {
  private let document: [String: Any]

  init() throws {
    let object = try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes))
    document = try #require(object as? [String: Any])
  }

  /// What a path of keys leads to, `#/components/...` references followed.
  private func value(_ keys: [String], in object: Any? = nil) -> Any? {
    keys.reduce(resolved(object ?? document)) { found, key in
      resolved((found as? [String: Any])?[key])
    }
  }

  private func resolved(_ value: Any?) -> Any? {
    guard let path = (value as? [String: Any])?["$ref"] as? String else { return value }
    return self.value(path.dropFirst(2).split(separator: "/").map(String.init))
  }

  private func operations() throws -> [(path: String, method: String, operation: [String: Any])] {
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    return paths.flatMap { path, item in
      item.compactMap { method, operation in
        (operation as? [String: Any]).map { (path, method, $0) }
      }
    }
  }

  @Test func `a limit that stands at an operation is the default of its setting`() throws {
    let defaults = ServiceSettings()
    let texts = Dictionary(
      uniqueKeysWithValues: ServiceSettings.table.map { ($0.option, $0.text(of: defaults)) })
    var count = 0
    for (path, method, operation) in try operations() {
      for (option, limit) in operation["x-limits"] as? [String: Any] ?? [:] {
        #expect(texts[option] == "\(limit)", "\(method) \(path) \(option)")
        count += 1
      }
    }
    #expect(count > 30)
  }

  @Test func `every status from 400 on has problems as examples, as the table has them`() throws {
    var codes: Set<String> = []
    for (path, method, operation) in try operations() {
      let responses = try #require(operation["responses"] as? [String: Any])
      for (status, response) in responses where status >= "400" {
        let content = value(["content"], in: response) as? [String: Any]
        // Readiness tells by its checks what is missing.
        if content?["application/json"] != nil, status == "503" { continue }
        let examples = value(["application/problem+json", "examples"], in: content)
        let problems = try #require(
          examples as? [String: [String: Any]], "\(method) \(path) \(status)")
        #expect(!problems.isEmpty)
        for (name, example) in problems {
          let problem = try #require(example["value"] as? [String: Any])
          let code = try #require(ProblemCode(rawValue: name), "\(name)")
          codes.insert(name)
          #expect(problem["code"] as? String == name)
          let expected = try #require(code.status)
          #expect(problem["status"] as? Int == expected)
          #expect("\(expected)" == status, "\(method) \(path) \(name)")
          #expect(problem["title"] as? String == code.title)
          #expect(problem["type"] as? String == code.type)
        }
      }
    }
    // `not_ready` is told by the checks of `/health/ready`.
    let answered = ProblemCode.allCases.filter { $0.status != nil }.map(\.rawValue)
    #expect(codes == Set(answered).subtracting(["not_ready"]))
  }

  @Test func `what stands there as an example can be sent, and the answer is as described`() throws
  {
    let stage = try ServiceStage()
    try stage.link(["Avatars/dragon", "Avatars/bear-hood", "Avatars/crown", "Cards"])
    let service = try RunningService(stage)
    let jpeg = try service.post(
      "/v1/frames", ["picture=@in.png", "options={\"avatar\": \"none\", \"format\": \"jpeg\"}"])
    try stage.folder.write(jpeg.body, to: "in.jpg")
    let files = [
      "picture.jpg": "in.jpg", "picture.png": "in.png", "tracking.jsonl": "one.jsonl",
      "clip.mp4": "in.mkv", "clip.jsonl": "in.jsonl", "cues.jsonl": "cues.jsonl",
    ]
    try stage.folder.write("{\"timestampMs\": 40, \"cue\": \"tap\"}\n", to: "cues.jsonl")
    var count = 0
    for (path, method, operation) in try operations() {
      let form = value(["requestBody", "content", "multipart/form-data"], in: operation)
      for (name, example) in value(["examples"], in: form ?? [:]) as? [String: Any] ?? [:] {
        let parts = try #require(value(["value"], in: example) as? [String: Any])
        let answer = try service.post(path, try Self.words(of: parts, files))
        #expect(answer.status < 300, "\(path) \(name): \(answer.text)")
        try check(answer, operation, "\(method) \(path) \(name)")
        count += 1
      }
    }
    #expect(count >= 10)
    let render = try #require(try service.send("/v1/renders").json["renders"] as? [[String: Any]])
    let id = try #require(render.last?["id"] as? String)
    _ = try service.waitForEnd(of: id)
    let steps: [(String, String, [String])] = [
      ("/v1/renders/{id}/output", "get", []), ("/v1/renders/{id}/poster", "get", []),
      ("/v1/renders/{id}/output", "get", ["-H", "Range: bytes=0-9"]),
      ("/v1/renders/{id}/output", "get", ["-H", "Range: bytes=99999999-"]),
      ("/v1/renders/{id}/events", "get", []), ("/v1/renders/{id}", "get", []),
      ("/v1/renders/{id}", "delete", ["-X", "DELETE"]), ("/v1/renders/{id}", "get", []),
      ("/sample/picture.jpg", "get", []), ("/sample/tracking.jsonl", "get", []),
      ("/v1/avatars", "get", []), ("/v1/scenes", "get", []), ("/health/ready", "get", []),
      ("/metrics", "get", []),
    ]
    for (path, method, more) in steps {
      let answer = try service.send(path.replacing("{id}", with: id), more)
      let operation = value(["paths", path, method]) as? [String: Any] ?? [:]
      try check(answer, operation, "\(method) \(path)")
    }
  }

  /// The words of curl for an example's parts.
  private static func words(of parts: [String: Any], _ files: [String: String]) throws -> [String] {
    try parts.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
      switch value {
      case let names as [String]: return names.map { "\(name)=\($0)" }
      case let file as String: return ["\(name)=@\(try #require(files[file], "\(file)"))"]
      default:
        let json = try JSONSerialization.data(withJSONObject: value)
        return ["\(name)=\(String(decoding: json, as: UTF8.self));type=application/json"]
      }
    }
  }

  /// Whether the answer's status, media type and headers stand in the operation's description.
  private func check(
    _ answer: RunningService.Answer, _ operation: [String: Any], _ place: String
  ) throws {
    let described = value(["responses", "\(answer.status)"], in: operation)
    let response = try #require(described as? [String: Any], "\(place): \(answer.status)")
    // Those of HTTP itself, of every answer.
    let usual: Set = ["date", "content-type", "content-length", "connection", "transfer-encoding"]
    let headers = Set((response["headers"] as? [String: Any] ?? [:]).keys.map { $0.lowercased() })
    let more = Set(answer.headers.keys).subtracting(usual).subtracting(headers)
    #expect(more.isEmpty, "\(place) \(answer.status): not described: \(more.sorted())")
    let type = answer.headers["content-type"].map { String($0.prefix { $0 != ";" }) }
    if let type {
      let content = response["content"] as? [String: Any] ?? [:]
      #expect(content[type] != nil, "\(place) \(answer.status): \(type)")
    }
  }
}

extension ServiceStage {
  /// Puts folders of the project where the stage has them.
  func link(_ names: [String]) throws {
    for name in names {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name),
        withDestinationPath: SharedData.packageRoot.appending(path: name).path)
    }
  }
}
