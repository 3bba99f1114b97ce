import Foundation
import Imaging
import MediaPipe
import TestSupport
import Testing

/// Where the real tracker and its model are, if anywhere.
enum ServiceTrackerStage {
  static let face = SharedData.file("data/models/face_landmarker.task").path
  static let library = SharedData.packageRoot.appending(path: MediaPipeLibrary.folderName).path
  static let isThere =
    FileManager.default.fileExists(atPath: face)
    && (try? MediaPipeLibrary(named: library)) != nil
  static let absent =
    "needs ../shared (models) and tracker install (the library), which are not both there"

  static let options = ["--mediapipe-library", library, "--face-model", face]
  /// A portrait of 512 x 512.
  static let portrait = SharedData.file("recordings/portrait-still/clip.png").path

  /// The processes of trackers that a service has started.
  static func trackers(of service: RunningService) throws -> [Int32] {
    let found = try Program(named: "pgrep").run([
      "-P", "\(service.processIdentifier)", "-f", "tracker .*--configuration",
    ])
    return found.text.split(separator: "\n").compactMap { Int32($0) }
  }
}

/// Pictures and clips that come without their tracking, to a service without a tracker.
@Suite struct LoneTests {
  @Test func `without a tracker faces need their tracking, and the avatar none needs neither`()
    throws
  {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    let health = try service.send("/health")
    let tracker = try #require(health.json["tracker"] as? [String: Any])
    #expect(health.status == 200 && tracker["available"] as? Bool == false, "\(health.text)")
    #expect(tracker["tasks"] as? [String] == [] && tracker["version"] is NSNull)
    for (path, part) in [
      ("/v1/frames", "picture=@in.png"), ("/v1/snapshots", "picture=@in.png"),
      ("/v1/snapshots", "video=@in.mkv"), ("/v1/renders", "video=@in.mkv"),
    ] {
      let name = part.split(separator: "=")[0]
      let answer = try service.post(path, [part, "avatar=mask"])
      #expect((answer.status, answer.code) == (422, "no_tracker"), "\(path): \(answer.text)")
      #expect(
        (answer.json["detail"] as? String)?.hasPrefix("the part \"\(name)\" has no tracking")
          == true)
      let errors = answer.json["errors"] as? [[String: Any]]
      #expect(errors?.first?["pointer"] as? String == "tracking")
      let bare = try service.post(path, [part, "avatar=none"])
      #expect([200, 202].contains(bare.status), "\(path): \(bare.text)")
      // What is wrong with the picture or clip itself is said first.
      let broken = try service.post(path, ["\(name)=hello", "avatar=none"])
      #expect(broken.code?.hasPrefix("bad_") == true, "\(path): \(broken.text)")
    }
    let session = try service.post("/v1/renders", ["video=@in.mkv", "session={}", "avatar=none"])
    #expect((session.status, session.code) == (422, "missing_part"), "\(session.text)")
    let meaning = try service.send("/problems/no_tracker")
    #expect(meaning.json["status"] as? Int == 422)
  }

  @Test func `a tracker that is named and not there keeps the service from starting`() throws {
    let stage = try ServiceStage()
    for words in [["--face-model", "none.task"], ["--mediapipe-library", "/nowhere"]] {
      let outcome = try Program.product.run(
        ["serve", "--port", "0", "--data", "data", "--avatars", "Avatars"] + words,
        in: stage.folder)
      #expect(outcome.exitCode == 69, "\(outcome.error)")
      #expect(outcome.errorLines.filter { $0.hasPrefix("error: ") }.count == 1, "\(outcome.error)")
    }
  }
}

/// The same with the real tracker.
@Suite(
  .mostlyWaiting,
  .enabled(if: ServiceTrackerStage.isThere, Comment(rawValue: ServiceTrackerStage.absent)))
struct LoneTrackedTests {
  private let stage: ServiceStage
  private var folder: ScratchFolder { stage.folder }

  init() throws {
    stage = try ServiceStage()
    try folder.write(
      [UInt8](try Data(contentsOf: URL(filePath: ServiceTrackerStage.portrait))), to: "face.png")
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", folder.path("face.png"), "-q:v", "3", folder.path("face.jpg"),
    ])
    try Program.product.succeed(
      ["track", "face.png", "-o", "face.jsonl", "--progress", "none"] + ServiceTrackerStage.options,
      in: folder)
  }

  private func service(_ more: [String] = []) throws -> RunningService {
    try RunningService(stage, ServiceTrackerStage.options + more)
  }

  @Test func `a picture alone is the picture with what the verb track finds in it`() throws {
    let service = try service()
    let health = try #require(try service.send("/health").json["tracker"] as? [String: Any])
    #expect(health["available"] as? Bool == true && health["tasks"] as? [String] == ["face"])
    #expect(health["version"] as? String == MediaPipeLibrary.version)
    for picture in ["face.png", "face.jpg"] {
      if picture == "face.jpg" {
        try Program.product.succeed(
          ["track", picture, "-o", "face.jsonl", "--overwrite", "--progress", "none"]
            + ServiceTrackerStage.options, in: folder)
      }
      let alone = try service.post("/v1/frames", ["picture=@\(picture)", "avatar=mask"])
      #expect(alone.status == 200, "\(alone.text.prefix(300))")
      #expect(alone.headers["avatar-overlay-faces"] == "1")
      let both = try service.post(
        "/v1/frames", ["picture=@\(picture)", "tracking=@face.jsonl", "avatar=mask"])
      #expect(alone.body == both.body, "\(picture)")
      let bare = try service.post("/v1/frames", ["picture=@\(picture)", "avatar=none"])
      #expect(alone.body != bare.body)
    }
    // How a tracking file would have to be read means nothing where there is none.
    let options =
      #"options={"avatar": "mask", "tracking": {"mirrored": true, "rotationDegrees": 90}}"#
    let told = try service.post("/v1/frames", ["picture=@face.png", options])
    #expect(
      told.body == (try service.post("/v1/frames", ["picture=@face.png", "avatar=mask"])).body)
  }

  /// A face of less than an eighth of the picture's height, which `track` looks at in a close-up.
  @Test func `a small face is found in a picture alone as the verb track finds it`() throws {
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", ServiceTrackerStage.portrait, "-vf",
      "scale=512:410,pad=512:820:0:200:color=0x405060", folder.path("far.png"),
    ])
    let told = try Program.product.run(
      ["track", "far.png", "-o", "far.jsonl", "--progress", "none"] + ServiceTrackerStage.options,
      in: folder)
    try #require(told.error.contains("1 small face tracked in close-ups"), "\(told.error)")
    let service = try service()
    let alone = try service.post("/v1/frames", ["picture=@far.png", "avatar=mask"])
    let both = try service.post(
      "/v1/frames", ["picture=@far.png", "tracking=@far.jsonl", "avatar=mask"])
    #expect(alone.headers["avatar-overlay-faces"] == "1", "\(alone.text.prefix(300))")
    #expect(alone.status == 200 && alone.body == both.body)
    let shot = try service.post("/v1/snapshots", ["picture=@far.png", "avatar=mask"])
    try Program.product.succeed(
      ["snapshot", "far.png", "-o", "far-verb.png", "--avatar", "mask", "--cache", "cache"]
        + ServiceTrackerStage.options, in: folder)
    #expect(try folder.bytes("far-verb.png") == [UInt8](shot.body))
  }

  @Test func `a tracker that works for a client who has gone is ended`() throws {
    let service = try service(["--compute-workers", "1"])
    let parts = ["picture=@face.jpg", "avatar=mask"]
    let first = try service.post("/v1/frames", parts)
    let warm = try #require(try ServiceTrackerStage.trackers(of: service).first)
    kill(warm, SIGSTOP)
    let client = try Program(named: "curl").start(
      ["-sS", "-o", "/dev/null", "\(service.url)/v1/frames"] + parts.flatMap { ["-F", $0] },
      in: folder)
    #expect(eventually { Self.hasBeenSent(warm) })
    // Once the server has waited since the work began, it can tell a client that left from one that only ended its
    // request.
    #expect(try service.send("/metrics").status == 200)
    client.send(SIGKILL)
    _ = try client.end()
    #expect(eventually { (try? ServiceTrackerStage.trackers(of: service)) == [] })
    // Not because it took too long; the tracker ends before its request does.
    func problems() -> [String] {
      ((try? service.send("/metrics").text) ?? "").split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("avatar_overlay_problems_total{") }
    }
    #expect(
      eventually { problems().count == 1 && problems().allSatisfy { $0.contains("interrupted") } },
      "\(problems())")
    #expect(try service.post("/v1/frames", parts).body == first.body)
  }

  @Test func `a snapshot of a still or clip alone is what the verb makes`() throws {
    let service = try service()
    let still = try service.post("/v1/snapshots", ["picture=@face.png", "avatar=mask"])
    #expect(still.status == 200, "\(still.text.prefix(300))")
    let verb = ["--avatar", "mask", "--cache", "cache"]
    try Program.product.succeed(
      ["snapshot", "face.png", "-o", "verb.png"] + verb + ServiceTrackerStage.options,
      in: folder)
    #expect(try folder.bytes("verb.png") == [UInt8](still.body))
    try clip()
    let best = try service.post(
      "/v1/snapshots",
      ["video=@clip.mp4", #"options={"avatar": "mask", "best": true, "format": "png"}"#])
    #expect(best.status == 200, "\(best.text.prefix(300))")
    try Program.product.succeed(
      ["snapshot", "clip.mp4", "--best", "-o", "best.png"] + verb
        + ServiceTrackerStage.options, in: folder)
    #expect(try folder.bytes("best.png") == [UInt8](best.body))
  }

  /// A second of a real clip without tracking.
  private func clip() throws {
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", SharedData.file("recordings/gesture/clip.mp4").path, "-t", "0.6", "-an",
      "-vf", "scale=640:-2", folder.path("clip.mp4"),
    ])
  }

  @Test func `a clip alone is rendered with the bytes of the command line`() throws {
    try clip()
    let service = try service()
    let accepted = try service.post("/v1/renders", ["video=@clip.mp4", "avatar=mask"])
    #expect(accepted.status == 202, "\(accepted.text)")
    let id = accepted.json["id"] as? String ?? ""
    let job = try service.waitForEnd(of: id)
    #expect(job.json["state"] as? String == "done", "\(job.text)")
    try Program.product.succeed(
      [
        "render", "clip.mp4", "--avatar", "mask", "-o", "verb.mp4", "--placements", "verb.jsonl",
        "--cache", "cache", "--progress", "none",
      ] + ServiceTrackerStage.options, in: folder)
    let output = try service.send("/v1/renders/\(id)/output").body
    #expect([UInt8](output) == (try folder.bytes("verb.mp4")))
    let placements = try service.send("/v1/renders/\(id)/placements").text
    #expect(Array(placements.utf8) == (try folder.bytes("verb.jsonl")))
    #expect(placements.contains("\"corners\""))
    let poster = try service.send("/v1/renders/\(id)/poster").body
    #expect(poster.starts(with: [0xFF, 0xD8]))
    // The tracking goes with what else the attempt left.
    #expect(
      Set(try folder.names(in: "data/jobs/\(id)")) == ["1", "owner", "recording", "request.json"])
    #expect(
      Set(try folder.names(in: "data/jobs/\(id)/1")) == [
        "output.mp4", "placements.jsonl", "poster.jpg",
      ])
    #expect(
      try String(contentsOfFile: folder.path("data/jobs/\(id)/request.json"), encoding: .utf8)
        .contains("\"isTrackedOnTheWay\":true"))
  }

  @Test func `a session of a clip alone is replayed from what is tracked`() throws {
    try clip()
    let service = try service()
    let accepted = try service.post(
      "/v1/renders", ["video=@clip.mp4", "session={}", "avatar=none"])
    #expect(accepted.status == 202, "\(accepted.text)")
    let id = accepted.json["id"] as? String ?? ""
    let job = try service.waitForEnd(of: id)
    #expect(job.json["state"] as? String == "done", "\(job.text)")
    let log = try service.send("/v1/renders/\(id)/session")
    #expect(log.status == 200 && log.text.contains("\n"), "\(log.text.prefix(200))")
  }

  @Test func `as many faces are found as the operator allows`() throws {
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", SharedData.file("recordings/two-faces/clip.mp4").path, "-frames:v", "1",
      folder.path("two.png"),
    ])
    for (options, count) in [
      (["--num-faces", "1"], 1), (["--num-faces", "2"], 2), (["--max-faces", "1"], 1),
    ] {
      let service = try service(options)
      let health = try #require(try service.send("/health").json["tracker"] as? [String: Any])
      #expect(health["numFaces"] as? Int == count, "\(options)")
      let answer = try service.post("/v1/frames", ["picture=@two.png", "avatar=mask"])
      #expect(answer.headers["avatar-overlay-faces"] == "\(count)", "\(options)")
    }
  }

  @Test func `what shows no face is left as it is, with a note`() throws {
    try Program.ffmpeg.succeed([
      "-v", "error", "-f", "lavfi", "-i", "color=gray:s=320x240:d=0.2:r=25", "-y",
      "-pix_fmt", "yuv420p", folder.path("grey.mp4"),
    ])
    try Program.ffmpeg.succeed([
      "-v", "error", "-f", "lavfi", "-i", "color=gray:s=320x240", "-frames:v", "1",
      folder.path("grey.png"),
    ])
    let service = try service()
    let json = ["-H", "Accept: application/json"]
    let frame = try service.post("/v1/frames", ["picture=@grey.png", "avatar=mask"], json)
    #expect(frame.status == 200 && frame.json["faces"] as? Int == 0, "\(frame.text.prefix(300))")
    #expect(frame.json["notes"] as? [String] == ["no faces were found"])
    let bare = try service.post("/v1/frames", ["picture=@grey.png", "avatar=none"], json)
    func picture(_ answer: RunningService.Answer) -> String? {
      (answer.json["picture"] as? [String: Any])?["base64"] as? String
    }
    #expect(picture(frame) != nil && picture(frame) == picture(bare))
    #expect(bare.json["notes"] == nil)
    let shot = try service.post("/v1/snapshots", ["picture=@grey.png", "avatar=mask"], json)
    #expect((shot.json["notes"] as? [String])?.isEmpty == false, "\(shot.text.suffix(300))")
    let accepted = try service.post("/v1/renders", ["video=@grey.mp4", "avatar=mask"])
    let job = try service.waitForEnd(of: accepted.json["id"] as? String ?? "")
    #expect(job.json["state"] as? String == "done", "\(job.text)")
    #expect((job.json["notes"] as? [String])?.contains("no faces were found") == true)
  }

  /// The worker of the next picture is another; nothing of the service ends.
  @Test func `a tracker that dies, or says nothing, is one request's problem`() throws {
    let service = try service(["--compute-workers", "1", "--track-seconds", "5"])
    let parts = ["picture=@face.jpg", "avatar=mask"]
    let first = try service.post("/v1/frames", parts)
    #expect(first.status == 200, "\(first.text.prefix(300))")
    let warm = try #require(try ServiceTrackerStage.trackers(of: service).first)
    // It is kept, and one that died between two pictures is replaced unnoticed.
    #expect(try service.post("/v1/frames", parts).body == first.body)
    #expect(try ServiceTrackerStage.trackers(of: service) == [warm])
    kill(warm, SIGKILL)
    #expect(eventually { (try? ServiceTrackerStage.trackers(of: service)) != [warm] })
    #expect(try service.post("/v1/frames", parts).body == first.body)
    let second = try #require(try ServiceTrackerStage.trackers(of: service).first)
    #expect(second != warm)
    // One that says nothing.
    kill(second, SIGSTOP)
    let silent = try service.post("/v1/frames", parts)
    #expect((silent.status, silent.code) == (422, "time_limit"), "\(silent.text.prefix(300))")
    #expect(try service.post("/v1/frames", parts).body == first.body)
    // One that dies over a picture, which it has when the service waits for its answer.
    let third = try #require(try ServiceTrackerStage.trackers(of: service).first)
    #expect(third != second)
    kill(third, SIGSTOP)
    let waiting = try Program(named: "curl").start(
      ["-sS", "--max-time", "60", "-o", "crash.json", "\(service.url)/v1/frames"]
        + parts.flatMap { ["-F", $0] }, in: folder)
    #expect(eventually { Self.hasBeenSent(third) })
    kill(third, SIGSEGV)
    kill(third, SIGCONT)
    #expect(try waiting.end().exitCode == 0)
    let crash = try #require(
      try JSONSerialization.jsonObject(with: Data(try folder.bytes("crash.json")))
        as? [String: Any])
    #expect(crash["code"] as? String == "worker_crashed", "\(crash)")
    #expect((crash["detail"] as? String)?.contains("signal 11") == true, "\(crash)")
    #expect(try service.post("/v1/frames", parts).body == first.body)
    #expect(try service.end(SIGTERM).exitCode == 0)
  }

  /// Whether a stopped tracker has been sent something: its standard input can be read.
  private static func hasBeenSent(_ tracker: Int32) -> Bool {
    let input = open("/proc/\(tracker)/fd/0", O_RDONLY | O_NONBLOCK)
    guard input >= 0 else { return false }
    defer { close(input) }
    var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLIN) != 0
  }

  @Test func `tracking a clip has a limit of time with two sides`() throws {
    // Long enough that it is tracked for more than a tenth of a second.
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", SharedData.file("recordings/gesture/clip.mp4").path, "-an",
      "-frames:v", "40", folder.path("clip.mp4"),
    ])
    let render = ["video=@clip.mp4", #"options={"avatar": "mask", "end": 0.1}"#]
    let short = try service(["--track-seconds", "0.1"])
    let accepted = try short.post("/v1/renders", render)
    let failed = try short.waitForEnd(of: accepted.json["id"] as? String ?? "")
    let failure = try #require(failed.json["error"] as? [String: Any], "\(failed.text)")
    #expect(failure["code"] as? String == "time_limit", "\(failed.text)")
    #expect((failure["detail"] as? String)?.contains("0.1 s") == true, "\(failed.text)")
    let shot = try short.post("/v1/snapshots", ["video=@clip.mp4", "avatar=mask"])
    #expect((shot.status, shot.code) == (422, "time_limit"), "\(shot.text)")
    try short.end(SIGTERM)
    let long = try service(["--track-seconds", "300"])
    let again = try long.post("/v1/renders", render)
    let done = try long.waitForEnd(of: again.json["id"] as? String ?? "")
    #expect(done.json["state"] as? String == "done", "\(done.text)")
  }

  @Test func `a model that is none is the operator's fault, and told without paths`() throws {
    try folder.write("no model", to: "torn.task")
    let service = try RunningService(
      stage,
      ["--mediapipe-library", ServiceTrackerStage.library, "--face-model", "torn.task"])
    let answer = try service.post("/v1/frames", ["picture=@face.jpg", "avatar=mask"])
    #expect((answer.status, answer.code) == (422, "no_tracker"), "\(answer.text)")
    #expect(!answer.text.contains(folder.url.path) && !answer.text.contains("torn"))
    #expect(try service.post("/v1/frames", ServiceStage.frame + ["avatar=mask"]).status == 200)
  }
}
