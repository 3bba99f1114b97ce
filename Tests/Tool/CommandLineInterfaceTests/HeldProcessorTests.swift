import Foundation
import TestSupport
import Testing

/// A render that is held to some of the processors takes as many threads as suit these.
@Suite struct HeldProcessorTests {
  @Test func `a render held to one processor is that of one thread`() throws {
    let stage = try ToolStage()
    try Program.ffmpeg.succeed([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=25:duration=0.8", "-pix_fmt",
      "yuv420p", "-c:v", "ffv1", stage.folder.path("clip.mkv"),
    ])
    func rendered(_ name: String, _ options: [String], by command: [String] = []) throws -> Data {
      let path = stage.folder.path(name)
      let render = ["render", "--video", stage.folder.path("clip.mkv"), "--avatar", "none"]
      let line = command + [Program.product.path] + render + ["-o", path] + options
      try Program(named: line[0]).succeed(Array(line.dropFirst()))
      return try Data(contentsOf: URL(filePath: path))
    }
    let held = try rendered("held.mp4", [], by: ["taskset", "-c", try firstProcessor()])
    let one = try rendered("one.mp4", ["--threads", "1"])
    #expect(held == one)
    // More threads give other bytes, so that the test can fail.
    #expect(try rendered("four.mp4", ["--threads", "4"]) != one)
  }

  /// The number of one that this process may run on.
  private func firstProcessor() throws -> String {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let list = try #require(
      status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
    let numbers = list.split(whereSeparator: { !$0.isNumber })
    return String(try #require(numbers.first))
  }
}
