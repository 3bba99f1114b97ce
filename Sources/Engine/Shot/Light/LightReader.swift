import Geometry
import Imaging

/// Reads the light out of a picture, which its owner keeps alive: here that of single pixels.
@unsafe struct LightReader {
  @unsafe struct Component {
    var base: UnsafeMutablePointer<UInt8>
    var (stride, step) = (0, 0)
    /// How far a column and a row of the picture are shifted to be those of the component.
    var (across, down) = (0, 0)
  }

  let components: (Component, Component, Component)
  let tables: LightTables
  private let curve = LightCurve.shared
  /// Bytes a sample, the bits in it that are not used, and what it is multiplied by for levels of 8 bit.
  let isWide: Bool
  let padding: Int
  let toLevels: Float
  /// The picture's sides.
  let width, height: Int

  /// Makes the reader of a picture, whose format's tables are kept; nil where the picture is not well formed.
  init?(_ picture: MutablePicture, keeping tables: inout LightTables?) {
    let format = unsafe picture.format
    let known = tables.flatMap { $0.format == format ? $0 : nil } ?? LightTables(format)
    tables = known
    unsafe self.init(picture, known)
  }

  /// Makes the reader of a picture; nil where its planes are not those of the tables' format.
  private init?(_ picture: MutablePicture, _ tables: LightTables) {
    guard unsafe picture.format == tables.format, unsafe picture.isWellFormed else { return nil }
    let planes = unsafe picture.planes
    func component(_ plane: Int, _ offset: Int, _ step: Int, _ across: Int = 0, _ down: Int = 0)
      -> Component
    {
      unsafe Component(
        base: planes[plane].base + offset, stride: planes[plane].stride, step: step,
        across: across, down: down)
    }
    func packed(_ step: Int, isReversed: Bool) -> (Component, Component, Component) {
      let (red, blue) = isReversed ? (2, 0) : (0, 2)
      return unsafe (component(0, red, step), component(0, 1, step), component(0, blue, step))
    }
    var (bytes, padding, depth) = (1, 0, 8)
    switch tables.format {
    case .premultipliedRGBA8: unsafe components = packed(4, isReversed: false)
    case .premultipliedBGRA8: unsafe components = packed(4, isReversed: true)
    case .opaqueRGB8: unsafe components = packed(3, isReversed: false)
    case .opaqueBGR8: unsafe components = packed(3, isReversed: true)
    case .yuv(let layout, _):
      (bytes, padding, depth) = (layout.bytesPerSample, layout.paddingBits, layout.bitDepth)
      let (across, down) = (layout.subsamplingX - 1, layout.subsamplingY - 1)
      let (pair, last) = layout.isSemiPlanar ? (2, 1) : (1, 2)
      unsafe components = (
        component(0, 0, bytes), component(1, 0, pair * bytes, across, down),
        component(last, (pair - 1) * bytes, pair * bytes, across, down)
      )
    }
    unsafe self.tables = tables
    unsafe (isWide, self.padding) = (bytes == 2, padding)
    unsafe toLevels = 1 / Float(1 << (depth - 8))
    unsafe (width, height) = (picture.size.width, picture.size.height)
  }

  /// The R'G'B' of 0...1 that is shown in a pixel of the picture.
  @inline(__always)
  func signal(_ column: Int, _ row: Int) -> SIMD4<Float> {
    let numbers = unsafe SIMD3(
      number(components.0, column, row), number(components.1, column, row),
      number(components.2, column, row))
    let levels = unsafe numbers * toLevels - tables.offsets
    return unsafe tables.shown(
      tables.fromLuma * levels.x + tables.fromBlue * levels.y + tables.fromRed * levels.z)
  }

  /// The light of R'G'B' of 0...1, with its luminance as the last.
  @inline(__always)
  func light(of signal: SIMD4<Float>) -> SIMD4<Float> {
    unsafe LightCurve.withLuminance(curve[signal])
  }

  /// The linear luminance of a pixel of the picture.
  @inline(__always)
  func luminance(_ column: Int, _ row: Int) -> Float {
    unsafe light(of: signal(column, row)).w
  }

  @inline(__always)
  private func number(_ component: Component, _ column: Int, _ row: Int) -> Float {
    let line = unsafe (row >> component.down) * component.stride
    let place = unsafe line + (column >> component.across) * component.step
    guard unsafe isWide else { return unsafe Float(component.base[place]) }
    let word = unsafe UInt16(component.base[place]) | UInt16(component.base[place + 1]) << 8
    return unsafe Float(word >> UInt16(padding))
  }
}

extension LightReader {
  /// The mean linear luminance about a place, in pixels from the picture's outer corner, blurred by a standard
  /// deviation; nil where the window is not whole within the picture.
  ///
  /// The window is Tukey's biweight with twice that radius, whose deviation is that of a Gaussian within 1 %
  /// (radius / sqrt 7), at the place's part of a pixel, so that a face that moves by less does not flicker. Large
  /// windows take every so manieth pixel: at most 10 each way.
  func blurred(_ place: SIMD2<Float>, by deviation: Float) -> Float? {
    let radius = max(deviation * Float(7).squareRoot(), 1)
    let (least, most) = (place - radius, place + radius)
    guard least.min() >= 0, unsafe most.x <= Float(width), unsafe most.y <= Float(height)
    else { return nil }
    let step = Int((radius / 5).rounded(.up))
    let span = Int((radius + 0.5) / Float(step))
    let (column, row) = (Int(place.x), Int(place.y))
    var (sum, total): (Float, Float) = (0, 0)
    for j in -span...span {
      let y = row + j * step
      let down = (Float(y) + 0.5 - place.y) / radius
      let weight = max(1 - down * down, 0)
      guard weight > 0, y >= 0, unsafe y < height else { continue }
      for i in -span...span {
        let x = column + i * step
        let across = (Float(x) + 0.5 - place.x) / radius
        let product = weight * max(1 - across * across, 0)
        let part = product * product
        guard part > 0, x >= 0, unsafe x < width else { continue }
        sum += unsafe part * luminance(x, y)
        total += part
      }
    }
    return total > 0 ? sum / total : nil
  }
}
