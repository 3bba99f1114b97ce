/// What a recording holds and what rendering it would cost, as far as that shows without decoding it.
public struct RecordingProbe: Hashable, Sendable, Codable {
  /// The upright picture, in pixels.
  public var width: Int
  /// The upright picture, in pixels.
  public var height: Int
  /// The frames, counted by their packets.
  public var frames: Int
  /// The length in seconds, as the container states it; nil for a still.
  public var seconds: Double?
  /// Frames a second on average, where known and believable.
  public var fps: Double?
  /// The codec, by FFmpeg's name.
  public var codec: String
  /// The container, by FFmpeg's names.
  public var container: String
  /// The tracking file's format; nil where there is no such file.
  public var trackingFormat: String?
  /// The picture that the tracker saw, `W x H`.
  public var trackingSize: String?
  /// The processor time that rendering all of it may take, in seconds.
  public var estimatedCPUSeconds: Double
  /// The memory that rendering it may take, in bytes.
  public var estimatedMemoryBytes: UInt64

  /// The pixels of all frames together, in millions.
  public var megapixelFrames: Double { Double(width * height) * Double(frames) / 1e6 }
}

/// What renders cost: figures that were measured, and a margin is for whoever sets limits by them.
///
/// Rendering with H.264 and the default preset: see Documentation/workers.md for the clips and the
/// machine. It is nearly proportional to pixels, so that one number does.
enum RenderCost {
  /// Processor time for a million pixels of a frame, in seconds.
  static let cpuSecondsPerMegapixel = 0.020
  /// Processor time that every render takes, in seconds.
  static let cpuSecondsAtStart = 0.2
  /// Memory that every render takes, in bytes.
  static let bytesAtStart: UInt64 = 96 << 20
  /// Memory for a pixel of the picture, in bytes: the decoder's pictures, those that wait between
  /// the stages, the encoder's.
  static let bytesPerPixel: UInt64 = 120

  static func cpuSeconds(pixels: Int, frames: Int) -> Double {
    cpuSecondsAtStart + cpuSecondsPerMegapixel * Double(pixels) * Double(frames) / 1e6
  }

  static func memoryBytes(pixels: Int) -> UInt64 {
    bytesAtStart + bytesPerPixel * UInt64(pixels)
  }
}
