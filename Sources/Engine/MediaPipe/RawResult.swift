internal import FaceModel
package import Geometry
internal import Tracker
package import Tracking
internal import TrackingFiles

/// What MediaPipe's tasks gave for one picture, as they gave it, and how it passes from one process to
/// the other.
package struct RawResult: Hashable, Sendable {
  package struct Hand: Hashable, Sendable {
    package var isLeft = false
    package var score: Float = 0
    /// Three numbers a point.
    package var landmarks: [Float] = []
    package var worldLandmarks: [Float] = []
    /// Empty for none; nil where the recogniser was not asked.
    package var gestures: [Gesture]?

    /// Makes a hand without anything.
    package init() {}
  }

  /// One gesture of a hand.
  package struct Gesture: Hashable, Sendable {
    package var name: String
    package var score: Float

    package init(name: String, score: Float) {
      (self.name, self.score) = (name, score)
    }
  }

  /// Three numbers a point, a list a face.
  package var faces: [[Float]] = []
  /// The 52 scores in MediaPipe's order, a list a face.
  package var blendshapes: [[Float]] = []
  /// Sixteen numbers each, column by column.
  package var matrices: [[Float]] = []
  package var hands: [Hand] = []
  /// Why a task gave no answer.
  package var failure: String?

  /// Makes a result in which nothing was found.
  package init() {}
}

extension RawResult {
  private static let lists = TrackingLimits.faces
  private static let numbers = 3 * FaceTopology.countWithIrises
  private static let handNumbers = 3 * HandSample.landmarkCount
  /// Bytes of a message at most: 64 faces and 64 hands take 0.5 MB.
  static let mostBytes = 4 << 20

  package var message: [UInt8] {
    var writer = WireWriter()
    for group in [faces, blendshapes, matrices] {
      writer.list(group) { $0.floats($1) }
    }
    writer.list(hands) { writer, hand in
      writer.whole(hand.isLeft ? 1 : 0)
      writer.float(hand.score)
      writer.floats(hand.landmarks)
      writer.floats(hand.worldLandmarks)
      writer.whole(hand.gestures == nil ? 0 : 1)
      writer.list(hand.gestures ?? []) { writer, gesture in
        writer.text(gesture.name)
        writer.float(gesture.score)
      }
    }
    writer.text(failure ?? "")
    return writer.bytes
  }

  /// Reads a message, which may be anything.
  package init(message: [UInt8]) throws(WireReader.Garbled) {
    var reader = WireReader(message)
    func group(_ most: Int) throws(WireReader.Garbled) -> [[Float]] {
      try reader.list(upTo: Self.lists) { reader throws(WireReader.Garbled) in
        try reader.floats(upTo: most)
      }
    }
    faces = try group(Self.numbers)
    blendshapes = try group(Blendshape.mediaPipeCount)
    matrices = try group(16)
    hands = try reader.list(upTo: Self.lists) { reader throws(WireReader.Garbled) in
      var hand = Hand()
      hand.isLeft = try reader.whole() == 1
      hand.score = try reader.float()
      hand.landmarks = try reader.floats(upTo: Self.handNumbers)
      hand.worldLandmarks = try reader.floats(upTo: Self.handNumbers)
      let isAsked = try reader.whole() == 1
      let gestures = try reader.list(upTo: TrackingLimits.gestures) {
        reader throws(WireReader.Garbled) in
        Gesture(name: try reader.text(), score: try reader.float())
      }
      hand.gestures = isAsked ? gestures : nil
      return hand
    }
    let reason = try reader.text()
    failure = reason.isEmpty ? nil : reason
    guard reader.isAtEnd else { throw WireReader.Garbled() }
  }
}

extension RawResult {
  /// The sample that it is, of a picture of this size; nil where the tracker broke its own rules.
  package func sample(
    atMs timeMs: Double, size: PixelSize<TrackerSpace>
  ) -> TrackingSample? {
    if let failure { return TrackingSample(timestampMs: timeMs, failure: failure) }
    let counts = [FaceTopology.meshCount, FaceTopology.countWithIrises].map { $0 * 3 }
    guard faces.allSatisfy({ counts.contains($0.count) }),
      blendshapes.allSatisfy({ $0.count == Blendshape.mediaPipeCount }),
      matrices.allSatisfy({ $0.count == 16 }),
      hands.allSatisfy({
        $0.landmarks.count == Self.handNumbers
          && ($0.worldLandmarks.isEmpty || $0.worldLandmarks.count == Self.handNumbers)
      }), isFinite
    else { return nil }
    return TrackingSample(
      timestampMs: timeMs,
      faces: DetectedFaces.samples(
        landmarks: faces.map { Self.points($0, size) }, blendshapes: blendshapes,
        matrices: matrices.map { $0.map(Double.init) }, size: size),
      hands: hands.map { $0.sample(size) })
  }

  /// The sample of a picture, which says so where the tracker broke its own rules.
  func sample(of picture: TrackerPicture, atMs timeMs: Int) -> TrackingSample {
    sample(atMs: Double(timeMs), size: picture.size)
      ?? TrackingSample(
        timestampMs: Double(timeMs), failure: "the tracker gave numbers that mean nothing")
  }

  private var isFinite: Bool {
    let lists =
      faces + blendshapes + matrices + hands.flatMap { [$0.landmarks, $0.worldLandmarks] }
    let scores = hands.flatMap { [$0.score] + ($0.gestures ?? []).map(\.score) }
    // Landmarks beyond this are refused of a file, too.
    let most = Float(TrackingLimits.coordinate)
    return lists.allSatisfy { $0.allSatisfy { abs($0) <= most } }
      && scores.allSatisfy(\.isFinite)
  }

  /// Points in pixels of the picture.
  fileprivate static func points(
    _ numbers: [Float], _ size: PixelSize<TrackerSpace>
  ) -> [Point3<TrackerSpace>] {
    let (width, height) = (Double(size.width), Double(size.height))
    return stride(from: 0, to: numbers.count, by: 3).map {
      Point3(
        Double(numbers[$0]) * width, Double(numbers[$0 + 1]) * height,
        Double(numbers[$0 + 2]) * width)
    }
  }
}

extension RawResult.Hand {
  fileprivate func sample(_ size: PixelSize<TrackerSpace>) -> HandSample {
    HandSample(
      handedness: isLeft ? .left : .right, score: Double(score),
      landmarks: RawResult.points(landmarks, size),
      worldLandmarks: stride(from: 0, to: worldLandmarks.count, by: 3).map {
        SIMD3(
          Double(worldLandmarks[$0]), Double(worldLandmarks[$0 + 1]), Double(worldLandmarks[$0 + 2])
        )
      },
      gestures: gestures?.map { Gesture(categoryName: $0.name, score: Double($0.score)) })
  }
}
