internal import Geometry
internal import Placement

/// A composition after some of its layers were changed, and all layers of a face moved as one.
struct RerenderEdits: Hashable {
  /// The changes, by the layer's place in the composition.
  var layers: [Int: LayerEdit] = [:]
  /// The motions of whole faces in the picture, by the face's identity.
  var faces: [Int: FaceEdit] = [:]

  /// One layer's change; of one that is as it was, none.
  subscript(layer: Int) -> LayerEdit {
    get { layers[layer] ?? LayerEdit() }
    set { layers[layer] = newValue.isNothing ? nil : newValue }
  }
}

/// A similarity of the picture by which all layers of a face moved.
struct FaceEdit: Hashable {
  /// What it turns and grows about, in pixels.
  var centre: SIMD2<Double>
  /// The shift in pixels, y down.
  var shift = SIMD2<Double>.zero
  /// The turn in degrees, clockwise as seen.
  var rotation = 0.0
  /// The growth.
  var scale = 1.0

  /// The map of the picture.
  var map: AffineMap<OutputSpace, OutputSpace> {
    let (sine, cosine) = PlaneAngle.direction(degrees: rotation)
    let (c, s) = (scale * cosine, scale * sine)
    return AffineMap(
      c, -s, centre.x - c * centre.x + s * centre.y + shift.x,
      s, c, centre.y - s * centre.x - c * centre.y + shift.y)
  }
}

/// The layers of a picture in drawing order, to be drawn anew after changes.
struct EditableScene {
  let layers: [RerenderLayer]

  /// The faces' identities, in drawing order.
  var faces: [Int] {
    layers.map(\.entry.face).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The places of a face's layers.
  func layers(of face: Int) -> [Int] {
    layers.indices.filter { layers[$0].entry.face == face }
  }

  /// Where a layer goes after changes.
  func homography(_ layer: Int, after edits: RerenderEdits) -> Homography<ArtworkSpace, OutputSpace>
  {
    let own = layers[layer].homography(after: edits[layer])
    guard let face = edits.faces[layers[layer].entry.face] else { return own }
    return own.then(face.map)
  }

  /// Where a layer's corners go.
  func corners(_ layer: Int, after edits: RerenderEdits) -> Quad<OutputSpace>? {
    guard let own = layers[layer].corners(after: edits[layer]) else { return nil }
    guard let map = edits.faces[layers[layer].entry.face]?.map else { return own }
    return own.map { map($0) }
  }

  /// A layer's opacity after changes, 0 to 1.
  func opacity(_ layer: Int, after edits: RerenderEdits) -> Double {
    min(1, max(0, layers[layer].entry.opacity * edits[layer].opacity))
  }

  /// The places of the layers in the order in which they are drawn after changes.
  func order(after edits: RerenderEdits) -> [Int] {
    var order = Array(layers.indices)
    for (layer, edit) in edits.layers.sorted(by: { $0.key < $1.key }) where edit.rise != 0 {
      guard let from = order.firstIndex(of: layer) else { continue }
      order.remove(at: from)
      order.insert(layer, at: min(max(0, from + edit.rise), order.count))
    }
    return order
  }
}
