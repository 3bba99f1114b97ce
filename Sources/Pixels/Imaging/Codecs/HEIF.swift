internal import CHEIF
public import Geometry

/// Pictures of HEIF (ISO/IEC 23008-12): HEIC, as phones write it, and AVIF.
///
/// They are read by libheif, which is loaded with the first of them, and never written.
public enum HEIF {
  /// The library's file.
  static let libraryName = "libheif.so.1"

  /// The library, or why it cannot be loaded.
  @safe private enum Library: @unchecked Sendable {
    case loaded(OpaquePointer)
    case missing(String)
  }

  private static let library: Library = {
    var message = [CChar](repeating: 0, count: Int(cheif_message_bytes))
    if let loaded = unsafe cheif_load(libraryName, &message) { return unsafe .loaded(loaded) }
    return .missing(text(message))
  }()

  static func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Decodes a picture that lies in memory, upright as its boxes say.
  ///
  /// Its own size and those of the pictures that it is put together of are checked before memory is taken.
  public static func decode(
    _ bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> StraightRGBA8 {
    unsafe try withFile(bytes, limits) { file, header throws(ImagingError) in
      unsafe try pixels(of: file, header, limits)
    }
  }

  /// Reads only the upright size.
  public static func size(
    of bytes: [UInt8], limits: ImageLimits = .still
  ) throws(ImagingError) -> PixelSize<ArtworkSpace> {
    unsafe try withFile(bytes, limits) { _, header throws(ImagingError) in
      guard
        let size = PixelSize<ArtworkSpace>(
          width: Int(header.width), height: Int(header.height))
      else { throw .broken(.heif, reason: "its picture has no pixels") }
      return size
    }
  }

  private static func withFile<Result>(
    _ bytes: [UInt8], _ limits: ImageLimits,
    _ body: (OpaquePointer, cheif_header) throws(ImagingError) -> Result
  ) throws(ImagingError) -> Result {
    guard PictureFormat(magic: bytes) == .heif else {
      throw .notA(.heif, firstBytes: Array(bytes.prefix(12)))
    }
    let boxes = HEIFBoxes(bytes)
    try boxes.check(limits)
    let bytes = boxes.ofMainPicture()
    let library: OpaquePointer
    switch Self.library {
    case .loaded(let loaded): unsafe library = unsafe loaded
    case .missing(let reason):
      throw .noReader(.heif, library: libraryName, package: "libheif1", reason: reason)
    }
    let longest = Int32(clamping: max(limits.width, limits.height))
    let outcome = unsafe bytes.withUnsafeBufferPointer {
      bytes -> Swift.Result<Result, ImagingError> in
      var header = cheif_header()
      var status = CHEIF_OK
      var message = [CChar](repeating: 0, count: Int(cheif_message_bytes))
      guard
        let file = unsafe cheif_open(
          library, bytes.baseAddress, bytes.count, longest, &header, &status, &message)
      else { return .failure(failure(status, message, header)) }
      defer { unsafe cheif_close(file) }
      guard limits.allow(width: Int(header.width), height: Int(header.height)) else {
        return .failure(
          .tooLarge(width: Int(header.width), height: Int(header.height), limits: limits))
      }
      do throws(ImagingError) {
        return .success(unsafe try body(file, header))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  private static func pixels(
    of file: OpaquePointer, _ header: cheif_header, _ limits: ImageLimits
  ) throws(ImagingError) -> StraightRGBA8 {
    let (width, height) = (Int(header.width), Int(header.height))
    let channelBytes = header.bit_depth > 8 ? 2 : 1
    var header = header
    var (depth, status): (Int32, cheif_status) = (8, CHEIF_OUT_OF_MEMORY)
    var message = [CChar](repeating: 0, count: Int(cheif_message_bytes))
    let count = 4 * channelBytes * width * height
    let stored = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
      guard let base = buffer.baseAddress else { return }
      status = unsafe cheif_decode(file, &header, base, &depth, &message)
      initialised = status == CHEIF_OK ? count : 0
    }
    guard status == CHEIF_OK else { throw failure(status, message, header) }
    let colours = HEIFColours(header, depth: Int(depth))
    guard
      let picture = StraightRGBA8(
        width: width, height: height, bytes: colours.shown(stored, of: channelBytes))
    else { throw .outOfMemory(width: width, height: height) }
    return picture
  }

  private static func failure(
    _ status: cheif_status, _ message: [CChar], _ header: cheif_header
  ) -> ImagingError {
    switch status {
    case CHEIF_OUT_OF_MEMORY:
      .outOfMemory(width: Int(header.width), height: Int(header.height))
    case CHEIF_UNSUPPORTED:
      .unsupported(.heif, reason: "libheif does not support it (\(text(message)))")
    default: .broken(.heif, reason: "libheif says \"\(text(message))\"")
    }
  }
}

/// What becomes of the values that libheif decodes: 8 bits, sRGB, straight alpha.
struct HEIFColours {
  private let table: StillColourTable?
  private let highest: Int
  private let isPremultiplied: Bool

  /// The numbers of ITU-T H.273.
  private enum Code {
    static let bt2020Primaries: Int32 = 9
    static let displayP3: Int32 = 12
    static let pq: Int32 = 16
    static let hlg: Int32 = 18
  }

  init(_ header: cheif_header, depth: Int) {
    highest = 1 << min(max(depth, 8), 16) - 1
    isPremultiplied = header.is_premultiplied
    let transfer: YUVEncoding.Transfer =
      header.transfer == Code.pq ? .pq : header.transfer == Code.hlg ? .hlg : .sdr
    let primaries: YUVEncoding.Primaries =
      switch header.primaries {
      case Code.bt2020Primaries: .bt2020
      case Code.displayP3: .displayP3
      default: .bt709
      }
    let encoding = YUVEncoding(
      matrix: .bt709, fullRange: true, transfer: transfer, primaries: primaries)
    table = StillColourTable(StillColour(from: encoding))
  }

  /// Packed R, G, B and A of 8 bit.
  func shown(_ stored: [UInt8], of channelBytes: Int) -> [UInt8] {
    if channelBytes == 1, table == nil, !isPremultiplied { return stored }
    let pixels = stored.count / (4 * channelBytes)
    return unsafe [UInt8](unsafeUninitializedCapacity: 4 * pixels) { bytes, count in
      for pixel in 0..<pixels {
        var value = SIMD4<Int>()
        for channel in 0..<4 {
          let place = (4 * pixel + channel) * channelBytes
          value[channel] =
            channelBytes == 1
            ? Int(stored[place]) : Int(stored[place]) | Int(stored[place + 1]) << 8
        }
        let shown = shown(value)
        for channel in 0..<4 { unsafe bytes[4 * pixel + channel] = shown[channel] }
      }
      count = 4 * pixels
    }
  }

  private func shown(_ stored: SIMD4<Int>) -> SIMD4<UInt8> {
    var value = stored
    let alpha = min(value.w, highest)
    if isPremultiplied, alpha > 0, alpha < highest {
      for channel in 0..<3 {
        value[channel] = min((value[channel] * highest + alpha / 2) / alpha, highest)
      }
    }
    func rounded(_ value: Int) -> UInt8 {
      UInt8(clamping: (min(value, highest) * 255 + highest / 2) / highest)
    }
    guard let table else {
      return SIMD4(rounded(value.x), rounded(value.y), rounded(value.z), rounded(alpha))
    }
    func wide(_ value: Int) -> UInt16 { UInt16(clamping: value * 0xFFFF / highest) }
    return SIMD4(
      table(red: wide(value.x), green: wide(value.y), blue: wide(value.z)), rounded(alpha))
  }
}
