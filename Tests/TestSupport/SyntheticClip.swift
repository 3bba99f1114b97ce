import Foundation
import Synchronization
import Testing

/// Clips that FFmpeg's tool makes of its moving test picture.
public struct SyntheticClip: Hashable, Sendable {
  /// The picture's size, both sides even.
  public var width = 160, height = 120
  /// How many frames, at 25 a second.
  public var frames = 8
  /// A filter after the test picture.
  public var filter: String?
  /// The pixel format.
  public var format = "yuv420p"
  /// The codec and its options; lossless by default, so that what was drawn is what is stored.
  public var codec = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"]
  /// A sine of 440 Hz, as AAC.
  public var hasSound = false
  /// Further options of the output.
  public var options: [String] = []

  /// Makes the description.
  public init(width: Int = 160, height: Int = 120, frames: Int = 8) {
    (self.width, self.height, self.frames) = (width, height, frames)
  }

  /// Clips that were made, by what they are and their container: starting FFmpeg takes more time
  /// than most tests do with the clip, and the cases of a test ask for the same one.
  private static let made = Mutex<[Key: [UInt8]]>([:])
  /// Clips up to this many bytes are kept in memory.
  private static let keptBytes = 4 << 20

  private struct Key: Hashable {
    var clip: SyntheticClip
    var suffix: String
  }

  /// Makes the clip and gives its path; the file is the caller's own.
  @discardableResult
  public func make(_ name: String, in folder: ScratchFolder) throws -> String {
    try Self.make(self, name, in: folder) { try encode(name, in: folder) }
  }

  /// Makes a PNG of the first frame and gives its path.
  @discardableResult
  public func makeStill(_ name: String, in folder: ScratchFolder) throws -> String {
    // Nothing but its size decides what the still is.
    let still = SyntheticClip(width: width, height: height, frames: 1)
    return try Self.make(still, name, in: folder) { try encodeStill(name, in: folder) }
  }

  private static func make(
    _ clip: SyntheticClip, _ name: String, in folder: ScratchFolder, by encode: () throws -> Void
  ) throws -> String {
    let key = Key(clip: clip, suffix: (name as NSString).pathExtension)
    if let bytes = made.withLock({ $0[key] }) { return try folder.write(bytes, to: name) }
    try encode()
    // Without one where FFmpeg wrote a file for each frame.
    if let bytes = try? folder.bytes(name), bytes.count <= keptBytes {
      made.withLock { $0[key] = bytes }
    }
    return folder.path(name)
  }

  private func encode(_ name: String, in folder: ScratchFolder) throws {
    let picture = "testsrc2=size=\(width)x\(height):rate=25" + (filter.map { ",\($0)" } ?? "")
    var arguments = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture]
    if hasSound {
      arguments += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100", "-c:a", "aac"]
    }
    arguments += ["-frames:v", "\(frames)", "-shortest", "-threads", "1", "-pix_fmt", format]
    try Program.ffmpeg.succeed(arguments + codec + options + [folder.path(name)], in: folder)
  }

  private func encodeStill(_ name: String, in folder: ScratchFolder) throws {
    let picture = "testsrc2=size=\(width)x\(height):rate=25"
    try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-frames:v", "1"]
        + [folder.path(name)], in: folder)
  }

  /// The clip's frames, as FFmpeg's tool decodes them: planes without padding, one after the other.
  public static func rawFrames(
    of path: String, in folder: ScratchFolder, arguments: [String] = []
  ) throws -> [UInt8] {
    [UInt8](
      try Program.ffmpeg.succeed(
        ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-vsync", "passthrough"]
          + arguments + ["-f", "rawvideo", "-"], in: folder))
  }

  /// Writes a display matrix into the track header of an MP4 file.
  public static func setMatrix(_ m: [Int32], in path: String) throws {
    var data = try Data(contentsOf: URL(filePath: path))
    let header = try #require(data.range(of: Data("tkhd".utf8)))
    // Version and flags, times, track, duration and layout take 44 bytes (ISO/IEC 14496-12, 8.3.2).
    let start = header.lowerBound + 44
    let values = [m[0] << 16, m[1] << 16, 0, m[2] << 16, m[3] << 16, 0, 0, 0, 1 << 30]
    for (index, value) in values.enumerated() {
      let bytes = withUnsafeBytes(of: value.bigEndian) { Data($0) }
      data.replaceSubrange(start + 4 * index..<start + 4 * index + 4, with: bytes)
    }
    try data.write(to: URL(filePath: path))
  }
}
