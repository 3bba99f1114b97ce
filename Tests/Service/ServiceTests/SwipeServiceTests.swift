import Foundation
import Imaging
import TestSupport
import Testing

/// Lists of avatars that swipes go through, over HTTP, and what is heard of a session.
@Suite struct SwipeServiceTests {
  private let stage: ServiceStage

  /// Three seconds; a finger swipes to the left before the face from 1,000 to 1,300 ms.
  init() throws {
    stage = try ServiceStage()
    try SyntheticClip(width: 96, height: 64, frames: 75).make("swipe.mkv", in: stage.folder)
    let (width, height) = (1080.0, 720.0)
    let samples = stride(from: 0, through: 3000, by: 1000.0 / 30).map { timeMs -> String in
      let t = min(max((timeMs - 1000) / 300, 0), 1)
      let x = 540 - 300 * (t * t * (3 - 2 * t) - 0.5)
      let landmarks = SyntheticHand.joints.map { joint in
        [(x + joint[0] + 29) / width, (300 + joint[1] + 173) / height, 0]
      }
      let hands =
        abs(timeMs - 1150) < 800
        ? "{\"handedness\": \"Right\", \"score\": 1, \"landmarks\": \(landmarks)}" : ""
      return "{\"timestampMs\": \(timeMs), \"faces\": [{\"matrix\": "
        + "[1,0,0,0, 0,1,0,0, 0,0,1,-60, 0,0,0,1]}], \"hands\": [\(hands)]}"
    }
    let header = "{\"format\": \"avatar-tracking/1\", \"width\": 1080, \"height\": 720}"
    try stage.folder.write(
      ([header] + samples).joined(separator: "\n") + "\n", to: "swipe.jsonl")
    for (name, colour) in [("hat", RGBA8(20, 90, 230)), ("wig", RGBA8(30, 200, 40))] {
      try SyntheticAvatar().adding("\"scale\": 1.5", SyntheticAvatar.solid(20, 20, colour))
        .write("Avatars/\(name)", in: stage.folder)
    }
  }

  private static let recording = ["video=@swipe.mkv", "tracking=@swipe.jsonl"]

  private func picture(_ service: RunningService, at seconds: Double, _ more: String) throws -> Data
  {
    let answer = try service.post(
      "/v1/snapshots", Self.recording + ["options={\"at\": \(seconds), \(more)}"])
    #expect(answer.status == 200, "\(answer.text)")
    return answer.body
  }

  @Test func `a swipe puts on the next avatar of the list in snapshots and renders`() throws {
    let service = try RunningService(stage)
    let list = "\"avatar\": \"mask\", \"swipeAvatars\": \"mask,hat,wig\""
    let worn = ["mask", "hat"].map { "\"avatar\": \"\($0)\"" }
    // Before the swipe, and when it is long over.
    #expect(try picture(service, at: 0.8, list) == picture(service, at: 0.8, worn[0]))
    let after = try picture(service, at: 2.4, list)
    #expect(try after == picture(service, at: 2.4, worn[1]))
    #expect(try after != picture(service, at: 2.4, worn[0]))
    let render = try service.post("/v1/renders", Self.recording + ["options={\(list)}"])
    let id = try #require(render.json["id"] as? String, "\(render.text)")
    #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
    let lines = try service.send("/v1/renders/\(id)/placements").text.split(separator: "\n")
    #expect(lines.count == 75)
    // Each avatar has a width of its own.
    let widths = try lines.map { line -> Double in
      let record = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let placed = try #require(record["placements"] as? [[String: Any]])
      let corners = try #require(placed.last?["corners"] as? [[Double]])
      return corners[1][0] - corners[0][0]
    }
    #expect(abs(widths[70] / widths[20] - 0.75) < 0.01, "\(widths[20]) \(widths[70])")
  }

  @Test func `a list of unknown, repeated or too many avatars is refused`() throws {
    let service = try RunningService(stage)
    func answer(_ list: String) throws -> RunningService.Answer {
      try service.post(
        "/v1/renders",
        Self.recording + ["options={\"avatar\": \"mask\", \"swipeAvatars\": \"\(list)\"}"])
    }
    let unknown = try answer("mask,hta")
    #expect((unknown.status, unknown.code) == (422, "unknown_avatar"), "\(unknown.text)")
    for list in ["mask,mask", "mask,,hat", (1...17).map { "a\($0)" }.joined(separator: ",")] {
      let refused = try answer(list)
      #expect((refused.status, refused.code) == (422, "invalid_options"), "\(refused.text)")
    }
    // As many as are allowed are looked up.
    let most = try answer((1...16).map { "a\($0)" }.joined(separator: ","))
    #expect((most.status, most.code) == (422, "unknown_avatar"), "\(most.text)")
    let none = try service.post(
      "/v1/frames",
      ServiceStage.frame + ["options={\"avatar\": \"mask\", \"swipeAvatars\": \"mask,hat\"}"])
    #expect(none.status == 422, "\(none.text)")
  }

  @Test func `a render's session is heard where that is asked, and a lost greeting is told`() throws
  {
    try stage.folder.write(SyntheticGame().text, to: "game.jsonl")
    try SyntheticClip(width: 96, height: 64, frames: 150).make("game.mkv", in: stage.folder)
    try stage.folder.write(
      FloatWave.file(FloatWave.noise(9_000, 1)), to: "voice.wav")
    let service = try RunningService(stage)
    func render(_ parts: [String]) throws -> (notes: [String], tracks: String) {
      let answer = try service.post(
        "/v1/renders", ["video=@game.mkv", "tracking=@game.jsonl"] + parts)
      let id = try #require(answer.json["id"] as? String, "\(answer.text)")
      let job = try service.waitForEnd(of: id)
      #expect(job.json["state"] as? String == "done", "\(job.text)")
      try stage.folder.write(service.send("/v1/renders/\(id)/output").body, to: "\(id).mp4")
      let tracks = try Program.ffprobe.succeed(
        ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", "\(id).mp4"],
        in: stage.folder)
      return (job.json["notes"] as? [String] ?? [], String(decoding: tracks, as: UTF8.self))
    }
    let heard = try render(["options={\"avatar\": \"mask\", \"sessionSounds\": true}"])
    #expect(heard.tracks == "video\naudio\n")
    #expect(heard.notes.contains("sound: with the session's sounds"), "\(heard.notes)")
    // An archive that a tenant keeps carries its sounds.
    var archive = ZipBuilder()
    archive.add(
      "avatar.json",
      Array(
        #"{"version": 1, "sounds": [{"file": "s.wav"}], "layers": [{"name": "a", "image": "a.png", "scale": 2}]}"#
          .utf8))
    archive.add("a.png", try PNG.encode(SyntheticAvatar.solid(20, 20)))
    archive.add("s.wav", try stage.folder.bytes("voice.wav"))
    try stage.folder.write(archive.bytes, to: "loud.zip")
    let kept = try service.send(
      "/v1/avatars/loud",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@loud.zip"])
    #expect(kept.status == 201, "\(kept.text)")
    let own = try render(["avatar=loud"])
    #expect(own.tracks == "video\naudio\n")
    #expect(own.notes.contains("sound: with the avatar's sounds"), "\(own.notes)")
    let plain = try render(["avatar=mask", "greeting=@voice.wav"])
    #expect(plain.tracks == "video\n")
    #expect(
      plain.notes.contains(
        "the greeting is not heard: no scene of the recording's cards has a text of the field \"greeting\""
      ), "\(plain.notes)")
  }
}
