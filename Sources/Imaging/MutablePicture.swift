public import Geometry

/// One plane of a picture that somebody else owns: rows of bytes that may be written.
@unsafe public struct MutablePlane {
  /// The first byte of the top row.
  public var base: UnsafeMutablePointer<UInt8>
  /// The distance between rows, in bytes.
  public var stride: Int
  /// Samples in a row (a packed RGBA pixel counts as one).
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a view of a plane; the owner keeps the bytes alive for as long as it is used.
  public init(base: UnsafeMutablePointer<UInt8>, stride: Int, width: Int, height: Int) {
    unsafe self.base = unsafe base
    unsafe self.stride = stride
    unsafe self.width = width
    unsafe self.height = height
  }
}

/// A picture that somebody else owns and that may be drawn on.
///
/// Planes: Y, Cb, Cr for planar formats, one plane for packed ones.
@unsafe public struct MutablePicture {
  /// How the pixels are stored.
  public var format: PixelFormat
  /// The picture's size.
  public var size: PixelSize<OutputSpace>
  /// The planes, as many as the format has.
  public var planes: [MutablePlane]

  /// Makes a view of a picture; the owner keeps the planes alive for as long as it is used.
  public init(format: PixelFormat, size: PixelSize<OutputSpace>, planes: [MutablePlane]) {
    unsafe self.format = format
    unsafe self.size = size
    unsafe self.planes = unsafe planes
  }
}
