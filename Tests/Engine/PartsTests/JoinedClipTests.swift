import Foundation
import TestSupport
import Testing

/// A clip that was joined of parts against the same that was rendered whole, as FFmpeg's tools see them.
@Suite struct JoinedClipTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var ending: String
    var options: [String] = []
    /// Whether what is decoded is what was drawn.
    var isLossless = false
    /// Whether packets are decoded when those of the whole are.
    var hasDecodeTimesOfWhole = false
    var testDescription: String { ([ending] + options).joined(separator: " ") }
  }

  static let cases = [
    Case(ending: "mp4", hasDecodeTimesOfWhole: true), Case(ending: "mov"), Case(ending: "mkv"),
    Case(ending: "mp4", options: ["--codec", "hevc"], hasDecodeTimesOfWhole: true),
    Case(ending: "webm"), Case(ending: "mkv", options: ["--codec", "av1"]),
    Case(ending: "mkv", options: ["--codec", "ffv1"], isLossless: true),
    Case(
      ending: "mp4", options: ["--crf", "0"], isLossless: true, hasDecodeTimesOfWhole: true),
    Case(ending: "mov", options: ["--overlay-only"]),
    Case(ending: "mkv", options: ["--codec", "ffv1", "--fps", "30"], isLossless: true),
    Case(ending: "mkv", options: ["--codec", "ffv1", "--fps", "10"], isLossless: true),
    Case(
      ending: "mkv", options: ["--codec", "ffv1", "--mirror", "--size", "96x72"], isLossless: true),
    Case(ending: "mkv", options: ["--codec", "ffv1", "--replay", "live"], isLossless: true),
    Case(ending: "mkv", options: ["--codec", "ffv1", "--replay", "both"], isLossless: true),
    Case(ending: "mkv", options: ["--codec", "ffv1", "--annotate", "all"], isLossless: true),
    Case(
      ending: "mkv", options: ["--codec", "ffv1", "--start", "0.5", "--end", "1.9"],
      isLossless: true),
    Case(ending: "mp4", options: ["--frames", "7-51"]),
    Case(ending: "mp4", options: ["--music", "in.mov"], hasDecodeTimesOfWhole: true),
    Case(
      ending: "mkv", options: ["--codec", "ffv1", "--frames", "7-51", "--music", "in.mov"],
      isLossless: true),
  ]

  @Test(arguments: cases)
  func `has the times, the sound and the placements of the whole`(_ one: Case) throws {
    let stage = try PartsStage()
    var names: [String] = []
    for name in ["whole", "joined"] { names.append("\(name).jsonl") }
    let (whole, joined) = ("whole.\(one.ending)", "joined.\(one.ending)")
    try stage.succeed(
      ["render", "in.mov", "--avatar", "dragon", "--progress", "none", "-o", whole]
        + ["--placements", names[0]] + one.options)
    try stage.plan(one.options + ["--placements", names[1]], to: joined)
    let parts = try stage.partCount()
    try #require(parts > 2)
    for part in (0..<parts).reversed() {
      try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"])
    }
    let outcome = try stage.succeed(["join", "plan.json", "--store", "store"])

    for entries in ["frame=pts", "packet=pts,duration", "stream=codec_name,time_base,start_pts"] {
      let (a, b) = try (stage.probe(whole, entries), stage.probe(joined, entries))
      #expect(!a.isEmpty)
      #expect(entries.hasPrefix("packet") ? a.sorted() == b.sorted() : a == b, "\(entries)")
    }
    // Matroska stores no decode times.
    if ["mp4", "mov"].contains(one.ending) { #expect(try Self.areDecodable(stage, joined)) }
    if one.hasDecodeTimesOfWhole {
      let (a, b) = try (stage.probe(whole, "packet=dts"), stage.probe(joined, "packet=dts"))
      #expect(!a.isEmpty && a == b)
    }
    if !one.options.contains("--overlay-only") {
      let sound = try stage.hashes(whole, sound: true)
      #expect(sound.split(separator: "\n").count > 20)
      #expect(try stage.hashes(joined, sound: true) == sound)
    }
    if one.isLossless { #expect(try stage.hashes(joined) == stage.hashes(whole)) }
    #expect(try stage.folder.bytes(names[1]) == stage.folder.bytes(names[0]))
    #expect(outcome.error.contains("faces drawn in"))
  }

  /// Whether each packet is decoded after the one before it and not after it is shown.
  private static func areDecodable(_ stage: PartsStage, _ name: String) throws -> Bool {
    let times = try stage.probe(name, "packet=pts,dts").map {
      $0.split(separator: ",").compactMap { Int($0) }
    }
    return times.allSatisfy { $0.count == 2 && $0[1] <= $0[0] }
      && zip(times, times.dropFirst()).allSatisfy { $0[1] < $1[1] }
  }

  @Test func `is the same bytes in whichever order its parts were made, and in one process`() throws
  {
    let stage = try PartsStage()
    let (_, joined) = try stage.both([], to: "mp4")
    let first = try stage.sha256(joined)
    try stage.plan(to: "again.mp4")
    for part in try 0..<stage.partCount() {
      try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"])
    }
    try stage.succeed(["join", "plan.json", "--store", "store", "--remove-parts"])
    #expect(try stage.sha256("again.mp4") == first)
    try stage.succeed([
      "render", "in.mov", "--avatar", "dragon", "-o", "one.mp4", "--parts", "4",
    ])
    #expect(try stage.sha256("one.mp4") == first)
    #expect(try stage.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func `pictures are those of the whole, byte for byte`() throws {
    let stage = try PartsStage(frames: 12)
    try stage.folder.folder("whole")
    try stage.folder.folder("joined")
    try stage.succeed(["render", "in.mov", "--avatar", "dragon", "-o", "whole/%03d.png"])
    try stage.plan(to: "joined/%03d.png", parts: 3)
    for part in try 0..<stage.partCount() {
      try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"])
    }
    try stage.succeed(["join", "plan.json", "--store", "store"])
    let names = try stage.folder.names(in: "whole")
    #expect(names.count == 12)
    #expect(try stage.folder.names(in: "joined") == names)
    for name in names {
      #expect(try stage.folder.bytes("joined/\(name)") == stage.folder.bytes("whole/\(name)"))
    }
  }

  @Test func `a clip of uneven times and a late start keeps them`() throws {
    let stage = try PartsStage { clip in
      clip.filter = "setpts='(N*2-mod(N\\,3)*0.5)*40/1000/TB'"
      clip.options = [
        "-vsync", "vfr", "-video_track_timescale", "90000", "-output_ts_offset", "0.48", "-bf", "2",
      ]
    }
    let (whole, joined) = try stage.both(["--codec", "ffv1"], to: "mkv")
    #expect(try stage.hashes(joined) == stage.hashes(whole))
    #expect(try stage.hashes(joined, sound: true) == stage.hashes(whole, sound: true))
  }
}
