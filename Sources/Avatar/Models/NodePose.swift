/// How a node lies in its parent at a moment.
struct NodePose: Sendable {
  /// As the file has it, or its animation.
  var transform: ModelNode.Transform
  /// What drives add: in degrees before the node's own rotation, in metres, and as a factor.
  private var degrees = SIMD3<Double>.zero
  private var translation = SIMD3<Double>.zero
  private var scale = 1.0

  init(_ transform: ModelNode.Transform) { self.transform = transform }

  /// Takes the values of an animation; a node that has a matrix is not animated.
  mutating func take(_ values: [Double], of path: ModelAnimation.Path) {
    guard case .parts(var translation, var rotation, var scale) = transform, values.count >= 3
    else { return }
    let vector = SIMD3(values[0], values[1], values[2])
    switch path {
    case .translation: translation = vector
    case .scale: scale = vector
    case .rotation: if values.count == 4 { rotation = SIMD4(vector, values[3]) }
    case .weights: break
    }
    transform = .parts(translation: translation, rotation: rotation, scale: scale)
  }

  mutating func take(_ change: ModelChange) {
    switch change.target {
    case .morph: break
    case .rotation(_, let axis): degrees[axis.number] += change.value
    case .translation(_, let axis): translation[axis.number] += change.value
    case .scale: scale *= change.value
    }
  }

  /// From the node's space to its parent's.
  var matrix: ModelMatrix {
    var (turned, scales): (ModelMatrix, SIMD3<Double>)
    switch transform {
    case .matrix(let matrix): (turned, scales) = (matrix, SIMD3(repeating: 1))
    case .parts(let translation, let rotation, let scale):
      turned = ModelMatrix(quaternion: rotation.unitTurn).moved(to: translation)
      scales = scale
    }
    if degrees != .zero { turned = turned * ModelMatrix(degrees: degrees) }
    return turned.moved(to: turned.origin + translation).scaled(by: scales * scale)
  }
}
