package import CFFmpeg
public import Geometry
public import Imaging

extension VideoFrame {
  /// The picture at another size, in the same format and colours; bicubic.
  public consuming func scaled(
    to size: PixelSize<OutputSpace>
  ) throws(VideoError) -> VideoFrame {
    if size.width == width, size.height == height { return self }
    let tags = colourTags.asTakenOf(width, height, for: size.width, size.height)
    return try converted(to: handle.format, width: size.width, height: size.height, tags: tags)
  }

  /// Encodes a drawn picture as a 4:2:0 frame; its alpha is dropped.
  ///
  /// - Parameters:
  ///   - picture: The picture; chroma is averaged over it by a bicubic filter, left-sited.
  ///   - encoding: The matrix and range of the frame, which is tagged with them.
  ///   - memory: The store to take the frame's memory from; one for all frames of a clip.
  ///   - pts: The presentation time, in ticks of the time base it will be written with.
  ///   - duration: How long it is shown, in the same ticks.
  public init(
    from picture: StraightRGBA8, encoding: YUVEncoding, memory: FrameMemory, pts: Int64 = 0,
    duration: Int64 = 0
  ) throws(VideoError) {
    _ = LibAV.ready
    guard let planar = PixelLayout(AV_PIX_FMT_YUV420P) else { throw Self.noRGBA }
    let (width, height) = (picture.width, picture.height)
    let source = try Self.handle(of: picture, memory: memory)
    let target = try memory.pool.makeFrame(layout: planar, width: width, height: height)
    ColourTags(encoding).apply(to: target)
    let side = ScalerPool.Picture(
      format: AV_PIX_FMT_YUV420P, width: width, height: height, encoding: encoding,
      chromaLocation: ColourTags(encoding).rawChromaLocation)
    var drawn = side
    drawn.format = AV_PIX_FMT_RGBA
    try memory.scalers.convert(source, as: drawn, into: target, as: side)
    self.init(target, memory: memory, pts: pts, duration: duration)
  }

  /// The picture in 4:2:0 of 8 bits with the colours that a still of it has, at its own time.
  package consuming func inColours(of encoding: YUVEncoding) throws(VideoError) -> VideoFrame {
    var shown = try VideoFrame(
      from: toStraightRGBA8(), encoding: encoding, memory: memory, pts: pts, duration: duration)
    let aspect = unsafe handle.raw.pointee.sample_aspect_ratio
    unsafe shown.handle.raw.pointee.sample_aspect_ratio = aspect
    (shown.index, shown.timestampMs, shown.isDamaged) = (index, timestampMs, isDamaged)
    return shown
  }

  /// The picture in another format and size, with these tags.
  package consuming func converted(
    to format: AVPixelFormat, width: Int, height: Int, tags: ColourTags
  ) throws(VideoError) -> VideoFrame {
    guard let layout = PixelLayout(format) else {
      throw .libraryFailure(call: "converting a frame", reason: PixelLayout.name(of: format))
    }
    let target = try memory.pool.makeFrame(layout: layout, width: width, height: height)
    try target.copyProperties(from: handle)
    if width * handle.height != height * handle.width {
      // The shown shape is what was asked for.
      unsafe target.raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    }
    // Rows of two times are mixed.
    if height != handle.height { unsafe avo_set_interlaced(target.raw, false) }
    tags.apply(to: target)
    let picture = ScalerPool.Picture(
      format: format, width: width, height: height,
      encoding: tags.encoding(width: self.width, height: self.height),
      chromaLocation: tags.rawChromaLocation)
    try memory.scalers.convert(handle, as: scalerPicture, into: target, as: picture)
    handle = target
    return self
  }

  static var noRGBA: VideoError {
    .libraryFailure(call: "converting to RGBA", reason: "no such format")
  }
}
