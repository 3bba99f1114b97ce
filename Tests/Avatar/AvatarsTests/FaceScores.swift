import Avatars
import FaceModel

/// A face of which only the scores are known.
struct FaceScores: SignalState {
  private let scores: (Blendshape) -> Double

  init(_ scores: @escaping (Blendshape) -> Double) { self.scores = scores }

  func score(_ shape: Blendshape) -> Double { scores(shape) }
}

extension TriggerStates {
  mutating func observe(
    face: Int, layers: [Layer], scores: @escaping (Blendshape) -> Double
  ) {
    observe(face: face, layers: layers, state: FaceScores(scores))
  }
}

extension Layer {
  func driven(scores: @escaping (Blendshape) -> Double) -> Layer { driven(by: FaceScores(scores)) }
}
