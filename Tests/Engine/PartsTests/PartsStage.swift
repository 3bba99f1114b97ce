import Digests
import Foundation
import TestSupport
import Testing

/// A recording in a folder of its own, and the tool that renders it as a person would.
struct PartsStage {
  let folder: ScratchFolder
  let tool = Program.product

  /// Makes a recording of a clip with a key picture every so many frames, and sound.
  init(
    frames: Int = 60, as name: String = "in.mov", change: (inout SyntheticClip) -> Void = { _ in }
  ) throws {
    folder = try ScratchFolder()
    try folder.folder("store")
    var clip = SyntheticClip(frames: frames)
    clip.hasSound = true
    clip.codec = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-g", "10"]
    change(&clip)
    try clip.make(name, in: folder)
    try folder.write(
      SyntheticTracking(width: clip.width, height: clip.height, frames: frames).text,
      to: (name as NSString).deletingPathExtension + ".jsonl")
  }

  /// Runs the tool with the shipped avatars.
  func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try tool.run(arguments, in: folder, environment: Self.environment.merging(environment) { $1 })
  }

  static let environment = [
    "AVATAR_OVERLAY_AVATARS": SharedData.packageRoot.appending(path: "Avatars").path
  ]

  /// Runs what must succeed.
  @discardableResult
  func succeed(
    _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Program.Outcome {
    let outcome = try run(arguments)
    try #require(
      outcome.exitCode == 0, "\(arguments.joined(separator: " ")): \(outcome.error)",
      sourceLocation: sourceLocation)
    return outcome
  }

  /// Renders the recording whole and in parts that separate processes make, the last one first.
  ///
  /// - Returns: the names of both files.
  func both(
    _ options: [String], to ending: String, parts: Int = 4
  ) throws -> (whole: String, joined: String) {
    let (whole, joined) = ("whole.\(ending)", "joined.\(ending)")
    try succeed(
      ["render", "in.mov", "--avatar", "dragon", "--progress", "none", "-o", whole] + options)
    try plan(options, to: joined, parts: parts)
    for part in try (0..<partCount()).reversed() {
      try succeed(["part", "plan.json", "\(part)", "--store", "store", "--progress", "none"])
    }
    try succeed(["join", "plan.json", "--store", "store", "--progress", "none"])
    return (whole, joined)
  }

  /// Makes `plan.json`.
  func plan(_ options: [String] = [], to output: String = "joined.mp4", parts: Int = 4) throws {
    try succeed(
      [
        "plan", "in.mov", "--avatar", "dragon", "--plan", "plan.json", "--overwrite", "-o", output,
        "--parts", "\(parts)",
      ] + options)
  }

  private struct Plan: Decodable {
    struct Part: Decodable { var frames: [Int] }
    var fingerprint: String
    var parts: [Part]
  }

  private func readPlan() throws -> Plan {
    try JSONDecoder().decode(Plan.self, from: Data(folder.bytes("plan.json")))
  }

  func partCount() throws -> Int { try readPlan().parts.count }

  /// The file of a part in the store.
  func file(_ part: Int, _ ending: String) throws -> String {
    "store/\(try readPlan().fingerprint)/part-0000\(part).\(ending)"
  }

  func sha256(_ name: String) throws -> String { SHA256.hex(of: try folder.bytes(name)) }

  /// What FFmpeg's tools tell of a stream's packets or frames.
  func probe(_ name: String, _ entries: String, stream: String = "v:0") throws -> [String] {
    let output = try Program.ffprobe.succeed(
      ["-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", name],
      in: folder)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: ","))
    }
  }

  /// The hashes of the frames, or of the sound's packets, by FFmpeg's tool.
  func hashes(_ name: String, sound: Bool = false) throws -> String {
    let map = sound ? ["-map", "0:a", "-c", "copy"] : ["-map", "0:v", "-vsync", "passthrough"]
    return String(
      decoding: try Program.ffmpeg.succeed(
        ["-nostdin", "-v", "error", "-i", name] + map + ["-f", "framemd5", "-"], in: folder),
      as: UTF8.self)
  }
}
