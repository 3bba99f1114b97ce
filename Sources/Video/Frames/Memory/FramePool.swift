package import CFFmpeg
internal import Synchronization

/// Picture memory that is used again, so that no frame costs an allocation.
///
/// A buffer comes back when the last reference to its frame is freed, on whatever thread that is,
/// even after the pool itself is gone (`AVBufferPool` counts them).
@safe package final class FramePool: Sendable {
  private struct Key: Hashable {
    var format: Int32
    var width: Int
    var height: Int
  }

  /// Where the planes of one kind of picture begin in a buffer.
  @safe private struct Shape: @unchecked Sendable {
    var pool: OpaquePointer
    var strides: [Int]
    var offsets: [Int]
  }

  private let shapes = Mutex<[Key: Shape]>([:])

  package init() {}

  deinit {
    shapes.withLock { shapes in
      for shape in shapes.values {
        var pool: OpaquePointer? = unsafe shape.pool
        unsafe av_buffer_pool_uninit(&pool)
      }
    }
  }

  /// A frame of its own memory; the pixels are not set.
  package func makeFrame(
    layout: PixelLayout, width: Int, height: Int
  ) throws(VideoError) -> FrameHandle {
    let shape = try shape(layout: layout, width: width, height: height)
    let frame = try FrameHandle()
    guard let buffer = unsafe av_buffer_pool_get(shape.pool) else {
      throw LibAV.outOfMemory("av_buffer_pool_get")
    }
    unsafe avo_frame_set_buffer(frame.raw, buffer)
    for plane in layout.planes.indices {
      unsafe avo_frame_set_plane(
        frame.raw, Int32(plane), buffer.pointee.data + shape.offsets[plane],
        Int32(shape.strides[plane]))
    }
    unsafe frame.raw.pointee.extended_data = unsafe UnsafeMutableRawPointer(frame.raw)
      .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
    unsafe frame.raw.pointee.format = layout.format.rawValue
    unsafe frame.raw.pointee.width = Int32(width)
    unsafe frame.raw.pointee.height = Int32(height)
    return frame
  }

  private func shape(
    layout: PixelLayout, width: Int, height: Int
  ) throws(VideoError) -> Shape {
    let key = Key(format: layout.format.rawValue, width: width, height: height)
    let found = shapes.withLock { shapes -> Shape? in
      if let shape = shapes[key] { return shape }
      guard let shape = Self.makeShape(layout: layout, width: width, height: height) else {
        return nil
      }
      shapes[key] = shape
      return shape
    }
    guard let found = found else { throw LibAV.outOfMemory("av_buffer_pool_init") }
    return found
  }

  private static func makeShape(layout: PixelLayout, width: Int, height: Int) -> Shape? {
    var strides: [Int] = []
    var offsets: [Int] = []
    var total = 0
    for plane in layout.planes.indices {
      let bytes = layout.width(ofPlane: plane, picture: width) * layout.planes[plane].step
      // Rows start on a cache line. A stride that is a multiple of a page makes the rows of a
      // transposed block fall on the same cache sets; one line more avoids it.
      var stride = (bytes + 63) / 64 * 64
      if stride % 1024 == 0 { stride += 64 }
      strides.append(stride)
      offsets.append(total)
      total += stride * layout.height(ofPlane: plane, picture: height)
    }
    // swscale and the encoders read up to a vector past the last row.
    total += 64
    guard let pool = unsafe av_buffer_pool_init(total, nil) else { return nil }
    return unsafe Shape(pool: pool, strides: strides, offsets: offsets)
  }
}

/// The owner of an `AVFrame`.
@safe package struct FrameHandle: ~Copyable, @unchecked Sendable {
  package let raw: UnsafeMutablePointer<AVFrame>

  package init() throws(VideoError) {
    guard let frame = unsafe av_frame_alloc() else { throw LibAV.outOfMemory("av_frame_alloc") }
    unsafe raw = unsafe frame
  }

  /// Takes the contents of `other`, which is left empty.
  package init(moving other: UnsafeMutablePointer<AVFrame>) throws(VideoError) {
    try self.init()
    unsafe av_frame_move_ref(raw, other)
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe raw
    unsafe av_frame_free(&frame)
  }

  package var format: AVPixelFormat { AVPixelFormat(unsafe raw.pointee.format) }
  package var width: Int { Int(unsafe raw.pointee.width) }
  package var height: Int { Int(unsafe raw.pointee.height) }

  /// Whether the decoder says that it guessed a part of the picture.
  package var isDamaged: Bool {
    unsafe raw.pointee.decode_error_flags != 0
      || raw.pointee.flags & Int32(AV_FRAME_FLAG_CORRUPT) != 0
  }

  /// Takes note that a part of the picture is missing.
  package func markDamaged() { unsafe raw.pointee.flags |= Int32(AV_FRAME_FLAG_CORRUPT) }

  /// The top-left byte of a plane, and the distance between its rows.
  package func plane(_ index: Int) -> (base: UnsafeMutablePointer<UInt8>, stride: Int)? {
    guard let base = unsafe avo_frame_plane(raw, Int32(index)) else { return nil }
    return unsafe (base, Int(avo_frame_stride(raw, Int32(index))))
  }

  /// A frame that shares the contents: each copies the pixels before it changes them.
  package func shared() throws(VideoError) -> FrameHandle {
    let other = try FrameHandle()
    let code = unsafe av_frame_ref(other.raw, raw)
    if code < 0 { throw LibAV.failure("av_frame_ref", code) }
    return other
  }

  /// Copies everything but the pixels: times, colour tags, pixel aspect.
  package func copyProperties(from other: borrowing FrameHandle) throws(VideoError) {
    let code = unsafe av_frame_copy_props(raw, other.raw)
    if code < 0 { throw LibAV.failure("av_frame_copy_props", code) }
  }
}
