import Foundation
import TestSupport
import Testing

/// Parts of a render with filters.
@Suite struct FilteredPartTests {
  private static let options = [
    "--filter", "vangogh", "--filter", "season:kind=petals,amount=1", "--filter", "lut:t.cube",
    "--codec", "ffv1",
  ]

  @Test func `parts make the same frames as the whole, and refuse another table`() throws {
    let stage = try PartsStage(frames: 20)
    try stage.folder.write("LUT_1D_SIZE 2\n0.1 0 0\n1 0.9 0.8\n", to: "t.cube")
    let (whole, joined) = try stage.both(Self.options, to: "mkv", parts: 2)
    #expect(try stage.hashes(whole) == stage.hashes(joined))
    let plan = String(decoding: try stage.folder.bytes("plan.json"), as: UTF8.self)
    #expect(plan.contains("\"lut\"") && plan.contains("season:amount=1,kind=petals"))
    try stage.folder.write("LUT_1D_SIZE 2\n0.2 0 0\n1 0.9 0.8\n", to: "t.cube")
    let outcome = try stage.run(["part", "plan.json", "0", "--store", "other"])
    #expect(outcome.exitCode != 0 && outcome.error.contains("t.cube"), "\(outcome.error)")
  }

  @Test func `a plan holds the season of the recording's day`() throws {
    let stage = try PartsStage(frames: 12) {
      $0.codec += ["-metadata", "creation_time=2026-07-01T00:00:00Z"]
    }
    try stage.plan(["--filter", "season"], parts: 2)
    let plan = String(decoding: try stage.folder.bytes("plan.json"), as: UTF8.self)
    #expect(plan.contains("season:kind=summer"), "\(plan)")
  }
}
