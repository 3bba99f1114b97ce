import Foundation
import Sound
import TestSupport
import Testing

/// Sound as the `ffmpeg` tool writes and hears it.
enum HeardSound {
  /// Left and right of a file in turn, at 48 kHz.
  static func stereo(_ path: String, in folder: ScratchFolder) throws -> [Float] {
    let raw = folder.path("heard.f32")
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-y", "-i", path, "-map", "0:a:0", "-ac", "2", "-ar", "48000",
        "-f", "f32le", raw,
      ], in: folder)
    return try Data(contentsOf: URL(filePath: raw)).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
  }

  /// Loudness and true peak of a file, by FFmpeg's own meter of EBU R 128.
  static func measured(
    _ path: String, in folder: ScratchFolder
  ) throws -> (loudness: Double, peak: Double) {
    let told = try Program.ffmpeg.run(
      [
        "-nostdin", "-nostats", "-hide_banner", "-i", path, "-map", "0:a:0", "-af",
        "ebur128=peak=true", "-f", "null", "-",
      ], in: folder
    ).error
    let summary = told.components(separatedBy: "Summary:").last ?? ""
    func number(_ name: String) -> Double {
      let line = summary.split(separator: "\n").first { $0.contains(name) } ?? ""
      let words = line.split(separator: " ").compactMap { Double($0) }
      return words.first ?? .nan
    }
    return (number("I:"), number("Peak:"))
  }

  /// A clip without loss, whose sound a filter of FFmpeg makes; none for nil.
  static func clip(
    _ name: String, seconds: Double, sound: String?, codec: [String] = ["-c:a", "pcm_f32le"],
    in folder: ScratchFolder
  ) throws -> String {
    let path = folder.path(name)
    let given = sound.map { ["-f", "lavfi", "-i", $0] } ?? []
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "testsrc2=size=64x64:rate=25:duration=\(seconds)",
      ] + given + ["-t", "\(seconds)", "-c:v", "libx264", "-qp", "0"] + codec + [path],
      in: folder)
    return path
  }

  /// A tone of 1 kHz.
  static func tone(_ count: Int) -> StereoSound {
    StereoSound((0..<2 * count).map { 0.3 * Float(sin(Double($0 / 2) * .pi / 24)) })
  }

  /// Noise that is the same for the same seed.
  static func noise(_ count: Int, seed: UInt64, level: Float = 0.2) -> StereoSound {
    var state = seed
    return StereoSound(
      (0..<2 * count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(1 << 31) * level
      })
  }
}
