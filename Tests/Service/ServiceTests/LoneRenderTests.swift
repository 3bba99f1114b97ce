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

  @Test func `the progress of a clip that is tracked first never falls, and says its phase`() throws
  {
    try clip(["-frames:v", "90"])
    let service = try service()
    let accepted = try service.post("/v1/renders", ["video=@clip.mp4", "avatar=mask"])
    let id = accepted.json["id"] as? String ?? ""
    func progress(_ answer: RunningService.Answer) throws -> (
      phase: String?, tracked: Int, part: Double
    ) {
      let progress = try #require(answer.json["progress"] as? [String: Any], "\(answer.text)")
      return (
        progress["phase"] as? String, try #require(progress["trackedFrames"] as? Int),
        try #require(progress["fraction"] as? Double)
      )
    }
    let queued = try progress(accepted)
    #expect(queued.tracked == 0 && queued.part == 0)
    var (last, phases) = (queued, [String]())
    let isDone = try eventually {
      let answer = try service.send("/v1/renders/\(id)")
      let next = try progress(answer)
      #expect(next.part >= last.part && next.tracked >= last.tracked)
      if let phase = next.phase {
        #expect((next.part <= 0.5) == (phase == "tracking") || next.part == 0.5)
        if next.part > 0, phases.last != phase { phases.append(phase) }
      }
      last = next
      return answer.json["state"] as? String == "done"
    }
    #expect(isDone && last.part == 1 && last.phase == nil)
    // 90 frames take seconds, and figures are kept twice a second.
    #expect(phases.first == "tracking" && (1...90).contains(last.tracked), "\(phases) \(last)")
    // One whose tracking was sent has nothing to track.
    let both = try service.post("/v1/renders", ServiceStage.render + ["avatar=mask"])
    let told = try #require(both.json["progress"] as? [String: Any])
    #expect(told["trackedFrames"] is NSNull && told["phase"] is NSNull, "\(both.text)")
  }
}
