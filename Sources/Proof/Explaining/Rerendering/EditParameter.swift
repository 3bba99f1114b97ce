internal import Geometry

/// A number of a composition that is searched for, in a unit of its own in which 1 moves the corners by
/// about a pixel of a level.
struct EditParameter {
  /// Whose number it is.
  enum Subject: Hashable {
    /// One layer of a manifest, on each of the faces that wear it: its places in the composition.
    case layers([Int])
    /// All layers of a face.
    case face(Int)

    /// The places in the composition that it moves.
    func layers(in scene: EditableScene) -> [Int] {
      switch self {
      case .layers(let layers): layers
      case .face(let face): scene.layers(of: face)
      }
    }
  }

  enum Number: CaseIterable {
    case x, y, rotation, scale, opacity

    /// Those of a place.
    static let ofPlace: [Number] = [.x, .y, .rotation, .scale]
  }

  let subject: Subject
  let number: Number
  /// How much the number changes a unit.
  private(set) var unit = 1.0

  /// The change of opacity that counts like a pixel.
  private static let opacityUnit = 0.05

  /// Makes the parameter with its unit at a level; nil where the number moves nothing.
  init?(
    _ subject: Subject, _ number: Number, in scene: EditableScene, _ edits: RerenderEdits,
    pixelSide: Double
  ) {
    (self.subject, self.number) = (subject, number)
    guard number != .opacity else {
      unit = Self.opacityUnit
      return
    }
    // How far corners go for a change that is small.
    unit = 1e-3
    let changed = adding(1, to: edits)
    var (sum, count) = (0.0, 0)
    for layer in subject.layers(in: scene) {
      guard let a = scene.corners(layer, after: edits), let b = scene.corners(layer, after: changed)
      else { continue }
      for (p, q) in zip(a.corners, b.corners) {
        sum += p.distance(to: q)
        count += 1
      }
    }
    guard count > 0, sum > 1e-9, sum.isFinite else { return nil }
    unit = 1e-3 * pixelSide * Double(count) / sum
  }

  /// The composition after some units of it.
  func adding(_ units: Double, to edits: RerenderEdits) -> RerenderEdits {
    var changed = edits
    let value = units * unit
    switch subject {
    case .layers(let layers):
      for layer in layers {
        switch number {
        case .x: changed[layer].offset.x += value
        case .y: changed[layer].offset.y += value
        case .rotation: changed[layer].rotation += value
        case .scale: changed[layer].scale *= max(0.1, 1 + value)
        case .opacity: changed[layer].opacity = max(0, changed[layer].opacity + value)
        }
      }
    case .face(let face):
      guard var edit = edits.faces[face] else { return edits }
      switch number {
      case .x: edit.shift.x += value
      case .y: edit.shift.y += value
      case .rotation: edit.rotation += value
      case .scale: edit.scale *= max(0.1, 1 + value)
      case .opacity: break
      }
      changed.faces[face] = edit
    }
    return changed
  }

  /// The composition with a number of some layers as it was.
  static func removing(_ number: Number, of layers: [Int], from edits: RerenderEdits)
    -> RerenderEdits
  {
    var changed = edits
    for layer in layers {
      switch number {
      case .x: changed[layer].offset.x = 0
      case .y: changed[layer].offset.y = 0
      case .rotation: changed[layer].rotation = 0
      case .scale: changed[layer].scale = 1
      case .opacity: changed[layer].opacity = 1
      }
    }
    return changed
  }
}
