import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct ClipsTests {
  /// The files of an archive, as Python's zipfile reads and checks them.
  private func unpacked(
    _ answer: RunningService.Answer, in folder: ScratchFolder
  ) throws -> [String] {
    try folder.write(answer.body, to: "frames.zip")
    try Program(named: "python3").succeed(
      [
        "-c",
        "import zipfile; z = zipfile.ZipFile('frames.zip'); assert z.testzip() is None;"
          + " assert all(i.compress_type == 0 for i in z.infolist()); z.extractall('out')",
      ], in: folder)
    return try folder.names(in: "out/frames").sorted()
  }

  private func lines(of name: String, in folder: ScratchFolder) throws -> [[String: Any]] {
    try String(decoding: folder.bytes(name), as: UTF8.self).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// Writes a clip of moving soft shapes of 25 frames a second, larger than archives have them, and its tracking: a face
  /// in every other frame's time, which moves evenly.
  private func write(in folder: ScratchFolder) throws {
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=800x448:rate=25:duration=0.4,gblur=sigma=3", "-pix_fmt", "yuv420p",
        "-colorspace",
        "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", "-crf",
        "10", "wide.mp4",
      ], in: folder)
    let samples = (0..<6).map { step in
      (Double(step) * 80, [SyntheticFace(x: Double(step), z: -40)])
    }
    try folder.write(
      SyntheticTracking(width: 800, height: 448, samples: samples).text, to: "wide.jsonl")
  }

  @Test func `a clip comes apart into what ffmpeg decodes, with faces at each frame's time`() throws
  {
    let stage = try ServiceStage()
    let folder = stage.folder
    try write(in: folder)
    let service = try RunningService(stage)
    let answer = try service.post("/v1/clips", ["video=@wide.mp4", "tracking=@wide.jsonl"])
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["content-type"] == "application/zip")
    #expect(answer.headers["avatar-overlay-notes"] == nil)
    let names = try unpacked(answer, in: folder)
    #expect(names == (1...10).map { String(format: "%06d.jpg", $0) })
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-i", "wide.mp4", "-vf",
        "scale=640:358:in_color_matrix=bt709:out_range=full,format=rgb24", "-f", "rawvideo",
        "truth.rgb",
      ], in: folder)
    let truth = try folder.bytes("truth.rgb")
    for (index, name) in names.enumerated() {
      let picture = try JPEG.decode(folder.bytes("out/frames/\(name)"), limits: .still)
      try #require(picture.width == 640 && picture.height == 358)
      var squares = 0.0
      for pixel in 0..<640 * 358 {
        for channel in 0..<3 {
          let difference =
            Double(picture.bytes[4 * pixel + channel])
            - Double(truth[(index * 640 * 358 + pixel) * 3 + channel])
          squares += difference * difference
        }
      }
      let decibels = 10 * log10(255 * 255 / (squares / Double(640 * 358 * 3)))
      #expect(decibels > 34, "frame \(index + 1): \(decibels) dB")
    }

    let tracking = try lines(of: "out/tracking.jsonl", in: folder)
    #expect(tracking.count == 11)
    #expect(tracking[0]["format"] as? String == "avatar-tracking/1")
    #expect(tracking[0]["width"] as? Int == 800)
    for (index, line) in tracking.dropFirst().enumerated() {
      #expect(abs((line["timestampMs"] as? Double ?? -1) - Double(index) * 40) < 1e-6)
      let face = try #require((line["faces"] as? [[String: Any]])?.first)
      // It moves by 1 cm in 80 ms, and is there between its samples too.
      let matrix = try #require(face["matrix"] as? [Double])
      #expect(abs(matrix[3] - Double(index) / 2) < 0.25, "frame \(index + 1): \(matrix[3])")
    }
  }

  @Test func `frames are as many, as small and as late as they are asked for`() throws {
    let stage = try ServiceStage()
    let folder = stage.folder
    try write(in: folder)
    let service = try RunningService(stage)
    func times(_ options: String) throws -> (RunningService.Answer, [Double]) {
      let answer = try service.post(
        "/v1/clips",
        ["video=@wide.mp4", "tracking=@wide.jsonl", "options=\(options);type=application/json"])
      #expect(answer.status == 200, "\(answer.text)")
      try? FileManager.default.removeItem(atPath: folder.path("out"))
      let names = try unpacked(answer, in: folder)
      let found = try lines(of: "out/tracking.jsonl", in: folder).dropFirst().compactMap {
        $0["timestampMs"] as? Double
      }
      #expect(found.count == names.count)
      return (answer, found)
    }
    let (cut, first) = try times(#"{"mostFrames": 3, "side": 64}"#)
    #expect(first == [0, 40, 80])
    #expect(cut.headers["avatar-overlay-notes"]?.contains("goes%20on") == true)
    let small = try JPEG.decode(folder.bytes("out/frames/000001.jpg"), limits: .still)
    #expect(small.width == 64 && small.height == 36)
    let (whole, thinned) = try times(#"{"framesPerSecond": 12.5}"#)
    #expect(thinned == [0, 80, 160, 240, 320])
    #expect(whole.headers["avatar-overlay-notes"] == nil)
    #expect(try times(#"{"start": 0.28}"#).1 == [280, 320, 360])
    // A small clip keeps its size.
    let own = try service.post("/v1/clips", ["video=@in.mkv", "tracking=@in.jsonl"])
    try? FileManager.default.removeItem(atPath: folder.path("out"))
    #expect(try unpacked(own, in: folder).count == 6)
    let picture = try JPEG.decode(folder.bytes("out/frames/000001.jpg"), limits: .still)
    #expect((picture.width, picture.height) == (ServiceStage.width, ServiceStage.height))
  }

  @Test func `what is no clip, or goes beyond a limit, is refused as by snapshots`() throws {
    let stage = try ServiceStage()
    let folder = stage.folder
    try folder.write("no clip at all", to: "text.mp4")
    let service = try RunningService(stage, ["--max-clip-frames", "5"])
    func code(_ path: String, _ parts: [String]) throws -> String? {
      let answer = try service.post(path, parts)
      #expect(answer.status >= 400, "\(parts)")
      return answer.code
    }
    for parts in [
      ["video=@text.mp4", "tracking=@in.jsonl"], ["video=@in.mkv", "tracking=@in.jsonl"],
      ["video=@in.mkv", "tracking=@text.mp4"],
    ] {
      let told = try code("/v1/clips", parts)
      #expect(told != nil)
      #expect(told == (try code("/v1/snapshots", parts + ["avatar=mask"])))
    }
    #expect(try code("/v1/clips", ["tracking=@in.jsonl"]) == "missing_part")
    for options in [
      #"{"mostFrames": 901}"#, #"{"mostFrames": 0}"#, #"{"side": 641}"#, #"{"side": 63}"#,
      #"{"framesPerSecond": 61}"#, #"{"framesPerSecond": 0.5}"#, #"{"start": -1}"#,
    ] {
      #expect(
        try code(
          "/v1/clips",
          [
            "video=@in.mkv", "tracking=@in.jsonl", "options=\(options);type=application/json",
          ]) == "invalid_options")
    }
    let late = try RunningService(try ServiceStage()).post(
      "/v1/clips",
      ["video=@in.mkv", "tracking=@in.jsonl", #"options={"start": 9};type=application/json"#])
    #expect(late.status == 422 && late.code == "no_such_frame", "\(late.text)")
  }

  @Test func `the sample's clip is an archive of the same kind`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    let answer = try service.send("/sample/clip.zip")
    #expect(answer.status == 200)
    let names = try unpacked(answer, in: stage.folder)
    let tracking = try lines(of: "out/tracking.jsonl", in: stage.folder)
    #expect(names.count == 75 && tracking.count == 76)
    #expect(abs((tracking[75]["timestampMs"] as? Double ?? 0) - 74_000 / 15) < 1e-3)
    #expect(tracking.dropFirst().allSatisfy { !(($0["faces"] as? [Any])?.isEmpty ?? true) })
    #expect(try service.send("/sample/clip.zip").body == answer.body)
  }
}
