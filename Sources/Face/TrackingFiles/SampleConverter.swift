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
  /// Under what kind of key the first sample's time stands.
  private let timeKey: csj_time_key
  private let coordinates: Coordinates
  let matrixUnit: MatrixUnit
  private let camera: PerspectiveCamera
  /// The picture whose pixels intrinsics count.
  let seenSize: PixelSize<TrackerSpace>
  /// Of ARKit's faces; nil for other formats.
  let identities: ARKitIdentities?

  init(_ outcome: HeaderReader.Outcome, clock: SampleClock) {
    (header, timeKey) = (outcome.header, outcome.timeKey)
    isDump = outcome.dialect.keys == csj_dialect_dump
    identities = outcome.dialect == .arkit ? ARKitIdentities() : nil
    (self.clock, coordinates, matrixUnit) = (clock, outcome.coordinates, outcome.matrixUnit)
    camera = outcome.header.camera
    seenSize = outcome.seenSize ?? outcome.header.size
  }

  /// Makes a sample; the parts that findings are in are not good.
  ///
  /// - Parameter place: the sample's number in the file, counted from 0, which is its frame where it says
  ///   no time and times count frames.
  func sample(
    _ document: csj_document, place: Int, findings: inout [Finding]
  ) -> TrackingSample {
    var sample = unsafe TrackingSample(timestampMs: time(document, place, &findings))
    sample.faces = unsafe (0..<document.face_count).map {
      unsafe face(document.faces[$0], at: $0, document, &findings)
    }
    if !isDump { unsafe addIntrinsics(document, to: &sample, &findings) }
    if isDump { unsafe addMatrices(document, to: &sample, &findings) }
    for (index, face) in sample.faces.enumerated()
    // Matrices of a dump may make more faces than stand in it.
    where unsafe face.isEmpty && !(index < document.face_count && document.faces[index].is_lost)
      && !findings.contains(where: { $0.part == .face(index) || $0.part == .sample })
    {
      findings.append(
        Finding(
          problem: .emptyFace, part: .face(index), place: "faces[\(index)]",
          found: "neither landmarks nor matrix", expected: "one of them"))
    }
    sample.hands = unsafe (0..<document.hand_count).map {
      unsafe hand(document.hands[$0], at: $0, document, &findings)
    }
    if unsafe document.seen & UInt32(csj_seen_failed) != 0 {
      sample.failure = unsafe text(document.failed)
    }
    sample.images = unsafe (0..<document.image_count).map {
      unsafe image(document.images[$0], at: $0, document.numbers, &findings)
    }
    findRepeatedIdentities(sample.images, &findings)
    return sample
  }

  /// How many blendshapes of each face are no numbers.
  func badBlendshapes(_ document: csj_document) -> [Int] {
    unsafe (0..<document.face_count).map { unsafe document.faces[$0].bad_blendshapes }
  }

  /// When the sample was taken, in milliseconds.
  private func time(
    _ document: csj_document, _ place: Int, _ findings: inout [Finding]
  ) -> Double {
    let key = unsafe document.time_key
    if isDump, timeKey == csj_time_none, key == csj_time_none, clock.unit == .frames {
      return clock.milliseconds(Double(place))
    }
    if clock.unit != .milliseconds, unsafe document.seen & UInt32(csj_seen_time_of_day) != 0 {
      findings.append(
        Finding(
          problem: .wrongType, place: "timestampMs", found: "hours, minutes and seconds",
          expected: clock.unit.words))
    } else if key == csj_time_none {
      findings.append(
        Finding(
          problem: .missingKey, found: "no timestampMs",
          expected: "the sample's time"
            + (isDump ? ", or --tracking-time-unit frames where each is the next frame's" : "")))
    } else if key != timeKey, timeKey != csj_time_none || key != csj_time_ms {
      findings.append(
        Finding(
          problem: .wrongType, place: "timestampMs",
          found: "a time under another key than in the first sample",
          expected: "the same in all samples, so that their unit is one"))
    }
    return unsafe clock.milliseconds(document.timestamp_ms)
  }

  // MARK: - Faces

  private func face(
    _ face: csj_face, at index: Int, _ document: csj_document, _ findings: inout [Finding]
  ) -> FaceSample {
    let numbers = unsafe document.numbers
    var result = FaceSample(id: face.has_id ? Int(face.id) : nil)
    if face.has_landmarks {
      let place = isDump ? "faceLandmarks[\(index)]" : "faces[\(index)].landmarks"
      let count = face.landmarks.count
      if count == FaceTopology.meshCount || count == FaceTopology.countWithIrises {
        result.landmarks = unsafe points(
          face.landmarks, numbers, .face(index), place, &findings)
      } else {
        findings.append(
          Finding(
            problem: .landmarkCount, part: .face(index), place: place, found: "\(count) landmarks",
            expected: "468 or 478"))
      }
    }
    if let identities {
      result.id = identities.number(of: text(face.identifier))
      guard !face.is_lost else { return FaceSample() }
      result.pose = unsafe anchor(face, at: index, document, &findings)
    } else if face.has_matrix,
      let pose = pose(face.matrix, .face(index), "faces[\(index)].matrix", &findings)
    {
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
    _ matrix: csj_matrix, _ part: TrackingFault.Part, _ place: String, _ findings: inout [Finding]
  ) -> FacialTransform? {
    let numbers = unsafe withUnsafeBytes(of: matrix.values) {
      unsafe Array($0.bindMemory(to: Double.self))
    }
    // What is not finite was found before, under its own name.
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    switch PoseMatrix.read(numbers, count: matrix.count) {
    case .success(let pose):
      if case .image = part { return pose }
      return matrixUnit.inCentimetres(pose)
    case .failure(let fault):
      findings.append(
        Finding(
          problem: fault.problem, part: part, place: place, found: fault.found,
          expected: fault.expected))
      return nil
    }
  }

  private func addMatrices(
    _ document: csj_document, to sample: inout TrackingSample, _ findings: inout [Finding]
  ) {
    let poses = unsafe (0..<document.matrix_count).map {
      unsafe pose(
        document.matrices[$0], .matrix($0), "facialTransformationMatrixes[\($0)]", &findings)
    }
    if sample.faces.isEmpty {
      // An app may keep the matrices alone.
      sample.faces = poses.map { FaceSample(pose: $0) }
      give(&findings) { $0 }
      return
    }
    // Landmarks that are none pair with nothing, and their matrix is left over.
    let bad = sample.faces.indices.filter { place in
      findings.contains { $0.part == .face(place) }
    }
    var landmarks = sample.faces.map(\.landmarks)
    for place in bad { landmarks[place] = [] }
    let owners = PosePairing.faces(
      of: poses.compactMap(\.self), among: landmarks, camera: camera)
    var unowned = 0
    for (pose, owner) in zip(poses.compactMap(\.self), owners) {
      if let owner {
        sample.faces[owner].pose = pose
      } else {
        unowned += 1
        guard unowned > bad.count else { continue }
        findings.append(
          Finding(
            problem: .listMismatch, place: "facialTransformationMatrixes",
            found: "\(poses.count) matrices for \(sample.faces.count) faces",
            expected: "at most one for each face, in front of the camera"))
        return
      }
    }
    // Where each face has a matrix, the bad ones are those of the faces that are left.
    guard poses.count == sample.faces.count else { return }
    let faulty = poses.indices.filter { poses[$0] == nil }
    let left = sample.faces.indices.filter { sample.faces[$0].pose == nil }
    give(&findings) { matrix in
      faulty.firstIndex(of: matrix).flatMap { $0 < left.count ? left[$0] : nil }
    }
  }

  /// Gives the findings of matrices to their faces; those of no face stay the sample's.
  private func give(_ findings: inout [Finding], to face: (Int) -> Int?) {
    for index in findings.indices {
      if case .matrix(let matrix) = findings[index].part, let face = face(matrix) {
        findings[index].part = .face(face)
      }
    }
  }

  // MARK: - Hands and images

  private func hand(
    _ hand: csj_hand, at index: Int, _ document: csj_document, _ findings: inout [Finding]
  ) -> HandSample {
    var result = HandSample(
      handedness: hand.has_handedness ? (hand.is_left ? .left : .right) : nil, score: hand.score)
    /// The numbers of a list, where they are those of a hand.
    func points(
      _ list: csj_points, _ part: TrackingFault.Part, _ name: String
    ) -> UnsafePointer<Double>? {
      if list.count == HandSample.landmarkCount {
        return unsafe document.numbers.map { unsafe $0 + list.start }
      }
      findings.append(
        Finding(
          problem: .landmarkCount, part: part, place: "hands[\(index)].\(name)",
          found: "\(list.count) landmarks", expected: "\(HandSample.landmarkCount)"))
      return nil
    }
    if hand.has_landmarks, unsafe points(hand.landmarks, .hand(index), "landmarks") != nil {
      result.landmarks = unsafe self.points(
        hand.landmarks, document.numbers, .hand(index), "hands[\(index)].landmarks", &findings)
    }
    if hand.has_world_landmarks,
      let numbers = unsafe points(
        hand.world_landmarks, .worldPoints(hand: index), "worldLandmarks")
    {
      result.worldLandmarks = (0..<HandSample.landmarkCount).map {
        unsafe SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2])
      }
    }
    if hand.has_gestures {
      result.gestures = unsafe gestures(hand.gestures_start, hand.gestures_count, document)
    }
    if hand.has_custom {
      result.customGestures = unsafe gestures(hand.custom_start, hand.custom_count, document)
    }
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
  ) -> ImageSample {
    var corners = [Point2<TrackerSpace>](repeating: Point2(0, 0), count: 4)
    if image.corners.count == 4, let numbers = unsafe numbers {
      for corner in 0..<4 {
        let start = image.corners.start + 2 * corner
        corners[corner] = unsafe Point2(numbers[start] * unit.x, numbers[start + 1] * unit.y)
      }
    } else {
      findings.append(
        Finding(
          problem: .landmarkCount, part: .image(index), place: "images[\(index)].corners",
          found: "\(image.corners.count) corners", expected: "4"))
    }
    var sample = ImageSample(
      name: text(image.name), corners: Quad(corners[0], corners[1], corners[2], corners[3]),
      score: image.score)
    func note(
      _ problem: TrackingFault.Problem, _ member: String, _ found: String, _ expected: String
    ) {
      findings.append(
        Finding(
          problem: problem, part: .image(index), place: "images[\(index)].\(member)", found: found,
          expected: expected))
    }
    let largest = corners.reduce(0) { max($0, abs($1.x) / unit.x, abs($1.y) / unit.y) }
    if largest > TrackingLimits.coordinate {
      note(.outOfRange, "corners", "a coordinate of \(shortest(largest))", "at most 1e6")
    } else if image.corners.count == 4, !sample.corners.isConvex {
      note(
        .cornersNotConvex, "corners", "corners that bound no convex shape",
        "the corners in turn from the top left as printed")
    }
    if !(0...1).contains(image.score) {
      note(.outOfRange, "score", shortest(image.score), "0 to 1")
    }
    if image.has_id { sample.id = Int(image.id) }
    if image.has_width {
      sample.widthMm = image.width_mm
      if !TrackingLimits.widthMm.contains(image.width_mm) {
        note(.outOfRange, "widthMm", shortest(image.width_mm), "above 0 and at most 1e6 mm")
      }
    }
    if image.has_matrix,
      let pose = pose(image.matrix, .image(index), "images[\(index)].matrix", &findings)
    {
      sample.pose = pose
      if abs(pose.scale / PlanarPose.scale - 1) > PoseMatrix.rigidTolerance {
        note(
          .matrixNotRigid, "matrix", "a scale of \(shortest(pose.scale))",
          "a rotation times 0.1, from millimetres to centimetres")
      }
    }
    return sample
  }

  /// Finds identities that stand twice in a sample.
  private func findRepeatedIdentities(
    _ images: [ImageSample], _ findings: inout [Finding]
  ) {
    var seen: Set<Int> = []
    for (index, image) in images.enumerated() {
      guard let id = image.id, !seen.insert(id).inserted else { continue }
      findings.append(
        Finding(
          problem: .repeatedIdentity, part: .image(index), place: "images[\(index)].id",
          found: "the id \(id) for the second time in the sample",
          expected: "an id of its own for each card"))
    }
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
    _ list: csj_points, _ numbers: UnsafePointer<Double>?, _ part: TrackingFault.Part,
    _ place: String, _ findings: inout [Finding]
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
          problem: .outOfRange, part: part, place: place,
          found: "a coordinate of \(shortest(largest))",
          expected: "\(coordinates == .pixels ? "pixels" : "parts") of the picture, at most 1e6"))
    }
    return points
  }
}
