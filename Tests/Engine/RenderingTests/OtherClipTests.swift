import ClipReading
import ClipWriting
import Foundation
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing

/// Tracking files that name the hash of the clip that was tracked.
@Suite struct OtherClipTests {
  private let stage: Stage

  init() throws { stage = try Stage(SyntheticClip(width: 96, height: 72, frames: 4)) }

  /// Lets the tracking be of a file with this hash.
  private func setHash(_ hash: String) throws {
    let text = String(decoding: try stage.folder.bytes("in.jsonl"), as: UTF8.self)
    let header = "{\"source\": {\"sha256\": \"\(hash)\"}, \"format\""
    let parts = text.split(separator: "{\"format\"", maxSplits: 1)
    try stage.folder.write(header + (try #require(parts.last)), to: "in.jsonl")
  }

  private func settings(_ name: String) throws -> RenderSettings {
    try stage.settings("none", to: name)
  }

  /// What is said of the whole clip, of a part of it, of one frame, and of the best one.
  private func notes() throws -> [[String]] {
    var part = try settings("part.mkv")
    part.output.codec = .ffv1
    part.part = .frames(1...2)
    var whole = part
    (whole.part, whole.output.path) = (.whole, stage.folder.path("whole.mkv"))
    var snapshot = SnapshotSettings(try settings(""))
    snapshot.render.part = .moment(0.04)
    var best = SnapshotSettings(try settings(""))
    best.choice = .best
    return [
      try RenderJob(whole).run().notes, try RenderJob(part).run().notes,
      try SnapshotJob(snapshot).render().summary.notes,
      try SnapshotJob(best).render().summary.notes,
    ]
  }

  @Test func `another clip is told of, of a part and of a snapshot too, once each`() throws {
    let sum = try Program(named: "sha256sum").succeed([stage.clip])
    let hash = String(decoding: sum.prefix(64), as: UTF8.self)
    try setHash(hash)
    for notes in try notes() { #expect(!notes.contains { $0.contains("SHA-256") }) }
    for name in ["whole.mkv", "part.mkv"] {
      try FileManager.default.removeItem(atPath: stage.folder.path(name))
    }
    let other = String(repeating: "ab", count: 32)
    let text = String(decoding: try stage.folder.bytes("in.jsonl"), as: UTF8.self)
    try stage.folder.write(text.replacingOccurrences(of: hash, with: other), to: "in.jsonl")
    for notes in try notes() {
      let lines = notes.filter { $0.contains("SHA-256") }
      #expect(
        lines.count == 1 && lines[0].hasPrefix("\(stage.clip): found SHA-256 \(hash.prefix(12))"))
      #expect(lines.first?.contains(other.prefix(12)) == true, "\(notes)")
    }
  }
}
