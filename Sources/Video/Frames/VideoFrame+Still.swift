internal import CFFmpeg
public import Imaging

extension VideoFrame {
  /// The picture in red, green, blue and alpha, for stills, which are sRGB.
  ///
  /// The colours of a clip of high dynamic range or with wide primaries are brought to it by
  /// `StillColour`. The alpha is 255 where the frame's format has none. The pixel aspect is left as
  /// it is.
  public borrowing func toStraightRGBA8() throws(VideoError) -> StraightRGBA8 {
    let colour = StillColour(from: encoding)
    let bytes: [UInt8]
    if colour.isIdentity {
      bytes = try packed(as: AV_PIX_FMT_RGBA, bytesPerPixel: 4)
    } else {
      // 16 bit, because 8 are too few for PQ and HLG.
      let deep = try packed(as: AV_PIX_FMT_RGBA64LE, bytesPerPixel: 8)
      bytes = memory.colours.still(colour, of: deep)
    }
    guard let result = StraightRGBA8(width: width, height: height, bytes: bytes) else {
      throw Self.noRGBA
    }
    return result
  }

  /// Red, green and blue of the picture at another size, in the colours of `toStraightRGBA8`, rows
  /// without padding; bicubic.
  ///
  /// SDR is converted as most programs do it that give frames to a tracker, not exactly: at
  /// 1280 x 720 in a tenth of the time, and the tracker's landmarks lie nearer to those that were
  /// recorded elsewhere.
  package borrowing func toRGB8(width: Int, height: Int) throws(VideoError) -> [UInt8] {
    let colour = StillColour(from: encoding)
    if colour.isIdentity {
      return try quickRGB8(width: width, height: height)
    }
    let deep = try packed(as: AV_PIX_FMT_RGBA64LE, bytesPerPixel: 8, width: width, height: height)
    let bytes = memory.colours.still(colour, of: deep)
    return unsafe [UInt8](unsafeUninitializedCapacity: bytes.count / 4 * 3) { buffer, count in
      for pixel in 0..<bytes.count / 4 {
        for channel in 0..<3 {
          unsafe buffer[3 * pixel + channel] = bytes[4 * pixel + channel]
        }
      }
      count = bytes.count / 4 * 3
    }
  }

  private borrowing func quickRGB8(width: Int, height: Int) throws(VideoError) -> [UInt8] {
    guard let layout = PixelLayout(AV_PIX_FMT_RGB24) else { throw Self.noRGBA }
    let target = try memory.pool.makeFrame(
      layout: layout, width: (width + 7) / 8 * 8, height: height)
    unsafe target.raw.pointee.width = Int32(width)
    var picture = scalerPicture
    picture.format = AV_PIX_FMT_RGB24
    (picture.width, picture.height) = (width, height)
    try memory.scalers.convert(
      handle, as: scalerPicture, into: target, as: picture, isQuick: true)
    return VideoFrame(target, memory: memory).packedBytes()
  }

  /// The picture's bytes in a packed format, rows without padding.
  private borrowing func packed(
    as format: AVPixelFormat, bytesPerPixel: Int
  ) throws(VideoError) -> [UInt8] {
    try packed(as: format, bytesPerPixel: bytesPerPixel, width: width, height: height)
  }

  private borrowing func packed(
    as format: AVPixelFormat, bytesPerPixel: Int, width: Int, height: Int
  ) throws(VideoError) -> [UInt8] {
    var picture = scalerPicture
    picture.format = format
    (picture.width, picture.height) = (width, height)
    var failure: VideoError?
    let size = bytesPerPixel * width * height
    // Straight into the array's memory: at 1280 x 720 a copy would be 4 MB more to touch.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do throws(VideoError) {
        let target = unsafe try Self.packedFrame(
          over: buffer, format: format, width: width, height: height)
        try memory.scalers.convert(handle, as: scalerPicture, into: target, as: picture)
        count = size
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// A frame of a packed format over memory that outlives it.
  @unsafe private static func packedFrame(
    over memory: UnsafeMutableBufferPointer<UInt8>, format: AVPixelFormat, width: Int, height: Int
  ) throws(VideoError) -> FrameHandle {
    let frame = try FrameHandle()
    let keep: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?) -> Void = {
      _, _ in
    }
    guard let base = memory.baseAddress,
      let buffer = unsafe av_buffer_create(base, memory.count, keep, nil, 0)
    else { throw LibAV.outOfMemory("av_buffer_create") }
    unsafe avo_frame_set_buffer(frame.raw, buffer)
    unsafe avo_frame_set_plane(frame.raw, 0, base, Int32(memory.count / height))
    unsafe frame.raw.pointee.extended_data = unsafe UnsafeMutableRawPointer(frame.raw)
      .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
    unsafe frame.raw.pointee.format = format.rawValue
    unsafe frame.raw.pointee.width = Int32(width)
    unsafe frame.raw.pointee.height = Int32(height)
    return frame
  }
}
