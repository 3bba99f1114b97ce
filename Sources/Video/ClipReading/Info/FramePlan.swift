internal import CFFmpeg
internal import Frames
internal import Geometry
internal import Imaging

/// How decoded frames become the frames that are handed out: converted or not, and turned.
struct FramePlan: Hashable {
  /// The format that is handed out.
  private(set) var format: AVPixelFormat
  /// The colour tags that are handed out.
  private(set) var tags: ColourTags
  /// Format and tags of frames whose colours are brought to SDR of BT.709 then; nil where they stay.
  private var high: HighFormat?
  /// The tags of frames in that format before their matrix is converted.
  private let storedTags: ColourTags
  /// The matrix of the clip's first frame, as it is stored.
  private let first: ColourTags
  /// What becomes of the matrix; nil for red, green and blue.
  private let matrix: MatrixPlan?
  /// One line that says what was converted; nil where nothing was.
  private(set) var note: String?

  /// A format of frames of high dynamic range or wide primaries.
  private struct HighFormat: Hashable {
    let format: AVPixelFormat
    let tags: ColourTags
  }

  /// Whether colours are brought to SDR of BT.709.
  var becomesStandard: Bool { high != nil }

  /// Brings the colours of what would be handed out to SDR of BT.709, in 8 bits, where they are others.
  func inStandard() -> FramePlan {
    guard tags.isWideOrHigh else { return self }
    var plan = self
    plan.high = HighFormat(format: format, tags: tags)
    plan.format = AV_PIX_FMT_YUV420P
    plan.tags = ColourTags(Self.standard)
    plan.note = Self.joined(note, "colours are mapped to SDR of BT.709, in 8 bits")
    return plan
  }

  /// Colours of SDR clips, as every player shows them.
  private static let standard = YUVEncoding(
    matrix: .bt709, fullRange: false, transfer: .sdr, primaries: .bt709)

  /// Decides by the first frame, for the whole clip.
  ///
  /// - Parameters:
  ///   - width: the columns of the stored picture.
  ///   - height: its rows.
  ///   - options: tell the formats that stay as they are, and whether transparency is kept.
  init(
    decoded: AVPixelFormat, tags stated: ColourTags, width: Int, height: Int, turn: QuarterTurn,
    options: ReadingOptions
  ) throws(UnreadableColours) {
    let family = PixelFamily.of(decoded)
    let layout = PixelLayout(decoded)
    let native = options.nativeFormats
    let matrix =
      family.isRGB
      ? nil
      : try MatrixPlan(stated, width: width, height: height, swapsSides: turn.swapsSides)
    (first, self.matrix) = (stated, matrix)
    let tags = matrix?.tags ?? stated
    if family.hasAlpha, options.keepsTransparency, !tags.isWideOrHigh, matrix?.conversion == nil {
      format = AV_PIX_FMT_RGBA
      (self.tags, storedTags) = (tags, tags)
      note = Self.joined(
        decoded == format ? nil : Self.note(from: decoded, to: format), matrix?.note)
      return
    }
    if let conversion = matrix?.conversion {
      var planar = Self.nearest(to: decoded, family: family, tags: tags, turn: turn, native: native)
      if conversion.needsFullChroma, let layout = YUVLayout(planar) {
        planar = YUVLayout(halvesX: false, halvesY: false, isDeep: layout.bitDepth > 8).rawFormat
      }
      format = planar
      self.tags = tags
      var stored = tags
      stored.rawMatrix = stated.rawMatrix
      storedTags = stored
      let plain = family.plainFormat
      note = Self.joined(
        plain == format ? nil : Self.note(from: decoded, to: format), matrix?.note,
        family.hasAlpha ? Self.dropped : nil)
      return
    }
    // A frame of red, green and blue has no tag that would tell the compositor of wide colours.
    let suits = !(family.isRGB && tags.isWideOrHigh) && layout != nil
    if suits, native.contains(PixelLayout.name(of: decoded)),
      !turn.swapsSides || layout?.isSymmetric == true
    {
      format = decoded
      (self.tags, storedTags) = (tags, tags)
      note = matrix?.note
      return
    }
    format = Self.nearest(to: decoded, family: family, tags: tags, turn: turn, native: native)
    var converted = tags
    if family.isRGB, !PixelFamily.of(format).isRGB {
      converted = tags.asYCbCr
    } else if family.isGrey, tags.rawRange == AVCOL_RANGE_UNSPECIFIED {
      converted.rawRange = AVCOL_RANGE_JPEG
    }
    (self.tags, storedTags) = (converted, converted)
    note = Self.joined(
      Self.note(from: decoded, to: format), matrix?.note, family.hasAlpha ? Self.dropped : nil)
  }

  private static func joined(_ parts: String?...) -> String? {
    let said = parts.compactMap(\.self)
    return said.isEmpty ? nil : said.joined(separator: "; ")
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
    guard let high else { return try turned(inMatrix(inFormat(frame)), orientation) }
    var plan = self
    (plan.format, plan.tags, plan.high) = (high.format, high.tags, nil)
    let shown = try plan.prepare(frame, orientation: orientation)
    return try shown.inColours(of: Self.standard)
  }

  private func turned(
    _ frame: consuming VideoFrame, _ orientation: DisplayOrientation
  ) throws(VideoError) -> VideoFrame {
    var frame = frame
    if orientation != .upright { try frame.replacePixels(orientation: orientation) }
    unsafe av_frame_remove_side_data(frame.handle.raw, AV_FRAME_DATA_DISPLAYMATRIX)
    return frame
  }

  /// A function of its own: Swift 6.3 leaks a noncopyable value that is consumed and assigned
  /// again in one branch of a function.
  private func inFormat(_ frame: consuming VideoFrame) throws(VideoError) -> VideoFrame {
    if frame.handle.format == format { return frame }
    let (width, height) = (frame.width, frame.height)
    var tags = storedTags
    // The matrix is brought to that of the clip afterwards.
    if matrix != nil, !PixelFamily.of(frame.handle.format).isRGB,
      !PixelFamily.of(format).isRGB
    {
      tags.rawMatrix = frame.colourTags.rawMatrix
    }
    return try frame.converted(to: format, width: width, height: height, tags: tags)
  }

  /// Brings a frame's matrix to that of the frames that are handed out; a clip may change its own on the
  /// way.
  private func inMatrix(_ frame: consuming VideoFrame) throws(VideoError) -> VideoFrame {
    guard let matrix, !PixelFamily.of(format).isRGB else { return frame }
    var frame = frame
    let stated = frame.colourTags
    guard stated.rawMatrix != first.rawMatrix else {
      try convert(&frame, by: matrix)
      return frame
    }
    guard
      let own = try? MatrixPlan(
        stated, width: frame.width, height: frame.height, swapsSides: false)
    else {
      throw .encodingFailed(reason: "the colours change to \(stated.matrixInWords) on the way")
    }
    if own.conversion?.needsFullChroma != true { try convert(&frame, by: own) }
    let encodings = (
      frame.encoding.matrix, tags.encoding(width: frame.width, height: frame.height).matrix
    )
    if encodings.0 == encodings.1 {
      unsafe frame.handle.raw.pointee.colorspace = tags.rawMatrix
      return frame
    }
    let (width, height) = (frame.width, frame.height)
    return try frame.converted(to: format, width: width, height: height, tags: tags)
  }

  private func convert(_ frame: inout VideoFrame, by plan: MatrixPlan) throws(VideoError) {
    if let conversion = plan.conversion {
      try frame.makeWritable()
      let encoding = frame.encoding
      conversion.apply(
        to: frame.handle, siting: encoding.chromaSiting, fullRange: encoding.fullRange)
    }
    unsafe frame.handle.raw.pointee.colorspace = plan.tags.rawMatrix
  }
}

extension FramePlan {
  /// Decides by a clip's first frame.
  init(
    first: borrowing FrameHandle, of stream: UnsafeMutablePointer<AVStream>, path: String,
    size: (width: Int, height: Int), turn: QuarterTurn, options: ReadingOptions
  ) throws(VideoError) {
    let stated = options.reading.colourMatrix
    if stated == nil, unsafe DolbyVision.lacksCompatibleBase(stream, first) {
      throw .unreadableColours(
        path: path, colours: "those of Dolby Vision profile 5, without a base that others can show",
        advice: "export it from the camera or editor as HDR10, HLG or SDR, or give --colour-matrix "
          + "bt2020nc if it is labelled wrongly")
    }
    do throws(UnreadableColours) {
      try self.init(
        decoded: first.format, tags: ColourTags(frame: first), width: size.width,
        height: size.height, turn: turn, options: options)
    } catch {
      throw .unreadableColours(
        path: path, colours: "\(error.matrix) (\(error.asOf))",
        advice: "convert it with FFmpeg, zscale=matrix=2020_ncl, or give --colour-matrix bt2020nc "
          + "if it is tagged wrongly")
    }
  }

  /// Decides for stills, which are red, green and blue.
  init(
    still tags: ColourTags, width: Int, height: Int, path: String, options: ReadingOptions
  ) throws(VideoError) {
    do throws(UnreadableColours) {
      try self.init(
        decoded: AV_PIX_FMT_RGBA, tags: tags, width: width, height: height, turn: .none,
        options: options)
    } catch {
      throw .unreadableColours(path: path, colours: error.matrix, advice: "save it as sRGB")
    }
  }
}
