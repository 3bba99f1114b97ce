internal import CFFmpeg
public import Geometry
public import Imaging

/// Frames of several clips in one: brought to one format, laid beside each other, mixed.
extension VideoFrame {
  /// The picture in 4:2:0 of 8 bit in an encoding; HDR is mapped as it is for stills.
  ///
  /// A frame that is so already stays as it is, to the bit.
  public consuming func planar(_ encoding: YUVEncoding) throws(VideoError) -> VideoFrame {
    let own = self.encoding
    let isPlanar = PixelFamily.of(handle.format).plainFormat == AV_PIX_FMT_YUV420P
    if isPlanar, own == encoding {
      unsafe handle.raw.pointee.format = AV_PIX_FMT_YUV420P.rawValue
      return self
    }
    let isSDR = own.transfer == .sdr && own.primaries == encoding.primaries
    if isSDR, !PixelFamily.of(handle.format).isRGB {
      return try converted(
        to: AV_PIX_FMT_YUV420P, width: width, height: height, tags: ColourTags(encoding))
    }
    var frame = try VideoFrame(
      from: toStraightRGBA8(), encoding: encoding, memory: memory, pts: pts, duration: duration)
    (frame.index, frame.timestampMs) = (index, timestampMs)
    return frame
  }

  /// A picture as a frame in the format and the colours of this one, at its time.
  public borrowing func alike(_ picture: StraightRGBA8) throws(VideoError) -> VideoFrame {
    guard let layout = PixelLayout(handle.format) else { throw Self.noRGBA }
    let isHDR = colourTags.isHighDynamicRange
    let source =
      isHDR
      ? try VideoFrame(overlay: picture, at: self) : try VideoFrame(picture, memory: memory)
    source.scaleWhiteForConversion()
    let target = try memory.pool.makeFrame(
      layout: layout, width: picture.width, height: picture.height)
    try target.copyProperties(from: handle)
    unsafe target.raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    colourTags.apply(to: target)
    var side = scalerPicture
    (side.width, side.height) = (picture.width, picture.height)
    var drawn = side
    drawn.format = source.handle.format
    try memory.scalers.convert(source.handle, as: drawn, into: target, as: side)
    return VideoFrame(
      target, memory: memory, index: index, pts: pts, duration: duration,
      timestampMs: timestampMs)
  }

  /// A black frame of 4:2:0 in 8 bit.
  public static func black(
    _ size: PixelSize<OutputSpace>, _ encoding: YUVEncoding, memory: FrameMemory
  ) throws(VideoError) -> VideoFrame {
    _ = LibAV.ready
    guard let layout = PixelLayout(AV_PIX_FMT_YUV420P) else { throw noRGBA }
    let target = try memory.pool.makeFrame(layout: layout, width: size.width, height: size.height)
    let code = unsafe avo_frame_fill_black(target.raw, encoding.fullRange ? 1 : 0)
    if code < 0 { throw LibAV.failure("av_image_fill_black", code) }
    ColourTags(encoding).apply(to: target)
    return VideoFrame(target, memory: memory)
  }

  /// Lays another frame of the same format over this one, its first pixel at a column and a row, which are even;
  /// what lies beside this one is left out.
  public mutating func lay(
    _ other: borrowing VideoFrame, column: Int, row: Int
  ) throws(VideoError) {
    guard let layout = PixelLayout(handle.format), handle.format == other.handle.format else {
      throw .libraryFailure(call: "laying a frame on another", reason: pixelFormatName)
    }
    try makeWritable()
    let from = (x: max(0, -column), y: max(0, -row))
    let at = (x: max(0, column), y: max(0, row))
    guard from.x < other.width, from.y < other.height, at.x < width, at.y < height else { return }
    try Self.copy(layout, other.handle, from: from, into: handle, at: at)
  }

  /// Mixes another frame of the same size in 8 bits into this one.
  ///
  /// - Parameter share: how much of the other is seen, 0 to 256.
  public mutating func mix(
    _ other: borrowing VideoFrame, share: Int
  ) throws(VideoError) {
    guard let layout = PixelLayout(handle.format), handle.format == other.handle.format,
      width == other.width, height == other.height
    else { throw .libraryFailure(call: "mixing two frames", reason: pixelFormatName) }
    try makeWritable()
    let share = UInt16(min(max(share, 0), 256))
    for (index, plane) in layout.planes.enumerated() {
      guard let from = unsafe other.handle.plane(index), let to = unsafe handle.plane(index) else {
        throw .libraryFailure(call: "mixing two frames", reason: "a plane is missing")
      }
      let bytes = layout.width(ofPlane: index, picture: width) * plane.step
      for row in 0..<layout.height(ofPlane: index, picture: height) {
        let read = unsafe from.base + row * from.stride
        let write = unsafe to.base + row * to.stride
        for byte in 0..<bytes {
          let sum = unsafe UInt16(write[byte]) * (256 - share) + UInt16(read[byte]) * share + 128
          unsafe write[byte] = UInt8(truncatingIfNeeded: sum >> 8)
        }
      }
    }
  }
}

extension VideoFrame {
  /// Darkens the columns before one in 4:2:0 of 8 bits, the nearer the more: the shadow of what lies from there on.
  public mutating func darken(columnsBefore column: Int, width reach: Int) throws(VideoError) {
    guard PixelFamily.of(handle.format).plainFormat == AV_PIX_FMT_YUV420P, reach > 0 else { return }
    try makeWritable()
    guard let luma = unsafe handle.plane(0) else { return }
    let black: UInt32 = encoding.fullRange ? 0 : 16
    for x in max(0, column - reach)..<max(0, min(column, width)) {
      let near = UInt32(reach - (column - x))
      // Half of the light at the edge, all of it where the shadow ends.
      let kept = 256 - 128 * near / UInt32(reach)
      for y in 0..<height {
        let pixel = unsafe luma.base + y * luma.stride + x
        let level = unsafe UInt32(pixel.pointee)
        let light = level > black ? level - black : 0
        unsafe pixel.pointee = UInt8(truncatingIfNeeded: black + (light * kept + 128) >> 8)
      }
    }
  }
}
