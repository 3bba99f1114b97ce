import Geometry
import Imaging
import Matting
import Timelines

/// What of a picture the cards before some layers show, while these layers are drawn.
struct CardsInFrontOfLayers {
  private let cards: [CardInFront]
  /// Where the layers lie; nil where there are none.
  private let layers: Rectangle<OutputSpace>?
  /// What the cards show that hide the layers which are drawn now.
  private var kept: (pixels: KeptPixels, count: Int)?

  /// Takes the cards that hide layers.
  ///
  /// - Parameter layers: where the layers lie in the frame before the flip; nil where there are none.
  init(_ cards: [CardInFront], before layers: Rectangle<OutputSpace>?) {
    self.layers = layers
    self.cards = cards.filter { card in
      layers.map { card.corners.overlaps($0) } == true
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
    let cards = hiding(index)
    guard let layers, let box = Self.box(around: cards.map(\.corners))?.intersection(layers),
      let area = unsafe PixelArea(
        box, margin: 1,
        in: PixelSize(clamping: picture.planes[0].width, picture.planes[0].height))
    else { return }
    var matte = Matte(columns: area.columns, rows: area.rows)
    for card in cards { matte.cover(card.corners) }
    kept = (unsafe KeptPixels(of: picture, under: matte), cards.count)
  }

  /// Brings back what the cards show.
  mutating func bringBack(onto picture: MutablePicture) {
    unsafe kept?.pixels.bringBack(onto: picture)
    kept = nil
  }

  private static func box(around quads: [Quad<OutputSpace>]) -> Rectangle<OutputSpace>? {
    Rectangle(around: quads.flatMap(\.corners))
  }

  private func hiding(_ index: Int) -> [CardInFront] { cards.filter { $0.layersBehind > index } }
}
