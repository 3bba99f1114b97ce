package import Geometry

/// What tells hair, and skin that is not a face's, in pictures.
public struct PictureSegmenter: Sendable {
  /// How surely each pixel of a picture of three bytes a pixel is hair or such skin, of 255.
  public typealias Look = (_ pixels: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8]

  /// What it depends on, beside what it is shown: equal results for equal texts.
  public let identity: String
  /// Starts it, for calls from this thread.
  package let start: @Sendable () throws -> Look

  /// Columns or rows of what it is shown, at most; models have 256 or 512.
  private static let longestSide = 512

  /// Makes it of what starts one.
  public init(identity: String, start: @escaping @Sendable () throws -> Look) {
    (self.identity, self.start) = (identity, start)
  }

  /// The size in which it is shown a picture.
  package static func size(of picture: PixelSize<OutputSpace>) -> (width: Int, height: Int) {
    let scale = min(1, Double(longestSide) / Double(max(picture.width, picture.height)))
    func side(_ length: Int) -> Int { max(Int((Double(length) * scale).rounded()), 1) }
    return (side(picture.width), side(picture.height))
  }
}
