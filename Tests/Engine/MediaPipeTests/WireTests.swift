import Geometry
import MediaPipe
import TestSupport
import Testing
import Tracker
import Tracking

/// What passes between the tracker's process and this one.
@Suite struct WireTests {
  private static let size = PixelSize<TrackerSpace>(clamping: 640, 480)

  private func example() -> RawResult {
    var result = RawResult()
    result.faces = [(0..<478 * 3).map { Float($0) / 1434 }, (0..<468 * 3).map { Float($0) / 2000 }]
    result.blendshapes = [(0..<52).map { Float($0) / 52 }, [Float](repeating: 0.5, count: 52)]
    // A pose 40 cm before the camera, column by column.
    result.matrices = [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, -40, 1]]
    var hand = RawResult.Hand()
    (hand.isLeft, hand.score) = (true, 0.9)
    hand.landmarks = (0..<63).map { Float($0) / 63 }
    hand.worldLandmarks = (0..<63).map { Float($0) / 630 }
    hand.gestures = [.init(name: "Thumb_Up", score: 0.75), .init(name: "拇指", score: 0.25)]
    var (unnamed, unasked) = (hand, hand)
    (unnamed.gestures, unasked.gestures) = ([], nil)
    result.hands = [hand, unnamed, unasked]
    return result
  }

  @Test func `a result comes out as it went in`() throws {
    #expect(try RawResult(message: example().message) == example())
    var failed = RawResult()
    failed.failure = "Face Landmarker: no"
    #expect(try RawResult(message: failed.message) == failed)
  }

  @Test func `a message that ends early, or goes on, is none`() throws {
    let message = example().message
    for count in [0, 1, 7, 8, 9, 100, message.count - 1] {
      #expect(throws: WireReader.Garbled.self) {
        try RawResult(message: Array(message.prefix(count)))
      }
    }
    #expect(throws: WireReader.Garbled.self) { try RawResult(message: message + [0]) }
  }

  @Test func `bytes of any kind are no message, or one that can be read`() throws {
    var random = SplitMix64(state: 14)
    let whole = example().message
    var readable = 0
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<1 + Int(random.next() % 8) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      // Whatever numbers are in it, the sample is a sample or none.
      guard let result = try? RawResult(message: bytes) else { continue }
      readable += 1
      // NaN is not equal to itself, but its bytes are.
      #expect(try RawResult(message: result.message).message == result.message)
      if let sample = result.sample(atMs: 40, size: Self.size) {
        #expect(sample.timestampMs == 40 && sample.faces.allSatisfy { $0.landmarks.count <= 478 })
      }
    }
    #expect((1..<2000).contains(readable), "\(readable)")
  }

  @Test func `a result is a sample in pixels, its matrix that of the face it lies on`() throws {
    let sample = try #require(example().sample(atMs: 40, size: Self.size))
    #expect(sample.timestampMs == 40)
    #expect(sample.faces.map(\.landmarks.count) == [478, 468])
    let point = sample.faces[0].landmarks[1]
    #expect(abs(point.x - 640 * 3 / 1434) < 1e-4)
    #expect(abs(point.y - 480 * 4 / 1434) < 1e-4)
    #expect(abs(point.z - 640 * 5 / 1434) < 1e-4)
    #expect(sample.faces.compactMap(\.pose).count == 1)
    #expect(sample.hands.first?.handedness == .left)
    #expect(
      sample.hands.map { $0.gestures?.map(\.categoryName) } == [["Thumb_Up", "拇指"], [], nil])
  }

  /// What a tracker must not give: each would be a fault in a file.
  @Test(arguments: 0..<6)
  func `a result that breaks the rules is no sample`(which: Int) {
    var result = example()
    switch which {
    case 0: result.faces[0][5] = .nan
    case 1: result.faces[0][5] = .infinity
    case 2: result.faces[0].removeLast(3)
    case 3: result.blendshapes[1].removeLast()
    case 4: result.hands[0].landmarks.removeLast(3)
    default: result.faces[0][5] = 2e6
    }
    #expect(result.sample(atMs: 0, size: Self.size) == nil)
  }

  @Test func `a matrix that is no pose is left out, and the face stays`() throws {
    var result = example()
    result.matrices[0][14] = 40
    let sample = try #require(result.sample(atMs: 0, size: Self.size))
    #expect(sample.faces.count == 2)
    #expect(sample.faces.compactMap(\.pose).isEmpty)
  }
}
