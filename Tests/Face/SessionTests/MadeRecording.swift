import FaceModel
import Foundation
import Geometry
import Session
import Tracking

/// A recording of one player whose mouth and hand do what a test says, written from plain numbers.
struct MadeRecording: Sendable {
  static let size = PixelSize<TrackerSpace>(width: 1280, height: 720)

  /// How far the jaw is open at a time; nil where the face is not seen.
  var jaw: @Sendable (Double) -> Double? = { _ in 0.1 }
  /// Where the palm is from its middle, in metres along x, and whether it is a fist; nil where no
  /// hand is seen.
  var hand: @Sendable (Double) -> (metres: Double, isFist: Bool)? = { _ in nil }
  /// What is changed of each sample.
  var change: @Sendable (inout TrackingSample) -> Void = { _ in }

  /// The game played well: teeth from one second on, brushing at 3 Hz from three seconds on.
  static let played = MadeRecording(
    jaw: { 1000..<2500 ~= $0 ? 0.7 : 0.1 },
    hand: { $0 < 3000 ? nil : (0.03 * sin(2 * .pi * 3 * $0 / 1000), true) })

  /// The samples of so many milliseconds at a rate.
  func samples(_ lengthMs: Double, perSecond rate: Double = 30) -> [TrackingSample] {
    stride(from: 0, through: lengthMs, by: 1000 / rate).map { timeMs in
      var sample = TrackingSample(timestampMs: timeMs)
      if let jaw = jaw(timeMs) { sample.faces = [Self.face(jaw: jaw)] }
      if let (metres, isFist) = hand(timeMs) {
        sample.hands = [Self.hand(atX: 640 + metres / Self.metresPerPixel, isFist: isFist)]
      }
      change(&sample)
      return sample
    }
  }

  static func header(
    rotation: QuarterTurn = .none, mirrored: Bool = false
  ) throws -> TrackingHeader {
    guard let size else { throw CocoaError(.featureUnsupported) }
    return TrackingHeader(
      size: size.turned(by: rotation, into: TrackerSpace.self), rotation: rotation,
      mirrored: mirrored)
  }

  // MARK: - Face and hand

  /// A face whose landmarks are the canonical ones, 200 pixels wide about a middle.
  static func face(
    jaw: Double, x: Double = 600, y: Double = 300, size: Double = 13, id: Int? = nil
  ) -> FaceSample {
    FaceSample(
      id: id,
      landmarks: CanonicalFace.vertices.map {
        Point3(x + $0.x * size, y - $0.y * size, -$0.z * size)
      },
      blendshapes: Blendshapes([.jawOpen: jaw]))
  }

  /// Metres a pixel of the hand below.
  static let metresPerPixel = 0.0005

  /// A hand about a place: straight fingers of four knuckles, or tips that come back to the palm.
  static func hand(
    atX x: Double, y: Double = 500, isFist: Bool, label: HandSample.Handedness? = .right
  ) -> HandSample {
    // Metres, y down: the wrist below, the knuckles above it, the fingers up.
    var points = [SIMD3<Double>](repeating: .zero, count: 21)
    points[0] = SIMD3(0, 0.08, 0)
    for (joint, way) in [(1, 0.3), (2, 0.5), (3, 0.8), (4, 1.0)] {
      points[joint] = SIMD3(-0.05 * way, 0.06 - 0.05 * way, 0)
    }
    for finger in 0..<4 {
      let left = -0.03 + 0.02 * Double(finger)
      let heights: [Double] = isFist ? [0, -0.02, 0.01, 0.03] : [0, -0.03, -0.05, -0.07]
      for (joint, height) in heights.enumerated() {
        points[5 + 4 * finger + joint] = SIMD3(left, height, 0)
      }
    }
    return HandSample(
      handedness: label,
      landmarks: points.map {
        Point3(x + $0.x / metresPerPixel, y + $0.y / metresPerPixel, $0.z / metresPerPixel)
      },
      worldLandmarks: points)
  }
}

/// What a session made of some samples.
struct Played {
  var events: [SessionEvent] = []
  var signals: [SessionSignals] = []

  /// The log's lines without the header.
  var lines: [String] { events.map(\.line) }
  /// The names of what happened with what tells them apart.
  var outcome: SessionOutcome? {
    if case .outcome(let outcome, _) = events.last?.kind { outcome } else { nil }
  }

  func entered(_ state: SessionState) -> Double? {
    events.first { if case .state = $0.kind { $0.state == state } else { false } }?.timestampMs
  }

  /// When hints of a kind were given.
  func hints(_ hint: SessionHint) -> [Double] {
    events.filter { $0.kind == .hint(hint) }.map(\.timestampMs)
  }
}

/// Plays samples; with `carrying`, the state is written and read again before each of these samples.
func play(
  _ samples: [TrackingSample], _ settings: SessionSettings = SessionSettings(),
  header: TrackingHeader? = nil, carrying: Set<Int> = []
) throws -> Played {
  let header = try header ?? MadeRecording.header()
  var session = BrushingSession(settings, header: header)
  var played = Played()
  for (index, sample) in samples.enumerated() {
    if carrying.contains(index) {
      session = try BrushingSession(
        resuming: Array(session.stateText.utf8), header: header, settings: settings)
    }
    let step = try session.add(sample)
    played.events += step.events
    if let signals = step.signals { played.signals.append(signals) }
  }
  played.events += try session.finish()
  return played
}
