import Foundation
import TestSupport
import Testing

/// Renders of clips that come without their tracking, with the real tracker.
@Suite(
  .enabled(if: ServiceTrackerStage.isThere, Comment(rawValue: ServiceTrackerStage.absent)))
struct LoneRenderTests {
  private let stage: ServiceStage

  init() throws { stage = try ServiceStage() }

  private func service(_ more: [String] = []) throws -> RunningService {
    try RunningService(stage, ServiceTrackerStage.options + more)
  }

  /// A real clip without its sound, the first seconds of it or all.
  private func clip(_ more: [String] = []) throws {
    try Program.ffmpeg.succeed(
      ["-v", "error", "-i", SharedData.file("recordings/gesture/clip.mp4").path, "-an"] + more
        + [stage.folder.path("clip.mp4")])
  }

  @Test func `the same clip under the same key is one render, whatever the settings`() throws {
    try clip(["-t", "0.2"])
    let (parts, key) = (["video=@clip.mp4", "avatar=mask"], ["-H", "Idempotency-Key: one"])
    func submit(_ options: [String]) throws -> String {
      let service = try self.service(["--concurrent-jobs", "0"] + options)
      let answer = try service.post("/v1/renders", parts, key)
      #expect(answer.status == 202, "\(answer.text)")
      try service.end(SIGTERM)
      return answer.json["id"] as? String ?? ""
    }
    let first = try submit(["--num-faces", "2"])
    #expect(try submit(["--num-faces", "3", "--job-threads", "1"]) == first)
    // With other options another thing was sent.
    let again = try service(["--concurrent-jobs", "0"])
    let other = try again.post("/v1/renders", parts + [#"options={"mirror": true}"#], key)
    #expect((other.status, other.code) == (422, "idempotency_key_reused"), "\(other.text)")
  }
}
