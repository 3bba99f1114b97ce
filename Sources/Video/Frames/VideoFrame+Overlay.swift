internal import CFFmpeg
public import Imaging

extension VideoFrame {
  /// A picture with transparency that takes a frame's place in time, for overlays.
  ///
  /// The colours stay R'G'B' with straight alpha, as they are in a clip of SDR with the primaries of
  /// BT.709, by `ArtworkColour` and in 16 bit in another one; the writer brings them to what its
  /// encoder takes, by the colour tags of the frame.
  public init(
    overlay picture: StraightRGBA8, at frame: borrowing VideoFrame
  ) throws(VideoError) {
    let colour = ArtworkColour(for: frame.encoding)
    let handle =
      colour.isIdentity
      ? try Self.handle(of: picture, memory: frame.memory)
      : try Self.deepHandle(of: picture, colour: colour, memory: frame.memory)
    try self.init(handle, at: frame)
  }

  /// What was drawn on a frame of RGB, in its place: the colours are the clip's already.
  package init(
    drawn picture: StraightRGBA8, at frame: borrowing VideoFrame
  ) throws(VideoError) {
    try self.init(Self.handle(of: picture, memory: frame.memory), at: frame)
  }

  private init(
    _ handle: consuming FrameHandle, at frame: borrowing VideoFrame
  ) throws(VideoError) {
    try handle.copyProperties(from: frame.handle)
    frame.colourTags.apply(to: handle)
    self.init(
      handle, memory: frame.memory, index: frame.index, pts: frame.pts,
      duration: frame.duration, timestampMs: frame.timestampMs)
  }

  /// A picture as a frame of its own, as packed RGBA.
  public init(_ picture: StraightRGBA8, memory: FrameMemory) throws(VideoError) {
    _ = LibAV.ready
    self.init(try Self.handle(of: picture, memory: memory), memory: memory)
  }

  /// The picture's pixels in a frame's memory, as packed RGBA.
  package static func handle(
    of picture: StraightRGBA8, memory: FrameMemory
  ) throws(VideoError) -> FrameHandle {
    guard let layout = PixelLayout(AV_PIX_FMT_RGBA) else { throw noRGBA }
    let (width, height) = (picture.width, picture.height)
    let handle = try memory.pool.makeFrame(layout: layout, width: width, height: height)
    guard let plane = unsafe handle.plane(0) else { throw noRGBA }
    unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<height {
        unsafe (plane.base + y * plane.stride).update(from: base + 4 * width * y, count: 4 * width)
      }
    }
    return handle
  }

  /// The picture's pixels in a clip's colours, as packed RGBA of 16 bit.
  private static func deepHandle(
    of picture: StraightRGBA8, colour: ArtworkColour, memory: FrameMemory
  ) throws(VideoError) -> FrameHandle {
    guard let layout = PixelLayout(AV_PIX_FMT_RGBA64LE) else { throw noRGBA }
    let (width, height) = (picture.width, picture.height)
    let handle = try memory.pool.makeFrame(layout: layout, width: width, height: height)
    guard let plane = unsafe handle.plane(0) else { throw noRGBA }
    unsafe memory.colours.deep(colour, of: picture).withUnsafeBytes { pixels in
      guard let base = unsafe pixels.bindMemory(to: UInt8.self).baseAddress else { return }
      for y in 0..<height {
        unsafe (plane.base + y * plane.stride).update(from: base + 8 * width * y, count: 8 * width)
      }
    }
    return handle
  }

  /// Brings the white of 16-bit RGBA from 65535, which is right in a file, to what swscale takes for
  /// it.
  package func scaleWhiteForConversion() {
    guard handle.format == AV_PIX_FMT_RGBA64LE, let plane = unsafe handle.plane(0) else { return }
    for y in 0..<height {
      let row = unsafe UnsafeMutableRawPointer(plane.base + y * plane.stride)
      for x in 0..<width {
        let pixel = unsafe row.load(fromByteOffset: 8 * x, as: SIMD4<UInt16>.self)
        let wide = SIMD4<UInt32>(truncatingIfNeeded: pixel)
        var scaled = SIMD4<UInt16>(
          truncatingIfNeeded: (wide &* UInt32(ColourTables.scalerWhite) &+ 0x7FFF) / 0xFFFF)
        scaled.w = pixel.w
        unsafe row.storeBytes(of: scaled, toByteOffset: 8 * x, as: SIMD4<UInt16>.self)
      }
    }
  }
}
