internal import CTurboJPEG

/// The owner of libjpeg-turbo's reading state, which may be used for one picture after the other.
@safe struct TurboJPEGDecoder: ~Copyable {
  let handle: tjhandle

  /// Makes a decoder; nil where there is no memory.
  init?() {
    guard let made = unsafe tjInitDecompress() else { return nil }
    unsafe handle = made
  }

  deinit { unsafe tjDestroy(handle) }

  /// Reads up to the pixels and checks what is found; no memory is taken for pixels.
  func readHeader(of bytes: [UInt8], limits: ImageLimits) throws(ImagingError) -> JPEGHeader {
    guard !bytes.isEmpty, Self.signature.starts(with: bytes.prefix(3)) else {
      throw .notA(.jpeg, firstBytes: Array(bytes.prefix(8)))
    }
    var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
    let status = unsafe bytes.withUnsafeBufferPointer {
      unsafe tjDecompressHeader3(
        handle, $0.baseAddress, UInt($0.count), &width, &height, &subsampling, &space)
    }
    // Subsampling that has no name fails too, after all else was told; such a picture can be read.
    guard status == 0 || (width > 0 && height > 0 && space >= 0) else {
      throw failure(of: bytes)
    }
    guard limits.allow(width: Int(width), height: Int(height)) else {
      throw .tooLarge(width: Int(width), height: Int(height), limits: limits)
    }
    guard space != TJCS_CMYK.rawValue, space != TJCS_YCCK.rawValue else {
      throw .unsupported(.jpeg, reason: "its colours are CMYK; convert it to RGB")
    }
    let segments = JPEGSegments(bytes)
    guard segments.scanCount <= JPEG.scanLimit else {
      throw .tooManyScans(segments.scanCount, limit: JPEG.scanLimit)
    }
    // A file that is cut off between rows is told by this alone.
    guard segments.hasEnd else { throw .cutOff(.jpeg, byteCount: bytes.count) }
    return JPEGHeader(
      width: Int(width), height: Int(height),
      chroma: space == TJCS_YCbCr.rawValue ? Self.chroma(subsampling) : .other,
      orientation: segments.orientation)
  }

  /// Decodes the pixels as stored.
  func readPixels(
    of bytes: [UInt8], _ header: JPEGHeader
  ) throws(ImagingError) -> StraightRGBA8 {
    let (width, height) = (Int32(header.width), Int32(header.height))
    var status: Int32 = -1
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: 4 * header.width * header.height) {
      buffer, count in
      unsafe bytes.withUnsafeBufferPointer {
        status = unsafe tjDecompress2(
          handle, $0.baseAddress, UInt($0.count), buffer.baseAddress, width, 4 * width, height,
          Int32(TJPF_RGBA.rawValue), TJFLAG_LIMITSCANS)
      }
      // Of a picture that failed, rows may be left unwritten; it is given to nobody.
      count = status == 0 || isHarmless(status) ? buffer.count : 0
    }
    guard let picture = StraightRGBA8(width: header.width, height: header.height, bytes: pixels)
    else { throw failure(of: bytes) }
    return picture
  }

  /// Whether a call that did not succeed only warned of what does not reach the pixels.
  ///
  /// Cameras write wrong numbers into the scan's header, or bytes too many before a marker.
  func isHarmless(_ status: Int32) -> Bool {
    guard status != 0, unsafe tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { return false }
    let message = unsafe Self.message(of: handle)
    return message.hasPrefix("Invalid SOS parameters")
      || message.hasSuffix("extraneous bytes before marker 0xd9")
  }

  /// Why the last call failed.
  func failure(of bytes: [UInt8]) -> ImagingError {
    let message = unsafe Self.message(of: handle)
    let isEarlyEnd = ["Premature end", "JPEG datastream contains no image"].contains {
      message.hasPrefix($0)
    }
    if isEarlyEnd { return .cutOff(.jpeg, byteCount: bytes.count) }
    if message.hasPrefix("Insufficient memory") { return .outOfMemory(width: 0, height: 0) }
    return .broken(.jpeg, reason: message)
  }

  /// What libjpeg-turbo said last.
  static func message(of handle: tjhandle) -> String {
    unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "no reason was given"
  }

  private static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

  private static func chroma(_ subsampling: Int32) -> JPEGHeader.Chroma {
    switch subsampling {
    case Int32(TJSAMP_444.rawValue): .planes(.yuv444p)
    case Int32(TJSAMP_422.rawValue): .planes(.yuv422p)
    case Int32(TJSAMP_420.rawValue): .planes(.yuv420p)
    default: .other
    }
  }
}
