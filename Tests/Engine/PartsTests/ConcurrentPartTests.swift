import Foundation
import TestSupport
import Testing

/// Workers that do the same at one time, and that are killed.
@Suite struct ConcurrentPartTests {
  @Test func `two workers on one part give the part`() throws {
    let stage = try PartsStage()
    try stage.plan()
    let workers = try (0..<2).map { _ in
      try stage.tool.start(
        ["part", "plan.json", "0", "--store", "store"], in: stage.folder,
        environment: PartsStage.environment)
    }
    for worker in workers { #expect(try worker.end().exitCode == 0) }
    for part in 1..<4 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    try stage.succeed(["join", "plan.json", "--store", "store"])
    let first = try stage.sha256("joined.mp4")
    try stage.succeed(
      ["render", "in.mov", "--avatar", "dragon", "-o", "one.mp4", "--parts", "4"])
    #expect(try stage.sha256("one.mp4") == first)
  }

  @Test func `workers that are killed at any moment leave nothing that is taken for the part`()
    throws
  {
    let stage = try PartsStage(frames: 40) { clip in (clip.width, clip.height) = (320, 240) }
    try stage.plan(parts: 2)
    for moment in 0..<12 {
      let worker = try stage.tool.start(
        ["part", "plan.json", "0", "--store", "store"], in: stage.folder,
        environment: PartsStage.environment)
      usleep(UInt32(10_000 + 15_000 * moment))
      worker.send(SIGKILL)
      _ = try worker.end()
    }
    for part in 0..<2 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    try stage.succeed(["join", "plan.json", "--store", "store"])
    try stage.succeed(
      ["render", "in.mov", "--avatar", "dragon", "-o", "one.mp4", "--parts", "2"])
    #expect(try stage.sha256("one.mp4") == stage.sha256("joined.mp4"))
  }

  @Test func `two runs of one output do not disturb each other`() throws {
    let stage = try PartsStage(frames: 100) { clip in (clip.width, clip.height) = (640, 480) }
    let arguments = ["render", "in.mov", "-o", "out.mp4", "--parts", "4", "--avatar"]
    let first = try stage.tool.start(
      arguments + ["dragon"], in: stage.folder, environment: PartsStage.environment)
    let deadline = Date(timeIntervalSinceNow: 30)
    while try !stage.folder.names().contains(where: { $0.hasPrefix(".out.mp4.") }),
      Date() < deadline
    { usleep(1000) }
    let second = try stage.run(arguments + ["crown"])
    #expect(second.exitCode == 74)
    #expect(second.error.contains("another run makes the parts of this output"))
    #expect(try first.end().exitCode == 0)
    #expect(try stage.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func `the store of others stays when parts are removed`() throws {
    let stage = try PartsStage(frames: 20)
    try stage.plan(parts: 2)
    for part in 0..<2 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    try stage.succeed(["join", "plan.json", "--store", "store", "--remove-parts"])
    #expect(try stage.folder.names(in: "store").isEmpty)
    #expect(FileManager.default.fileExists(atPath: stage.folder.path("store")))
  }
}
