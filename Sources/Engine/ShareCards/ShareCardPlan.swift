import Drawing
import Geometry

struct PlacedOrnament {
  var ornament: ShareCardOrnament
  var rect: ShareCardRect
}

/// Where everything of a card goes.
struct ShareCardPlan {
  /// What elements show, at the sizes that the layout has.
  var contents: [String: ShareCardContent] = [:]
  var root: PlacedBox?
  var under: [PlacedOrnament] = []
  var over: [PlacedOrnament] = []

  var elements: Set<String> {
    Set((root?.all ?? []).compactMap(\.element) + (under + over).compactMap(\.ornament.element))
  }

  /// The texts that end in an ellipsis, because not even their smallest size has room for all.
  func cutTexts() throws(DrawingError) -> Set<String> {
    Set(try texts().filter(\.value.isCut).keys)
  }

  /// The texts as they are laid out: their sizes, in pixels, and whether they end in an ellipsis.
  func texts() throws(DrawingError) -> [String: (size: Double, isCut: Bool)] {
    let boxes = (root?.all ?? []).map { ($0.element, $0.rect.inset(by: $0.box.padding)) }
    var texts: [String: (size: Double, isCut: Bool)] = [:]
    for (name, rect) in boxes + (under + over).map({ ($0.ornament.element, $0.rect) }) {
      guard let name, case .text(let text, let style) = contents[name] else { continue }
      let lines = try TextLayout(text, style, width: rect.width)
      texts[name] = (lines.size, lines.isCut)
    }
    return texts
  }

  /// A card with nothing on it.
  init() {}

  /// Lays a card out with what there is.
  ///
  /// - Parameters:
  ///   - box: one of the layout's outermost boxes of the ratio.
  ///   - enlargement: how many times as large all but the picture and what lies on it is.
  ///   - margins: how much smaller than the card the outermost box is, at either side.
  ///   - window: where the picture goes within its box.
  init(
    _ layout: ShareCardLayout, _ box: ShareCardBox, _ ratio: ShareCardRatio,
    contents: [String: ShareCardContent], imageSizes: [String: PixelSize<ArtworkSpace>],
    enlargement: Double = 1, margins: (x: Double, y: Double) = (0, 0), window: ShareCardRect? = nil
  ) throws(DrawingError) {
    let contents = layout.scaled(contents, by: box.scale, enlargement, in: ratio)
    self.contents = contents
    var solver = BoxSolver(contents: contents)
    let (width, height) = (Double(ratio.size.width), Double(ratio.size.height))
    let card = ShareCardRect(x: 0, y: 0, width: width, height: height)
    let outermost = card.inset(
      by: ShareCardBox.Padding(
        top: margins.y, right: margins.x, bottom: margins.y, left: margins.x))
    root = try solver.place(box.scaled(by: box.scale * enlargement), in: outermost)
    if let window { root?.setPicture(window, contents) }
    var places: [String: ShareCardRect] = [:]
    for placed in root?.all ?? [] {
      if let name = placed.element { places[name] = placed.rect }
    }
    func place(_ ornaments: [ShareCardOrnament]) throws(DrawingError) -> [PlacedOrnament] {
      var placed: [PlacedOrnament] = []
      for ornament in ornaments {
        let ornament = layout.scaled(ornament, by: box.scale, enlargement)
        guard ornament.ratios.isEmpty || ornament.ratios.contains(ratio),
          ornament.with.map({ contents[$0] != nil }) ?? true,
          ornament.unless.map({ contents[$0] == nil }) ?? true,
          let reference = ornament.reference.map({ places[$0] }) ?? card,
          let size = try solver.size(of: ornament, imageSizes)
        else { continue }
        placed.append(PlacedOrnament(ornament, size, in: reference))
      }
      return placed
    }
    under = try place(layout.under)
    over = try place(layout.over)
  }
}

extension PlacedOrnament {
  fileprivate init(
    _ ornament: ShareCardOrnament, _ size: (Double, Double), in reference: ShareCardRect
  ) {
    let x = reference.x + reference.width * ornament.at.x + ornament.offset.x
    let y = reference.y + reference.height * ornament.at.y + ornament.offset.y
    self.ornament = ornament
    rect = ShareCardRect(
      x: x - size.0 * ornament.pivot.x, y: y - size.1 * ornament.pivot.y, width: size.0,
      height: size.1)
  }
}

extension BoxSolver {
  /// The size of an ornament; nil where what it shows is not there.
  fileprivate mutating func size(
    of ornament: ShareCardOrnament, _ imageSizes: [String: PixelSize<ArtworkSpace>]
  ) throws(DrawingError) -> (Double, Double)? {
    if let image = ornament.image, let size = imageSizes[image] {
      return (ornament.width, ornament.width * Double(size.height) / Double(size.width))
    }
    guard let name = ornament.element, let content = contents[name] else { return nil }
    if let size = content.fixedSize { return size }
    return (ornament.width, try measure(element: name, width: ornament.width).height)
  }
}
