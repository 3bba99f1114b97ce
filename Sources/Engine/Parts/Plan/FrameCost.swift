internal import ClipWriting
internal import Rendering

/// What the work of a frame is estimated to be, in microseconds of a processor.
///
/// Measured on one machine with clips of 320 x 240 to 1920 x 1080; only the ratios count.
struct FrameCost {
  private let base, face: Double
  private let outline: RenderOutline

  /// Nanoseconds a pixel: of decoding, of drawing what every frame has, and of drawing what a face wears.
  private static let (decoding, drawing, wearing) = (4.0, 1.0, 1.0)

  init(_ outline: RenderOutline, annotates: Bool) {
    self.outline = outline
    let (read, written) = (Double(outline.decodedPixels), Double(outline.writtenPixels))
    let encoding = outline.codec.map(Self.encoding) ?? Self.pictures
    let drawn = Self.drawing * (annotates ? 3 : 1)
    base = (Self.decoding * read + (drawn + encoding) * written) / 1000
    face = Self.wearing * written / 1000
  }

  /// The estimate for a frame of a reel that shows so many recordings, each about as large as it.
  static func ofReel(
    pixels: Int, recordings: Int, _ codec: EncoderSettings.Codec
  ) -> Double {
    let each = decoding + drawing + wearing
    return (each * Double(recordings) + encoding(codec)) * Double(pixels) / 1000
  }

  /// The estimate for the frame of a number.
  func of(_ number: Int) -> Double {
    base + face * Double(outline.faceCount(atMs: outline.timeMs(of: number)))
  }

  /// Nanoseconds of a compressed pixel.
  private static func encoding(_ codec: EncoderSettings.Codec) -> Double {
    switch codec {
    case .h264: 8
    case .hevc: 30
    case .vp9: 60
    case .av1: 60
    case .prores4444: 25
    case .ffv1: 15
    }
  }

  private static let pictures = 25.0
}
