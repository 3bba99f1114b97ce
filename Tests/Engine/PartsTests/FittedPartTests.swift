import Foundation
import TestSupport
import Testing

/// Parts of a render with a fit profile.
@Suite struct FittedPartTests {
  private func stage(_ profile: String) throws -> PartsStage {
    let stage = try PartsStage(frames: 20)
    try stage.folder.write("{\"format\": \"avatar-fit/1\", \(profile)}", to: "fit.json")
    return stage
  }

  @Test func `parts make the same frames as the whole, and tell the same notes`() throws {
    let stage = try stage(
      "\"all\": {\"scale\": 1.3, \"rotation\": 8}, \"faces\": {\"1\": {}, \"9\": {}}")
    // Without loss, since an encoder begins anew with each part.
    let (whole, joined) = try stage.both(
      ["--fit-profile", "fit.json", "--codec", "ffv1"], to: "mkv", parts: 2)
    #expect(try stage.hashes(whole) == stage.hashes(joined))
    let again = try stage.run(
      ["join", "plan.json", "--store", "store", "--progress", "none", "-o", "again.mkv"])
    let note = "the fit profile names face 9, which does not appear in the frames"
    #expect(again.error.components(separatedBy: note).count == 2, "\(again.error)")
    #expect(!again.error.contains("face 1,"), "\(again.error)")
  }

  @Test func `a part whose profile has other bytes is refused`() throws {
    let stage = try stage("\"all\": {\"scale\": 1.3}")
    try stage.plan(["--fit-profile", "fit.json"], parts: 2)
    let plan = String(decoding: try stage.folder.bytes("plan.json"), as: UTF8.self)
    #expect(plan.contains("fit profile"))
    // The same bytes under another name are another file; other bytes are another input.
    try stage.folder.write(
      "{\"format\": \"avatar-fit/1\", \"all\": {\"scale\": 1.4}}", to: "fit.json")
    let outcome = try stage.run(["part", "plan.json", "0", "--store", "store"])
    #expect(outcome.exitCode != 0 && outcome.error.contains("fit.json"), "\(outcome.error)")
  }
}
