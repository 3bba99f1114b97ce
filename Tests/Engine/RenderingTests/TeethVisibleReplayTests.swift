import FaceModel
import Isolation
import Problems
import Recipe
import Recordings
import Session
import TestSupport
import Testing
import TrackingFiles

/// Sessions whose teeth are read from a clip's pictures.
@Suite struct TeethVisibleReplayTests {
  private static let plan: SessionPlan = {
    var settings = SessionSettings()
    settings.teeth.signal = .teethVisible
    return SessionPlan(settings: settings)
  }()

  /// A clip of 25 frames a second in which an open mouth shows teeth from frame 20 to 49, and its tracking.
  private func recording(
    in folder: ScratchFolder, movedByMs offsetMs: Double = 0, mirrored: Bool = false
  ) throws -> (clip: String, tracking: String) {
    var mouth = SyntheticMouth()
    mouth.opening = 0.45
    let teeth = mouth.picture
    mouth.content = { _, _ in SyntheticMouth.cavity }
    let dark = mouth.picture
    let raw = (0..<75).flatMap { (20..<50).contains($0) ? teeth : dark }
    let path = try folder.write(raw, to: "frames.raw")
    let clip = folder.path("clip.mkv")
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
        "\(mouth.width)x\(mouth.height)", "-r", "25", "-i", path, "-pix_fmt", "yuv420p", "-c:v",
        "libx264", "-qp", "4", clip,
      ], in: folder)
    var marks = mouth.landmarks.map {
      [$0.x / Double(mouth.width), $0.y / Double(mouth.height), 0]
    }
    if mirrored {
      marks = marks.indices.map { index in
        let seen = marks[FaceTopology.mirrorIndex[index]]
        return [1 - seen[0], seen[1], 0]
      }
    }
    var text =
      #"{"format": "avatar-tracking/1", "width": \#(mouth.width), "height": \#(mouth.height), "mirrored": \#(mirrored)}"#
    for frame in 0..<75 {
      text +=
        "\n"
        + #"{"timestampMs": \#(Double(frame) * 40 + offsetMs), "faces": [{"landmarks": \#(marks)}]}"#
    }
    return (clip, try folder.write(text + "\n", to: "t.jsonl"))
  }

  private func lines(_ plan: SessionPlan, _ clip: String?, _ tracking: String) throws -> [String] {
    var lines: [String] = []
    _ = try SessionJob(tracking: tracking, besides: clip, options: TrackingFileOptions(), plan)
      .run(event: { lines.append($0) }, signals: { _ in })
    return lines
  }

  @Test func `the gate passes after the time held, and an open mouth alone does not`() throws {
    let folder = try ScratchFolder()
    let (clip, tracking) = try recording(in: folder)
    let found = try lines(Self.plan, clip, tracking)
    let gate = try #require(found.first { $0.contains("\"gatePassed\"") })
    #expect(gate.contains("\"source\": \"teethVisible\""))
    let timeMs = try #require(
      gate.split(separator: " ").dropFirst().first.flatMap { Double($0.dropLast()) })
    // Between the samples at 760 and 800 ms the share rises through the threshold.
    #expect((1160...1200).contains(timeMs))
    let auto = try #require(
      try lines(SessionPlan(), clip, tracking).first { $0.contains("\"gatePassed\"") })
    #expect(auto.contains("\"source\": \"lips\"") && auto.contains("\"timestampMs\": 400"))
  }

  @Test func `a mirrored tracker gives the same events`() throws {
    let (one, other) = (try ScratchFolder(), try ScratchFolder())
    let (clip, tracking) = try recording(in: one)
    let (mirrorClip, mirrorTracking) = try recording(in: other, mirrored: true)
    #expect(
      try lines(Self.plan, clip, tracking) == lines(Self.plan, mirrorClip, mirrorTracking))
  }

  @Test func `samples without a frame within half an interval are unseen`() throws {
    let folder = try ScratchFolder()
    // The last samples lie after the last frame, and all others between two frames.
    let (clip, tracking) = try recording(in: folder, movedByMs: 19)
    #expect(try lines(Self.plan, clip, tracking).contains { $0.contains("\"gatePassed\"") })
    var unseen = 0
    var plan = Self.plan
    plan.isPart = true
    let other = try ScratchFolder()
    let (late, lateTracking) = try recording(in: other, movedByMs: 3100)
    _ = try SessionJob(tracking: lateTracking, besides: late, options: TrackingFileOptions(), plan)
      .run(event: { _ in }, signals: { if $0.contains("\"teethVisible\": null") { unseen += 1 } })
    #expect(unseen == 75)
  }

  @Test func `a tracking file alone is refused with what to do`() throws {
    let folder = try ScratchFolder()
    let (_, tracking) = try recording(in: folder)
    let error = #expect(throws: SessionError.self) { try lines(Self.plan, nil, tracking) }
    let words = try #require(error.map { "\($0)" })
    #expect(
      words.contains(tracking) && words.contains("beside its clip") && words.contains("\"auto\""))
    #expect(error?.problemCode == .badRecording)
  }

  @Test func `a split session reads the pictures of each part`() throws {
    let folder = try ScratchFolder()
    let (clip, tracking) = try recording(in: folder)
    let whole = try lines(Self.plan, clip, tracking)
    let all = String(decoding: try folder.bytes("t.jsonl"), as: UTF8.self).split(separator: "\n")
    for index in [15, 25, 31] {
      let first = try folder.write(all[...index].joined(separator: "\n") + "\n", to: "a.jsonl")
      let rest = try folder.write(
        ([all[0]] + all[(index + 1)...]).joined(separator: "\n") + "\n", to: "b.jsonl")
      var (plan, found) = (Self.plan, [String]())
      plan.isPart = true
      let report = try SessionJob(
        tracking: first, besides: clip, options: TrackingFileOptions(), plan
      ).run(event: { found.append($0) }, signals: { _ in })
      plan = SessionPlan(resuming: ("state", Array(report.session.stateText.utf8)))
      found += try lines(plan, clip, rest).dropFirst()
      #expect(found == whole, "\(index)")
    }
  }

  @Test func `a report counts the samples with teeth`() throws {
    let folder = try ScratchFolder()
    let (clip, tracking) = try recording(in: folder)
    let report = try TeethReport(
      try RecordingLocation(video: clip, tracking: tracking), tracking: tracking,
      options: TrackingFileOptions())
    #expect((report.samples, report.shown, report.hidden, report.unsure) == (75, 30, 45, 0))
  }
}
