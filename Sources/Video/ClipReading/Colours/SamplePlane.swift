internal import Frames
internal import Imaging

/// A plane of samples of one or two bytes, in a picture that outlives it.
@safe struct SamplePlane<Sample: FixedWidthInteger & UnsignedInteger> {
  private let base: UnsafeMutableRawPointer
  private let stride: Int

  /// The three planes of a picture; fewer where it has not so many.
  static func all(of picture: borrowing FrameHandle) -> [SamplePlane] {
    var planes: [SamplePlane] = []
    for index in 0..<3 {
      guard let plane = unsafe picture.plane(index) else { break }
      planes.append(
        unsafe SamplePlane(base: UnsafeMutableRawPointer(plane.base), stride: plane.stride))
    }
    return planes
  }

  /// The samples of a row, which has to be one of the picture's.
  @unsafe func row(_ y: Int) -> UnsafeMutablePointer<Sample> {
    unsafe (base + y * stride).assumingMemoryBound(to: Sample.self)
  }
}

/// What samples stand for: luma of 0...1 and chroma of -0.5...0.5.
struct SampleLevels {
  let lumaScale, lumaOffset, chromaScale, chromaOffset: Float
  private let highest: Float

  init(_ layout: YUVLayout, _ encoding: YUVEncoding) {
    let unit = Float(1 << (layout.bitDepth - 8))
    let c = encoding.coefficients(bitDepth: layout.bitDepth)
    (lumaScale, lumaOffset) = (Float(c.lumaScale) * unit, Float(c.lumaOffset) * unit)
    (chromaScale, chromaOffset) = (Float(c.chromaScale) * unit, Float(c.chromaOffset) * unit)
    highest = Float(1 << layout.bitDepth - 1)
  }

  /// The nearest sample.
  func sample<Sample: FixedWidthInteger>(_ level: Float) -> Sample {
    Sample(min(max(level + 0.5, 0), highest))
  }
}
