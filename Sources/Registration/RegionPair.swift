import Imaging

/// What a fit looks at: a window of both pictures around the region, as a pyramid.
///
/// Points are in pixels from the window's top left corner.
struct RegionPair {
  /// One level of the pyramid.
  struct Level {
    var a: FloatImage
    var b: FloatImage
    /// Pixels of `a` that are fitted: the region's that changed, with a rim of two pixels. What did
    /// not change says nothing of a move, and a ground that stands still must not hold it back.
    var fitted: PixelField
    /// The region's pixels that changed: those that an explanation has to explain.
    var changed: PixelField
    /// Pixels of the level in one of the picture.
    var factor: Double
  }

  /// The levels, the finest first.
  var levels: [Level]
  /// The window in the picture.
  var window: PixelWindow
  /// The region at the finest level; all where none was given.
  var region: PixelField
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
  static let mostPixels = 1 << 20
  /// The region's size at the coarsest level, in pixels: enough to tell its parts, few enough to
  /// try all places.
  static let coarsestSide = 16.0
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
    let fineA = FloatImage(a, window: window, step: step)
    let fineB = FloatImage(b, window: window, step: step)
    let region =
      mask.map { PixelField($0, window: window, step: step) }
      ?? PixelField(
        width: fineA.width, height: fineA.height,
        bytes: [UInt8](repeating: 1, count: fineA.width * fineA.height))
    self.region = region
    let difference = PixelField(difference: fineA, fineB, over: threshold)
    let changed = difference.and(region)
    guard let middle = (mask == nil ? changed : region).centroid, changed.count > 0 else {
      return nil
    }
    centre = middle * Double(step)
    let isTransparent = !(fineA.pixels.allSatisfy { $0.w >= 254 })
    var fitted = difference.dilated(by: 2).and(region)
    if let ground {
      let under = FloatImage(ground, window: window, step: step)
      self.ground = under
      fitted = fitted.and(PixelField(difference: fineA, under, over: threshold).dilated(by: 1))
    } else if isTransparent {
      var clear = fineA
      for i in clear.pixels.indices { clear.pixels[i] = .zero }
      self.ground = clear
      fitted = fitted.and(PixelField(support: fineA, over: threshold).dilated(by: 2))
    }
    levels = [
      Level(a: fineA, b: fineB, fitted: fitted, changed: changed, factor: 1 / Double(step))
    ]
    let size = Double(max(region.and(difference.dilated(by: 2)).count, 1)).squareRoot()
    var side = size
    while side > 1.4 * Self.coarsestSide, let last = levels.last {
      side /= 2
      levels.append(
        Level(
          a: last.a.halved(), b: last.b.halved(), fitted: last.fitted.halved(),
          changed: last.changed.halved(), factor: last.factor / 2))
    }
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
}
