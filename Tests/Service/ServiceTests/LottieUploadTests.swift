import Foundation
import Imaging
import TestSupport
import Testing

/// Animations in packages of tenants: checked and drawn, and never by the library within the service's process.
@Suite struct LottieUploadTests {
  private let stage: ServiceStage

  /// A green picture of one frame, all of it covered.
  private static let animation = """
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 30, "w": 40, "h": 40, "layers": [{"ty": 4, "ip": 0, "op": 30,
     "ks": {"p": {"k": [20, 20]}}, "shapes": [{"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [36, 36]}},
      {"ty": "fl", "c": {"k": [0, 1, 0, 1]}}]}]}
    """

  init() throws { stage = try ServiceStage() }

  private func put(
    _ animation: String, _ service: RunningService
  ) throws -> RunningService.Answer {
    try stage.folder.write(
      "{\"version\": 1, \"layers\": [{\"name\": \"a\", \"image\": \"a.json\", \"scale\": 3}]}",
      to: "packed/avatar.json")
    try stage.folder.write(animation, to: "packed/a.json")
    try Program(named: "sh").succeed(
      ["-c", "rm -f packed.zip && cd packed && zip -q ../packed.zip *"], in: stage.folder)
    return try service.send(
      "/v1/avatars/green",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@packed.zip"])
  }

  /// The files that a process has in its memory.
  private func mapped(by process: Int32) throws -> String {
    try KernelFile.text("/proc/\(process)/maps")
  }

  /// Those that a process has started and that still run.
  private func children(of process: Int32) throws -> [Int32] {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    return tasks.flatMap { task in
      let path = "/proc/\(process)/task/\(task)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }

  @Test func `an animation is drawn in a process of its own, which is isolated`() throws {
    let service = try RunningService(stage)
    #expect(try put(Self.animation, service).status == 201)
    // The upload is checked, and nothing is drawn for that.
    #expect(try !mapped(by: service.processIdentifier).contains("rlottie"))
    let plain = try service.post("/v1/frames", ServiceStage.frame + ["avatar=none"])
    let shown = try service.post("/v1/frames", ServiceStage.frame + ["avatar=green"])
    let again = try service.post("/v1/frames", ServiceStage.frame + ["avatar=green"])
    #expect(shown.status == 200, "\(shown.text)")
    #expect(shown.body == again.body && shown.body != plain.body)
    #expect(try service.send("/v1/avatars/green/preview.png").status == 200)
    #expect(try !mapped(by: service.processIdentifier).contains("rlottie"))
    let drawing = try children(of: service.processIdentifier).filter {
      try mapped(by: $0).contains("rlottie")
    }
    #expect(drawing.count == 1)
    let status = try String(
      contentsOfFile: "/proc/\(try #require(drawing.first))/status", encoding: .utf8)
    // Its system calls are filtered (2), and it can gain no rights.
    #expect(status.contains("Seccomp:\t2"))
    #expect(status.contains("NoNewPrivs:\t1"))
  }

  @Test func `parts that are not drawn are a note of pictures, and of renders`() throws {
    let service = try RunningService(stage)
    let merged = Self.animation.replacingOccurrences(
      of: "{\"ty\": \"fl\"", with: "{\"ty\": \"mm\", \"mm\": 1}, {\"ty\": \"fl\"")
    #expect(try put(merged, service).status == 201)
    let note = "the avatar green, a.json: not drawn: merge paths; lint names the places"
    func options(_ avatar: String) -> [String] { ["options={\"avatar\": \"\(avatar)\"}"] }
    func notes(_ answer: RunningService.Answer) -> [String] {
      (answer.json["notes"] as? [String] ?? []).filter { $0.contains("not drawn") }
    }
    let json = ["-H", "Accept: application/json"]
    for path in ["/v1/frames", "/v1/snapshots"] {
      let answer = try service.post(path, ServiceStage.frame + options("green"), json)
      #expect(notes(answer) == [note], "\(path): \(answer.text)")
      let bare = try service.post(path, ServiceStage.frame + options("none"), json)
      #expect(bare.status == 200 && notes(bare).isEmpty, "\(path): \(bare.text)")
    }
    let job = try service.post("/v1/renders", ServiceStage.render + options("green"))
    let id = try #require(job.json["id"] as? String, "\(job.text)")
    #expect(try notes(service.waitForEnd(of: id)) == [note])
  }

  @Test func `an animation that may not be is refused with its place`() throws {
    let service = try RunningService(stage)
    let text = Self.animation.replacingOccurrences(of: "\"fr\": 10", with: "\"fr\": 0")
    let answer = try put(text, service)
    #expect(answer.status == 422 || answer.status == 400, "\(answer.text)")
    #expect(answer.text.contains("a.json:1:22: fr"), "\(answer.text)")
  }
}
