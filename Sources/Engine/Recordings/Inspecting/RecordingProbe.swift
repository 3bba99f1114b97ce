/// What a recording holds and what rendering it would cost, as far as that shows without decoding
/// the clip.
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
  /// The samples of the tracking file.
  public var trackingSamples: Int?
  /// The faces of the sample that has the most.
  public var mostFaces: Int?
  /// The processor time that rendering all of it may take, in seconds.
  public var estimatedCPUSeconds: Double
  /// The memory that rendering it may take, in bytes.
  public var estimatedMemoryBytes: UInt64

  /// The pixels of all frames together, in millions.
  public var megapixelFrames: Double { Double(width * height) * Double(frames) / 1e6 }

  /// Adds what it costs to track the recording before it is rendered.
  public mutating func addTracking() {
    estimatedCPUSeconds += TrackingCost.cpuSeconds(pixels: width * height, frames: frames)
    estimatedMemoryBytes += TrackingCost.memoryBytes
  }
}

/// What renders cost, as four real clips did (Documentation/workers.md); limits that are set by it
/// need a margin.
enum RenderCost {
  /// Processor time for a million pixels of a frame, in seconds: decoding, drawing, encoding.
  static let cpuSecondsPerMegapixel = 0.025
  /// Processor time for a frame of any size, in seconds: its tracking.
  static let cpuSecondsPerFrame = 0.008
  /// Processor time that every render takes, in seconds.
  static let cpuSecondsAtStart = 0.2
  /// Memory that every render takes, in bytes.
  static let bytesAtStart: UInt64 = 224 << 20
  /// Memory for a pixel of the picture, in bytes: the decoder's pictures, those that wait between
  /// the stages, the encoder's.
  static let bytesPerPixel: UInt64 = 155

  static func cpuSeconds(pixels: Int, frames: Int) -> Double {
    let perFrame = cpuSecondsPerFrame + cpuSecondsPerMegapixel * Double(pixels) / 1e6
    return cpuSecondsAtStart + perFrame * Double(frames)
  }

  static func memoryBytes(pixels: Int) -> UInt64 {
    bytesAtStart + bytesPerPixel * UInt64(pixels)
  }
}

/// What tracking costs beside a render (Documentation/workers.md).
enum TrackingCost {
  /// Processor time for a million pixels of a frame, in seconds: decoding, converting to RGB.
  static let cpuSecondsPerMegapixel = 0.016
  /// Processor time for a frame of any size, in seconds: the models of faces and hands.
  static let cpuSecondsPerFrame = 0.025
  /// Processor time that loading the library and the models takes, in seconds.
  static let cpuSecondsAtStart = 0.3
  /// Memory of the library and the models, of which most is free again when the render begins, in bytes.
  static let memoryBytes: UInt64 = 128 << 20

  static func cpuSeconds(pixels: Int, frames: Int) -> Double {
    cpuSecondsAtStart
      + (cpuSecondsPerFrame + cpuSecondsPerMegapixel * Double(pixels) / 1e6) * Double(frames)
  }
}
