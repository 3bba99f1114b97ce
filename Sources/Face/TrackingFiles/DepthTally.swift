internal import CSimdjson
internal import FaceModel
internal import Geometry
internal import Tracking

extension TrackingSkim {
  /// How far the matrices of a file put faces, in centimetres by its word or the options'.
  public struct Depths: Hashable, Sendable {
    /// The median of how many times as far they put faces as their landmarks' size says; nil where no face has both.
    public internal(set) var ratio: Double?
    /// The median of how far they put faces; nil where there is none.
    public internal(set) var distance: Double?
  }
}

/// Collects how far the matrices of samples put faces, of the first `TrackingLimits.skimmedSizes`.
struct DepthTally {
  private let dialect: csj_dialect
  private let unit: MatrixUnit
  private let camera: PerspectiveCamera
  /// How many pixels the file's 1 is, across and down.
  private let pixels: SIMD2<Double>
  private var ratios: [Float] = []
  private var distances: [Float] = []

  init(_ outcome: HeaderReader.Outcome) {
    let size = outcome.header.size
    (dialect, unit, camera) = (outcome.dialect.keys, outcome.matrixUnit, outcome.header.camera)
    pixels =
      outcome.coordinates == .pixels
      ? SIMD2(1, 1) : SIMD2(Double(size.width), Double(size.height))
  }

  mutating func add(_ document: csj_document) {
    if dialect == csj_dialect_dump {
      // Which matrix is whose depends on where they put faces, and is told by their order here: most files
      // have one face.
      for index in unsafe 0..<document.matrix_count {
        let landmarks =
          unsafe document.face_count == document.matrix_count
          ? document.faces[index].landmarks : nil
        guard unsafe landmarks != nil || document.face_count == 0 else { continue }
        unsafe add(document.matrices[index], landmarks, document.numbers)
      }
      return
    }
    // ARKit's transforms are of the world.
    guard dialect == csj_dialect_own else { return }
    for index in unsafe 0..<document.face_count where unsafe document.faces[index].has_matrix {
      let face = unsafe document.faces[index]
      unsafe add(face.matrix, face.has_landmarks ? face.landmarks : nil, document.numbers)
    }
  }

  private mutating func add(
    _ matrix: csj_matrix, _ landmarks: csj_points?, _ numbers: UnsafePointer<Double>?
  ) {
    let values = unsafe withUnsafeBytes(of: matrix.values) {
      unsafe Array($0.bindMemory(to: Double.self))
    }
    guard case .success(let read) = PoseMatrix.read(values, count: matrix.count) else { return }
    let pose = unit.inCentimetres(read)
    let depth = -pose.translation.z
    guard distances.count < TrackingLimits.skimmedSizes else { return }
    distances.append(Float(depth))
    guard let landmarks, let numbers = unsafe numbers,
      let expected = unsafe self.depth(pose, landmarks, numbers), expected > 0, expected.isFinite
    else { return }
    ratios.append(Float(depth / expected))
  }

  /// How far the canonical face stands that looks as large as the first landmarks of a face; nil where there are
  /// too few.
  private func depth(
    _ pose: FacialTransform, _ landmarks: csj_points, _ numbers: UnsafePointer<Double>
  ) -> Double? {
    let count = min(landmarks.count, Int(csj_skimmed_points))
    guard count == Int(csj_skimmed_points), pose.scale > 0 else { return nil }
    let seen = (0..<count).map { point in
      let start = landmarks.start + 3 * point
      return unsafe SIMD2(numbers[start], numbers[start + 1]) * pixels / camera.focalLengths
    }
    let model = (0..<count).map { point in
      let vertex = CanonicalFace.vertices[point]
      let turned = pose(Vector3(vertex.x, vertex.y, vertex.z))
      return SIMD2(turned.x, turned.y) / pose.scale
    }
    return Self.extent(model) / Self.extent(seen)
  }

  private static func extent(_ points: [SIMD2<Double>]) -> Double {
    let mean = points.reduce(.zero, +) / Double(points.count)
    return points.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() }.squareRoot()
  }

  var finished: TrackingSkim.Depths {
    func median(_ list: [Float]) -> Double? {
      list.isEmpty ? nil : Double(list.sorted()[list.count / 2])
    }
    return TrackingSkim.Depths(ratio: median(ratios), distance: median(distances))
  }
}
