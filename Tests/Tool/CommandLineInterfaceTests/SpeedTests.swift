import Foundation
import TestSupport
import Testing

/// Clips that are shown faster or slower, measured by FFmpeg's tools.
@Suite struct SpeedTests {
  /// Eight seconds of 30 frames a second, with a flash and a beep of 100 ms at each whole second.
  private static func beeps(in folder: ScratchFolder, sound: Bool = true) throws {
    let beep = [
      "-f", "lavfi", "-i", "aevalsrc=if(lt(mod(t\\,1)\\,0.1)\\,0.3*sin(6283*t)\\,0):s=48000:d=8",
    ]
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "color=black:s=64x64:r=30:d=8,format=gray,geq=lum='if(lt(mod(T,1),0.099),255,0)',format=yuv420p",
      ] + (sound ? beep : []) + ["-c:v", "libx264", "-qp", "10", "-c:a", "pcm_s16le", "clip.mkv"],
      in: folder)
  }

  private func render(_ folder: ScratchFolder, _ words: [String]) throws -> Program.Outcome {
    let outcome = try Program.product.run(
      ["render", "--video", "clip.mkv", "--avatar", "none", "--overwrite"] + words, in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    return outcome
  }

  /// When each frame is shown, in seconds.
  private func times(_ file: String, in folder: ScratchFolder) throws -> [Double] {
    let told = try Program.ffprobe.succeed(
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time"]
        + ["-of", "csv=p=0", file], in: folder)
    return String(decoding: told, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
      Double($0.split(separator: ",").first ?? "")
    }.sorted()
  }

  /// When flashes and beeps begin, in seconds of an output.
  private func onsets(
    _ file: String, in folder: ScratchFolder
  ) throws -> (flashes: [Double], beeps: [Double]) {
    func raw(_ words: [String]) throws -> Data {
      Data(
        try Program.ffmpeg.succeed(
          ["-nostdin", "-v", "error", "-i", file] + words + ["-"], in: folder))
    }
    let lumas = [UInt8](
      try raw(["-vf", "scale=1:1,format=gray", "-fps_mode", "passthrough", "-f", "rawvideo"]))
    let shown = try times(file, in: folder)
    #expect(lumas.count == shown.count)
    let flashes = shown.indices.filter { lumas[$0] > 128 && ($0 == 0 || lumas[$0 - 1] <= 128) }
    let samples = try raw(["-map", "0:a:0", "-ac", "1", "-ar", "48000", "-f", "f32le"])
      .withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    var (beeps, quiet) = ([Double](), 10_000)
    for (place, sample) in samples.enumerated() {
      quiet += 1
      guard abs(sample) > 0.03 else { continue }
      if quiet > 960 { beeps.append(Double(place) / 48_000) }
      quiet = 0
    }
    return (flashes.map { shown[$0] }, beeps)
  }

  @Test(arguments: [(2.0, "out.mp4"), (0.5, "out.mkv"), (3, "out.mov"), (0.25, "out.webm")])
  func `sound and picture stay together to the end`(speed: Double, output: String) throws {
    let folder = try ScratchFolder()
    try Self.beeps(in: folder)
    _ = try render(folder, ["--speed", "\(speed)", "-o", output])
    let shown = try times(output, in: folder)
    #expect(shown.count == Int(min(240, (240 / speed).rounded())))
    let (flashes, beeps) = try onsets(output, in: folder)
    #expect(flashes.count == 8 && beeps.count == 8, "\(flashes) \(beeps)")
    // A frame of the output; below half the speed the sound is up to 50 ms off, and a frame is longer.
    let most = speed < 0.5 ? 0.05 : 1 / 30.0
    for second in 0..<min(flashes.count, beeps.count, 8) {
      let place = Double(second) / speed
      #expect(abs(flashes[second] - place) < 1 / 30.0, "\(second): flash at \(flashes[second])")
      #expect(abs(beeps[second] - place) < most, "\(second): beep at \(beeps[second])")
    }
  }

  @Test func `a part begins with its first frame, and twice as fast has every second one`() throws {
    let folder = try ScratchFolder()
    try Self.beeps(in: folder)
    _ = try render(
      folder,
      ["--start", "2", "--end", "6", "--speed", "2", "-o", "out.mp4", "--placements", "out.jsonl"])
    let shown = try times("out.mp4", in: folder)
    #expect(shown.count == 60)
    for (number, time) in shown.enumerated() { #expect(abs(time - Double(number) / 30) < 1e-3) }
    let (flashes, beeps) = try onsets("out.mp4", in: folder)
    #expect(flashes.count == 4 && beeps.count == 4)
    for (flash, beep) in zip(flashes, beeps) { #expect(abs(flash - beep) < 1 / 30) }
    // The sidecar has the clip's times, which Matroska rounds to milliseconds.
    let lines = String(decoding: try folder.bytes("out.jsonl"), as: UTF8.self).split(
      separator: "\n")
    for (number, line) in lines.enumerated() {
      let record = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(record["frame"] as? Int == number)
      let time = try #require(record["timestampMs"] as? Double)
      #expect(abs(time - 2000 - Double(number) * 1000 / 15) < 1)
    }
    #expect(lines.count == 60)
  }

  @Test func `of a variable rate the first frame of each period is kept`() throws {
    let folder = try ScratchFolder()
    try Self.beeps(in: folder, sound: false)
    // 30 frames a second for four seconds, then 10.
    try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-i", "clip.mkv", "-vf", "select='lt(t,4)+not(mod(n,3))'"]
        + ["-fps_mode", "vfr", "-c:v", "libx264", "-y", "vfr.mkv"], in: folder)
    try FileManager.default.moveItem(
      atPath: folder.path("vfr.mkv"), toPath: folder.path("own.mkv"))
    try FileManager.default.removeItem(atPath: folder.path("clip.mkv"))
    try FileManager.default.moveItem(
      atPath: folder.path("own.mkv"), toPath: folder.path("clip.mkv"))
    _ = try render(folder, ["--speed", "2", "-o", "out.mp4"])
    let (own, shown) = try (times("clip.mkv", in: folder), times("out.mp4", in: folder))
    for time in shown { #expect(own.contains { abs($0 / 2 - time) < 1e-3 }, "\(time)") }
    // All of the slow ones are there, and about half of the fast ones.
    #expect(shown.count { $0 > 2 } == own.count { $0 > 4 })
    #expect(shown.count < own.count && zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `slow motion repeats no frame and says its rate, and a rate repeats some`() throws {
    let folder = try ScratchFolder()
    try Self.beeps(in: folder, sound: false)
    let slow = try render(folder, ["--speed", "0.5", "--end", "1", "-o", "out.mp4"])
    #expect(slow.error.contains("slow motion has 15 frames a second"))
    #expect(try times("out.mp4", in: folder).count == 30)
    let even = try render(
      folder, ["--speed", "0.5", "--end", "1", "--fps", "30", "-o", "out.mp4"])
    #expect(!even.error.contains("slow motion"))
    let shown = try times("out.mp4", in: folder)
    #expect(shown.count == 60 && abs((shown.last ?? 0) - 59 / 30.0) < 1e-3)
  }

  @Test func `pictures are numbered in a row, and are those of the clip`() throws {
    let folder = try ScratchFolder()
    try Self.beeps(in: folder, sound: false)
    _ = try render(folder, ["--frames", "30-39", "-o", "own%d.png"])
    _ = try render(folder, ["--frames", "30-39", "--speed", "2", "-o", "fast%d.png"])
    for number in 0..<5 {
      #expect(try folder.bytes("fast\(number).png") == folder.bytes("own\(30 + 2 * number).png"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("fast5.png")))
  }

  @Test func `the clip's own speed has the same bytes, and others have limits`() throws {
    let folder = try ScratchFolder()
    try Self.beeps(in: folder)
    _ = try render(folder, ["--end", "1", "-o", "own.mp4"])
    _ = try render(folder, ["--end", "1", "--speed", "1", "-o", "one.mp4"])
    #expect(try folder.bytes("own.mp4") == folder.bytes("one.mp4"))
    let words = ["--video", "clip.mkv", "--avatar", "none", "-o", "out.mp4", "--speed", "2"]
    for (speed, code) in [("0.25", 0), ("8", 0), ("0.24", 64), ("8.01", 64)] {
      let outcome = try Program.product.run(
        ["render", "--print-request"] + words.dropLast() + [speed], in: folder)
      #expect(outcome.exitCode == Int32(code), "\(speed): \(outcome.error)")
    }
  }
}
