import Geometry
import Imaging
import Matting
import Placement
import Shot
import Timelines

/// What of a picture is before the things that are drawn on it, while they are drawn.
struct SubjectsInFront {
  /// From the scene picture to the frame.
  let output: OutputMapping
  /// The cards before layers.
  var cards: CardsInFrontOfLayers
  /// Where hands hide layers; nil where they hide nothing.
  private let hands: Matte?
  /// What the picture showed there before the layers that were drawn last.
  private var kept: KeptPixels?
  /// What each hand covers of all that is drawn.
  private let covers: [HandsInFront.Cover]

  /// Takes what is before what is drawn.
  ///
  /// - Parameters:
  ///   - layers: where the layers lie; nil where there are none.
  ///   - area: where all lies that is drawn; nil where nothing is.
  ///   - picture: the picture before anything is drawn.
  ///   - guide: the picture that is looked at in place of it; nil for itself.
  init(
    _ state: FrameState, _ hands: HandsInFront?, layers: PixelArea?, all area: PixelArea?,
    _ picture: MutablePicture, _ guide: StraightRGBA8?
  ) {
    output = state.output
    cards = CardsInFrontOfLayers(
      state.cardsInFront, before: state.cardsInFront.isEmpty ? nil : layers,
      in: state.output.output)
    covers =
      area.flatMap { area in
        unsafe hands?.covers(of: state, in: area, picture: picture, or: guide)
      } ?? []
    guard layers != nil, let first = covers.first?.matte else {
      self.hands = nil
      return
    }
    let whole = covers.dropFirst().reduce(PixelArea(first)) { area, cover in
      area.flatMap { area in PixelArea(cover.matte).map(area.union) }
    }
    var matte = whole.map { Matte(columns: $0.columns, rows: $0.rows) } ?? first
    for cover in covers { matte.formUnion(cover.matte) }
    self.hands = matte
  }

  /// Whether hands hide layers, and the picture before these is not kept yet.
  var waitsForLayers: Bool { hands != nil && kept == nil }

  /// Keeps what the picture shows where hands hide the layers that are drawn next.
  mutating func keepHands(of picture: MutablePicture) {
    kept = hands.map { unsafe KeptPixels(of: picture, under: $0) }
  }

  /// Whether layers were drawn that hands hide.
  var haveLayers: Bool { kept != nil }

  /// Brings back the hands over the layers that were drawn.
  mutating func bringBackHands(onto picture: MutablePicture) {
    unsafe kept?.bringBack(onto: picture)
    kept = nil
  }

  /// What is before a scene: what lies on its card, and beyond the card's outline the hands that reach there from
  /// it or are nearer; nil for nothing.
  ///
  /// - Parameters:
  ///   - scene: with corners before the flip.
  ///   - size: the print's width and height, in millimetres.
  func matte(over scene: PlacedScene, _ card: CardInShot?, _ size: SIMD2<Double>) -> Matte? {
    let outline = scene.sight.corners.map { output.toComposite($0) }
    let hands = covers.filter { cover in
      card?.cover.map(cover.matte.meets) == true
        || cover.scale.map { $0 > outline.scale(ofPrint: size) } == true
    }
    let mattes = [card?.cover].compactMap(\.self) + hands.map(\.matte)
    guard !hands.isEmpty, let first = mattes.first,
      let area = mattes.dropFirst().reduce(
        PixelArea(first),
        { area, matte in area.flatMap { area in PixelArea(matte).map(area.union) } })
    else { return card?.cover }
    var matte = Matte(columns: area.columns, rows: area.rows)
    for hand in hands { matte.formUnion(hand.matte) }
    if card?.isRead == true { matte.uncover(outline) }
    if let cover = card?.cover { matte.formUnion(cover) }
    return matte
  }
}

extension PixelArea {
  fileprivate init?(_ matte: Matte) { self.init(columns: matte.columns, rows: matte.rows) }
}

extension Quad where Space == OutputSpace {
  /// How large a print is seen whose corners these are, in pixels to a millimetre.
  fileprivate func scale(ofPrint size: SIMD2<Double>) -> Double {
    max(
      max(topLeft.distance(to: topRight), bottomLeft.distance(to: bottomRight)) / size.x,
      max(topLeft.distance(to: bottomLeft), topRight.distance(to: bottomRight)) / size.y)
  }
}
