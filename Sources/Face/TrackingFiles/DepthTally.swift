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
    switch dialect {
    case csj_dialect_dump: unsafe addMatrices(of: document)
    case csj_dialect_arkit:
      for index in unsafe 0..<document.face_count where unsafe document.faces[index].has_matrix {
        let face = unsafe document.faces[index]
        guard !face.is_lost,
          case .success(let pose) = ARKitFrame.pose(
            Self.numbers(face.matrix), before: unsafe Self.numbers(document.camera_transform),
            vertices: nil, unit: unit)
        else { continue }
        add(pose, nil)
      }
    default:
      let own = unsafe camera(of: document)
      for index in unsafe 0..<document.face_count where unsafe document.faces[index].has_matrix {
        let face = unsafe document.faces[index]
        guard let pose = pose(face.matrix) else { continue }
        add(pose, face.has_landmarks ? unsafe seen(face.landmarks, document.numbers, own) : nil)
      }
    }
  }

  /// Which matrix of a dump is whose depends on where they put faces: the nearest is that of the largest face, in
  /// whichever unit.
  private mutating func addMatrices(of document: csj_document) {
    let poses = unsafe (0..<document.matrix_count).compactMap { unsafe pose(document.matrices[$0]) }
      .sorted { $0.translation.z > $1.translation.z }
    let faces = unsafe (0..<document.face_count).compactMap {
      unsafe seen(document.faces[$0].landmarks, document.numbers, camera)
    }.sorted { Self.extent($0) > Self.extent($1) }
    guard unsafe document.face_count == 0 || faces.count == poses.count else { return }
    for (index, pose) in poses.enumerated() { add(pose, faces.isEmpty ? nil : faces[index]) }
  }

  /// The camera that a sample states, else the header's.
  private func camera(of document: csj_document) -> PerspectiveCamera {
    let size = camera.size
    let own = try? unsafe HeaderReader.intrinsics(document, "", of: size, in: size)
    return own.map { PerspectiveCamera(size: size, intrinsics: $0) } ?? camera
  }

  private func pose(_ matrix: csj_matrix) -> FacialTransform? {
    guard case .success(let read) = PoseMatrix.read(Self.numbers(matrix), count: matrix.count)
    else { return nil }
    return unit.inCentimetres(read)
  }

  private static func numbers(_ matrix: csj_matrix) -> [Double] {
    unsafe withUnsafeBytes(of: matrix.values) { unsafe Array($0.bindMemory(to: Double.self)) }
  }

  /// - Parameter seen: the first landmarks of the face, as `seen` has them.
  private mutating func add(_ pose: FacialTransform, _ seen: [SIMD2<Double>]?) {
    let depth = -pose.translation.z
    guard distances.count < TrackingLimits.skimmedSizes else { return }
    distances.append(Float(depth))
    guard let seen, pose.scale > 0 else { return }
    let model = seen.indices.map { point in
      let vertex = CanonicalFace.vertices[point]
      let turned = pose(Vector3(vertex.x, vertex.y, vertex.z))
      return SIMD2(turned.x, turned.y) / pose.scale
    }
    // How far the canonical face stands that looks as large.
    let expected = Self.extent(model) / Self.extent(seen)
    guard expected > 0, expected.isFinite else { return }
    ratios.append(Float(depth / expected))
  }

  /// The first landmarks of a face, in parts of their distance from the camera; nil where there are too few.
  private func seen(
    _ landmarks: csj_points, _ numbers: UnsafePointer<Double>?, _ camera: PerspectiveCamera
  ) -> [SIMD2<Double>]? {
    let count = Int(csj_skimmed_points)
    guard landmarks.count >= count, let numbers = unsafe numbers else { return nil }
    return (0..<count).map { point in
      let start = landmarks.start + 3 * point
      return unsafe SIMD2(numbers[start], numbers[start + 1]) * pixels / camera.focalLengths
    }
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
