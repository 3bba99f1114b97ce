internal import CFFmpeg
internal import Geometry
internal import Imaging

/// How decoded frames become the frames that are handed out: converted or not, and turned.
struct FramePlan: Hashable {
  /// The format that is handed out.
  let format: AVPixelFormat
  /// The colour tags that are handed out.
  let tags: ColourTags
  /// One line that says what was converted; nil where nothing was.
  let note: String?

  /// Decides by the first frame, for the whole clip.
  ///
  /// - Parameter options: Tell the formats that stay as they are, and whether transparency is kept.
  init(
    decoded: AVPixelFormat, tags: ColourTags, turn: QuarterTurn, options: ClipReader.Options
  ) {
    let family = PixelFamily.of(decoded)
    let layout = PixelLayout(decoded)
    let native = options.nativeFormats
    if family.hasAlpha, options.keepsTransparency, !tags.isWideOrHigh {
      format = AV_PIX_FMT_RGBA
      self.tags = tags
      note = decoded == format ? nil : Self.note(from: decoded, to: format)
      return
    }
    // A frame of red, green and blue has no tag that would tell the compositor of wide colours.
    let suits = !(family.isRGB && tags.isWideOrHigh) && layout != nil
    if suits, native.contains(PixelLayout.name(of: decoded)),
      !turn.swapsSides || layout?.isSymmetric == true
    {
      format = decoded
      self.tags = tags
      note = nil
      return
    }
    format = Self.nearest(to: decoded, family: family, tags: tags, turn: turn, native: native)
    var converted = tags
    if family.isRGB, !PixelFamily.of(format).isRGB {
      converted = tags.asYCbCr
    } else if family.isGrey, tags.rawRange == AVCOL_RANGE_UNSPECIFIED {
      converted.rawRange = AVCOL_RANGE_JPEG
    }
    self.tags = converted
    let dropped = family.hasAlpha ? "; \(Self.dropped)" : ""
    note = Self.note(from: decoded, to: format) + dropped
  }

  /// What is said of frames whose transparency is not handed out.
  static let dropped = "transparency is dropped"

  private static func note(from decoded: AVPixelFormat, to format: AVPixelFormat) -> String {
    "pixels are converted from \(PixelLayout.name(of: decoded)) to \(PixelLayout.name(of: format))"
  }

  /// The native format that loses least: subsampling and depth are kept where one has them.
  private static func nearest(
    to decoded: AVPixelFormat, family: PixelFamily, tags: ColourTags, turn: QuarterTurn,
    native: Set<String>
  ) -> AVPixelFormat {
    let isDeep = family.bitDepth > 8
    var wanted: AVPixelFormat
    if family.isRGB, !isDeep, !tags.isWideOrHigh {
      wanted = AV_PIX_FMT_RGB24
    } else {
      // 4:1:1 fits into 4:2:2, and 4:4:0 into 4:4:4, without loss. So does 4:2:2 that is turned by
      // a quarter, which is 4:4:0.
      let halvesY = family.isGrey || (family.chromaShiftX > 0 && family.chromaShiftY > 0)
      let halvesX = halvesY || (family.chromaShiftX > 0 && !turn.swapsSides)
      wanted = YUVLayout(halvesX: halvesX, halvesY: halvesY, isDeep: isDeep).rawFormat
    }
    return native.contains(PixelLayout.name(of: wanted)) ? wanted : AV_PIX_FMT_YUV420P
  }

  /// Converts and turns one frame, and takes the note of the turn off it.
  func prepare(
    _ frame: consuming VideoFrame, orientation: DisplayOrientation
  ) throws(VideoError) -> VideoFrame {
    var frame = try inFormat(frame)
    if orientation != .upright { try frame.replacePixels(orientation: orientation) }
    unsafe av_frame_remove_side_data(frame.handle.raw, AV_FRAME_DATA_DISPLAYMATRIX)
    return frame
  }

  /// A function of its own: Swift 6.3 leaks a noncopyable value that is consumed and assigned
  /// again in one branch of a function.
  private func inFormat(_ frame: consuming VideoFrame) throws(VideoError) -> VideoFrame {
    if frame.handle.format == format { return frame }
    let (width, height) = (frame.width, frame.height)
    return try frame.converted(to: format, width: width, height: height, tags: tags)
  }
}
