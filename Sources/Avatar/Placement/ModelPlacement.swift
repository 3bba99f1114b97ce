import Avatars
import Geometry
import Models
import Scenes

/// A model on a card in one output picture.
public struct ModelPlacement: Sendable {
  /// What is drawn of it.
  public var volume: LayerVolume
  /// What throws its shadow; nil where it has none.
  package var shadow: ModelShadow?
}

extension SceneModel {
  /// From the model's space to millimetres on the card.
  ///
  /// - Parameters:
  ///   - growth: how large it is, of its full size.
  ///   - isTurned: whether it is turned over left to right.
  func toCard(_ values: ItemValues, growth: Double, isTurned: Bool) -> ModelMatrix {
    let size = scale * growth * Self.millimetres
    return ModelMatrix(degrees: SIMD3(tilt.x, tilt.y, values.rotation))
      .scaled(by: SIMD3(isTurned ? -size : size, size, size))
      .moved(to: SIMD3(values.at.x, values.at.y, values.at.z))
  }

  private static let millimetres = 1000.0
}

extension ModelMoment {
  /// The moment of an animation at an age, in milliseconds.
  init(
    _ animation: LayerModel.Animation, of model: Model, _ play: Play, speed: Double,
    atAge ageMs: Double
  ) {
    self.init()
    switch animation {
    case .none: return
    case .first: self.animation = model.animationNames.isEmpty ? nil : 0
    case .named(let name): self.animation = model.animationNames.firstIndex(of: name)
    }
    guard let number = self.animation else { return }
    seconds = model.seconds(atAge: ageMs, speed: speed, animation: number) {
      play.place(at: $0, length: $1)
    }
  }
}

extension LayerVolume {
  /// A model; nil where nothing of it is drawn.
  ///
  /// - Parameters:
  ///   - depth: how it competes with others for the points of a picture.
  ///   - centimetre: in the unit of the depths.
  init(_ placed: PlacedModel, depth: LayerDepth, centimetre: Double, in output: OutputMapping) {
    let origins = placed.namedOrigins
    self.init(
      surface: nil, shape: .model(placed), hasNormals: true, depth: depth, occluders: [],
      tolerance: Self.tolerance * centimetre, points: origins.map { output.finished($0.place) },
      nodes: origins.map { PlacedNode(name: $0.name, depth: $0.depth) })
  }
}
