internal import Foundation
internal import Geometry
internal import Placement
internal import Registration

extension EditableScene {
  /// What happened to each layer, changed or not, in the picture.
  func changes(_ edits: RerenderEdits) -> [LayerChange] {
    layers.indices.map { place in
      let layer = layers[place]
      var change = LayerChange(
        face: layer.entry.face, layer: layer.entry.layer, change: RegionChange(kind: .same))
      change.isFittedTogether = edits.faces[layer.entry.face] != nil
      let opacity = opacity(place, after: edits)
      guard opacity > 0 else {
        change.change = RegionChange(kind: .notThere)
        return change
      }
      if let corners = corners(place, after: edits),
        let moved = GeometryChange(from: layer.entry.corners, to: corners),
        moved.kind != .moved || !moved.motion.isNegligible
      {
        change.change = RegionChange(kind: moved.kind, motion: moved.motion)
      }
      let centre = Point2.mean(of: layer.entry.corners.corners)
      (change.change.centreX, change.change.centreY) = (centre?.x, centre?.y)
      if abs(opacity - layer.entry.opacity) >= LayerChange.leastOpacity {
        change.remarks.append(
          String(format: "opacity %.2f instead of %.2f", opacity, layer.entry.opacity))
      }
      if let passed = passed(place, edits) { change.remarks.append(passed) }
      return change
    }
  }

  /// Whether layers go where another sidecar says that they went, within a pixel.
  func goes(where record: PlacementRecord, after edits: RerenderEdits) -> Bool {
    layers.indices.allSatisfy { place in
      let entry = layers[place].entry
      let other = record.placements.first {
        $0.face == entry.face && $0.layer == entry.layer && $0.opacity > 0
      }
      let opacity = opacity(place, after: edits)
      guard let other, opacity > 0 else { return other == nil && opacity == 0 }
      guard let corners = corners(place, after: edits) else { return false }
      return abs(opacity - other.opacity) < 0.05
        && zip(corners.corners, other.corners.corners).allSatisfy { $0.distance(to: $1) < 1 }
    }
  }

  /// Over or under which layers a layer is drawn that was drawn the other way round.
  private func passed(_ place: Int, _ edits: RerenderEdits) -> String? {
    let rise = edits[place].rise
    guard rise != 0 else { return nil }
    let others = rise > 0 ? place + 1...place + rise : place + rise...place - 1
    let names = others.filter(layers.indices.contains).map { layers[$0].entry.layer }
    return "drawn \(rise > 0 ? "over" : "under") \(ComparisonWords.list(names))"
  }
}
