import Foundation
import Testing

/// Clips that FFmpeg's tool makes of its moving test picture.
public struct SyntheticClip: Sendable {
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

  /// Makes the clip and gives its path.
  @discardableResult
  public func make(_ name: String, in folder: ScratchFolder) throws -> String {
    let picture = "testsrc2=size=\(width)x\(height):rate=25" + (filter.map { ",\($0)" } ?? "")
    var arguments = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture]
    if hasSound {
      arguments += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100", "-c:a", "aac"]
    }
    arguments += ["-frames:v", "\(frames)", "-shortest", "-threads", "1", "-pix_fmt", format]
    try Program.ffmpeg.succeed(arguments + codec + options + [folder.path(name)], in: folder)
    return folder.path(name)
  }

  /// Makes a PNG of the first frame and gives its path.
  @discardableResult
  public func makeStill(_ name: String, in folder: ScratchFolder) throws -> String {
    let picture = "testsrc2=size=\(width)x\(height):rate=25"
    try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-frames:v", "1"]
        + [folder.path(name)], in: folder)
    return folder.path(name)
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
}
