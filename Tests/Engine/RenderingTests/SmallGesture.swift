import Foundation
import TestSupport
import Testing

/// The recording of a hand before a face at a quarter of its size, or some frames of it as a clip of their own.
///
/// For what does not ask how well a cut fits: whether cuts are the same, and what is kept of them. A cut is made
/// of the frames in 3.7 seconds to both sides, each looked at in up to 640 cells a row, which takes ten times as
/// long in the recording itself.
struct SmallGesture {
  private let clip, tracking: [UInt8]

  static let whole = Result { try SmallGesture(0...194) }
  /// The frames from 44 to 63, in which the hand is before the face, as 0 to 19.
  static let short = Result { try SmallGesture(44...63) }

  private init(_ frames: ClosedRange<Int>) throws {
    let source = SharedData.file("recordings/gesture")
    let folder = try ScratchFolder()
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-i", source.appending(path: "clip.mp4").path, "-vf",
      "select='between(n,\(frames.lowerBound),\(frames.upperBound))',setpts=N/25/TB,scale=320:180",
      "-r", "25", "-an", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "12", "-g", "25",
      "-pix_fmt", "yuv420p", folder.path("clip.mp4"),
    ])
    clip = try folder.bytes("clip.mp4")
    let text = try String(
      contentsOf: source.appending(path: "tracking.jsonl"), encoding: .utf8)
    var lines = [#"{"format":"avatar-tracking/1","width":320,"height":180}"#]
    let samples = text.split(separator: "\n").dropFirst(1 + frames.lowerBound)
    for line in samples.prefix(frames.count) {
      var sample = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let time = try #require(sample["timestampMs"] as? Double)
      sample["timestampMs"] = time - 40 * Double(frames.lowerBound)
      lines.append(
        String(decoding: try JSONSerialization.data(withJSONObject: sample), as: UTF8.self))
    }
    tracking = Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Writes the clip and its tracking file, and gives the clip's path.
  func write(to folder: ScratchFolder) throws -> String {
    try folder.write(tracking, to: "gesture.jsonl")
    return try folder.write(clip, to: "gesture.mp4")
  }
}
