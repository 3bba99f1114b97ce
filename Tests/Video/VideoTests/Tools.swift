import Foundation
import TestSupport
import Testing

/// The `ffmpeg` and `ffprobe` tools: independent programs to make clips with and to check against.
enum Tools {
  @discardableResult
  static func ffmpeg(_ arguments: [String]) throws -> String {
    text(try Program.ffmpeg.succeed(["-nostdin", "-v", "error", "-y"] + arguments))
  }

  static func ffprobe(_ arguments: [String]) throws -> String {
    text(try Program.ffprobe.succeed(["-v", "error"] + arguments))
  }

  /// The values of `entries`, one line a frame, packet or stream.
  static func probe(_ path: String, _ entries: String, stream: String = "v:0") throws -> [String] {
    try ffprobe(["-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", path])
      .split(separator: "\n").map {
        String($0).trimmingCharacters(in: CharacterSet(charactersIn: ","))
      }
  }

  private static func text(_ output: Data) -> String { String(decoding: output, as: UTF8.self) }
}

extension ScratchFolder {
  /// A clip that the `ffmpeg` tool makes of a moving test picture.
  func clip(
    _ name: String, size: String = "96x64", frames: Int = 12, rate: String = "25",
    sound: Bool = false, filter: String? = nil, _ arguments: [String] = []
  ) throws -> String {
    let path = path(name)
    let picture = "testsrc2=size=\(size):rate=\(rate)" + (filter.map { "," + $0 } ?? "")
    var command = ["-f", "lavfi", "-i", picture]
    if sound { command += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100"] }
    command += ["-frames:v", "\(frames)", "-shortest", "-threads", "1"]
    try Tools.ffmpeg(command + arguments + [path])
    return path
  }
}
