internal import CFFmpeg
public import Geometry
internal import Imaging

extension VideoFrame {
  /// A part of the picture, in the same format and colours.
  ///
  /// - Parameters:
  ///   - columns: those that are kept; the first is even, so that chroma samples stay where they are.
  ///   - rows: likewise.
  public consuming func cropped(
    columns: Range<Int>, rows: Range<Int>
  ) throws(VideoError) -> VideoFrame {
    let (columns, rows) = (columns.clamped(to: 0..<width), rows.clamped(to: 0..<height))
    guard columns.count < width || rows.count < height else { return self }
    let layout = try pixelLayout()
    let target = try memory.pool.makeFrame(
      layout: layout, width: max(columns.count, 1), height: max(rows.count, 1))
    try Self.copy(
      layout, handle, from: (columns.lowerBound, rows.lowerBound), into: target, at: (0, 0))
    return try replaced(by: target)
  }

  /// The picture within black bars, in the same format and colours, with square pixels.
  ///
  /// - Parameters:
  ///   - size: of the frame, which holds the picture.
  ///   - column: where the picture's first column goes; even, so that chroma samples stay where they are.
  ///   - row: where its first row goes, likewise.
  public consuming func padded(
    to size: PixelSize<OutputSpace>, column: Int, row: Int
  ) throws(VideoError) -> VideoFrame {
    guard size.width != width || size.height != height else { return self }
    let layout = try pixelLayout()
    let target = try memory.pool.makeFrame(layout: layout, width: size.width, height: size.height)
    let code = unsafe avo_frame_fill_black(target.raw, encoding.fullRange ? 1 : 0)
    if code < 0 { throw LibAV.failure("av_image_fill_black", code) }
    try Self.copy(layout, handle, from: (0, 0), into: target, at: (column, row))
    let frame = try replaced(by: target)
    unsafe frame.handle.raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    return frame
  }

  private borrowing func pixelLayout() throws(VideoError) -> PixelLayout {
    guard let layout = PixelLayout(handle.format) else {
      throw .libraryFailure(call: "framing a picture", reason: pixelFormatName)
    }
    return layout
  }

  /// The frame with other pixels, which are as many as there are.
  consuming func replaced(
    by target: consuming FrameHandle
  ) throws(VideoError) -> VideoFrame {
    let tags = colourTags
    try target.copyProperties(from: handle)
    tags.apply(to: target)
    handle = target
    return self
  }

  /// Copies as many pixels as lie in both pictures, from a place of one to a place of the other.
  package static func copy(
    _ layout: PixelLayout, _ source: borrowing FrameHandle, from first: (x: Int, y: Int),
    into target: borrowing FrameHandle, at place: (x: Int, y: Int)
  ) throws(VideoError) {
    let width = min(source.width - first.x, target.width - place.x)
    let height = min(source.height - first.y, target.height - place.y)
    for (index, plane) in layout.planes.enumerated() {
      guard let from = unsafe source.plane(index), let to = unsafe target.plane(index) else {
        throw .libraryFailure(call: "framing a picture", reason: "a plane is missing")
      }
      let bytes = layout.width(ofPlane: index, picture: width) * plane.step
      for row in 0..<layout.height(ofPlane: index, picture: height) {
        let read =
          unsafe from.base + (row + first.y >> plane.shiftY) * from.stride
          + (first.x >> plane.shiftX) * plane.step
        let write =
          unsafe to.base + (row + place.y >> plane.shiftY) * to.stride
          + (place.x >> plane.shiftX) * plane.step
        unsafe write.update(from: read, count: bytes)
      }
    }
  }
}
