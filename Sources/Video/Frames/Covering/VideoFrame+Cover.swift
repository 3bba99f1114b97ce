internal import CFFmpeg

extension VideoFrame {
  /// Hides what a cover has for the frame's time, in the frame's own format.
  ///
  /// - Throws: `VideoError.uncovered` where the cover does not know the frame, or cannot hide pixels of its format:
  ///   the frame is not to be shown then.
  package mutating func hide(_ cover: FrameCover, of path: String) throws(VideoError) {
    guard let regions = cover.regions(atMs: timestampMs) else {
      throw .uncovered(
        path: path, atMs: timestampMs,
        reason: "the look for faces did not see this frame, or is not sure of it")
    }
    guard !regions.isEmpty else { return }
    guard let layout = PixelLayout(handle.format), let sample = layout.wholeSample else {
      throw .uncovered(
        path: path, atMs: timestampMs,
        reason: "its pixels are \(pixelFormatName), which are not covered")
    }
    try makeWritable()
    let family = PixelFamily.of(handle.format)
    for region in regions {
      // The same number of cells in all planes.
      let cells = PlaneCover.cells(of: region, width: width, height: height)
      for (index, shape) in layout.planes.enumerated() {
        guard let plane = unsafe handle.plane(index) else {
          throw .libraryFailure(call: "covering a picture", reason: "a plane is missing")
        }
        let cover = PlaneCover(
          region: region, cells: cells, style: cover.style,
          width: layout.width(ofPlane: index, picture: width),
          height: layout.height(ofPlane: index, picture: height),
          channels: shape.step / sample.bytes,
          kept: family.alphaChannel(ofPlane: index, sample.bytes),
          mask: ~((1 << sample.shift) - 1),
          // Three tenths of the range, and of chroma the value that is no colour.
          grey: family.isRGB || index == 0 ? sample.most * 3 / 10 : (sample.most + 1) / 2)
        if sample.bytes == 1 {
          unsafe cover.run(plane.base, plane.stride, UInt8.self)
        } else {
          unsafe cover.run(plane.base, plane.stride, UInt16.self)
        }
      }
    }
  }
}

extension PixelFamily {
  /// Which of a plane's samples is the transparency, which stays; nil where none is.
  fileprivate func alphaChannel(ofPlane plane: Int, _ bytes: Int) -> Int? {
    guard hasAlpha, let descriptor = unsafe av_pix_fmt_desc_get(plainFormat),
      unsafe descriptor.pointee.nb_components > 0,
      let alpha = unsafe avo_component(descriptor, Int32(descriptor.pointee.nb_components) - 1),
      unsafe Int(alpha.pointee.plane) == plane
    else { return nil }
    return unsafe Int(alpha.pointee.offset) / bytes
  }
}
