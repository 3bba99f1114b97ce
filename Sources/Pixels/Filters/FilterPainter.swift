internal import CFilters
internal import Geometry
public import Imaging

/// Applies a filter to one picture after another and keeps the memory that this takes.
///
/// Which pictures came before makes no difference to what a picture looks like. One painter is for
/// one thread at a time.
public struct FilterPainter {
  /// The longest side of a picture, in pixels.
  public static let maximumSide = 16384

  /// The names of the instruction sets that this processor runs, the fastest first; all give the
  /// same bytes.
  public static var instructionSets: [String] { FilterKernels.names }

  private let filter: PictureFilter
  private let kernels: FilterKernels
  private var canvas: FilterPlanes?
  private var look: (any Look)?
  private var matrix = YUVEncoding.Matrix.bt709

  /// Makes a painter.
  ///
  /// - Parameter instructionSet: one of `instructionSets`; nil, or one that there is not, takes that
  ///   of the environment variable `AVATAR_OVERLAY_ISA`, else the fastest.
  public init(_ filter: PictureFilter, instructionSet: String? = nil) {
    self.filter = filter
    kernels = instructionSet.flatMap(FilterKernels.init(named:)) ?? .standard
  }

  /// Whether pictures of this format can be filtered; an error that says why not.
  public static func check(
    _ format: PixelFormat, for kind: PictureFilter.Kind
  ) throws(FilterError) {
    switch format {
    case .yuv(_, let encoding) where encoding.transfer != .sdr:
      throw .highDynamicRange(kind)
    case .premultipliedRGBA8, .premultipliedBGRA8:
      throw .unfitPicture(reason: "its colours are multiplied by alpha; expected straight alpha")
    case .yuv, .opaqueRGB8, .opaqueBGR8:
      return
    }
  }

  /// Filters a picture in place.
  ///
  /// - Parameters:
  ///   - picture: Y'CbCr of standard dynamic range, or opaque R'G'B'.
  ///   - time: The time on the clip's timeline in milliseconds: where snow has fallen to, which grain
  ///     there is. Numbers that are not finite count as 0.
  /// - Throws: where the picture's format or size is not one that can be filtered; it is untouched.
  public mutating func apply(
    to picture: MutablePicture, atMs time: Double
  ) throws(FilterError) {
    let format = unsafe picture.format
    try Self.check(format, for: filter.kind)
    try filter.checkIsResolved()
    guard unsafe picture.isWellFormed else {
      throw .unfitPicture(reason: "its planes are not those of its format")
    }
    guard !filter.isIdentity else { return }
    let size = unsafe picture.size
    switch format {
    case .yuv(let layout, let encoding):
      let shape = FilterPlanes.Shape(
        width: size.width, height: size.height, across: layout.subsamplingX,
        down: layout.subsamplingY)
      let canvas = try canvas(shape, encoding.matrix)
      unsafe canvas.transfer(picture, layout, encoding, back: false, kernels.kernels)
      paint(canvas, time)
      unsafe canvas.transfer(picture, layout, encoding, back: true, kernels.kernels)
    default:
      let plane = unsafe picture.planes[0]
      let isBGR = format == .opaqueBGR8
      var packed = unsafe cf_packed(
        base: plane.base, stride: plane.stride, bytes: 3, red: isBGR ? 2 : 0, blue: isBGR ? 0 : 2)
      unsafe try apply(&packed, width: size.width, height: size.height, time, .bt709)
    }
  }

  /// Filters a picture in place; alpha stays as it is.
  ///
  /// - Parameters:
  ///   - picture: The picture, sRGB.
  ///   - time: As for a picture of planes.
  ///   - matrix: The luma coefficients by which brightness is told: those of the clip that the
  ///     picture is of, so that both look the same.
  public mutating func apply(
    to picture: inout StraightRGBA8, atMs time: Double = 0,
    matrix: YUVEncoding.Matrix = .bt709
  ) throws(FilterError) {
    try filter.checkIsResolved()
    guard !filter.isIdentity else { return }
    let (width, height) = (picture.width, picture.height)
    var failure: FilterError?
    unsafe picture.withMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var packed = unsafe cf_packed(base: base, stride: 4 * width, bytes: 4, red: 0, blue: 2)
      do throws(FilterError) {
        unsafe try apply(&packed, width: width, height: height, time, matrix)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private mutating func apply(
    _ packed: inout cf_packed, width: Int, height: Int, _ time: Double,
    _ matrix: YUVEncoding.Matrix
  ) throws(FilterError) {
    let shape = FilterPlanes.Shape(width: width, height: height, across: 1, down: 1)
    let canvas = try canvas(shape, matrix)
    unsafe canvas.withView { unsafe kernels.kernels.load_packed(&packed, $0) }
    paint(canvas, time)
    unsafe canvas.withView { unsafe kernels.kernels.store_packed($0, &packed) }
  }

  /// The canvas and the look for pictures of a shape; new ones where the last picture had another.
  private mutating func canvas(
    _ shape: FilterPlanes.Shape, _ matrix: YUVEncoding.Matrix
  ) throws(FilterError) -> FilterPlanes {
    if let canvas, canvas.shape == shape, self.matrix == matrix { return canvas }
    guard max(shape.width, shape.height) <= Self.maximumSide else {
      throw .unfitPicture(
        reason: "it is \(shape.width) x \(shape.height); at most \(Self.maximumSide) a side")
    }
    // The old one's memory first.
    (canvas, look) = (nil, nil)
    let made = FilterPlanes(shape, matrix: matrix)
    self.matrix = matrix
    canvas = made
    look = Self.look(filter, shape)
    return made
  }

  private mutating func paint(_ canvas: FilterPlanes, _ time: Double) {
    let kernels = kernels
    look?.paint(canvas, atMs: time.isFinite ? time : 0, kernels)
  }

  private static func look(_ filter: PictureFilter, _ shape: FilterPlanes.Shape) -> any Look {
    switch filter.kind {
    case .instant: InstantLook(filter, shape)
    case .comic: ComicLook(filter, shape)
    case .oil: PaintLook(filter, .oil, shape)
    case .snow: ParticleLook(filter, .snow, shape)
    // A filter that is not resolved was refused before.
    case .season: ParticleLook(filter, (filter.season ?? .winter).particles, shape)
    case .vangogh: PaintLook(filter, .vanGogh(filter), shape)
    case .lut: TableLook(filter, shape)
    }
  }
}

/// What one kind of filter does to pictures of one shape.
protocol Look {
  mutating func paint(_ canvas: FilterPlanes, atMs time: Double, _ kernels: FilterKernels)
}

extension PictureFilter {
  /// Filters one picture in place; a `FilterPainter` is for many of them.
  ///
  /// The file of a filter is read.
  public func apply(
    to picture: inout StraightRGBA8, atMs time: Double = 0, matrix: YUVEncoding.Matrix = .bt709
  ) throws(FilterError) {
    var painter = FilterPainter(try resolved(on: nil))
    try painter.apply(to: &picture, atMs: time, matrix: matrix)
  }
}
