import Imaging

/// Tells the pixels that antialiasing gives to an edge, which differ wherever the edge is drawn a
/// little elsewhere or by another program.
///
/// After V. Vyšniauskas, "Anti-aliased pixel and intensity slope detector", Electronics and
/// Electrical Engineering 7 (95), 2009, as pixelmatch and odiff use it: such a pixel lies on a slope
/// from a darker neighbour to a brighter one, is like at most two of its neighbours, and the darkest
/// or the brightest of them belongs to a surface (has three neighbours of its own colour) in both
/// pictures. Pixels of noise, as video has them, belong to no surface and are never taken for an edge.
struct AntialiasingDetector {
  /// The pictures on each ground.
  let grounds: [(StraightRGBA8, StraightRGBA8)]

  /// Whether a pixel looks like an edge's in one of the pictures, on one of the grounds.
  func isAntialiased(x: Int, y: Int) -> Bool {
    grounds.contains { a, b in
      Self.isOnSlope(x, y, in: a, surfacesAlsoIn: b)
        || Self.isOnSlope(x, y, in: b, surfacesAlsoIn: a)
    }
  }

  private static func isOnSlope(
    _ x: Int, _ y: Int, in picture: StraightRGBA8, surfacesAlsoIn other: StraightRGBA8
  ) -> Bool {
    let columns = max(x - 1, 0)...min(x + 1, picture.width - 1)
    let rows = max(y - 1, 0)...min(y + 1, picture.height - 1)
    // A pixel at the picture's rim has fewer neighbours: the missing ones are like it, once.
    var alike = columns.count < 3 || rows.count < 3 ? 1 : 0
    var (darkest, brightest) = ((step: 0, x: 0, y: 0), (step: 0, x: 0, y: 0))
    let own = luma(picture[x, y])
    for row in rows {
      for column in columns where (column, row) != (x, y) {
        let step = luma(picture[column, row]) - own
        if step == 0 { alike += 1 }
        if step < darkest.step { darkest = (step, column, row) }
        if step > brightest.step { brightest = (step, column, row) }
      }
    }
    guard alike <= 2, darkest.step < 0, brightest.step > 0 else { return false }
    return [darkest, brightest].contains { end in
      isSurface(end.x, end.y, in: picture) && isSurface(end.x, end.y, in: other)
    }
  }

  /// Whether at least three neighbours of a pixel have its colour.
  private static func isSurface(_ x: Int, _ y: Int, in picture: StraightRGBA8) -> Bool {
    let columns = max(x - 1, 0)...min(x + 1, picture.width - 1)
    let rows = max(y - 1, 0)...min(y + 1, picture.height - 1)
    var alike = columns.count < 3 || rows.count < 3 ? 1 : 0
    let own = picture[x, y]
    for row in rows {
      for column in columns where (column, row) != (x, y) && picture[column, row] == own {
        alike += 1
      }
    }
    return alike >= 3
  }

  /// Rec. 709 luma in 1/10,000 of a level.
  private static func luma(_ colour: RGBA8) -> Int {
    2126 * Int(colour.red) + 7152 * Int(colour.green) + 722 * Int(colour.blue)
  }
}
