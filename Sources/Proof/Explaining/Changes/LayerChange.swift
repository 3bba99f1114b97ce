internal import Geometry
internal import Registration

/// What happened to one layer of one face.
struct LayerChange {
  var face: Int
  var layer: String
  var change: RegionChange
  /// What is to be added to the change's words: a change of perspective, of opacity.
  var remarks: [String] = []
  /// Whether the motion was fitted to all of a face's layers as one: each may differ a bit.
  var isFittedTogether = false

  /// The least change of opacity that is told.
  static let leastOpacity = 0.01

  var words: String {
    let parts = (change.kind == .same ? [] : [change.words]) + remarks
    return parts.joined(separator: "; ")
  }

  /// Whether nothing happened.
  var isNothing: Bool { change.kind == .same && remarks.isEmpty }

  /// Where the change takes a point, as a shift from there; (0, 0) where it is no motion.
  func shift(atX x: Double, y: Double) -> (dx: Double, dy: Double) {
    guard let motion = change.motion, let cx = change.centreX, let cy = change.centreY else {
      return (0, 0)
    }
    let (sine, cosine) = PlaneAngle.direction(degrees: motion.rotationDegrees)
    let (px, py) = (x - cx, y - cy)
    // Mirroring or turning comes first, the motion is what is beyond it.
    let (qx, qy) =
      switch change.kind {
      case .mirrored: (-px, py)
      case .upsideDown: (px, -py)
      case .turned90: (-py, px)
      case .turned180: (-px, -py)
      case .turned270: (py, -px)
      default: (px, py)
      }
    return (
      motion.scale * (cosine * qx - sine * qy) - px + motion.dx,
      motion.scale * (sine * qx + cosine * qy) - py + motion.dy
    )
  }

  /// The same change, told about the mean of a quad's corners, as changes of quads are.
  func told(about quad: Quad<OutputSpace>) -> LayerChange {
    guard change.motion != nil, let centre = Point2.mean(of: quad.corners) else { return self }
    var same = self
    let (dx, dy) = shift(atX: centre.x, y: centre.y)
    same.change.motion?.dx = dx
    same.change.motion?.dy = dy
    (same.change.centreX, same.change.centreY) = (centre.x, centre.y)
    return same
  }

  /// Whether another layer did the same: the same kind, and one motion of the plane for both.
  func isAlike(_ other: LayerChange) -> Bool {
    guard change.kind == other.change.kind, remarks == other.remarks,
      change.colours == other.change.colours
    else { return false }
    guard let a = change.motion, let b = other.change.motion else {
      return change.motion == nil && other.change.motion == nil
    }
    guard abs(a.rotationDegrees - b.rotationDegrees) < 0.3, abs(a.scale - b.scale) < 0.005,
      let x = other.change.centreX, let y = other.change.centreY
    else { return false }
    let here = shift(atX: x, y: y)
    return abs(here.dx - b.dx) < 0.5 && abs(here.dy - b.dy) < 0.5
  }
}

extension [LayerChange] {
  /// One sentence a layer, or one for all layers of a face that changed alike.
  ///
  /// - Parameter layers: how many layers each face has in the frame, changed or not.
  func sentences(layers: [Int: Int]) -> [String] {
    let isOneFace = layers.count <= 1
    var sentences: [String] = []
    for face in layers.keys.sorted() {
      let changes = filter { $0.face == face && !$0.isNothing }
      guard let first = changes.first else { continue }
      let of = isOneFace ? "" : " of face \(face)"
      if changes.count > 1, changes.count == layers[face], changes.allSatisfy(first.isAlike) {
        let together = first.isFittedTogether ? " together" : ""
        sentences.append(
          "all \(changes.count) layers\(of)\(together): \(changes.together(first).words)")
      } else {
        sentences += changes.map { "\($0.name(isOneFace: isOneFace)): \($0.words)" }
      }
    }
    return sentences
  }

  /// The common change of layers that changed alike, about the middle of their centres.
  private func together(_ first: LayerChange) -> LayerChange {
    let centres = compactMap { layer in
      layer.change.centreX.flatMap { x in layer.change.centreY.map { (x, $0) } }
    }
    guard var motion = first.change.motion, !centres.isEmpty else { return first }
    let x = centres.reduce(0) { $0 + $1.0 } / Double(centres.count)
    let y = centres.reduce(0) { $0 + $1.1 } / Double(centres.count)
    (motion.dx, motion.dy) = first.shift(atX: x, y: y)
    var common = first
    common.change.motion = motion
    return common
  }
}

extension LayerChange {
  /// The layer as a sentence begins: `layer horns`, or `face 1, layer horns`.
  func name(isOneFace: Bool) -> String {
    // No layer could be named: it is somewhere in the face's overlay.
    if layer.isEmpty { return isOneFace ? "the overlay" : "face \(face), the overlay" }
    return isOneFace ? "layer \(layer)" : "face \(face), layer \(layer)"
  }
}
