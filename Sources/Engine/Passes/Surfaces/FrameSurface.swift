package import Imaging

/// What a frame is finished on: the planes of a clip's frame or of a JPEG, or a picture in RGB.
///
/// Planes are drawn on as they are, so what no pass touches keeps its bytes.
package protocol FrameSurface: ~Copyable {
  /// Lends the pixels that layers are composited on: Y'CbCr, or R'G'B' multiplied by alpha.
  mutating func withLayerPixels(_ draw: (MutablePicture) throws -> Void) throws

  /// The picture that what is in front of the avatars is looked for in; nil where that is the surface
  /// itself, before they are drawn.
  var guide: StraightRGBA8? { get }

  /// Lends the pixels as they are when the layers are drawn.
  ///
  /// - Parameters:
  ///   - planes: Draws on a surface that has Y'CbCr.
  ///   - colours: Draws on one that has RGB. The matrix is the luma coefficients by which brightness
  ///     is told: those of the clip that the picture is of, so that both look the same.
  mutating func withFinishedPixels(
    planes: (MutablePicture) throws -> Void,
    colours: (inout StraightRGBA8, _ matrix: YUVEncoding.Matrix) throws -> Void
  ) throws

  /// Flips the picture left to right.
  mutating func flipHorizontally() throws
}

extension FrameSurface where Self: ~Copyable {
  package var guide: StraightRGBA8? { nil }
}
