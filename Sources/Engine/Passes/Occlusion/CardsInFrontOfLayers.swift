import Geometry
import Imaging
import Matting
import Timelines

/// What of a picture the cards before some layers show, while these layers are drawn.
struct CardsInFrontOfLayers {
  /// The cards that meet layers, and where they do.
  private let cards: [(card: CardInFront, area: PixelArea)]
  /// What the cards show that hide the layers which are drawn now.
  private var kept: (pixels: KeptPixels, count: Int)?

  /// Takes the cards that hide layers.
  ///
  /// - Parameter layers: where the layers lie in a frame of the size; nil where there are none.
  init(_ cards: [CardInFront], before layers: PixelArea?, in size: PixelSize<OutputSpace>) {
    self.cards = cards.compactMap { card in
      guard let layers, let box = Rectangle(around: card.corners.corners),
        let area = PixelArea(box, margin: 1, in: size)?.intersection(layers)
      else { return nil }
      return (card, area)
    }
  }

  /// Whether pixels are kept that layers may be drawn over.
  var haveKept: Bool { kept != nil }

  /// Whether as many cards hide a layer as are kept.
  func areKept(ofLayer index: Int) -> Bool { kept?.count ?? 0 == hiding(index).count }

  /// Whether cards hide a part of a layer.
  func hide(layer index: Int) -> Bool { !hiding(index).isEmpty }

  /// Keeps what the cards show that hide a layer.
  mutating func keep(ofLayer index: Int, of picture: MutablePicture) {
    let hiding = hiding(index)
    guard let first = hiding.first else { return }
    let area = hiding.dropFirst().reduce(first.area) { $0.union($1.area) }
    var matte = Matte(columns: area.columns, rows: area.rows)
    for (card, _) in hiding { matte.cover(card.corners) }
    kept = (unsafe KeptPixels(of: picture, under: matte), hiding.count)
  }

  /// Brings back what the cards show.
  mutating func bringBack(onto picture: MutablePicture) {
    unsafe kept?.pixels.bringBack(onto: picture)
    kept = nil
  }

  private func hiding(_ index: Int) -> [(card: CardInFront, area: PixelArea)] {
    cards.filter { $0.card.layersBehind > index }
  }
}
