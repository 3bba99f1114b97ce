import Foundation
import TestSupport
import Testing

/// Renders in parts that are stopped on the way.
@Suite struct PartsResumeTests {
  private static let frames = 400

  private func stage() throws -> PartsStage {
    try PartsStage(frames: Self.frames) { clip in
      (clip.width, clip.height) = (400, 304)
      clip.codec = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25"]
    }
  }

  private static let arguments = [
    "render", "in.mov", "--avatar", "dragon", "-o", "out.mp4", "--parts", "6", "--progress", "none",
  ]

  /// The receipts of parts that lie beside the output, each with when it was written.
  private func receipts(_ stage: PartsStage) throws -> [String: Date] {
    var found: [String: Date] = [:]
    guard let own = try stage.folder.names().first(where: { $0.hasPrefix(".out.mp4.") }) else {
      return [:]
    }
    let root = stage.folder.path(own)
    for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() {
      guard name.hasSuffix(".json") else { continue }
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(name)")
      found[name] = attributes[.modificationDate] as? Date
    }
    return found
  }

  @Test(arguments: [SIGKILL, SIGINT])
  func `the same command goes on, and gives the same bytes`(signal: Int32) throws {
    let stage = try stage()
    try stage.succeed(Self.arguments.map { $0 == "out.mp4" ? "whole.mp4" : $0 })
    let running = try stage.tool.start(
      Self.arguments, in: stage.folder, environment: PartsStage.environment)
    let deadline = Date(timeIntervalSinceNow: 60)
    while try receipts(stage).count < 2, Date() < deadline { usleep(2000) }
    running.send(signal)
    let ended = try running.end()
    let kept = try receipts(stage)
    try #require((2...5).contains(kept.count), "\(kept.count) parts were done: \(ended.error)")
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("out.mp4")))
    if signal == SIGINT {
      #expect(ended.exitCode == 130)
      #expect(ended.error.contains("of 6 parts are kept"))
    }
    // Parts that are done are read only: were one made again, its files would be others.
    let again = try stage.tool.start(
      Self.arguments, in: stage.folder, environment: PartsStage.environment)
    var later: [String: Date] = [:]
    while Date() < deadline {
      let found = try receipts(stage)
      if found.count > kept.count { later = found }
      if found.isEmpty, !later.isEmpty { break }
      if !later.isEmpty, found.count == 6 { break }
      usleep(1000)
    }
    try #require(!later.isEmpty, "the second run was over before it was looked at")
    for (name, date) in kept { #expect(later[name] == date, "\(name)") }
    #expect(try again.end().exitCode == 0)
    #expect(try stage.sha256("out.mp4") == stage.sha256("whole.mp4"))
    #expect(try stage.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func `parts of other inputs are not taken`() throws {
    let stage = try stage()
    let running = try stage.tool.start(
      Self.arguments, in: stage.folder, environment: PartsStage.environment)
    let deadline = Date(timeIntervalSinceNow: 60)
    while try receipts(stage).isEmpty, Date() < deadline { usleep(2000) }
    running.send(SIGKILL)
    _ = try running.end()
    let other = Self.arguments.map { $0 == "dragon" ? "crown" : $0 }
    try stage.succeed(other)
    try stage.succeed(other.map { $0 == "out.mp4" ? "whole.mp4" : $0 })
    #expect(try stage.sha256("out.mp4") == stage.sha256("whole.mp4"))
    #expect(try stage.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
  }
}
