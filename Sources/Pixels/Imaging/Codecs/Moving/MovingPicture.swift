internal import CAnimation
public import Geometry

/// A picture that moves by itself: an animated WebP, PNG or GIF, each frame as it is shown.
public struct MovingPicture: Sendable {
  /// The frames, all of one size.
  public let frames: [StraightRGBA8]
  /// How long each is shown, in milliseconds, as the file says it.
  public let durationsMs: [Double]

  /// The kinds of such files.
  public enum Format: String, Sendable {
    /// An animated WebP.
    case webp
    /// An animated PNG.
    case png
    /// A GIF, which may have one frame.
    case gif
  }

  /// What a file holds, known without its pixels.
  public struct Info: Hashable, Sendable {
    /// The kind of the file.
    public let format: Format
    /// The size of the picture.
    public let size: PixelSize<ArtworkSpace>
    /// How many frames it has.
    public let frames: Int

    /// The bytes of all frames' pixels.
    public var decodedBytes: Int { 4 * size.width * size.height * frames }
  }

  /// Whether a file whose first bytes are these may hold more than one frame.
  package static func mayMove(beginning bytes: [UInt8]) -> Bool {
    bytes.starts(with: "GIF8".utf8) || bytes.starts(with: "RIFF".utf8)
      || bytes.starts(with: PNG.signature) && AnimatedPNG(bytes) != nil
  }

  /// Looks what a file holds; nil for one that does not move, or is no picture.
  ///
  /// - Parameter most: the frames after which counting may stop.
  public static func info(
    of bytes: [UInt8], most: Int
  ) throws(ImagingError) -> Info? {
    if bytes.starts(with: "GIF8".utf8) {
      return try unsafe native(.gif, bytes) {
        unsafe can_gif_info($0, $1, Int32(clamping: most), $2)
      }
    }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBPVP8X".utf8),
      bytes.count > 20, bytes[20] & 0x02 != 0
    {
      return try unsafe native(.webp, bytes) { unsafe can_webp_info($0, $1, $2) }
    }
    guard bytes.starts(with: PNG.signature), let frames = AnimatedPNG(bytes)?.frames, frames > 1
    else { return nil }
    let size = try PNG.size(of: bytes)
    return Info(format: .png, size: size, frames: frames)
  }

  /// Decodes a file; what it holds is to be checked against limits before.
  public init(_ bytes: [UInt8], _ info: Info) throws(ImagingError) {
    switch info.format {
    case .png:
      let shown = try AnimatedPNG.decoded(bytes, size: info.size)
      (frames, durationsMs) = (shown.map(\.picture), shown.map(\.durationMs))
    case .gif:
      (frames, durationsMs) = try unsafe Self.read(bytes, info) {
        unsafe can_gif_read($0, $1, $2, $3, $4)
      }
    case .webp:
      (frames, durationsMs) = try unsafe Self.read(bytes, info) {
        unsafe can_webp_read($0, $1, $2, $3, $4)
      }
    }
  }

  private static func native(
    _ format: Format, _ bytes: [UInt8],
    _ read: (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<can_info>) -> can_status
  ) throws(ImagingError) -> Info {
    var found = can_info()
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return CAN_DAMAGED }
      return unsafe read(base, buffer.count, &found)
    }
    try check(status, format, found)
    return Info(
      format: format, size: PixelSize(clamping: Int(found.width), Int(found.height)),
      frames: Int(found.frames))
  }

  private static func read(
    _ bytes: [UInt8], _ info: Info,
    _ read: (
      UnsafePointer<UInt8>, Int, UnsafePointer<can_info>, UnsafeMutablePointer<UInt8>,
      UnsafeMutablePointer<Int32>
    ) -> can_status
  ) throws(ImagingError) -> ([StraightRGBA8], [Double]) {
    let (width, height) = (info.size.width, info.size.height)
    var found = can_info(
      width: Int32(clamping: width), height: Int32(clamping: height),
      frames: Int32(clamping: info.frames))
    var durations = [Int32](repeating: 0, count: info.frames)
    var pixels = [UInt8](repeating: 0, count: info.decodedBytes)
    let status = unsafe bytes.withUnsafeBufferPointer { file in
      unsafe pixels.withUnsafeMutableBufferPointer { room in
        guard let base = file.baseAddress, let to = room.baseAddress else { return CAN_DAMAGED }
        return unsafe read(base, file.count, &found, to, &durations)
      }
    }
    try check(status, info.format, found)
    let size = 4 * width * height
    let frames = (0..<info.frames).compactMap { number in
      StraightRGBA8(
        width: width, height: height, bytes: Array(pixels[(number * size)..<((number + 1) * size)]))
    }
    return (frames, durations.map(Double.init))
  }

  private static func check(
    _ status: can_status, _ format: Format, _ info: can_info
  ) throws(ImagingError) {
    switch status {
    case CAN_OK: return
    case CAN_OUT_OF_MEMORY:
      throw .outOfMemory(width: Int(info.width), height: Int(info.height))
    default:
      throw .unreadable(
        reason: "the \(format == .gif ? "GIF" : "animated WebP") is damaged or cut off")
    }
  }
}
