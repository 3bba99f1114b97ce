import Foundation
import Testing

/// The `ffmpeg` and `ffprobe` tools: independent programs to make clips with and to check against.
enum Tools {
  static func ffmpeg(_ arguments: [String]) throws {
    let result = try run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
    try #require(result.status == 0, "ffmpeg \(arguments.joined(separator: " ")): \(result.error)")
  }

  static func output(_ arguments: [String]) throws -> String {
    let result = try run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
    try #require(result.status == 0, "ffmpeg \(arguments.joined(separator: " ")): \(result.error)")
    return result.output
  }

  /// The values of `entries`, one line a frame, packet or stream.
  static func probe(_ path: String, _ entries: String, stream: String = "v:0") throws -> [String] {
    let result = try run(
      "ffprobe",
      ["-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", path])
    try #require(result.status == 0, "ffprobe \(path): \(result.error)")
    return result.output.split(separator: "\n").map {
      String($0).trimmingCharacters(in: CharacterSet(charactersIn: ","))
    }
  }

  static func run(
    _ tool: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String, error: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let message = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: data, as: UTF8.self),
      String(decoding: message, as: UTF8.self)
    )
  }
}

/// A folder that goes away with its owner.
final class Workspace {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "video-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

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
