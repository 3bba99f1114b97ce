internal import CFilters
internal import Imaging

/// A picture as filters work on it: luma and colour differences of full range, in 1/64 of a level.
@safe final class FilterPlanes {
  /// What decides how much memory a canvas takes, and where its samples lie.
  struct Shape: Hashable {
    var width, height: Int
    /// Columns and rows of luma to a sample of colour difference.
    var across, down: Int

    var chromaWidth: Int { (width + across - 1) / across }
    var chromaHeight: Int { (height + down - 1) / down }
  }

  let shape: Shape
  private let memory: UnsafeMutablePointer<Int16>
  @unsafe private let view: cf_canvas

  init(_ shape: Shape, matrix: YUVEncoding.Matrix) {
    self.shape = shape
    let (luma, chroma) = (shape.width * shape.height, shape.chromaWidth * shape.chromaHeight)
    unsafe memory = .allocate(capacity: luma + 2 * chroma)
    unsafe memory.initialize(repeating: 0, count: luma + 2 * chroma)
    let weights = YUVEncoding(matrix: matrix, fullRange: true).coefficients
    unsafe view = unsafe cf_canvas(
      luma: memory, blue: memory + luma, red: memory + luma + chroma,
      width: Int32(shape.width), height: Int32(shape.height),
      chroma_width: Int32(shape.chromaWidth), chroma_height: Int32(shape.chromaHeight),
      across: Int32(shape.across), down: Int32(shape.down),
      kr: Float(weights.kr), kb: Float(weights.kb))
  }

  deinit { unsafe memory.deallocate() }

  /// The planes, for kernels.
  @unsafe func withView(_ body: (UnsafePointer<cf_canvas>) -> Void) {
    unsafe withUnsafePointer(to: view) { unsafe body($0) }
  }

  /// A colour in the canvas's samples; red, green and blue are of 0...1.
  func colour(_ rgb: SIMD3<Double>) -> cf_colour {
    let (kr, kb) = unsafe (Double(view.kr), Double(view.kb))
    let luma = kr * rgb.x + (1 - kr - kb) * rgb.y + kb * rgb.z
    let white = Double(255 * CF_LEVEL)
    // Whole numbers, as the canvas has them.
    func number(_ part: Double) -> Float { Float((part * white).rounded()) }
    return cf_colour(
      luma: number(luma), blue: number((rgb.z - luma) / (2 * (1 - kb))),
      red: number((rgb.x - luma) / (2 * (1 - kr))))
  }

  /// Luma and the colour differences, for kernels.
  @unsafe var planes: [UnsafeMutablePointer<Int16>] { unsafe [view.luma, view.blue, view.red] }

  /// Copies the planes of a Y'CbCr picture to the canvas, or the canvas back to them.
  @unsafe func transfer(
    _ picture: MutablePicture, _ layout: YUVLayout, _ encoding: YUVEncoding,
    back: Bool, _ kernels: cf_kernels
  ) {
    for channel in 0..<3 {
      let plane = unsafe picture.planes[layout.isSemiPlanar ? min(channel, 1) : channel]
      var samples = unsafe Self.samples(of: plane, channel: channel, layout, encoding)
      unsafe samples.width = Int32(channel == 0 ? shape.width : shape.chromaWidth)
      unsafe samples.height = Int32(channel == 0 ? shape.height : shape.chromaHeight)
      if back {
        unsafe kernels.store(planes[channel], &samples)
      } else {
        unsafe kernels.load(&samples, planes[channel])
      }
    }
  }

  /// How the samples of a plane stand for the canvas's.
  private static func samples(
    of plane: MutablePlane, channel: Int, _ layout: YUVLayout, _ encoding: YUVEncoding
  ) -> cf_plane {
    let shift = layout.bitDepth - 8
    let coefficients = encoding.coefficients(bitDepth: layout.bitDepth)
    let isSecondOfPair = channel == 2 && layout.isSemiPlanar
    let scale =
      (channel == 0 ? coefficients.lumaScale : coefficients.chromaScale) * Double(1 << shift)
    let zero =
      (channel == 0 ? coefficients.lumaOffset : coefficients.chromaOffset) * Double(1 << shift)
    // The canvas's levels to one of the plane's.
    let ratio = Double(255 * CF_LEVEL) / scale
    return unsafe cf_plane(
      base: plane.base + (isSecondOfPair ? layout.bytesPerSample : 0),
      stride: plane.stride, width: 0, height: 0,
      step: channel > 0 && layout.isSemiPlanar ? 2 : 1,
      bytes: Int32(layout.bytesPerSample), padding: Int32(layout.paddingBits),
      zero: Int32(zero), most: Int32(1 << layout.bitDepth - 1),
      to_canvas: Int32((ratio * 4096).rounded()),
      from_canvas: Int32((1_048_576 / ratio).rounded()))
  }
}
