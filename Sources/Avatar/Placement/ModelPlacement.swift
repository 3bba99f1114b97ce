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

  /// What it looks like at an age.
  func moment(of model: Model, atAge age: Double) -> ModelMoment {
    var moment = ModelMoment()
    guard let number = animation.number(in: model) else { return moment }
    moment.animation = number
    moment.seconds = model.seconds(
      atAge: age, speed: speed, animation: number,
      play: { play.place(at: $0, length: $1) })
    return moment
  }
}

extension LayerModel.Animation {
  /// The number of the animation of a model; nil for none.
  func number(in model: Model) -> Int? {
    switch self {
    case .none: nil
    case .first: model.animationNames.isEmpty ? nil : 0
    case .named(let name): model.animationNames.firstIndex(of: name)
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
