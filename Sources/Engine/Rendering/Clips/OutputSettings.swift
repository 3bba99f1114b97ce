import Imaging
public import Passes
public import Placement
public import Video

/// What the result is, and where it goes.
public struct OutputSettings: Hashable, Sendable {
  /// The path: a clip or a picture by its extension, or a pattern such as `frames/%05d.png`; empty
  /// for none.
  public var path: String
  /// The size; nil keeps the clip's.
  public var size: OutputSize?
  /// What becomes of a clip whose shape is not the size's; nil keeps its shape within the size.
  public var fit: OutputFit?
  /// Frames a second of a clip, or of its pictures, with faces placed at each one's own time; nil for
  /// the clip's own frames.
  public var framesPerSecond: Double?
  /// What is asked of the passes that finish a frame.
  public var passes = PassOptions()
  /// The codec; nil for the one that fits the container and the ground best.
  public var codec: EncoderSettings.Codec?
  /// The pixel format that is encoded.
  public var pixelFormat = EncoderSettings.PixelFormatChoice.playable
  /// The quality, lower is better; nil for the encoder settings' own.
  public var crf: Int?
  /// The encoder's speed; nil for the encoder settings' own.
  public var preset: String?
  /// Where to write the placements sidecar; nil for nowhere.
  public var placements: String?
  /// Whether place, device and dates are kept.
  public var keepsMetadata = false
  /// Whether an output that exists is replaced.
  public var overwrites = false

  /// Makes output settings with defaults for the rest.
  public init(path: String = "") {
    self.path = path
  }

  /// The kinds of output.
  enum Kind {
    /// A clip in a container.
    case clip
    /// One picture.
    case picture
    /// Numbered pictures.
    case pictures(NumberedPath)

    /// How pictures are compressed: a single one is the file that a snapshot of the frame is.
    var compression: PNG.Compression {
      if case .pictures = self { .fast } else { .fastest }
    }
  }

  /// What a clip is rendered for.
  var clipPurpose: OpenRecording.Purpose { keepsTransparency ? .transparentClip : .opaqueClip }

  /// What the path's extension means.
  var kind: Kind {
    guard path.lowercased().hasSuffix(".png") else { return .clip }
    return NumberedPath(path).map { .pictures($0) } ?? .picture
  }

  /// The rate of a clip's frames; nil for its own, which stills always have.
  ///
  /// - Throws: `VideoError.badSettings` for one out of range.
  func rate(of clip: ClipReader) throws(VideoError) -> FrameRate? {
    guard let framesPerSecond, !clip.isOfStills else { return nil }
    guard FrameRate.range.contains(framesPerSecond), let rate = FrameRate(framesPerSecond) else {
      throw .badSettings(
        reason: "--fps: found \(framesPerSecond), expected 1 to 240 frames a second of a clip")
    }
    return rate
  }

  /// Whether the path names a container that can be written; checked before any work.
  func checkContainer() throws(VideoError) {
    let container = try OutputContainer(path: path)
    if let codec { try container.check(codec) }
  }

  /// Whether a clip's own transparency is kept in a clip; HDR's never is.
  var keepsTransparency: Bool {
    guard !passes.overlayOnly, let container = try? OutputContainer(path: path) else {
      return false
    }
    if case .layout = pixelFormat { return false }
    let codec = codec ?? Self.defaultCodec(of: container, overlayOnly: false, isHDR: false)
    return codec.keepsTransparency
  }

  /// What the sides of a clip with these colours are multiples of, as its encoder takes them.
  func sideStep(of colours: ColourTags) -> Int {
    guard let container = try? OutputContainer(path: path) else { return 1 }
    let codec =
      codec
      ?? Self.defaultCodec(
        of: container, overlayOnly: passes.overlayOnly, isHDR: colours.isHighDynamicRange)
    return codec.sideStep
  }

  /// How a clip with these colours is encoded.
  func encoder(threads: Int, colours: ColourTags) throws(VideoError) -> EncoderSettings {
    var encoder = EncoderSettings()
    let container = try OutputContainer(path: path)
    encoder.codec =
      codec
      ?? Self.defaultCodec(
        of: container, overlayOnly: passes.overlayOnly, isHDR: colours.isHighDynamicRange)
    encoder.pixelFormat = pixelFormat
    encoder.crf = crf ?? encoder.crf
    encoder.preset = preset ?? encoder.preset
    if threads > 0 { encoder.threads = threads }
    encoder.keepsMetadata = keepsMetadata
    encoder.overwrites = overwrites
    return encoder
  }

  /// The codec that players expect.
  ///
  /// HDR needs 10 bit, in which hardly a player takes H.264; cameras write it as HEVC.
  private static func defaultCodec(
    of container: OutputContainer, overlayOnly: Bool, isHDR: Bool
  ) -> EncoderSettings.Codec {
    switch container {
    case .webm: .vp9
    case .mov where overlayOnly: .prores4444
    case .mkv where overlayOnly: .ffv1
    case .mp4, .mov, .mkv: isHDR ? .hevc : .h264
    }
  }
}
