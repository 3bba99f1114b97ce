import Foundation
import Imaging
import TestSupport
import Testing

/// The real service as a process on a free port, and curl as its client.
final class RunningService {
  struct Answer {
    var status: Int
    var headers: [String: String]
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
    /// The body as a JSON object; empty where it is none.
    var json: [String: Any] {
      (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
    }
    /// The problem's code.
    var code: String? { json["code"] as? String }
  }

  let folder: ScratchFolder
  let url: String
  /// Where it tells of its health alone; nil: nowhere.
  let healthURL: String?
  private let program: RunningProgram

  /// The process's number.
  var processIdentifier: Int32 { program.processIdentifier }

  private var isRunning = true

  /// What it said so far.
  var told: String { program.errorText }

  /// Starts a service over the stage's avatar `mask`; its data lie in `data`.
  ///
  /// - Parameter namesAvatars: whether it has the stage's avatars alone, without those that came with it.
  init(
    _ stage: ServiceStage, _ options: [String] = [], namesAvatars: Bool = true,
    tool: Program? = nil, log: String = "none"
  ) throws {
    folder = stage.folder
    program = try (tool ?? Program.product).start(
      ["serve", "--port", "0", "--log", log, "--data", "data"]
        + (namesAvatars ? ["--avatars", "Avatars"] : []) + options, in: folder)
    let isUp = program.waitForError(containing: "listening on ")
    let line = program.errorText.split(whereSeparator: \.isNewline).last {
      $0.contains("listening on")
    }
    try #require(isUp, "\(program.errorText)")
    url = String(try #require(line).split(separator: " ").last ?? "")
    healthURL = program.errorText.split(whereSeparator: \.isNewline).last {
      $0.contains("health on")
    }.flatMap { $0.split(separator: " ").last.map(String.init) }
  }

  deinit { if isRunning { program.send(SIGKILL) } }

  /// Ends the service by a signal, and waits for its end.
  @discardableResult
  func end(_ signal: Int32) throws -> Program.Outcome {
    program.send(signal)
    isRunning = false
    return try program.end()
  }

  /// Sends a request by curl.
  func send(_ path: String, _ arguments: [String] = []) throws -> Answer {
    let name = UUID().uuidString
    let outcome = try Program(named: "curl").run(
      [
        "-sS", "--max-time", "90", "-D", "\(name).head", "-o", "\(name).body", "-w",
        "%{http_code}", "\(url)\(path)",
      ] + arguments, in: folder)
    try #require(outcome.exitCode == 0, "\(outcome.error)")
    let head = String(decoding: try folder.bytes("\(name).head"), as: UTF8.self)
    var headers: [String: String] = [:]
    for line in head.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let body = FileManager.default.contents(atPath: folder.path("\(name).body")) ?? Data()
    let answer = Answer(status: Int(outcome.text) ?? 0, headers: headers, body: body)
    let method = Self.method(of: arguments)
    // Every answer of every test is what the document says; of paths that it does not have, it says nothing.
    let document = try InterfaceDocument.shared.get()
    // Two requests over one connection have no status of their own.
    if (100..<600).contains(answer.status),
      let operation = document.operation(method == "HEAD" ? "GET" : method, path)
    {
      document.check(answer, operation, "\(method) \(path)", hasBody: method != "HEAD")
    }
    return answer
  }

  /// The method that curl uses.
  private static func method(of arguments: [String]) -> String {
    if let named = arguments.firstIndex(of: "-X"), named + 1 < arguments.count {
      return arguments[named + 1]
    }
    if !Set(["-I", "--head"]).isDisjoint(with: arguments) { return "HEAD" }
    if !Set(["-T", "--upload-file"]).isDisjoint(with: arguments) { return "PUT" }
    let sends = arguments.contains { $0 == "-F" || $0 == "-d" || $0.hasPrefix("--data") }
    return sends ? "POST" : "GET"
  }

  /// Sends the parts of a form.
  func post(_ path: String, _ parts: [String], _ more: [String] = []) throws -> Answer {
    try send(path, parts.flatMap { ["-F", $0] } + more)
  }

  /// Listens to a render's events, which end with it, and gives how it then stands.
  func waitForEnd(of id: String, _ more: [String] = []) throws -> Answer {
    _ = try send("/v1/renders/\(id)/events", more)
    let answer = try send("/v1/renders/\(id)", more)
    let state = answer.json["state"] as? String ?? ""
    #expect(["done", "failed", "cancelled"].contains(state), "\(answer.text)")
    return answer
  }
}

/// A picture, a clip, their tracking and an avatar.
struct ServiceStage {
  let folder: ScratchFolder

  static let (width, height) = (96, 64)

  init() throws {
    folder = try ScratchFolder()
    let clip = SyntheticClip(width: Self.width, height: Self.height, frames: 6)
    try clip.make("in.mkv", in: folder)
    try SyntheticClip(width: Self.width, height: Self.height, frames: 1).makeStill(
      "in.png", in: folder)
    let tracking = SyntheticTracking(width: Self.width, height: Self.height, frames: 6)
    try folder.write(tracking.text, to: "in.jsonl")
    let lines = tracking.text.split(separator: "\n")
    try folder.write(lines.prefix(2).joined(separator: "\n") + "\n", to: "one.jsonl")
    let picture = try SyntheticAvatar.drawn(40, 30) { x, y in
      RGBA8(230, 60, 20, x < 2 || y < 2 || x > 38 || y > 28 ? 0 : 255)
    }
    try SyntheticAvatar().adding("\"scale\": 2", picture).write("Avatars/mask", in: folder)
  }

  static let frame = ["picture=@in.png", "tracking=@one.jsonl"]
  static let render = ["video=@in.mkv", "tracking=@in.jsonl"]
}
