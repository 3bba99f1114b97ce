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
  /// - Parameter native: The formats that stay as they are, by FFmpeg's names.
  init(decoded: AVPixelFormat, tags: ColourTags, turn: QuarterTurn, native: Set<String>) {
    let name = PixelLayout.name(of: decoded)
    let family = PixelFamily.of(decoded)
    if native.contains(name), let layout = PixelLayout(decoded) {
      if !turn.swapsSides || layout.isSymmetric {
        format = decoded
        self.tags = tags
        note = nil
        return
      }
    }
    format = AV_PIX_FMT_YUV420P
    var converted = tags
    if family.isRGB {
      // Red, green and blue say nothing of a matrix; the one of high definition is taken.
      let encoding = ColourTags(YUVEncoding(matrix: .bt709, fullRange: false))
      converted.rawRange = encoding.rawRange
      converted.rawMatrix = encoding.rawMatrix
    } else if family.isGrey, tags.rawRange == AVCOL_RANGE_UNSPECIFIED {
      converted.rawRange = AVCOL_RANGE_JPEG
    }
    self.tags = converted
    let dropped = family.hasAlpha ? "; transparency is dropped" : ""
    note = "pixels are converted from \(name) to yuv420p, 8 bit\(dropped)"
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
