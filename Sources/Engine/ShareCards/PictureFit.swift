import Geometry

/// Where a picture goes in a box of another shape.
struct PictureFit {
  /// The part of the picture that is shown, in its pixels.
  var part: ShareCardRect
  /// Where the part goes on the card.
  var box: ShareCardRect

  /// As much may be cut at either side, in the card's pixels, before the window gets smaller.
  static let thinnestMargin = 12.0
  /// Places of the part that are tried where ornaments lie over the picture.
  private static let trials = 41

  /// Fills the box with the largest part of its shape.
  ///
  /// The part has all faces and what they wear in it, in its middle as far as the picture reaches, and lies so
  /// that ornaments cover as little of both as can be; without a subject it is the middle, and a little
  /// higher in pictures that are too tall, where heads are. What is wider or higher than such a part is not cut:
  /// the part then takes all of it in, and the box is smaller.
  ///
  /// - Parameter ornaments: what lies over the picture, in the card's pixels.
  static func cover(
    width: Double, height: Double, in box: ShareCardRect, keeping subject: ShareCardSubject?,
    under ornaments: [ShareCardRect] = []
  ) -> PictureFit {
    let whole = Rectangle<OutputSpace>(Point2(0, 0), Point2(width, height))
    let seen = subject?.seen(in: whole)
    let kept = seen?.all.around
    var (wide, high) = largest(width, height, box)
    if let kept, let seen {
      let spared = seen.worn.isEmpty ? spared(wide, box) : 0
      if kept.width > wide + spared || kept.height > high + spared {
        (wide, high) = (max(wide, kept.width), max(high, kept.height))
      }
    }
    let x = places(length: wide, of: width, keeping: kept.map { ($0.left, $0.right) })
    let y = places(length: high, of: height, keeping: kept.map { ($0.top, $0.bottom) })
    let ideal = (
      x: within(x, (kept?.center.x ?? width / 2) - wide / 2),
      y: within(y, kept.map { $0.center.y - high / 2 } ?? ((height - high) * 0.4))
    )
    func fit(_ x: Double, _ y: Double) -> PictureFit {
      let part = ShareCardRect(x: x, y: y, width: wide, height: high)
      return PictureFit(part: part, box: shrunk(box, to: part))
    }
    guard let seen, !ornaments.isEmpty else { return fit(ideal.x, ideal.y) }
    var best = (cost: Double.infinity, fit: fit(ideal.x, ideal.y))
    for step in 0..<trials {
      // From the ideal on to either side: of two that are as good, the nearer one is kept.
      let way = Double((step + 1) / 2) / Double(trials / 2) * (step % 2 == 0 ? 1 : -1)
      let tried = fit(
        within(x, ideal.x + way * (x.upperBound - x.lowerBound)),
        within(y, ideal.y + way * (y.upperBound - y.lowerBound)))
      let cost = tried.cost(of: seen, under: ornaments)
      if cost < best.cost - 1 { best = (cost, tried) }
    }
    return best.fit
  }

  /// The window that a picture needs in a box: lower where the faces and what they wear are wider than the
  /// largest part of the box's shape, narrower where they are higher.
  ///
  /// - Returns: the window in the middle of the box, and whether a face would be cut in all of the box; nil
  ///   where the picture needs no other window.
  static func window(
    width: Double, height: Double, in box: ShareCardRect, keeping subject: ShareCardSubject?
  ) -> (box: ShareCardRect, isForFaces: Bool)? {
    let seen = subject?.seen(in: Rectangle(Point2(0, 0), Point2(width, height)))
    guard let seen, let kept = seen.all.around else { return nil }
    let (wide, high) = largest(width, height, box)
    let spared = spared(wide, box)
    let isForFaces =
      seen.faces.around.map { $0.width > wide + spared || $0.height > high + spared } ?? false
    // Of faces alone, whose hair lies beyond their landmarks anyway, a margin may be cut.
    let margin = seen.worn.isEmpty ? spared : 0
    var window = box
    if kept.height > high + margin {
      window.width = min(box.height * width / kept.height, box.width)
    } else if kept.width > wide + margin {
      window.height = min(box.width * height / kept.width, box.height)
    }
    guard box.width - window.width >= 1 || box.height - window.height >= 1 else { return nil }
    window.x += (box.width - window.width) / 2
    window.y += (box.height - window.height) / 2
    return (window, isForFaces)
  }

  /// The sides of a picture's largest part of a box's shape.
  private static func largest(
    _ width: Double, _ height: Double, _ box: ShareCardRect
  ) -> (wide: Double, high: Double) {
    let aspect = box.width / box.height
    return (min(width, height * aspect), min(height, width / aspect))
  }

  /// What may be cut at both sides together, in the picture's pixels.
  private static func spared(_ wide: Double, _ box: ShareCardRect) -> Double {
    2 * thinnestMargin * wide / box.width
  }

  /// The share of a subject that the part cuts off.
  func cut(of subject: ShareCardSubject) -> Double {
    let part = Rectangle<OutputSpace>(
      Point2(part.x, part.y), Point2(part.x + part.width, part.y + part.height))
    let (all, inside) = subject.all.reduce((0.0, 0.0)) { sum, box in
      let seen = box.intersection(part)
      return (
        sum.0 + box.width * box.height, sum.1 + (seen.map { $0.width * $0.height } ?? 0)
      )
    }
    return all > 0 ? max(0, 1 - inside / all) : 0
  }

  /// How much of a subject ornaments cover, in the card's square pixels.
  func covered(of subject: ShareCardSubject, by ornaments: [ShareCardRect]) -> Double {
    subject.all.reduce(0) { sum, shown in
      let place = map.bounds(of: shown)
      return sum + ornaments.reduce(0) { $0 + $1.common(with: place) }
    }
  }

  /// How much of a subject is cut or covered, in the card's square pixels; of faces four times as much.
  func cost(of subject: ShareCardSubject, under ornaments: [ShareCardRect]) -> Double {
    func cost(_ shown: Rectangle<OutputSpace>) -> Double {
      let place = map.bounds(of: shown)
      let inside = place.common(with: box)
      return place.width * place.height - inside
        + ornaments.reduce(0) { $0 + $1.common(with: place) }
    }
    return subject.faces.reduce(0) { $0 + 4 * cost($1) }
      + subject.worn.reduce(0) { $0 + cost($1) }
  }

  /// Where a part may begin along one side so that it lies in the picture and cuts nothing.
  private static func places(
    length: Double, of side: Double, keeping kept: (low: Double, high: Double)?
  ) -> ClosedRange<Double> {
    let most = max(0, side - length)
    guard let kept else { return 0...most }
    // Longer by less than a margin, it loses as much at both ends.
    if kept.high - kept.low > length {
      let middle = min(max((kept.low + kept.high - length) / 2, 0), most)
      return middle...middle
    }
    let low = min(max(0, kept.high - length), most)
    return low...max(low, min(most, kept.low))
  }

  private static func within(_ range: ClosedRange<Double>, _ value: Double) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }

  /// Shows all of the picture.
  static func contain(width: Double, height: Double, in box: ShareCardRect) -> PictureFit {
    let part = ShareCardRect(x: 0, y: 0, width: width, height: height)
    return PictureFit(part: part, box: shrunk(box, to: part))
  }

  /// The largest box of a part's shape in the middle of a box.
  private static func shrunk(_ box: ShareCardRect, to part: ShareCardRect) -> ShareCardRect {
    let scale = min(box.width / part.width, box.height / part.height)
    let (width, height) = (part.width * scale, part.height * scale)
    return ShareCardRect(
      x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width: width,
      height: height)
  }

  /// From the picture's pixels to the card's.
  var map: AffineMap<OutputSpace, OutputSpace> {
    let (x, y) = (box.width / part.width, box.height / part.height)
    return AffineMap(x, 0, box.x - part.x * x, 0, y, box.y - part.y * y)
  }
}

extension AffineMap<OutputSpace, OutputSpace> {
  /// Where a box goes, by a map that does not turn it.
  fileprivate func bounds(of box: Rectangle<OutputSpace>) -> ShareCardRect {
    let (first, last) = (self(Point2(box.left, box.top)), self(Point2(box.right, box.bottom)))
    return ShareCardRect(
      x: first.x, y: first.y, width: last.x - first.x, height: last.y - first.y)
  }
}
