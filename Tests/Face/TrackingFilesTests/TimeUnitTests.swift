import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Times and coordinates in other units than the format's own.
@Suite struct TimeUnitTests {
  /// What a file's header says beside its size.
  private func file(_ members: String, _ times: [Double]) -> String {
    (["{\"format\": \"avatar-tracking/1\", \"width\": 100, \"height\": 200\(members)}"]
      + times.map { Text.sample($0) }).joined(separator: "\n")
  }

  private func times(
    _ text: String, _ options: TrackingFileOptions = .init()
  ) throws -> [Double] {
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    var times: [Double] = []
    while let sample = try reader.next() {
      times.append(sample.timestampMs + reader.header.timeOffsetMs)
    }
    return times
  }

  static let units: [(unit: TimeUnit, written: [Double], ms: [Double])] = [
    (.milliseconds, [0, 40, 80.5], [0, 40, 80.5]), (.seconds, [0, 0.25, 1.5], [0, 250, 1500]),
    (.microseconds, [0, 40_000, 80_500], [0, 40, 80.5]),
    (.nanoseconds, [0, 4e7, 8.05e7], [0, 40, 80.5]),
  ]

  @Test(arguments: units)
  func `a file says what its times count, and an option says it for the file`(
    unit: TimeUnit, written: [Double], ms: [Double]
  ) throws {
    for (found, expected) in [
      (try times(file(", \"timeUnit\": \"\(unit.rawValue)\"", written)), ms),
      (try times(file("", written), TrackingFileOptions(timeUnit: unit)), ms),
      (
        try times(
          file(", \"timeUnit\": \"frames\", \"timeOffsetMs\": 3", written),
          TrackingFileOptions(timeUnit: unit)), ms.map { $0 + 3 }
      ),
    ] {
      #expect(found.count == expected.count)
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    }
  }

  /// Frames of a clip whose rate varies: each number is its frame's own time.
  @Test func `frame numbers are the times of the clip's frames`() throws {
    let clip = ClipTimes([10, 50, 150, 190])
    let numbers = [-1, 0, 0.5, 1, 1.25, 3, 4, 5]
    let found = try times(
      file("", numbers), TrackingFileOptions(timeUnit: .frames, clipTimes: clip))
    // 60 ms from frame to frame on the whole.
    #expect(found == [-50, 10, 30, 50, 75, 190, 250, 310])
  }

  @Test func `frame numbers without a clip are refused`() {
    #expect(throws: TrackingFault.self) {
      try times(file(", \"timeUnit\": \"frames\"", [0]))
    }
    let fault = #expect(throws: TrackingFault.self) {
      try times(file("", [0]), TrackingFileOptions(timeUnit: .frames))
    }
    #expect(fault?.problem == .needsClip)
    #expect(fault?.description.contains("frame numbers") == true)
  }

  @Test func `an offset is stated, or puts the first sample on the first frame`() throws {
    let text = file(", \"timeOffsetMs\": 7", [1000, 1040])
    #expect(try times(text) == [1007, 1047])
    #expect(try times(text, TrackingFileOptions(timeOffset: .ms(-1000))) == [0, 40])
    #expect(try times(text, TrackingFileOptions(timeOffset: .first)) == [0, 40])
    let clip = ClipTimes([1500, 1540])
    #expect(
      try times(text, TrackingFileOptions(timeOffset: .first, clipTimes: clip)) == [1500, 1540])
  }

  /// Milliseconds of 2026, and of a clock that began in 1601, beyond what a double holds to the ns.
  @Test func `times of a wall clock begin at the first frame where that is asked for`() throws {
    let wall = 1.79e12
    let found = try times(
      file("", [wall / 1000, wall / 1000 + 0.04]),
      TrackingFileOptions(timeUnit: .seconds, timeOffset: .first))
    #expect(found[0] == 0)
    #expect(abs(found[1] - 40) < 1e-3)
  }

  @Test func `the first sample that says its time is put on the first frame, be it bad`() throws {
    let text = Text.file(
      #"{"faces": []}"#, #"{"timestampMs": 500, "faces": [{}]}"#, Text.sample(540))
    let options = TrackingFileOptions(timeOffset: .first, skipsBadSamples: true)
    #expect(try times(text, options) == [0, 40])
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    while try reader.next() != nil {}
    #expect(reader.leftOut.samples == 1)
    #expect(reader.leftOut.faces == 1)
    let skim = try TrackingSkim(bytes: Array(text.utf8), options: options)
    #expect(skim.header.timeOffsetMs == reader.header.timeOffsetMs)
  }

  @Test func `samples that say no time cannot be put on the first frame`() throws {
    let none = #"{"faces": []}"#
    func file(untimed count: Int) -> String {
      ([Text.header] + Array(repeating: none, count: count) + [Text.sample(5)])
        .joined(separator: "\n")
    }
    let options = TrackingFileOptions(timeOffset: .first, skipsBadSamples: true)
    #expect(try times(file(untimed: TrackingLimits.untimedSamples - 1), options) == [0])
    let fault = #expect(throws: TrackingFault.self) {
      try times(file(untimed: TrackingLimits.untimedSamples), options)
    }
    #expect(fault?.description.contains("64 samples without a time") == true)
  }

  @Test(arguments: [
    (#""timeUnit": "seconds""#, "did you mean \"s\"?"),
    (#""timeUnit": "milisecond""#, "did you mean \"ms\"?"),
    (#""timeUnit": "µs""#, "did you mean \"us\"?"),
    (#""timeUnit": "frame""#, "did you mean \"frames\"?"),
    (#""timeUnit": 5"#, "expected a string"),
    (#""coordinates": "pixel""#, "did you mean \"pixels\"?"),
    (#""coordinates": "normalized""#, "did you mean \"parts\"?"),
    (#""coordinates": "beans""#, "expected parts, pixels"),
  ])
  func `an unknown unit is a fault that names the nearest`(member: String, words: String) throws {
    let fault = #expect(throws: TrackingFault.self) { try times(file(", " + member, [0])) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    #expect(fault?.line == 1)
  }

  @Test func `landmarks and corners in pixels are those of the parts`() throws {
    func text(_ member: String, _ points: [String], _ corners: String) -> String {
      let face = points.joined(separator: ",")
      let hand = points.prefix(21).joined(separator: ",")
      let world = Text.points(21, "[0.01,0.02,0.03]")
      let hands = "[{\"landmarks\": [\(hand)], \"worldLandmarks\": \(world)}]"
      let images = "[{\"name\": \"card\", \"corners\": \(corners)}]"
      return file(member, [])
        + "\n{\"timestampMs\": 0, \"faces\": [{\"landmarks\": [\(face)]}], \"hands\": \(hands),"
        + " \"images\": \(images)}"
    }
    let places = (0..<478).map { number -> (x: Double, y: Double, z: Double) in
      (Double(number % 50), Double(number % 90), Double(number % 40) - 20)
    }
    let parts = places.map { "[\($0.x / 100),\($0.y / 200),\($0.z / 100)]" }
    let pixels = places.map { "[\($0.x),\($0.y),\($0.z)]" }
    // Programs that write x and y in pixels often leave z as it was.
    let mixed = places.map { "[\($0.x),\($0.y),\($0.z / 100)]" }
    let quad = (
      parts: "[[0.1,0.1],[0.3,0.1],[0.3,0.2],[0.1,0.2]]",
      pixels: "[[10,20],[30,20],[30,40],[10,40]]"
    )
    func sample(_ text: String, _ options: TrackingFileOptions = .init()) throws -> TrackingSample {
      let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
      let sample = try reader.next()
      return try #require(sample)
    }
    func far(_ a: Point3<TrackerSpace>, _ b: Point3<TrackerSpace>) -> Double {
      max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
    }
    let expected = try sample(text("", parts, quad.parts))
    let member = ", \"coordinates\": \"pixels\""
    for found in [
      try sample(text(member, pixels, quad.pixels)), try sample(text(member, mixed, quad.pixels)),
      try sample(text("", pixels, quad.pixels), TrackingFileOptions(coordinates: .pixels)),
    ] {
      for (a, b) in zip(found.faces[0].landmarks, expected.faces[0].landmarks) {
        #expect(far(a, b) < 1e-9)
      }
      for (a, b) in zip(found.hands[0].landmarks, expected.hands[0].landmarks) {
        #expect(far(a, b) < 1e-9)
      }
      #expect(found.hands[0].worldLandmarks == expected.hands[0].worldLandmarks)
      for (a, b) in zip(found.images[0].corners.corners, expected.images[0].corners.corners) {
        #expect(a.distance(to: b) < 1e-9)
      }
    }
  }
}
