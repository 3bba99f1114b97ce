import Imaging

/// What a fit looks at: a window of both pictures around the region, as a pyramid.
///
/// Points are in pixels from the window's top left corner.
struct RegionPair {
  struct Level {
    var a: FloatImage
    var b: FloatImage
    /// Pixels of `a` that are fitted: the region's that changed, with a rim of a pixel.
    ///
    /// What did not change says nothing of a move, and a background that stands still must not hold
    /// it back.
    var fitted: PixelField
    /// The region's pixels that changed: those that an explanation has to explain.
    var changed: PixelField
    /// Pixels where the overlay may be, in either picture: the region, and all that changed.
    var possible: PixelField
    /// Pixels of the level in one of the picture.
    var factor: Double

    /// A point of the picture in pixels of the level.
    @inline(__always)
    func point(_ p: SIMD2<Double>) -> SIMD2<Float> { SIMD2<Float>(p * factor) }
  }

  /// The levels, the finest first.
  var levels: [Level]
  var window: PixelWindow
  /// The region at the finest level; all where none was given.
  var region: PixelField
  /// All pixels that changed, in the region and around it, at the finest level.
  var difference: PixelField
  /// What is under the overlay, at the finest level, where it is known.
  var ground: FloatImage?
  /// The point that motions are told about.
  var centre: SIMD2<Double>
  /// Differences up to this are taken for noise, in levels.
  var threshold: Float
  /// Whether a mask was given.
  var hasRegion: Bool

  /// The most pixels of the window's finest level: beyond, pixels are averaged, and the precision in
  /// pixels falls with it.
  static let mostPixels = 1 << 19
  /// The region's size at the coarsest level, in pixels: enough to tell its parts, few enough to
  /// try all places.
  static let coarsestSide = 20.0
  /// How far around the region the overlay is looked for, as a part of the region's longer side.
  static let reach = 0.75

  /// Makes the pair; nil where nothing in the region changed by more than noise.
  init?(
    _ a: StraightRGBA8, _ b: StraightRGBA8, ground: StraightRGBA8?, mask: PixelMask?,
    bounds: PixelWindow, threshold: Float
  ) {
    hasRegion = mask != nil
    self.threshold = threshold
    let window = Self.window(around: bounds, in: a)
    self.window = window
    var step = 1
    while window.width / step * (window.height / step) > Self.mostPixels { step += 1 }
    let fineA = FloatImage(a, window: window, step: step).smoothed()
    let fineB = FloatImage(b, window: window, step: step).smoothed()
    let region =
      mask.map { PixelField($0, window: window, step: step) }
      ?? PixelField(
        width: fineA.width, height: fineA.height,
        bytes: [UInt8](repeating: 1, count: fineA.width * fineA.height))
    self.region = region
    let difference = PixelField(difference: fineA, fineB, over: threshold)
    self.difference = difference
    let changed = difference.and(region)
    guard let middle = (mask == nil ? changed : region).centroid, changed.count > 0 else {
      return nil
    }
    centre = middle * Double(step)
    let isTransparent = !(fineA.pixels.allSatisfy { $0.w >= 254 })
    var fitted = difference.dilated(by: 1).and(region)
    if let ground {
      let under = FloatImage(ground, window: window, step: step).smoothed()
      self.ground = under
      fitted = fitted.and(PixelField(difference: fineA, under, over: threshold).dilated(by: 1))
    } else if isTransparent {
      var clear = fineA
      for i in clear.pixels.indices { clear.pixels[i] = .zero }
      self.ground = clear
      fitted = fitted.and(PixelField(support: fineA, over: threshold).dilated(by: 2))
    }
    levels = [
      Level(
        a: fineA, b: fineB, fitted: fitted, changed: changed,
        possible: region.or(difference.dilated(by: 2)), factor: 1 / Double(step))
    ]
    let size = Double(max(region.and(difference.dilated(by: 2)).count, 1)).squareRoot()
    var side = size
    while side > 1.4 * Self.coarsestSide, let last = levels.last {
      side /= 2
      levels.append(
        Level(
          a: last.a.halved(), b: last.b.halved(), fitted: last.fitted.halved(),
          changed: last.changed.halved(), possible: last.possible.halved(), factor: last.factor / 2)
      )
    }
  }

  /// The levels of the first and the second picture at which what is `scale` times larger in the
  /// second has the same size and smoothness, to half an octave.
  func matching(_ number: Int, scale: Double) -> (a: Int, b: Int) {
    let octaves = Int(logarithm2(scale.isFinite ? max(scale, 1e-3) : 1).rounded())
    let last = levels.count - 1
    return (min(number + max(0, -octaves), last), min(number + max(0, octaves), last))
  }

  private static func window(
    around bounds: PixelWindow, in picture: StraightRGBA8
  ) -> PixelWindow {
    let margin = Int(reach * Double(max(bounds.width, bounds.height))) + 8
    let (left, top) = (max(0, bounds.x - margin), max(0, bounds.y - margin))
    let right = min(picture.width, bounds.x + bounds.width + margin)
    let bottom = min(picture.height, bounds.y + bounds.height + margin)
    return PixelWindow(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether what differs by more than `least` is nowhere five pixels wide, but for one pixel of the
  /// region in 1000: rims of halved chroma are, and things are not.
  func isThin(over least: Float) -> Bool {
    var calm = PixelField(difference: levels[0].a, levels[0].b, over: least)
    for i in calm.bytes.indices { calm.bytes[i] ^= 1 }
    var thick = calm.dilated(by: 2)
    for i in thick.bytes.indices { thick.bytes[i] ^= 1 }
    return 1000 * thick.and(region).count <= region.count
  }
}
