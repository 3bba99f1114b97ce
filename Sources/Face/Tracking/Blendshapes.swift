public import FaceModel

/// The scores of one face's blendshapes.
public struct Blendshapes: Hashable, Sendable {
  /// How many blendshapes there are.
  public static let count = Blendshape.allCases.count

  /// The scores in MediaPipe's order, each 0 to 1, with or without `tongueOut`; empty where the file has none.
  public var scores: [Double]

  /// Makes the blendshapes of a face for which the file has none.
  public init() {
    scores = []
  }

  /// Makes blendshapes from some scores; those that are not named are 0.
  public init(_ named: [Blendshape: Double]) {
    scores = [Double](repeating: 0, count: Self.count)
    for (shape, score) in named {
      scores[shape.index] = score
    }
  }

  /// A blendshape's score, 0 where the file has none.
  public subscript(shape: Blendshape) -> Double {
    get { scores.indices.contains(shape.index) ? scores[shape.index] : 0 }
    set {
      if scores.count < Self.count {
        scores += [Double](repeating: 0, count: Self.count - scores.count)
      }
      scores[shape.index] = newValue
    }
  }

  /// The mean of `eyeBlinkLeft` and `eyeBlinkRight`, which the package format calls `blink`.
  public var blink: Double { (self[.eyeBlinkLeft] + self[.eyeBlinkRight]) / 2 }
}
