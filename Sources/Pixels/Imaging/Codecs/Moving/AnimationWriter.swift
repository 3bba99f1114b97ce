internal import CAnimation
public import Geometry

/// Writes a picture that moves by itself, frame by frame, and plays for ever.
///
/// The same frames with the same quality give the same bytes. Frames that look as those before them are stored as a
/// longer time of those.
@safe public final class AnimationWriter {
  @safe private enum Encoder {
    case gif(OpaquePointer)
    case webp(OpaquePointer)
  }

  private let encoder: Encoder
  private let format: AnimationFormat
  private let size: PixelSize<OutputSpace>
  /// Ticks at which the last frame that was kept begins; nil before the first.
  private var lastTicks: Int?
  private var firstMs = 0.0

  /// Frames that were kept, and those that were left out as they would be shown too short.
  public private(set) var frameCount = 0, droppedFrames = 0

  /// Bytes of frames that a GIF holds for a palette.
  private static let heldBytes = 48 << 20

  /// Begins a file.
  ///
  /// - Parameter keepsTransparency: whether alpha is looked at: a GIF keeps all of a pixel or nothing.
  public init(
    _ format: AnimationFormat, size: PixelSize<OutputSpace>, quality: AnimationQuality,
    keepsTransparency: Bool
  ) throws(ImagingError) {
    (self.format, self.size) = (format, size)
    guard size.width <= format.sideLimit, size.height <= format.sideLimit else {
      throw .unwritable(
        reason:
          "\(size.width) x \(size.height) pixels are too many for \(format == .gif ? "a GIF" : "a WebP");"
          + " a side has at most \(format.sideLimit)")
    }
    let (width, height) = (Int32(clamping: size.width), Int32(clamping: size.height))
    switch format {
    case .gif:
      var options = can_gif_options(
        width: width, height: height, colours: Int32(quality.colours),
        tolerance: Int32(quality.tolerance), keeps_transparency: keepsTransparency,
        held_bytes: Self.heldBytes)
      guard let begun = unsafe can_gif_begin(&options) else {
        throw .outOfMemory(width: size.width, height: size.height)
      }
      encoder = unsafe .gif(begun)
    case .webp:
      guard let begun = unsafe can_webp_begin(width, height, Float(quality.lossy))
      else { throw .outOfMemory(width: size.width, height: size.height) }
      encoder = unsafe .webp(begun)
    }
  }

  deinit {
    switch encoder {
    case .gif(let writer): unsafe can_gif_free(writer)
    case .webp(let writer): unsafe can_webp_free(writer)
    }
  }

  /// Takes a frame of the size.
  ///
  /// Times are rounded each by itself, so that their sum does not drift.
  /// - Parameter startMs: when it is shown, on any clock; later than the one before.
  /// - Returns: bytes that follow those before in the file; none where they come at the end.
  public func add(
    _ picture: StraightRGBA8, startMs: Double
  ) throws(ImagingError) -> [UInt8] {
    guard picture.width == size.width, picture.height == size.height else {
      throw .unwritable(
        reason: "a frame of \(picture.width) x \(picture.height) in an animation of \(size)")
    }
    if lastTicks == nil { firstMs = startMs }
    let start = ticks(startMs)
    if let lastTicks, start - lastTicks < format.shortestTicks {
      droppedFrames += 1
      return []
    }
    if let most = format.mostFrames, frameCount >= most {
      throw .tooManyFrames(format, limit: most)
    }
    lastTicks = start
    frameCount += 1
    switch encoder {
    case .gif(let writer):
      try check(unsafe can_gif_add(writer, picture.bytes, Int32(clamping: start)))
      return unsafe taken(writer)
    case .webp(let writer):
      try check(unsafe can_webp_add(writer, picture.bytes, Int32(clamping: start)))
      return []
    }
  }

  /// Ends the file.
  ///
  /// - Parameter endMs: when the last frame ends.
  /// - Returns: the rest of its bytes.
  public func finish(endMs: Double) throws(ImagingError) -> [UInt8] {
    let end = Int32(clamping: max(ticks(endMs), (lastTicks ?? 0) + format.shortestTicks))
    switch encoder {
    case .gif(let writer):
      try check(unsafe can_gif_finish(writer, end))
      return unsafe taken(writer)
    case .webp(let writer):
      var count = 0
      guard let bytes = unsafe can_webp_finish(writer, end, &count) else {
        throw .outOfMemory(width: size.width, height: size.height)
      }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  private func ticks(_ ms: Double) -> Int {
    Int(exactly: ((ms - firstMs) / Double(format.tickMs)).rounded()) ?? .max
  }

  private func taken(_ writer: OpaquePointer) -> [UInt8] {
    var count = 0
    let bytes = unsafe can_gif_bytes(writer, &count)
    defer { unsafe can_gif_clear(writer) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func check(_ status: can_status) throws(ImagingError) {
    guard status == CAN_OK else { throw .outOfMemory(width: size.width, height: size.height) }
  }
}
