internal import CTurboJPEG

/// The owner of TurboJPEG's reading state, which tells what a picture's header says.
@safe struct TurboJPEGDecoder: ~Copyable {
  let handle: tjhandle

  /// Makes a decoder; nil where there is no memory.
  init?() {
    guard let made = unsafe tjInitDecompress() else { return nil }
    unsafe handle = made
  }

  deinit { unsafe tjDestroy(handle) }

  /// Reads up to the pixels and checks what is found; no memory is taken for pixels.
  ///
  /// - Parameter allowsCut: whether the picture may lack its end.
  func readHeader(
    of bytes: [UInt8], limits: ImageLimits, allowsCut: Bool = false
  ) throws(ImagingError) -> JPEGHeader {
    guard !bytes.isEmpty, Self.signature.starts(with: bytes.prefix(3)) else {
      throw .notA(.jpeg, firstBytes: Array(bytes.prefix(8)))
    }
    var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
    let status = unsafe bytes.withUnsafeBufferPointer {
      unsafe tjDecompressHeader3(
        handle, $0.baseAddress, UInt($0.count), &width, &height, &subsampling, &space)
    }
    // A file of tables alone is right, as a part of others (ISO/IEC 10918-1, B.5), but no picture.
    guard status != 0 || (width > 0 && height > 0) else {
      throw .broken(.jpeg, reason: "it ends before its picture begins")
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
    guard segments.hasEnd || allowsCut else { throw .cutOff(.jpeg, byteCount: bytes.count) }
    return JPEGHeader(
      width: Int(width), height: Int(height),
      chroma: space == TJCS_YCbCr.rawValue ? Self.chroma(subsampling) : .other,
      orientation: segments.orientation, hasEnd: segments.hasEnd)
  }

  /// Why the last call failed.
  private func failure(of bytes: [UInt8]) -> ImagingError {
    let message = unsafe Self.message(of: handle)
    let isEarlyEnd = ["Premature end", "JPEG datastream contains no image"].contains {
      message.hasPrefix($0)
    }
    if isEarlyEnd { return .cutOff(.jpeg, byteCount: bytes.count) }
    if message.hasPrefix("Insufficient memory") { return .outOfMemory(width: 0, height: 0) }
    return JPEGFault.error(message)
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
