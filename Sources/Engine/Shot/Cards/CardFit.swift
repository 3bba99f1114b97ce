package import Geometry
package import Imaging
package import Timelines

/// Finds what lies on a card in a frame, and the light on it; the memory for it is kept between frames.
package struct CardFit {
  private let pixels = LightMap()
  private var scratches: [CardGrid: CardScratch] = [:]

  package init() {}

  /// What a frame shows of a card.
  ///
  /// - Parameters:
  ///   - picture: the frame before anything is drawn on it.
  ///   - corners: the print's outer corners in the picture, from top left clockwise as printed.
  package mutating func look(
    at picture: MutablePicture, corners: Quad<OutputSpace>, print: CardPrint
  ) -> CardLook {
    let empty = CardLook.empty(print)
    let points = corners.corners
    let sides = points.indices.map { points[$0].distance(to: points[($0 + 1) % 4]) }
    let (across, down) = ((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2)
    guard corners.isConvex, points.allSatisfy({ max(abs($0.x), abs($0.y)) < 100_000 }),
      min(across, down) >= 8,
      let level = print.level(pixels: max(across, down)),
      let map = Homography<OutputSpace, OutputSpace>(
        rectangle: Double(level.grid.columns), Double(level.grid.rows), to: corners),
      let back = map.inverse
    else { return empty }
    let cell = min(across / Double(level.grid.columns), down / Double(level.grid.rows))
    guard unsafe read(picture, about: corners, cell: cell) else { return empty }

    var shift = CardShift(level.grid)
    var known: CardLight?
    if let coarse = print.levels.first(where: { 2 * $0.grid.longer == level.grid.longer }),
      let map = Homography<OutputSpace, OutputSpace>(
        rectangle: Double(coarse.grid.columns), Double(coarse.grid.rows), to: corners)
    {
      let scratch = scratch(coarse.grid)
      var coarseShift = CardShift(coarse.grid)
      scratch.patch.sample(pixels.coarse, map, shift: coarseShift)
      guard let light = CardLight(scratch.patch, coarse) else { return empty }
      known = light
      scratch.printDetail.find(coarse.colours, scale: 1)
      for _ in 0..<3 {
        scratch.patch.continuePrint(coarse.colours, in: light)
        scratch.frameDetail.find(scratch.patch.colours, scale: light.colour.w)
        guard
          CardRegistration.improve(
            &coarseShift, scratch.frameDetail, scratch.printDetail, scratch.patch)
        else { break }
        scratch.patch.sample(pixels.coarse, map, shift: coarseShift)
      }
      let ratio = shift.half / coarseShift.half
      (shift.x, shift.y) = (coarseShift.x * ratio.x, coarseShift.y * ratio.y)
    }

    let scratch = scratch(level.grid)
    scratch.patch.sample(pixels.fine, map, shift: shift)
    guard let light = known ?? CardLight(scratch.patch, level) else { return empty }
    scratch.patch.continuePrint(level.colours, in: light)
    scratch.frameDetail.find(scratch.patch.colours, scale: light.colour.w)
    let blur = CardRegistration.blur(scratch.frameDetail, scratch.patch, level)
    level.colours.blur(level.grid, sigma: blur, by: scratch.between, into: scratch.ink)
    scratch.printDetail.find(scratch.ink, scale: 1)
    if CardRegistration.improve(&shift, scratch.frameDetail, scratch.printDetail, scratch.patch) {
      scratch.patch.sample(pixels.fine, map, shift: shift)
    }
    guard CardRecognition.shows(scratch.frameDetail, scratch.printDetail, scratch.patch) else {
      return empty
    }
    scratch.findCover(light, blur: blur)

    var look = empty
    look.isOfPrint = true
    look.blur = Self.pixels(blur, corners, level.grid)
    look.cells = scratch.cells(look.cellColumns, light)
    look.cover = scratch.matte(back, map, shift, corners, unsafe picture.size)
    look.burnt = scratch.burnt(light)
    return look
  }

  /// Reads what lies about a card.
  private func read(_ picture: MutablePicture, about quad: Quad<OutputSpace>, cell: Double) -> Bool
  {
    func part(_ values: [Double], _ limit: Int) -> Range<Int> {
      let low = min(max((values.min() ?? 0) - 5, 0), Double(limit))
      let high = min(max((values.max() ?? 0) + 6, 0), Double(limit))
      return Int(low) & ~7..<Int(high)
    }
    let size = unsafe picture.size
    return unsafe pixels.read(
      picture, columns: part(quad.corners.map(\.x), size.width),
      rows: part(quad.corners.map(\.y), size.height), cell: cell)
  }

  private mutating func scratch(_ grid: CardGrid) -> CardScratch {
    if let scratch = scratches[grid] { return scratch }
    if scratches.count > 12 { scratches = [:] }
    let scratch = CardScratch(grid)
    scratches[grid] = scratch
    return scratch
  }

  /// A blur in cells along the print's sides as one along the frame's, in pixels.
  private static func pixels(
    _ blur: SIMD2<Float>, _ corners: Quad<OutputSpace>, _ grid: CardGrid
  ) -> SIMD2<Float> {
    let c = corners.corners
    let across = SIMD2(c[1].x - c[0].x + c[2].x - c[3].x, c[1].y - c[0].y + c[2].y - c[3].y) / 2
    let down = SIMD2(c[3].x - c[0].x + c[2].x - c[1].x, c[3].y - c[0].y + c[2].y - c[1].y) / 2
    let (a, b) = (
      SIMD2<Float>(across) * blur.x / Float(grid.columns),
      SIMD2<Float>(down) * blur.y / Float(grid.rows)
    )
    let squares = a * a + b * b
    return SIMD2(squares.x.squareRoot(), squares.y.squareRoot()).clamped(
      lowerBound: .zero, upperBound: SIMD2(repeating: 6))
  }
}

extension CardLook {
  /// What a frame shows that does not show the card.
  fileprivate static func empty(_ print: CardPrint) -> CardLook {
    CardLook(
      cells: [SIMD3<Float>?](repeating: nil, count: 88), cellColumns: print.isLandscape ? 11 : 8)
  }
}
