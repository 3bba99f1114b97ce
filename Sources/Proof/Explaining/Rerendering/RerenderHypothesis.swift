internal import Geometry
internal import Placement

/// What may have happened to the composition: the changes, and which of their numbers are still to be fitted.
struct RerenderHypothesis {
  typealias Free = (subject: EditParameter.Subject, number: EditParameter.Number)

  var edits: RerenderEdits
  /// The numbers that are fitted.
  var free: [Free]
  /// The places in the composition that it changes.
  var layers: [Int]
  /// Whether it draws layers in another order.
  var reorders = false
  /// By how much it lessens what the picture costs, at the level where it was last fitted.
  var gain: Float = 0
  /// The most that it could lessen it by.
  var room: Float = 0
  /// What is left where the picture is determined.
  var left: Float = 0

  /// This change and another one at once.
  func joined(with other: RerenderHypothesis) -> RerenderHypothesis {
    RerenderHypothesis(
      edits: other.edits, free: free + other.free,
      layers: Array(Set(layers + other.layers)).sorted(), reorders: reorders || other.reorders,
      gain: gain + other.gain)
  }
}

extension RerenderHypothesis {
  /// This change with the numbers that a fit found.
  func with(_ found: RerenderFit.Result, of fit: RerenderFit) -> RerenderHypothesis {
    var same = self
    (same.edits, same.left) = (found.edits, found.own)
    (same.gain, same.room) = (fit.costBefore - found.cost, fit.costBefore)
    return same
  }
}

extension EditableScene {
  /// All that is tried of a composition from some changes on.
  ///
  /// - Parameters:
  ///   - faces: the faces in which pixels changed.
  ///   - start: the changes that are taken for granted.
  func hypotheses(of faces: Set<Int>, from start: RerenderEdits) -> [RerenderHypothesis] {
    let groups = Dictionary(
      grouping: layers.indices.filter { faces.contains(layers[$0].entry.face) }
    ) { "\(layers[$0].entry.avatar ?? -1) \(layers[$0].entry.layer)" }
    return groups.values.sorted { $0[0] < $1[0] }.flatMap { group in
      let others = start.layers.keys.contains { group.contains($0) }
      return others ? [] : hypotheses(of: group, from: start)
    } + (start.layers.isEmpty ? faces.sorted().compactMap(motion) : [])
  }

  /// How many layers a layer may have passed.
  private static let mostRise = 6

  private func hypotheses(of group: [Int], from start: RerenderEdits) -> [RerenderHypothesis] {
    let place = EditParameter.Number.ofPlace.map {
      (EditParameter.Subject.layers(group), $0)
    }
    func changed(_ change: (inout LayerEdit) -> Void) -> RerenderEdits {
      var edits = start
      for layer in group { change(&edits[layer]) }
      return edits
    }
    let moved = RerenderHypothesis(edits: start, free: place, layers: group)
    let faded = RerenderHypothesis(
      edits: changed { $0.opacity = 0.8 }, free: [(.layers(group), .opacity)], layers: group)
    let hidden = RerenderHypothesis(
      edits: changed { $0.opacity = 0 }, free: [], layers: group)
    // With a place to be fitted as well, a symmetric layer that moved would look flipped.
    let flipped = RerenderHypothesis(
      edits: changed { $0.isFlipped = true }, free: [], layers: group)
    let count = layers(of: layers[group[0]].entry.face).count
    let rank = layers(of: layers[group[0]].entry.face).firstIndex(of: group[0]) ?? 0
    let near = max(0, rank - Self.mostRise)..<min(count, rank + Self.mostRise + 1)
    // Of places that look the same the nearest comes first, and so is told.
    let risen = near.filter { $0 != rank }.sorted { abs($0 - rank) < abs($1 - rank) }.map { other in
      RerenderHypothesis(
        edits: changed { $0.rise = other - rank }, free: [], layers: group, reorders: true)
    }
    return [moved, faded, hidden, flipped] + risen
  }

  private func motion(of face: Int) -> RerenderHypothesis? {
    let places = layers(of: face)
    guard places.count > 1 else { return nil }
    let corners = places.flatMap { layers[$0].entry.corners.corners }
    let centre =
      corners.reduce(SIMD2<Double>.zero) { $0 + SIMD2($1.x, $1.y) } / Double(corners.count)
    var edits = RerenderEdits()
    edits.faces[face] = FaceEdit(centre: centre)
    return RerenderHypothesis(
      edits: edits, free: EditParameter.Number.ofPlace.map { (.face(face), $0) }, layers: places)
  }
}
