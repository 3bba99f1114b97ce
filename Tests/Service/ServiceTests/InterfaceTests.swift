import Foundation
import Problems
import ServiceConfiguration
import TestSupport
import Testing

/// The OpenAPI document says what the service does; `Scripts/conformance.sh` asks schemathesis too.
@Suite struct InterfaceTests {
  private let document: InterfaceDocument

  init() throws { document = try InterfaceDocument() }

  @Test func `a limit that stands at an operation is the default of its setting`() throws {
    let defaults = ServiceSettings()
    let texts = Dictionary(
      uniqueKeysWithValues: ServiceSettings.table.map { ($0.option, $0.text(of: defaults)) })
    var count = 0
    for (path, method, operation) in try document.operations() {
      for (option, limit) in operation["x-limits"] as? [String: Any] ?? [:] {
        #expect(texts[option] == "\(limit)", "\(method) \(path) \(option)")
        count += 1
      }
    }
    #expect(count > 30)
  }

  @Test func `every status from 400 on has problems as examples, as the table has them`() throws {
    var codes: Set<String> = []
    for (path, method, operation) in try document.operations() {
      let responses = try #require(operation["responses"] as? [String: Any])
      for (status, response) in responses where status >= "400" {
        let content = document.value(["content"], in: response) as? [String: Any]
        let examples = document.value(["application/problem+json", "examples"], in: content)
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
    for (path, method, operation) in try document.operations() {
      let form = document.value(["requestBody", "content", "multipart/form-data"], in: operation)
      for (name, example) in document.value(["examples"], in: form ?? [:]) as? [String: Any] ?? [:]
      {
        let parts = try #require(document.value(["value"], in: example) as? [String: Any])
        let answer = try service.post(path, try Self.words(of: parts, files))
        #expect(answer.status < 300, "\(path) \(name): \(answer.text)")
        document.check(answer, operation, "\(method) \(path) \(name)")
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
      let operation = document.value(["paths", path, method]) as? [String: Any] ?? [:]
      document.check(answer, operation, "\(method) \(path)")
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

  @Test func `every path allows the methods that the document has, and no others`() throws {
    let service = try RunningService(try ServiceStage())
    let byPath = Dictionary(grouping: try document.operations(), by: \.path)
    for (path, operations) in byPath {
      let answer = try service.send(path.replacing("{id}", with: "x"), ["-X", "PATCH"])
      #expect(answer.status == 405, "\(path): \(answer.text)")
      let allowed = Set(
        (answer.headers["allow"] ?? "").split(separator: ",").map {
          $0.trimmingCharacters(in: .whitespaces).lowercased()
        })
      // The server itself answers these two.
      #expect(
        allowed.subtracting(["head", "options"]) == Set(operations.map(\.method)), "\(path)")
    }
  }

  @Test func `the served document has the settings in force, and is the one that is printed`()
    throws
  {
    let stage = try ServiceStage()
    let limit = ["--max-frame-bytes", "70000"]
    let service = try RunningService(stage, limit)
    let served = try service.send("/openapi.json")
    let limits =
      document.value(["paths", "/v1/frames", "post", "x-limits"], in: served.json) as? [String: Int]
    #expect(limits?["--max-frame-bytes"] == 70_000)
    let printed = try Program.product.succeed(
      ["serve", "--print-openapi"] + limit, in: stage.folder)
    let object = try JSONSerialization.jsonObject(with: Data(printed)) as? NSDictionary
    #expect(object == served.json as NSDictionary)
    #expect(try service.send("/openapi.json").body == served.body)
  }

  @Test func `defaults of options can be sent, as clients that are generated do`() throws {
    let service = try RunningService(try ServiceStage())
    func send(_ schema: String, _ more: [String: Any], _ path: String, _ parts: [String]) throws {
      let keys = ["components", "schemas", schema, "properties"]
      let members = try #require(document.value(keys) as? [String: [String: Any]])
      let options = members.compactMapValues { $0["default"] }.merging(more) { $1 }
      #expect(options.count > more.count)
      let json = try JSONSerialization.data(withJSONObject: options)
      let answer = try service.post(
        path, parts + ["options=\(String(decoding: json, as: UTF8.self));type=application/json"])
      #expect(answer.status < 300, "\(schema) \(more): \(answer.text)")
    }
    try send("FrameOptions", ["avatar": "mask"], "/v1/frames", ServiceStage.frame)
    for choice in [["frame": 1], ["best": true], ["at": 0.04]] as [[String: Any]] {
      let more = choice.merging(["avatar": "mask"]) { $1 }
      try send("SnapshotOptions", more, "/v1/snapshots", ServiceStage.render)
    }
    try send("RenderOptions", ["avatar": "mask"], "/v1/renders", ServiceStage.render)
    let webm = ["avatar": "mask", "container": "webm", "codec": "vp9"]
    try send("RenderOptions", webm, "/v1/renders", ServiceStage.render)
    try send("ComparisonOptions", [:], "/v1/comparisons", ["a=@in.png", "b=@in.png"])
  }

  @Test func `files are binary for generators of clients, and texts and objects are not`() throws {
    var files: Set<String> = []
    for (path, method, operation) in try document.operations() {
      let form = document.value(["requestBody", "content", "multipart/form-data"], in: operation)
      let parts =
        document.value(["schema", "properties"], in: form ?? [:]) as? [String: Any] ?? [:]
      for (name, part) in parts {
        let format = document.value(["format"], in: part) as? String
        let isFile = ![
          "options", "session", "scene", "manifest", "avatar", "reel", "container", "webhookUrl",
        ].contains(name)
        #expect((format == "binary") == isFile, "\(method) \(path) \(name)")
        if isFile { files.insert(name) }
      }
    }
    #expect(files.isSuperset(of: ["picture", "video", "tracking", "cues", "a", "b"]))
    for path in ["/v1/avatars/{id}", "/v1/scenes/{id}"] {
      let keys = ["paths", path, "put", "requestBody", "content", "application/zip", "schema"]
      #expect(document.value(keys + ["format"]) as? String == "binary")
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
