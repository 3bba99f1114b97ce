import Geometry
import Imaging

/// How sharp a part of a picture is.
///
/// The variance of the Laplacian is the measure of focus of Pech-Pacheco et al. ("Diatom autofocusing in
/// brightfield microscopy", ICPR 2000), one of the best of 36 for real pictures (Pertuz et al., "Analysis
/// of focus measure operators", Pattern Recognition 46(5), 2013). Here it is divided by the variance of
/// the luma itself, so that it tells detail and neither contrast nor exposure; and faces are brought to
/// one size first, so that it does not tell how near they are.
enum Sharpness {
  /// Faces are measured at this width at most, in pixels.
  static let largestWidth = 160
  /// And at this width at least: less has no detail to compare.
  static let smallestWidth = 24

  /// The variance of the Laplacian to the variance of a region's luma, at a width in pixels; 0 where the
  /// region is even or does not lie in the picture.
  static func detail(
    of picture: StraightRGBA8, in region: Rectangle<SceneSpace>, width: Int
  ) -> Double {
    let whole = Rectangle<SceneSpace>(
      PixelSize<SceneSpace>(clamping: picture.width, picture.height))
    guard let region = region.intersection(whole) else { return 0 }
    let (x, y) = (Int(region.left.rounded(.down)), Int(region.top.rounded(.down)))
    let (w, h) = (
      min(picture.width - x, max(1, Int(region.width))),
      min(picture.height - y, max(1, Int(region.height)))
    )
    guard let part = picture.cropped(x: x, y: y, width: w, height: h) else { return 0 }
    let size = PixelSize<SceneSpace>(
      clamping: width, Int((Double(h) * Double(width) / Double(w)).rounded()))
    return detail(of: part.resampled(to: size))
  }

  private static func detail(of picture: StraightRGBA8) -> Double {
    let (w, h) = (picture.width, picture.height)
    guard w >= 3, h >= 3 else { return 0 }
    let luma = stride(from: 0, to: picture.bytes.count, by: 4).map { i in
      // Of BT.709.
      0.2126 * Double(picture.bytes[i]) + 0.7152 * Double(picture.bytes[i + 1])
        + 0.0722 * Double(picture.bytes[i + 2])
    }
    var laplacian: [Double] = []
    var inner: [Double] = []
    laplacian.reserveCapacity(luma.count)
    for y in 1..<(h - 1) {
      for x in 1..<(w - 1) {
        let i = y * w + x
        let around = luma[i - 1] + luma[i + 1] + luma[i - w] + luma[i + w]
        laplacian.append(around - 4 * luma[i])
        inner.append(luma[i])
      }
    }
    let spread = variance(inner)
    // An even picture, but for its noise.
    return spread > 1 ? variance(laplacian) / spread : 0
  }

  private static func variance(_ values: [Double]) -> Double {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
  }
}
