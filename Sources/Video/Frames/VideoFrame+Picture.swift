internal import CFFmpeg
package import Geometry
public import Imaging

extension VideoFrame {
  /// Copies the frame's memory if the decoder still reads it.
  ///
  /// The copy is the only one a frame ever needs; frames that were turned, converted or scaled
  /// are in memory of their own already.
  public mutating func makeWritable() throws(VideoError) {
    guard unsafe av_frame_is_writable(handle.raw) == 0 else { return }
    try replacePixels(orientation: .upright)
  }

  /// Flips the picture left to right, in place where its memory is its own.
  ///
  /// Two flips give the picture back bit for bit. With an odd number of columns the last chroma
  /// column comes first, as in FFmpeg's `hflip`.
  public mutating func flipHorizontally() throws(VideoError) {
    let mirrored = DisplayOrientation(turn: .none, mirrored: true)
    guard unsafe av_frame_is_writable(handle.raw) != 0, let layout = PixelLayout(handle.format)
    else {
      try replacePixels(orientation: mirrored)
      return
    }
    for index in layout.planes.indices {
      guard let plane = unsafe handle.plane(index) else { continue }
      let view = unsafe PlaneTurn.View(base: plane.base, stride: plane.stride)
      unsafe PlaneTurn.turn(
        view, into: view, width: layout.width(ofPlane: index, picture: width),
        height: layout.height(ofPlane: index, picture: height), step: layout.planes[index].step,
        orientation: mirrored)
    }
  }

  /// Gives the planes to `body` to draw on; they are the frame's own by then.
  ///
  /// - Throws: `VideoError` where memory is short or the format is not one of `PixelFormat`, and
  ///   whatever `body` throws.
  public mutating func withMutablePicture<Result>(
    _ body: (MutablePicture) throws -> Result
  ) throws -> Result {
    guard let format = pixelFormat,
      let size = PixelSize<OutputSpace>(width: width, height: height)
    else {
      throw VideoError.libraryFailure(
        call: "drawing on a frame", reason: "its format is \(pixelFormatName)")
    }
    try makeWritable()
    guard let first = unsafe mutablePlane(0, of: format) else {
      throw VideoError.libraryFailure(call: "drawing on a frame", reason: "it has no pixels")
    }
    let planes = unsafe MutablePlanes(
      first, mutablePlane(1, of: format), mutablePlane(2, of: format))
    return unsafe try body(MutablePicture(format: format, size: size, planes: planes))
  }

  private borrowing func mutablePlane(_ index: Int, of format: PixelFormat) -> MutablePlane? {
    guard index < format.planeCount, let plane = unsafe handle.plane(index) else { return nil }
    let shape = format.shape(ofPlane: index, width: width, height: height)
    return unsafe MutablePlane(
      base: plane.base, stride: plane.stride, width: shape.width, height: shape.height)
  }

  /// The picture turned clockwise, whatever its format.
  package consuming func turned(_ turn: QuarterTurn) throws(VideoError) -> VideoFrame {
    var frame = self
    try frame.replacePixels(orientation: DisplayOrientation(turn: turn, mirrored: false))
    return frame
  }

  /// The bytes of the planes, one after the other, rows without padding.
  package borrowing func packedBytes() -> [UInt8] {
    guard let layout = PixelLayout(handle.format) else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      layout.planes.indices.reduce(0) {
        $0 + layout.width(ofPlane: $1, picture: width) * layout.planes[$1].step
          * layout.height(ofPlane: $1, picture: height)
      })
    for index in layout.planes.indices {
      guard let plane = unsafe handle.plane(index) else { continue }
      let row = layout.width(ofPlane: index, picture: width) * layout.planes[index].step
      for y in 0..<layout.height(ofPlane: index, picture: height) {
        unsafe bytes += unsafe UnsafeBufferPointer(start: plane.base + y * plane.stride, count: row)
      }
    }
    return bytes
  }

  /// Moves the picture into memory of its own, turned on the way.
  package mutating func replacePixels(orientation: DisplayOrientation) throws(VideoError) {
    handle = try Self.turned(handle, orientation: orientation, memory: memory)
  }

  static func turned(
    _ source: borrowing FrameHandle, orientation: DisplayOrientation, memory: FrameMemory
  ) throws(VideoError) -> FrameHandle {
    guard let layout = PixelLayout(source.format) else {
      throw .libraryFailure(
        call: "turning a frame", reason: "its format is \(PixelLayout.name(of: source.format))")
    }
    let (width, height) = (source.width, source.height)
    let swaps = orientation.turn.swapsSides
    let target = try memory.pool.makeFrame(
      layout: layout, width: swaps ? height : width, height: swaps ? width : height)
    try target.copyProperties(from: source)
    for index in layout.planes.indices {
      guard let from = unsafe source.plane(index), let to = unsafe target.plane(index) else {
        continue
      }
      unsafe PlaneTurn.turn(
        PlaneTurn.View(base: from.base, stride: from.stride),
        into: PlaneTurn.View(base: to.base, stride: to.stride),
        width: layout.width(ofPlane: index, picture: width),
        height: layout.height(ofPlane: index, picture: height), step: layout.planes[index].step,
        orientation: orientation)
    }
    // Rows of two times become columns, or change places.
    if swaps { unsafe avo_set_interlaced(target.raw, false) }
    if orientation.axes.reversesY, height % 2 == 0 {
      unsafe avo_set_top_first(target.raw, !avo_is_top_first(target.raw))
    }
    if swaps, let aspect = Rational(unsafe source.raw.pointee.sample_aspect_ratio) {
      unsafe target.raw.pointee.sample_aspect_ratio = aspect.inverse.raw
    }
    return target
  }
}
