import Foundation
import Geometry
import Session
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// A hand whose index finger goes where a test says, seen by a tracker that errs a little.
struct MovingHand: Sendable {
  /// Where the hand is from its place, in hand sizes right and down; nil where it is not seen.
  var way: @Sendable (Double) -> SIMD2<Double>?
  /// Where the tip of the index finger alone is from its place, likewise.
  var tip: @Sendable (Double) -> SIMD2<Double> = { _ in .zero }
  var isFist = false
  /// Where the palm is when it has not moved, in pixels.
  var place = SIMD2(640.0, 420.0)
  /// How large it is: 1 is a hand of 160 pixels.
  var scale = 0.5
  /// The tracker's error, in hand sizes.
  var jitter = 0.012

  /// A hand at a time.
  func hand(atMs timeMs: Double, _ random: inout SplitMix64) -> HandSample? {
    guard let way = way(timeMs) else { return nil }
    var hand = MadeRecording.hand(atX: 0, y: 0, isFist: isFist)
    let (size, tip) = (160 * scale, tip(timeMs))
    for index in hand.landmarks.indices {
      let own = index == 8 ? tip : .zero
      let error = SIMD2(Self.normal(&random), Self.normal(&random)) * jitter
      hand.landmarks[index].x =
        place.x + hand.landmarks[index].x * scale + (way.x + own.x + error.x) * size
      hand.landmarks[index].y =
        place.y + hand.landmarks[index].y * scale + (way.y + own.y + error.y) * size
    }
    return hand
  }

  private static func normal(_ random: inout SplitMix64) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.next() >> 11) / 0x1p53 }
  }

  /// What is found of some hands.
  static func motions(
    of hands: [MovingHand], forMs lengthMs: Double = 4000, perSecond rate: Double = 30,
    seed: UInt64 = 1, header: TrackingHeader? = nil,
    change: (inout TrackingSample) -> Void = { _ in }
  ) throws -> [HandMotion] {
    var random = SplitMix64(state: seed)
    var motions = HandMotions(try header ?? MadeRecording.header())
    return stride(from: 0, through: lengthMs, by: 1000 / rate).flatMap { timeMs in
      var sample = TrackingSample(timestampMs: timeMs)
      sample.hands = hands.compactMap { $0.hand(atMs: timeMs, &random) }
      change(&sample)
      return motions.take(sample.hands, atMs: timeMs)
    }
  }

  /// How a hand goes from one place to another: at rest at both ends, by the least jerk.
  static func stroke(
    _ timeMs: Double, fromMs startMs: Double, forMs lengthMs: Double
  ) -> Double {
    let t = min(max((timeMs - startMs) / lengthMs, 0), 1)
    return t * t * t * (10 - 15 * t + 6 * t * t)
  }

  /// A single stroke that begins at one second.
  static func swipe(_ move: SIMD2<Double>, forMs lengthMs: Double) -> MovingHand {
    MovingHand(way: { move * stroke($0, fromMs: 1000, forMs: lengthMs) })
  }

  /// Taps of the index finger alone, each there and back.
  static func taps(
    at times: [Double], forMs lengthMs: Double = 200, _ move: SIMD2<Double> = SIMD2(0.05, 0.4)
  ) -> MovingHand {
    MovingHand(
      way: { _ in .zero },
      tip: { timeMs in
        times.reduce(.zero) { sum, startMs in
          let part = (timeMs - startMs) / lengthMs
          return (0...1).contains(part) ? sum + move * sin(.pi * part) : sum
        }
      })
  }
}

@Suite struct HandMotionTests {
  private static let rates = [10.0, 15, 24, 30, 60, 120]

  private func names(_ motions: [HandMotion]) -> [String] { motions.map(\.kind.rawValue) }

  // MARK: - What is found

  @Test(arguments: [
    ("swipe.left", SIMD2(-1.0, 0)), ("swipe.right", SIMD2(1, 0)), ("swipe.up", SIMD2(0, -1)),
    ("swipe.down", SIMD2(0, 1)),
  ])
  func `a swipe of any usual speed is found at any usual rate`(
    _ name: String, _ way: SIMD2<Double>
  ) throws {
    var (hits, all) = (0, 0)
    let across = SIMD2(way.y, way.x)
    for rate in Self.rates {
      for lengthMs in [200.0, 300, 450, 600] {
        for (length, slant) in [(2.2, 0.0), (3, 0.3), (4.5, -0.3)]
        // A hand is followed over four times its spread from one sample to the next.
        where 1.875 * length / lengthMs * 1000 / rate < 2.1 {
          for seed in 1...3 {
            let found = try MovingHand.motions(
              of: [.swipe((way + across * slant) * length, forMs: lengthMs)], perSecond: rate,
              seed: UInt64(seed))
            all += 1
            hits += names(found) == [name] ? 1 : 0
            if names(found) != [name] {
              print("\(name) \(rate)/s \(lengthMs) ms \(length) \(slant): \(names(found))")
            }
            // It ends where the tip comes to rest, give or take a sample.
            for motion in found {
              #expect(motion.timeMs > 1000 + lengthMs * 0.4)
              #expect(motion.timeMs <= 1000 + lengthMs + 1000 / rate)
            }
          }
        }
      }
    }
    #expect(hits == all, "\(hits) of \(all)")
  }

  @Test(arguments: [15.0, 24, 30, 60, 120])
  func `two taps are a double tap`(_ rate: Double) throws {
    for (lengthMs, restMs) in [(150.0, 120.0), (200, 60), (200, 200), (250, 300)] {
      for move in [SIMD2(0.05, 0.45), SIMD2(-0.4, 0.3)] {
        for seed in 1...3 {
          let second = 1000 + lengthMs + restMs
          let taps = MovingHand.taps(at: [1000, second], forMs: lengthMs, move)
          let found = try MovingHand.motions(of: [taps], perSecond: rate, seed: UInt64(seed))
          #expect(names(found) == ["doubleTap"], "\(lengthMs) \(restMs) \(move) \(seed)")
          for motion in found {
            #expect(abs(motion.timeMs - second - lengthMs) <= 1000 / rate + 40)
            #expect(abs(motion.place.x - 610) < 12 && abs(motion.place.y - 350) < 12)
          }
        }
      }
    }
  }

  // MARK: - What is none

  @Test(arguments: [
    (
      "a slow drift",
      MovingHand(way: { SIMD2(-4, 0) * MovingHand.stroke($0, fromMs: 500, forMs: 3000) })
    ),
    ("an even drift", MovingHand(way: { SIMD2(-0.0016 * $0, 0) })),
    ("a short stroke", .swipe(SIMD2(-1.2, 0), forMs: 300)),
    ("an aslant stroke", .swipe(SIMD2(-2.5, 2), forMs: 300)),
    (
      "an arc",
      MovingHand(way: {
        let turn = .pi * MovingHand.stroke($0, fromMs: 1000, forMs: 400)
        return SIMD2(1.2 * cos(turn), -1.2 * sin(turn))
      })
    ),
    (
      "waving at 1 Hz",
      MovingHand(way: { $0 < 800 ? .zero : SIMD2(1.2 * sin(2 * .pi * ($0 - 800) / 1000), 0) })
    ),
    (
      "waving at 2 Hz",
      MovingHand(way: { $0 < 800 ? .zero : SIMD2(1.2 * sin(4 * .pi * ($0 - 800) / 1000), 0) })
    ),
    (
      "waving at 3 Hz",
      MovingHand(way: { $0 < 800 ? .zero : SIMD2(0.9 * sin(6 * .pi * ($0 - 800) / 1000), 0) })
    ),
    (
      "brushing",
      MovingHand(
        way: { SIMD2(0.4 * sin(6 * .pi * $0 / 1000), 0.1 * cos(5 * $0 / 1000)) }, isFist: true)
    ),
    (
      "brushing from rest, for two strokes",
      MovingHand(
        way: { (1000...1666).contains($0) ? SIMD2(0, 0.4 * sin(6 * .pi * $0 / 1000)) : .zero },
        isFist: true)
    ),
    (
      "a fist that goes aside",
      MovingHand(
        way: { SIMD2(-3, 0) * MovingHand.stroke($0, fromMs: 1000, forMs: 300) }, isFist: true)
    ),
    ("a tap", .taps(at: [1000])),
    ("two taps far apart", .taps(at: [1000, 1900])),
    ("four taps", .taps(at: [1000, 1250, 1500, 1750])),
    ("a slow double tap", .taps(at: [1000, 1700], forMs: 600)),
    ("twitches", .taps(at: [1000, 1300], SIMD2(0, 0.15))),
    (
      "a hand that comes into the picture and stays",
      MovingHand(way: {
        $0 < 1000 ? nil : SIMD2(3, 0) * (1 - MovingHand.stroke($0, fromMs: 1000, forMs: 350))
      })
    ),
    (
      "a hand that leaves the picture",
      MovingHand(way: {
        $0 > 1250 ? nil : SIMD2(-4, 0) * MovingHand.stroke($0, fromMs: 1000, forMs: 400)
      })
    ),
    (
      "a leap of the tracker's",
      MovingHand(way: { SIMD2($0 < 1000 ? 0 : -2.2, 0) })
    ),
  ])
  func `what is none is not found`(_ name: String, _ hand: MovingHand) throws {
    for rate in Self.rates where name != "a leap of the tracker's" || rate > 12 {
      for seed in 1...3 {
        let found = try MovingHand.motions(of: [hand], perSecond: rate, seed: UInt64(seed))
        #expect(found.isEmpty, "\(name) at \(rate)/s: \(names(found))")
      }
    }
  }

  @Test func `slow waving is one swipe at most`() throws {
    for hertz in [0.4, 0.5, 0.6, 0.7, 0.8] {
      let hand = MovingHand(way: {
        $0 < 800 ? SIMD2(1.5, 0) : SIMD2(1.5 * cos(2 * .pi * hertz * ($0 - 800) / 1000), 0)
      })
      #expect(try MovingHand.motions(of: [hand], forMs: 9000).count <= 1, "\(hertz)")
    }
  }

  // MARK: - One after the other

  @Test func `the way back is no swipe, and the next one counts`() throws {
    let hand = MovingHand(way: { timeMs in
      [1000.0, 2500].reduce(SIMD2<Double>.zero) { place, startMs in
        let there = MovingHand.stroke(timeMs, fromMs: startMs, forMs: 300)
        let back = MovingHand.stroke(timeMs, fromMs: startMs + 600, forMs: 400)
        return place + SIMD2(-2.5 * (there - back), 0)
      }
    })
    #expect(names(try MovingHand.motions(of: [hand])) == ["swipe.left", "swipe.left"])
    // A second later it is a swipe of its own.
    let undone = MovingHand(way: {
      SIMD2(
        -2.5
          * (MovingHand.stroke($0, fromMs: 1000, forMs: 300)
            - MovingHand.stroke($0, fromMs: 2500, forMs: 300)),
        0)
    })
    #expect(names(try MovingHand.motions(of: [undone])) == ["swipe.left", "swipe.right"])
  }

  @Test func `two hands are followed apart, and both at once are one motion`() throws {
    var still = MovingHand(way: { _ in SIMD2(0, 0) })
    still.place = SIMD2(1000, 420)
    let swipe = MovingHand.swipe(SIMD2(-2.5, 0), forMs: 300)
    for hands in [[still, swipe], [swipe, still]] {
      #expect(names(try MovingHand.motions(of: hands)) == ["swipe.left"])
    }
    // The order of a tracker's list says nothing.
    var turn = 0
    let turned = try MovingHand.motions(of: [still, swipe]) { sample in
      turn += 1
      if turn % 2 == 0 { sample.hands.reverse() }
    }
    #expect(names(turned) == ["swipe.left"])
    var other = swipe
    other.place = SIMD2(1000, 420)
    #expect(names(try MovingHand.motions(of: [swipe, other])) == ["swipe.left"])
  }

  @Test func `missing samples do no harm up to the limit of a gap`() throws {
    let swipe = MovingHand.swipe(SIMD2(-2.5, 0), forMs: 300)
    func found(without times: Range<Double>) throws -> [String] {
      names(
        try MovingHand.motions(of: [swipe]) {
          if times.contains($0.timestampMs) { $0.hands = [] }
        })
    }
    #expect(try found(without: 1060..<1160) == ["swipe.left"])
    #expect(try found(without: 1060..<1260) == [])
    #expect(try found(without: 700..<900) == [])
  }

  @Test func `a mirrored or turned tracker sees the same motions`() throws {
    for rotation in [QuarterTurn.none, .clockwise, .half, .counterclockwise] {
      for mirrored in [false, true] {
        let header = try MadeRecording.header(rotation: rotation, mirrored: mirrored)
        let (width, height) = (1280.0, 720.0)
        let found = try MovingHand.motions(
          of: [.swipe(SIMD2(-2.5, 0), forMs: 300)], header: header
        ) { sample in
          for hand in sample.hands.indices {
            // Upright to the tracker's picture: the inverse of Documentation/recordings.md's steps.
            sample.hands[hand].worldLandmarks = []
            sample.hands[hand].landmarks = sample.hands[hand].landmarks.map { point in
              var (x, y) = (point.x, point.y)
              switch rotation {
              case .none: break
              case .clockwise: (x, y) = (y, width - x)
              case .half: (x, y) = (width - x, height - y)
              case .counterclockwise: (x, y) = (height - y, x)
              }
              let side = rotation == .none || rotation == .half ? width : height
              return Point3(mirrored ? side - x : x, y, point.z)
            }
          }
        }
        #expect(names(found) == ["swipe.left"], "\(rotation) \(mirrored)")
      }
    }
  }

  @Test func `more samples and hands than make sense are bounded`() throws {
    // A stroke that is sampled at 2 kHz is the same stroke.
    let swipe = MovingHand.swipe(SIMD2(-2.5, 0), forMs: 300)
    #expect(
      names(try MovingHand.motions(of: [swipe], forMs: 1600, perSecond: 2000)) == ["swipe.left"])
    let crowd = (0..<40).map { index in
      var hand = swipe
      (hand.scale, hand.place) = (0.1, SIMD2(200 + 20 * Double(index), 100 + 14 * Double(index)))
      return hand
    }
    #expect(try MovingHand.motions(of: crowd).count <= 1)
    // A hand without extent is none.
    #expect(
      try MovingHand.motions(of: [swipe]) {
        $0.hands = [
          HandSample(handedness: nil, landmarks: Array(repeating: Point3(5, 5, 0), count: 21))
        ]
      }.isEmpty)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
  func `real recordings without swipes have none`() throws {
    for name in ["gesture", "expressions", "winks", "two-faces", "phone-portrait", "signing"] {
      let path = SharedData.file("recordings/\(name)/tracking.jsonl").path
      let reader = try TrackingReader(path: path, options: TrackingFileOptions())
      var motions = HandMotions(reader.header)
      var found: [HandMotion] = []
      while let sample = try reader.next() {
        found += motions.take(sample.hands, atMs: sample.timestampMs)
      }
      print(name, found.map { "\($0.kind.rawValue) \($0.timeMs)" })
      if name != "signing" { #expect(found.isEmpty, "\(name)") }
    }
  }
}
