internal import CFFmpeg
internal import Frames
internal import Imaging

/// The pixel format that a clip is encoded in, and what that costs its frames.
struct EncodedFormat {
  /// FFmpeg's number of the format.
  let format: AVPixelFormat
  /// The colour tags of the output.
  let tags: ColourTags
  /// One line that says what the clip's pixels lose; nil where they lose nothing.
  let note: String?

  /// Decides for a clip.
  ///
  /// - Parameters:
  ///   - given: the format of the frames.
  ///   - tags: their colours.
  ///   - settings: the codec, and what is wanted of it.
  ///   - codec: the encoder.
  init(
    of given: AVPixelFormat, tags: ColourTags, settings: EncoderSettings,
    codec: UnsafePointer<AVCodec>
  ) throws(VideoError) {
    let family = PixelFamily.of(given)
    let supported = unsafe Self.formats(of: codec)
    if case .layout(let layout) = settings.pixelFormat {
      try Self.check(layout, given: family, settings: settings, supported: supported)
    }
    let wanted = Self.wanted(of: given, family: family, settings: settings)
    format = Self.nearest(to: wanted, hasAlpha: family.hasAlpha, among: supported)
    self.tags = family.isRGB && !PixelFamily.of(format).isRGB ? tags.asYCbCr : tags
    let fullest = Self.nearest(to: family.plainFormat, hasAlpha: family.hasAlpha, among: supported)
    note = Self.note(
      from: given, to: format, fullest: fullest, isHDR: tags.isHighDynamicRange)
  }

  /// Throws unless pictures can be encoded in a format that was asked for.
  private static func check(
    _ layout: YUVLayout, given: PixelFamily, settings: EncoderSettings, supported: [AVPixelFormat]
  ) throws(VideoError) {
    let name = layout.rawValue
    if given.hasAlpha {
      throw .badSettings(
        reason: "\(name) has no transparency, which --overlay-only needs; leave --pixel-format out")
    }
    let fitting = YUVLayout.allCases.filter {
      supported.contains($0.rawFormat) && (settings.codec != .prores4444 || $0 == .yuv444p10)
    }
    guard !fitting.contains(layout) else { return }
    throw .badSettings(
      reason: "\(settings.codec.rawValue) does not encode \(name); use "
        + fitting.map(\.rawValue).joined(separator: ", ") + " or clip")
  }

  /// The formats that the encoder takes, in its own order; the `yuvj` names are left out, as the
  /// range is told by the tags.
  private static func formats(of codec: UnsafePointer<AVCodec>) -> [AVPixelFormat] {
    guard let list = unsafe avo_pixel_formats(codec) else { return [] }
    var all: [AVPixelFormat] = []
    while unsafe list[all.count] != AV_PIX_FMT_NONE { unsafe all.append(list[all.count]) }
    return all.filter { !PixelFamily.of($0).isFullRangeByName }
  }

  /// The format that is looked for, whether the encoder takes it or not.
  private static func wanted(
    of given: AVPixelFormat, family: PixelFamily, settings: EncoderSettings
  ) -> AVPixelFormat {
    if settings.codec == .prores4444 {
      return family.hasAlpha ? AV_PIX_FMT_YUVA444P10LE : AV_PIX_FMT_YUV444P10LE
    }
    switch settings.pixelFormat {
    case .layout(let layout): return layout.rawFormat
    case .clip: return family.plainFormat
    case .playable: break
    }
    guard let profile = settings.codec.playableDepths, !family.hasAlpha else {
      return family.plainFormat
    }
    // A semi-planar 4:2:0 picture is the same picture.
    if given == AV_PIX_FMT_NV12 { return given }
    let isDeep = family.bitDepth > 8 && profile.contains(10)
    return (isDeep ? YUVLayout.yuv420p10 : .yuv420p).rawFormat
  }

  /// The format itself where the encoder takes it, else its planar twin, else what loses least.
  private static func nearest(
    to wanted: AVPixelFormat, hasAlpha: Bool, among supported: [AVPixelFormat]
  ) -> AVPixelFormat {
    if supported.isEmpty || supported.contains(wanted) { return wanted }
    if let planar = YUVLayout(wanted)?.planar.rawFormat, supported.contains(planar) {
      return planar
    }
    return unsafe avcodec_find_best_pix_fmt_of_list(
      supported + [AV_PIX_FMT_NONE], wanted, hasAlpha ? 1 : 0, nil)
  }

  /// What is lost, where there is a choice that loses less.
  private static func note(
    from given: AVPixelFormat, to format: AVPixelFormat, fullest: AVPixelFormat, isHDR: Bool
  ) -> String? {
    let (family, target) = (PixelFamily.of(given), PixelFamily.of(format))
    let losesDepth = target.bitDepth < min(family.bitDepth, 10)
    let losesChroma =
      target.chromaShiftX > family.chromaShiftX || target.chromaShiftY > family.chromaShiftY
    let names = (PixelLayout.name(of: given), PixelLayout.name(of: format))
    if losesDepth, isHDR {
      return "frames of \(names.0) are encoded as \(names.1); HDR shows bands in 8 bit, and "
        + "--codec \(family.hasAlpha ? "prores4444" : "hevc") keeps 10"
    }
    guard losesDepth || losesChroma, fullest != format else { return nil }
    return "frames of \(names.0) are encoded as \(names.1), which plays everywhere; "
      + "--pixel-format clip makes it \(PixelLayout.name(of: fullest))"
  }
}

extension EncoderSettings.Codec {
  /// The depths that players of the codec take, in 4:2:0; nil for a codec that editing programs
  /// and archives read, which take all that it can hold.
  ///
  /// H.264 in 10 bit or 4:2:2 (High 10, High 4:2:2) has no decoder in phones and most browsers;
  /// HEVC Main 10, VP9 profile 2 and AV1 Main are decoded where their 8-bit kin are.
  fileprivate var playableDepths: Set<Int>? {
    switch self {
    case .h264: [8]
    case .hevc, .vp9, .av1: [8, 10]
    case .prores4444, .ffv1: nil
    }
  }
}
