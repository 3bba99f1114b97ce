public import Geometry

/// One plane of a picture that the caller owns: rows of bytes that may be written.
@unsafe public struct MutablePlane {
  /// The first byte of the top row.
  public var base: UnsafeMutablePointer<UInt8>
  /// The distance between rows, in bytes.
  public var stride: Int
  /// Samples in a row, counted as in `PixelFormat.PlaneShape`.
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

/// The planes of a picture: one to three, without memory of their own, because a picture is made
/// for every frame.
@unsafe public struct MutablePlanes {
  private var first: MutablePlane
  private var second: MutablePlane?
  private var third: MutablePlane?

  /// Makes a list of planes, in the order of the format.
  public init(_ first: MutablePlane, _ second: MutablePlane? = nil, _ third: MutablePlane? = nil) {
    unsafe self.first = unsafe first
    unsafe self.second = unsafe second
    unsafe self.third = unsafe second == nil ? nil : third
  }

  /// How many there are.
  public var count: Int { unsafe second == nil ? 1 : third == nil ? 2 : 3 }

  /// A plane; the last there is, where the index lies beyond it.
  public subscript(index: Int) -> MutablePlane {
    if index >= 2, let third = unsafe third { return unsafe third }
    if index >= 1, let second = unsafe second { return unsafe second }
    return unsafe first
  }
}

/// A picture that the caller owns and that may be drawn on.
@unsafe public struct MutablePicture {
  /// How the pixels are stored, and whether colour is premultiplied.
  public var format: PixelFormat
  /// The picture's size.
  public var size: PixelSize<OutputSpace>
  /// The planes, as many as the format has.
  public var planes: MutablePlanes

  /// Makes a view of a picture; the owner keeps the planes alive for as long as it is used.
  public init(format: PixelFormat, size: PixelSize<OutputSpace>, planes: MutablePlanes) {
    unsafe self.format = format
    unsafe self.size = size
    unsafe self.planes = unsafe planes
  }

  /// Whether the planes are those of the format: their number, sizes, and rows that do not overlap.
  public var isWellFormed: Bool {
    guard unsafe planes.count == format.planeCount else { return false }
    for index in unsafe 0..<planes.count {
      let shape = unsafe format.shape(ofPlane: index, width: size.width, height: size.height)
      let plane = unsafe planes[index]
      guard unsafe plane.width == shape.width, unsafe plane.height == shape.height,
        unsafe plane.stride.magnitude >= shape.width * shape.bytes
      else { return false }
    }
    return true
  }
}
