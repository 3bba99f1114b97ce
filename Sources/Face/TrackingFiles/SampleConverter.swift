internal import CSimdjson
internal import FaceModel
internal import Geometry
internal import Tracking

/// Makes a sample of what stands in a document, and says what is wrong with it.
struct SampleConverter {
  let header: TrackingHeader
  /// Whether the matrices are a list of their own, as in MediaPipe's results.
  let isDump: Bool
  private let clock: SampleClock
  private let coordinates: Coordinates
  private let camera: PerspectiveCamera

  init(
    header: TrackingHeader, isDump: Bool, clock: SampleClock, coordinates: Coordinates
  ) {
    self.header = header
    self.isDump = isDump
    self.clock = clock
    self.coordinates = coordinates
    camera = PerspectiveCamera(size: header.size)
  }

  /// Makes a sample; it is only good if nothing was added to the findings.
  func sample(_ document: csj_document, findings: inout [Finding]) -> TrackingSample {
    if unsafe document.seen & UInt32(csj_seen_timestamp) == 0 {
      findings.append(
        Finding(problem: .missingKey, found: "no timestampMs", expected: "the sample's time"))
    }
    var sample = unsafe TrackingSample(
      timestampMs: clock.milliseconds(document.timestamp_ms))
    sample.faces = unsafe (0..<document.face_count).map {
      unsafe face(document.faces[$0], at: $0, document.numbers, &findings)
    }
    if isDump { unsafe addMatrices(document, to: &sample, &findings) }
    for (index, face) in sample.faces.enumerated()
    where findings.isEmpty && face.landmarks.isEmpty && face.pose == nil {
      findings.append(
        Finding(
          problem: .emptyFace, place: "faces[\(index)]", found: "neither landmarks nor matrix",
          expected: "one of them"))
    }
    sample.hands = unsafe (0..<document.hand_count).map {
      unsafe hand(document.hands[$0], at: $0, document, &findings)
    }
    if unsafe document.seen & UInt32(csj_seen_failed) != 0 {
      sample.failure = unsafe text(document.failed)
    }
    sample.images = unsafe (0..<document.image_count).compactMap {
      unsafe image(document.images[$0], at: $0, document.numbers, &findings)
    }
    return sample
  }

  // MARK: - Faces

  private func face(
    _ face: csj_face, at index: Int, _ numbers: UnsafePointer<Double>?, _ findings: inout [Finding]
  ) -> FaceSample {
    var result = FaceSample(id: face.has_id ? Int(face.id) : nil)
    if face.has_landmarks {
      let place = isDump ? "faceLandmarks[\(index)]" : "faces[\(index)].landmarks"
      let count = face.landmarks.count
      if count == FaceTopology.meshCount || count == FaceTopology.countWithIrises {
        result.landmarks = unsafe points(face.landmarks, numbers, place, &findings)
      } else {
        findings.append(
          Finding(
            problem: .landmarkCount, place: place, found: "\(count) landmarks",
            expected: "468 or 478"))
      }
    }
    if face.has_matrix, let pose = pose(face.matrix, "faces[\(index)].matrix", &findings) {
      result.pose = pose
    }
    if face.has_blendshapes {
      result.blendshapes.scores = unsafe withUnsafeBytes(of: face.blendshapes) {
        unsafe Array($0.bindMemory(to: Double.self))
      }
    }
    return result
  }

  private func pose(
    _ matrix: csj_matrix, _ place: String, _ findings: inout [Finding]
  ) -> FacialTransform? {
    let numbers = unsafe withUnsafeBytes(of: matrix.values) {
      unsafe Array($0.bindMemory(to: Double.self))
    }
    // What is not finite was found before, under its own name.
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    switch PoseMatrix.read(numbers, count: matrix.count) {
    case .success(let pose): return pose
    case .failure(let fault):
      findings.append(
        Finding(
          problem: fault.problem, place: place, found: fault.found, expected: fault.expected))
      return nil
    }
  }

  private func addMatrices(
    _ document: csj_document, to sample: inout TrackingSample, _ findings: inout [Finding]
  ) {
    let before = findings.count
    let poses = unsafe (0..<document.matrix_count).compactMap {
      unsafe pose(document.matrices[$0], "facialTransformationMatrixes[\($0)]", &findings)
    }
    guard findings.count == before else { return }
    if sample.faces.isEmpty {
      // An app may keep the matrices alone.
      sample.faces = poses.map { FaceSample(pose: $0) }
      return
    }
    let owners = PosePairing.faces(
      of: poses, among: sample.faces.map(\.landmarks), camera: camera)
    for (pose, owner) in zip(poses, owners) {
      if let owner {
        sample.faces[owner].pose = pose
      } else {
        findings.append(
          Finding(
            problem: .listMismatch, place: "facialTransformationMatrixes",
            found: "\(poses.count) matrices for \(sample.faces.count) faces",
            expected: "at most one for each face, in front of the camera"))
        return
      }
    }
  }

  // MARK: - Hands and images

  private func hand(
    _ hand: csj_hand, at index: Int, _ document: csj_document, _ findings: inout [Finding]
  ) -> HandSample {
    var result = HandSample(
      handedness: hand.has_handedness ? (hand.is_left ? .left : .right) : nil, score: hand.score)
    for (list, isThere, name) in [
      (hand.landmarks, hand.has_landmarks, "landmarks"),
      (hand.world_landmarks, hand.has_world_landmarks, "worldLandmarks"),
    ] where isThere && list.count != HandSample.landmarkCount {
      findings.append(
        Finding(
          problem: .landmarkCount, place: "hands[\(index)].\(name)",
          found: "\(list.count) landmarks", expected: "\(HandSample.landmarkCount)"))
    }
    guard findings.isEmpty else { return result }
    result.landmarks = unsafe points(
      hand.landmarks, document.numbers, "hands[\(index)].landmarks", &findings)
    if hand.has_world_landmarks, let numbers = unsafe document.numbers {
      result.worldLandmarks = (0..<hand.world_landmarks.count).map {
        let start = hand.world_landmarks.start + 3 * $0
        return unsafe SIMD3(numbers[start], numbers[start + 1], numbers[start + 2])
      }
    }
    result.gestures = unsafe gestures(hand.gestures_start, hand.gestures_count, document)
    result.customGestures = unsafe gestures(hand.custom_start, hand.custom_count, document)
    return result
  }

  private func gestures(
    _ start: Int, _ count: Int, _ document: csj_document
  ) -> [Gesture] {
    (0..<count).map {
      let gesture = unsafe document.gestures[start + $0]
      return Gesture(categoryName: text(gesture.name), score: gesture.score)
    }
  }

  private func image(
    _ image: csj_image, at index: Int, _ numbers: UnsafePointer<Double>?,
    _ findings: inout [Finding]
  ) -> ImageSample? {
    guard image.corners.count == 4, let numbers = unsafe numbers else {
      findings.append(
        Finding(
          problem: .landmarkCount, place: "images[\(index)].corners",
          found: "\(image.corners.count) corners", expected: "4"))
      return nil
    }
    let corners = (0..<4).map { corner in
      let start = image.corners.start + 2 * corner
      return unsafe Point2<TrackerSpace>(
        numbers[start] * unit.x, numbers[start + 1] * unit.y)
    }
    return ImageSample(
      name: text(image.name), corners: Quad(corners[0], corners[1], corners[2], corners[3]),
      score: image.score)
  }

  // MARK: - Points

  /// How many pixels the file's 1 is, across and down.
  private var unit: (x: Double, y: Double) {
    coordinates == .pixels ? (1, 1) : (Double(header.size.width), Double(header.size.height))
  }

  /// How many pixels the file's 1 is in depth.
  ///
  /// Programs that write x and y in pixels often leave z as the tracker gave it, in parts of the
  /// picture's width. A face or hand is about as deep as it is wide, so one whose depth is less than its
  /// width by more than the root of the factor between the two is of that kind.
  private func depthUnit(_ first: UnsafePointer<Double>, _ count: Int) -> Double {
    let width = Double(header.size.width)
    guard coordinates == .pixels else { return width }
    var (least, most) = unsafe ((x: first[0], z: first[2]), (x: first[0], z: first[2]))
    for index in 0..<count {
      let (x, z) = unsafe (first[3 * index], first[3 * index + 2])
      least = (min(least.x, x), min(least.z, z))
      most = (max(most.x, x), max(most.z, z))
    }
    let (wide, deep) = (most.x - least.x, most.z - least.z)
    return deep * width.squareRoot() < wide ? width : 1
  }

  /// The points of a list, in pixels of the tracker's picture.
  private func points(
    _ list: csj_points, _ numbers: UnsafePointer<Double>?, _ place: String,
    _ findings: inout [Finding]
  ) -> [Point3<TrackerSpace>] {
    guard list.count > 0, let numbers = unsafe numbers else { return [] }
    let first = unsafe numbers + list.start
    let unit = unit
    let depth = unsafe depthUnit(first, list.count)
    var largest = 0.0
    let points = unsafe [Point3<TrackerSpace>](unsafeUninitializedCapacity: list.count) {
      buffer, count in
      for index in 0..<list.count {
        let (x, y, z) = unsafe (first[3 * index], first[3 * index + 1], first[3 * index + 2])
        largest = max(largest, abs(x), abs(y), abs(z))
        unsafe buffer.initializeElement(at: index, to: Point3(x * unit.x, y * unit.y, z * depth))
      }
      count = list.count
    }
    if largest > TrackingLimits.coordinate {
      findings.append(
        Finding(
          problem: .outOfRange, place: place, found: "a coordinate of \(shortest(largest))",
          expected: "\(coordinates == .pixels ? "pixels" : "parts") of the picture, at most 1e6"))
    }
    return points
  }
}
