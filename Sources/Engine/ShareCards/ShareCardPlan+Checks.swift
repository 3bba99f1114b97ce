import Drawing
import Geometry

extension ShareCardPlan {
  /// What leaves the card, overlaps, or is too small.
  func crowding(_ ratio: ShareCardRatio) throws(DrawingError) -> [ShareCardFault.Kind] {
    var found = try misplaced(ratio)
    let card = Double(ratio.size.width * ratio.size.height)
    let pictures = shown.compactMap { name, rect in
      if case .picture = contents[name] { rect.width * rect.height } else { nil }
    }
    let share = (pictures.max() ?? 0) / card
    if share == 0 {
      found.append(.noPicture(ratio: ratio.rawValue))
    } else if share < ShareCard.smallestPicture {
      found.append(
        .crowded(
          ratio: ratio.rawValue,
          what: "the picture takes \(Int(100 * share)) % of the card, at least "
            + "\(Int(100 * ShareCard.smallestPicture)) % expected"))
    }
    return found
  }

  /// The elements in boxes, and where they go.
  private var shown: [(name: String, rect: ShareCardRect)] {
    (root?.all ?? []).compactMap { placed in
      placed.element.map { ($0, placed.rect.inset(by: placed.box.padding)) }
    }
  }

  /// What leaves the card, overlaps, or is larger than its box.
  func misplaced(_ ratio: ShareCardRatio) throws(DrawingError) -> [ShareCardFault.Kind] {
    let card = ratio.rect
    let shown = shown
    var found: [ShareCardFault.Kind] = []
    func report(_ what: String) { found.append(.crowded(ratio: ratio.rawValue, what: what)) }
    for (name, rect) in shown {
      if !card.contains(rect) { report("\"\(name)\" leaves the card") }
      guard let content = contents[name] else { continue }
      switch content {
      case .picture: break
      case .text(let text, let style):
        let lines = try TextLayout(text, style, width: rect.width)
        if lines.height > rect.height + 1 || lines.width > rect.width + 1 {
          report("\"\(name)\" is larger than its box")
        }
      default:
        if let size = content.fixedSize,
          size.width > rect.width + 1 || size.height > rect.height + 1
        {
          report("\"\(name)\" is larger than its box")
        }
      }
    }
    for (index, first) in shown.enumerated() {
      for second in shown[(index + 1)...] where first.rect.overlaps(second.rect) {
        report("\"\(first.name)\" and \"\(second.name)\" overlap")
      }
    }
    for (name, rect) in shown {
      guard case .code = contents[name] else { continue }
      for ornament in over where rect.overlaps(ornament.rect) {
        report("an ornament lies over the QR code \"\(name)\"")
      }
    }
    return found
  }
}

extension ShareCardRect {
  /// Rounding to pixels may move an edge by as much.
  private static let tolerance = 1.0

  fileprivate func contains(_ other: ShareCardRect) -> Bool {
    other.x >= x - Self.tolerance && other.y >= y - Self.tolerance
      && other.maxX <= maxX + Self.tolerance && other.maxY <= maxY + Self.tolerance
  }

  fileprivate func overlaps(_ other: ShareCardRect) -> Bool {
    min(maxX, other.maxX) - max(x, other.x) > Self.tolerance
      && min(maxY, other.maxY) - max(y, other.y) > Self.tolerance
  }
}
