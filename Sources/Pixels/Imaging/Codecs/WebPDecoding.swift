internal import CWebP

/// How decoding a WebP picture ended.
enum WebPOutcome {
  /// libwebp's status, and the rows that were decoded.
  case status(VP8StatusCode, rows: Int)
  /// It took longer than it may.
  case overdue

  /// Whether all of the picture was decoded.
  var isWhole: Bool {
    if case .status(VP8_STATUS_OK, _) = self { true } else { false }
  }
}

/// Decodes a WebP picture slice by slice of its file, with a look at the clock between them.
struct WebPDecoding {
  private let bytes: [UInt8]
  private let deadline: Double

  /// Slices of a file.
  ///
  /// libwebp begins again with a header of which a part is missing, so there are few.
  private static let slices = 16

  /// Makes the decoding of a file, which may take so many seconds of the processor's time.
  init(_ bytes: [UInt8], _ seconds: Double) {
    self.bytes = bytes
    deadline = ThreadClock.seconds + seconds
  }

  /// Decodes into packed R, G, B, A.
  func run(into buffer: UnsafeMutableBufferPointer<UInt8>, rowBytes: Int) -> WebPOutcome {
    var config = unsafe WebPDecoderConfig()
    guard unsafe WebPInitDecoderConfig(&config) != 0 else {
      return .status(VP8_STATUS_OUT_OF_MEMORY, rows: 0)
    }
    unsafe config.output.colorspace = MODE_RGBA
    unsafe config.output.is_external_memory = 1
    unsafe config.output.u.RGBA = WebPRGBABuffer(
      rgba: buffer.baseAddress, stride: Int32(rowBytes), size: buffer.count)
    guard let decoder = unsafe WebPIDecode(nil, 0, &config) else {
      return .status(VP8_STATUS_OUT_OF_MEMORY, rows: 0)
    }
    defer {
      unsafe WebPIDelete(decoder)
      unsafe WebPFreeDecBuffer(&config.output)
    }
    return unsafe bytes.withUnsafeBufferPointer { unsafe feed($0, to: decoder) }
  }

  private func feed(
    _ bytes: UnsafeBufferPointer<UInt8>, to decoder: OpaquePointer
  ) -> WebPOutcome {
    var status = VP8_STATUS_SUSPENDED
    for slice in 1...Self.slices where status == VP8_STATUS_SUSPENDED {
      if ThreadClock.seconds > deadline { return .overdue }
      status = unsafe WebPIUpdate(
        decoder, bytes.baseAddress, bytes.count * slice / Self.slices)
    }
    var rows: Int32 = 0
    _ = unsafe WebPIDecGetRGB(decoder, &rows, nil, nil, nil)
    return .status(status, rows: Int(rows))
  }
}
