package import Compositing
package import Geometry
package import Matting
import Placement
import Timelines

/// What lies on a card in one frame, and the light on it: what its scene is cut and lit by.
package struct CardInShot: Sendable {
  /// Whether the frame tells what lies on the card.
  package var isRead = false
  /// What hides the scene within the card's outline; nil for nothing.
  package var cover: Matte?
  /// From the frame before the flip to the print, in parts of its width and height from its top left corner.
  package let toPrint: Homography<OutputSpace, PrintSpace>
  /// The light over the print; nil where the scene is drawn as it is.
  package var factors: FieldGrid?
  /// How much of each place of the print is burnt out; nil where none is, and where the scene is drawn as it is.
  package var white: FieldGrid?
  /// The print's blur along the frame's x and y, in pixels; 0 where the scene is drawn as it is.
  package var blur = SIMD2<Float>.zero

  package init(toPrint: Homography<OutputSpace, PrintSpace>) { self.toPrint = toPrint }
}

extension CardInShot {
  /// Takes what a frame shows of a card.
  ///
  /// - Parameters:
  ///   - look: nil where the frame does not show the card.
  ///   - light: on the print; nil where nothing tells it.
  ///   - power: to which the light is raised; nil where the scene is drawn as it is.
  init(
    _ look: CardLook?, light: PrintLight?, power: Double?, isCovered: Bool,
    toPrint: Homography<OutputSpace, PrintSpace>
  ) {
    self.toPrint = toPrint
    isRead = isCovered && look?.isOfPrint == true
    cover = isCovered ? look?.cover : nil
    guard let power else { return }
    blur = look?.blur ?? .zero
    white = look?.burnt.flatMap { map in
      FieldGrid(
        columns: map.columns, rows: map.rows, nodes: map.shares.map { SIMD4($0, 0, 0, 0) },
        ofCells: true)
    }
    guard let light else { return }
    factors = FieldGrid(
      columns: light.columns, rows: light.rows,
      nodes: light.factors.map { factors in
        SIMD4(LightFactor.limited(factors, power: Float(power)), 1)
      }, ofCells: true)
  }
}
