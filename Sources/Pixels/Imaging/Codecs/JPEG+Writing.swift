internal import CTurboJPEG

extension JPEG {
  /// Encodes a picture; what is transparent is shown on a background, since JPEG has no alpha.
  ///
  /// Chroma is not subsampled, so that the coloured edges of artwork stay sharp. `quality` is 1 to
  /// 100, with the meaning that libjpeg gave it; values beyond are taken for the nearest. Nil for a
  /// picture with a side over `sideLimit`, and where there is no memory.
  public static func encode(
    _ picture: StraightRGBA8, quality: Int = 85, ground: RGBA8 = RGBA8(128, 128, 128)
  ) -> [UInt8]? {
    try? encoding(picture, quality: quality, ground: ground)
  }

  /// Encodes a picture as `encode` does, and says why it cannot.
  static func encoding(
    _ picture: StraightRGBA8, quality: Int, ground: RGBA8
  ) throws(ImagingError) -> [UInt8] {
    guard picture.width <= sideLimit, picture.height <= sideLimit else {
      throw .unwritable(
        reason: "\(picture.width) x \(picture.height) pixels are too many for a JPEG;"
          + " a side has at most \(sideLimit)")
    }
    let flat = picture.isOpaque ? picture : picture.flattened(on: ground)
    guard let encoder = TurboJPEGEncoder() else {
      throw .outOfMemory(width: picture.width, height: picture.height)
    }
    return try encoder.encode(flat, quality: quality)
  }
}

/// The owner of libjpeg-turbo's writing state.
@safe struct TurboJPEGEncoder: ~Copyable {
  let handle: tjhandle

  /// Makes an encoder; nil where there is no memory.
  init?() {
    guard let made = unsafe tjInitCompress() else { return nil }
    unsafe handle = made
  }

  deinit { unsafe tjDestroy(handle) }

  /// The integer DCT is exact to the standard's accuracy, and with AVX2 as fast as the coarse one.
  static let flags = TJFLAG_ACCURATEDCT

  /// The quality that libjpeg-turbo takes.
  static func clamped(_ quality: Int) -> Int32 { Int32(min(max(quality, 1), 100)) }

  /// Encodes an opaque picture, without subsampling.
  func encode(_ picture: StraightRGBA8, quality: Int) throws(ImagingError) -> [UInt8] {
    var encoded: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { unsafe tjFree(encoded) }
    let (width, height) = (Int32(picture.width), Int32(picture.height))
    let status = unsafe picture.bytes.withUnsafeBufferPointer { pixels in
      unsafe tjCompress2(
        handle, pixels.baseAddress, width, 4 * width, height, Int32(TJPF_RGBX.rawValue),
        &encoded, &count, Int32(TJSAMP_444.rawValue), Self.clamped(quality), Self.flags)
    }
    guard status == 0, let encoded = unsafe encoded else {
      throw .unwritable(reason: unsafe TurboJPEGDecoder.message(of: handle))
    }
    return unsafe Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
  }
}
