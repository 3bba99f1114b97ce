public import ClipReading
public import Frames
internal import Geometry
public import Imaging

/// How pictures are compressed.
public struct EncoderSettings: Hashable, Sendable {
  /// A picture codec that can be written.
  public enum Codec: String, Sendable, CaseIterable, Codable {
    /// H.264 by x264: plays everywhere.
    case h264
    /// H.265 by x265.
    case hevc
    /// VP9 by libvpx.
    case vp9
    /// AV1 by SVT-AV1.
    case av1
    /// Apple ProRes 4444, with transparency.
    case prores4444
    /// FFV1, lossless, with transparency.
    case ffv1

    /// Whether the codec keeps transparency.
    public var keepsTransparency: Bool {
      switch self {
      case .prores4444, .vp9, .ffv1: true
      case .h264, .hevc, .av1: false
      }
    }

    /// The constant qualities; of a codec without a choice, what it ignores.
    package var qualities: ClosedRange<Int> { self == .vp9 || self == .av1 ? 0...63 : 0...51 }

    /// The shortest side of a picture that the encoder opens for, in pixels; measured with
    /// x264 164, x265 3.5, libvpx 1.12, SVT-AV1 1.4 and FFmpeg 5.1.
    private var shortestSide: Int {
      switch self {
      case .h264: 2
      case .hevc: 16
      case .av1: 64
      case .vp9, .prores4444, .ffv1: 1
      }
    }

    /// What the sides of pictures must be multiples of: 2 where 4:2:0 pictures must have even ones.
    public var sideStep: Int { needsEvenSides ? 2 : 1 }

    private var needsEvenSides: Bool {
      switch self {
      case .h264, .hevc, .av1: true
      case .vp9, .prores4444, .ffv1: false
      }
    }

    /// Throws unless pictures of the size can be encoded.
    func check(_ size: PixelSize<OutputSpace>) throws(VideoError) {
      // What is too small is advised in its own shape, which a size keeps.
      let growth = max(
        1, Double(shortestSide) / Double(size.width), Double(shortestSide) / Double(size.height))
      func fitting(_ side: Int) -> Int {
        let grown = Int((Double(side) * growth).rounded(.up))
        return (grown + sideStep - 1) / sideStep * sideStep
      }
      let (width, height) = (fitting(size.width), fitting(size.height))
      guard width != size.width || height != size.height else { return }
      throw .badSettings(
        reason:
          "\(rawValue) takes \(needsEvenSides ? "even " : "")sides of \(shortestSide) or more,"
          + " not \(size); use --size \(width)x\(height)"
          + (needsEvenSides ? ", or --codec vp9" : ""))
    }
  }

  /// Threads of an encoder, unless a caller says something else, whatever processors the machine has, so that
  /// the same frames give the same bytes anywhere.
  ///
  /// On two processors four took 0.98 of the time of three, five 0.97, six no less: with as many as processors one
  /// idles where a picture waits for that which it is predicted from. Each costs 4 to 14 MB at 720p.
  public static let usualThreads = 5

  /// The names of the speeds, from the fastest and largest to the slowest and smallest.
  public static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
    "veryslow",
  ]

  /// The pixel format that is encoded.
  public enum PixelFormatChoice: Hashable, Sendable {
    /// The clip's, as far as players of the codec take it: 4:2:0, for H.264 in 8 bit, else in the
    /// clip's depth. ProRes and FFV1, which are no players' codecs, keep all that they can hold.
    case playable
    /// The clip's, or the nearest that the encoder takes.
    case clip
    case layout(YUVLayout)
  }

  /// The codec.
  public var codec = Codec.h264
  /// The pixel format.
  public var pixelFormat = PixelFormatChoice.playable
  /// Constant quality: 0 to 51, for VP9 and AV1 to 63; lower is better and larger.
  ///
  /// 0 is lossless for H.264 and HEVC. ProRes and FFV1 have no such choice and ignore it.
  public var crf = 20
  /// The speed, one of `presets`.
  public var preset = "veryfast"
  /// Threads for the encoder, 1 to 64.
  ///
  /// The same count gives the same bytes on every run and machine. Another count gives others of H.264, and one
  /// others than several of HEVC and VP9: x264 limits motion search to rows that another thread has finished.
  public var threads = Self.usualThreads
  /// Whether the container's metadata (dates, places, devices, titles) goes into the output.
  public var keepsMetadata = false
  /// What an MP4 or MOV says of itself, a packet of XMP; nil for nothing.
  public var xmp: String?
  /// The most bytes of the file; nil for any number.
  public var maximumBytes: Int?
  /// Whether an existing output is replaced.
  public var overwrites = false

  /// Makes the default settings: H.264, veryfast, quality 20.
  public init() {}

  /// Checks what can be checked before any work.
  func validate() throws(VideoError) {
    guard Self.presets.contains(preset) else {
      throw .badSettings(
        reason: "no preset \"\(preset)\"; use one of \(Self.presets.joined(separator: ", "))")
    }
    guard codec.qualities.contains(crf) else {
      throw .badSettings(
        reason:
          "the quality of \(codec.rawValue) runs from 0 to \(codec.qualities.upperBound), not \(crf)"
      )
    }
    guard (1...64).contains(threads) else {
      throw .badSettings(reason: "\(threads) threads; use 1 to 64")
    }
  }
}

extension OutputContainer {
  /// The codecs that players expect in the container.
  public var codecs: [EncoderSettings.Codec] {
    switch self {
    case .mp4: [.h264, .hevc, .vp9, .av1]
    case .mov: [.h264, .hevc, .prores4444]
    case .mkv: EncoderSettings.Codec.allCases
    case .webm: [.vp9, .av1]
    }
  }

  /// Throws unless the codec fits.
  public func check(_ codec: EncoderSettings.Codec) throws(VideoError) {
    guard !codecs.contains(codec) else { return }
    let fitting = codecs.map(\.rawValue).joined(separator: ", ")
    let others = Self.allCases.filter { $0.codecs.contains(codec) }
      .map { ".\($0.rawValue)" }.joined(separator: ", ")
    throw .codecDoesNotFit(
      codec: codec.rawValue, container: rawValue, fitting: "\(fitting), or write \(others)")
  }
}
