internal import Compositing

/// A part of a level in which layers are drawn anew again and again: what lies under and over those
/// that change is drawn once.
struct RerenderPart {
  let area: RasterArea
  /// The background with the layers that lie under all that change.
  private let base: ByteRaster
  private let pieces: [Piece]
  /// The piece of each layer, where the order may change.
  private let places: [Int: Int]

  /// Layers that follow each other.
  private struct Piece {
    var layers: [Int]
    /// As they were drawn; nil for those that change.
    var laid: LaidLayers?
  }

  /// Draws what does not change.
  ///
  /// - Parameters:
  ///   - order: the places of the layers, the lowest first.
  ///   - changing: those of them that will change.
  ///   - reorders: whether their order will change too.
  init(
    _ scene: EditableScene, _ level: RerenderLevel, _ area: RasterArea, order: [Int],
    changing: [Int], start: RerenderEdits, reorders: Bool, by compositor: Compositor
  ) {
    self.area = area
    let lowest = reorders ? 0 : order.firstIndex { changing.contains($0) } ?? 0
    base = level.draw(
      scene, Array(order[..<lowest]), start, on: level.background.part(area), in: area,
      by: compositor)
    let nothing = ByteRaster(width: area.width, height: area.height)
    var pieces: [Piece] = []
    for layer in order[lowest...] {
      // What is drawn by another mode depends on what is below.
      let stays = !changing.contains(layer) && scene.layers[layer].blend == .normal
      let isLaid = pieces.last.map { $0.laid != nil }
      if !reorders, isLaid == stays {
        pieces[pieces.count - 1].layers.append(layer)
      } else {
        pieces.append(Piece(layers: [layer], laid: stays ? LaidLayers(nothing) : nil))
      }
    }
    for place in pieces.indices where pieces[place].laid != nil {
      pieces[place].laid = LaidLayers(
        level.draw(
          scene, pieces[place].layers, start, on: nothing, in: area, by: compositor))
    }
    self.pieces = pieces
    places =
      reorders
      ? Dictionary(uniqueKeysWithValues: pieces.indices.map { (pieces[$0].layers[0], $0) }) : [:]
  }

  func draw(
    _ scene: EditableScene, _ level: RerenderLevel, _ edits: RerenderEdits,
    by compositor: Compositor
  ) -> ByteRaster {
    var raster = base
    let order =
      places.isEmpty ? Array(pieces.indices) : scene.order(after: edits).compactMap { places[$0] }
    for place in order {
      if let laid = pieces[place].laid {
        laid.lay(over: &raster)
      } else {
        level.draw(
          scene, pieces[place].layers, edits, over: &raster, in: area, by: compositor)
      }
    }
    return raster
  }
}
