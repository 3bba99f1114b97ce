import Foundation
import Synchronization
import TestSupport
import Testing

/// The `ffmpeg` and `ffprobe` tools: independent programs to make clips with and to check against.
enum Tools {
  @discardableResult
  static func ffmpeg(_ arguments: [String]) throws -> String {
    guard let (output, key) = madeOfNothing(arguments) else { return try run(arguments) }
    if let bytes = made.withLock({ $0[key] }) {
      try bytes.write(to: output)
      return ""
    }
    let told = try run(arguments)
    if let bytes = try? Data(contentsOf: output), bytes.count <= keptBytes {
      made.withLock { $0[key] = bytes }
    }
    return told
  }

  private static func run(_ arguments: [String]) throws -> String {
    text(try Program.ffmpeg.succeed(["-nostdin", "-v", "error", "-y"] + arguments))
  }

  /// Files that were made of test pictures alone, by the command: starting FFmpeg takes longer than most
  /// tests do with them, and the cases of a test ask for the same ones.
  private static let made = Mutex<[[String]: Data]>([:])
  /// Files up to this many bytes are kept.
  private static let keptBytes = 4 << 20

  /// The file that a command makes, and what it depends on; nil where it reads a file, or makes several.
  private static func madeOfNothing(_ arguments: [String]) -> (output: URL, key: [String])? {
    guard let output = arguments.last, output.hasPrefix("/"), !output.contains("%") else {
      return nil
    }
    for (place, word) in arguments.enumerated() where word == "-i" {
      guard place > 1, arguments[place - 2...place - 1] == ["-f", "lavfi"] else { return nil }
    }
    let others = arguments.dropLast()
    let folder = (output as NSString).deletingLastPathComponent
    guard !others.contains(where: { $0.hasPrefix("/") || $0.contains(folder) }) else { return nil }
    return (URL(filePath: output), others + [(output as NSString).pathExtension])
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
