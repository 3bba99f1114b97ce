import Foundation
import Geometry
import Recordings
import Rendering
import TestSupport
import Testing
import TrackingFiles

/// Whether a tracking file belongs to its clip.
@Suite struct TrackingFitTests {
  private static let scene = PixelSize<SceneSpace>(clamping: 320, 240)
  private static let matrix = "[1,0,0,0,0,1,0,0,0,0,1,-40,0,0,0,1]"

  /// A file with a face, or none, at each time.
  private func fit(
    _ times: [Double], on frames: [Double]?, header: String = "", size: (Int, Int) = (320, 240),
    showsFaces: Bool = true, landmark: Double? = nil,
    _ change: (inout TrackingFileOptions) -> Void = { _ in }
  ) throws -> TrackingFit {
    let points = landmark.map { size in
      ", \"landmarks\": [\((0..<468).map { _ in "[\(size),\(size / 2),0]" }.joined(separator: ","))]"
    }
    let face = "{\"matrix\": \(Self.matrix)\(points ?? "")}"
    let lines = times.map { "{\"timestampMs\": \($0), \"faces\": [\(showsFaces ? face : "")]}" }
    let head =
      "{\"format\": \"avatar-tracking/1\", \"width\": \(size.0), \"height\": \(size.1)\(header)}"
    var options = TrackingFileOptions(clipTimes: frames.map(ClipTimes.init))
    change(&options)
    let bytes = Array(([head] + lines).joined(separator: "\n").utf8)
    return TrackingFit(
      try TrackingSkim(bytes: bytes, options: options), options,
      against: TrackingFit.Clip(scene: Self.scene, frames: frames))
  }

  private static func frames(_ count: Int, rate: Double, from first: Double = 0) -> [Double] {
    (0..<count).map { first + Double($0) * 1000 / rate }
  }

  /// Rates of clips, numbers of frames, every how many frames the tracker looked, where the clip begins.
  static let clips: [(rate: Double, count: Int, every: Int, firstMs: Double)] = [
    (1, 5, 1, 0), (1.5, 12, 1, 0), (2, 12, 1, 0), (3, 40, 1, 0), (5, 4, 1, 0), (12.5, 7, 1, 0),
    (24, 30, 1, 0), (25, 195, 1, 0), (29.97, 12, 1, 0), (30, 3, 1, 0), (30, 300, 1, 0),
    (30, 300, 10, 0), (60, 600, 2, 0), (120, 1200, 4, 0), (30, 54_000, 1, 0), (30, 24, 1, 1500),
  ]

  @Test(arguments: clips)
  func `times in another unit are told by it`(
    rate: Double, count: Int, every: Int, firstMs: Double
  ) throws {
    let frames = Self.frames(count, rate: rate, from: firstMs)
    let numbers = Array(stride(from: 0, to: count, by: every))
    let times = numbers.map { frames[$0] }
    let right = try fit(times, on: frames)
    #expect(right.faults.isEmpty && right.notes.isEmpty, "\(right.faults) \(right.notes)")
    // Those behind the last sample of a sparse tracker are held, up to 300 ms here.
    #expect((count - every + 1...count).contains(right.framesInReach))
    for (unit, perMs) in [
      (TimeUnit.seconds, 1e-3), (.microseconds, 1e3), (.nanoseconds, 1e6),
    ] {
      let wrong = try fit(times.map { $0 * perMs }, on: frames)
      let fault = try #require(wrong.faults.first, "\(unit)")
      #expect(throws: TrackingFault.self) { try wrong.check() }
      // At one frame a second frame numbers are seconds.
      let isBoth = rate == 1 && unit == .seconds
      #expect(
        fault.description.contains("--tracking-time-unit \(unit.rawValue) reads \(unit.words)")
          || isBoth, "\(fault)")
      let read = try fit(times.map { $0 * perMs }, on: frames) { $0.timeUnit = unit }
      #expect(read.faults.isEmpty && read.notes.isEmpty, "\(unit): \(read.faults) \(read.notes)")
      let header = try fit(
        times.map { $0 * perMs }, on: frames, header: ", \"timeUnit\": \"\(unit.rawValue)\"")
      #expect(header.faults.isEmpty && header.notes.isEmpty)
      // A header that names a wrong unit is no better than none.
      let misnamed = try fit(times, on: frames, header: ", \"timeUnit\": \"\(unit.rawValue)\"")
      #expect(
        misnamed.faults.first?.description.contains("--tracking-time-unit ms") == true
          || misnamed.faults.first?.problem == .otherClock && firstMs > 0, "\(misnamed.faults)")
    }
    let wrong = try fit(numbers.map { Double($0) }, on: frames)
    let fault = try #require(wrong.faults.first)
    #expect(fault.problem == .wrongTimeUnit, "\(fault)")
    #expect(rate == 1 || fault.description.contains("--tracking-time-unit frames"), "\(fault)")
    let read = try fit(numbers.map { Double($0) }, on: frames) { $0.timeUnit = .frames }
    #expect(read.faults.isEmpty && read.notes.isEmpty)
  }

  @Test(arguments: clips)
  func `times of a wall clock are told, and read by putting the first on the first frame`(
    rate: Double, count: Int, every: Int, firstMs: Double
  ) throws {
    let frames = Self.frames(count, rate: rate, from: firstMs)
    let times = stride(from: 0, to: count, by: every).map { frames[$0] - firstMs }
    for (unit, perMs) in [
      (TimeUnit.milliseconds, 1.0), (.seconds, 1e-3), (.microseconds, 1e3),
    ] {
      let wall = times.map { (1_764_115_200_000 + $0) * perMs }
      let fault = try #require(try fit(wall, on: frames).faults.first)
      #expect(fault.problem == .otherClock)
      #expect(fault.description.contains("a wall clock, in \(unit.words)"), "\(fault)")
      #expect(fault.description.contains("--tracking-offset-ms first"), "\(fault)")
      #expect(
        fault.description.contains(
          "--tracking-time-unit \(unit.rawValue) --tracking-offset-ms first")
          == (unit != .milliseconds), "\(fault)")
      let read = try fit(wall, on: frames) { ($0.timeUnit, $0.timeOffset) = (unit, .first) }
      #expect(read.faults.isEmpty && read.notes.isEmpty, "\(read.faults) \(read.notes)")
    }
    // A clock that began when the page was opened, or the machine.
    let other = try fit(times.map { $0 + 86_400_000 }, on: frames)
    #expect(other.faults.first?.problem == .otherClock)
    #expect(other.faults.first?.description.contains("another clock or clip") == true)
  }

  @Test func `what a tracker may well have missed is doubtful, and no other unit`() throws {
    let frames = Self.frames(300, rate: 30)
    func fit(_ times: [Double]) throws -> TrackingFit { try self.fit(times, on: frames) }
    // The first third; the last tenth; a few; every now and then.
    for times in [
      Array(frames.prefix(100)), Array(frames.suffix(30)), [frames[0]], [frames[7], frames[8]],
      frames.enumerated().filter { $0.offset % 100 < 30 }.map(\.element),
    ] {
      let found = try fit(times)
      #expect(found.faults.isEmpty, "\(found.faults)")
      #expect(found.notes.count == 1, "\(found.notes)")
      #expect(found.notes.first?.contains("of 300 frames have a sample near enough") == true)
    }
    // Most of it, with a loss in the middle, or from a moment after the start.
    for times in [
      frames.filter { !(3000...5000).contains($0) }, Array(frames.dropFirst(60)),
      frames.enumerated().filter { $0.offset % 5 == 0 }.map(\.element),
      frames.map { $0 + 16 }, frames.map { max(0, $0 - 40) + $0 / 1e6 },
    ] {
      let found = try fit(times)
      #expect(found.faults.isEmpty && found.notes.isEmpty, "\(found.faults) \(found.notes)")
    }
    // The tracking of a recording that was cut since.
    let long = try fit(Self.frames(9000, rate: 30))
    #expect(long.faults.isEmpty && long.notes.isEmpty)
  }

  @Test func `tracking that ends early is said`() throws {
    let frames = Self.frames(300, rate: 30)
    #expect(try fit(Array(frames.prefix(293)), on: frames).notes.isEmpty)
    let found = try fit(Array(frames.prefix(280)), on: frames)
    #expect(found.faults.isEmpty)
    #expect(
      found.notes == [
        "the tracking ends early: its last sample is at 9300 ms, the clip's last frame at 9966.667 ms"
      ])
  }

  @Test func `landmarks in pixels are told, and read as such`() throws {
    let frames = Self.frames(12, rate: 30)
    for (landmark, isPixels) in [
      (0.4, false), (1.9, false), (3.9, false), (4.1, true), (200, true),
    ] {
      let found = try fit(frames, on: frames, landmark: landmark)
      #expect(found.faults.first?.problem == (isPixels ? .wrongCoordinates : nil))
      #expect(
        !isPixels
          || found.faults.first?.description.contains("--tracking-coordinates pixels") == true)
      let read = try fit(frames, on: frames, landmark: landmark) { $0.coordinates = .pixels }
      #expect(read.faults.isEmpty)
    }
    let header = ", \"coordinates\": \"pixels\""
    #expect(try fit(frames, on: frames, header: header, landmark: 120).faults.isEmpty)
    let parts = try fit(frames, on: frames, header: header, landmark: 0.4).faults
    #expect(parts.first?.description.contains("--tracking-coordinates parts") == true)
  }

  /// A file of one head whose matrices are in a unit, with its landmarks or without.
  private func fit(
    metre factor: Double, z: Double, hasLandmarks: Bool, _ unit: MatrixUnit? = nil
  ) throws -> TrackingFit {
    let face = SyntheticFace(yaw: 20, pitch: -10, x: 2, y: -3, z: z)
    var matrix = face.matrix
    for place in [3, 7, 11] { matrix[place] *= factor }
    let points =
      hasLandmarks ? ",\"landmarks\":\(face.landmarks(width: 320, height: 240))" : ""
    let frames = Self.frames(12, rate: 30)
    let lines = frames.map { "{\"timestampMs\":\($0),\"faces\":[{\"matrix\":\(matrix)\(points)}]}" }
    let head = "{\"format\":\"avatar-tracking/1\",\"width\":320,\"height\":240}"
    var options = TrackingFileOptions(clipTimes: ClipTimes(frames))
    options.matrixUnit = unit
    let bytes = Array(([head] + lines).joined(separator: "\n").utf8)
    return TrackingFit(
      try TrackingSkim(bytes: bytes, options: options), options,
      against: TrackingFit.Clip(scene: Self.scene, frames: frames))
  }

  @Test(arguments: [true, false])
  func `matrices in metres and millimetres are told, and read as such`(
    hasLandmarks: Bool
  ) throws {
    for (unit, factor) in [(MatrixUnit.metres, 0.01), (.millimetres, 10.0)] {
      let found = try fit(metre: factor, z: -60, hasLandmarks: hasLandmarks)
      #expect(found.faults.map(\.problem) == [.wrongMatrixUnit])
      let words = found.faults.first?.description ?? ""
      #expect(words.contains("probably \(unit.words)"), "\(words)")
      #expect(words.contains("--tracking-matrix-unit \(unit.rawValue)"), "\(words)")
      let read = try fit(metre: factor, z: -60, hasLandmarks: hasLandmarks, unit)
      #expect(read.faults.isEmpty && read.notes.isEmpty)
    }
    for z in [-10.5, -14, -60, -250, -499] {
      let right = try fit(metre: 1, z: z, hasLandmarks: hasLandmarks)
      #expect(right.faults.isEmpty && right.notes.isEmpty, "\(z): \(right.faults) \(right.notes)")
    }
    // No unit puts it where faces are.
    let odd = try fit(metre: 1, z: -9, hasLandmarks: false)
    #expect(odd.faults.isEmpty && odd.notes.count == 1, "\(odd.faults) \(odd.notes)")
  }

  @Test func `a picture of another shape is said, and swapped sides are refused`() throws {
    let frames = Self.frames(12, rate: 30)
    func fit(
      _ size: (Int, Int), _ header: String = "", _ rotation: QuarterTurn? = nil
    ) throws -> TrackingFit {
      try self.fit(frames, on: frames, header: header, size: size) { $0.rotation = rotation }
    }
    for size in [(320, 240), (160, 120), (1280, 960), (322, 240), (326, 240), (315, 240)] {
      let found = try fit(size)
      #expect(found.faults.isEmpty && found.notes.isEmpty, "\(size) \(found.notes)")
    }
    for size in [(327, 240), (240, 240), (320, 180), (1280, 720)] {
      let found = try fit(size)
      #expect(found.faults.isEmpty)
      #expect(found.notes.count == 1, "\(size)")
    }
    let swapped = try fit((240, 320))
    #expect(swapped.faults.first?.problem == .wrongTurn)
    #expect(swapped.faults.first?.description.contains("--tracking-rotation 90 or 270") == true)
    // Turned by the header, or by the option, it fits.
    for turned in [
      try fit((240, 320), ", \"rotationDegrees\": 90"), try fit((240, 320), "", .clockwise),
    ] { #expect(turned.faults.isEmpty && turned.notes.isEmpty) }
    // The request says that it is meant so.
    let meant = try fit((240, 320), "", QuarterTurn.none)
    #expect(meant.faults.isEmpty)
    #expect(meant.notes.count == 1)
  }

  @Test func `a tracker may have seen pixels that are not square as they are stored`() throws {
    let skim = { (width: Int) in
      let head = "{\"format\": \"avatar-tracking/1\", \"width\": \(width), \"height\": 240}"
      return try TrackingSkim(bytes: Array(head.utf8))
    }
    let clip = TrackingFit.Clip(
      scene: PixelSize(clamping: 426, 240), stored: PixelSize(clamping: 320, 240), frames: nil)
    for (width, isFit) in [(426, true), (320, true), (360, false)] {
      let found = TrackingFit(try skim(width), TrackingFileOptions(), against: clip)
      #expect(found.notes.isEmpty == isFit && found.faults.isEmpty)
    }
  }

  @Test func `a tracking without faces is said`() throws {
    let frames = Self.frames(12, rate: 30)
    let none = try fit([], on: frames)
    #expect(none.faults.isEmpty)
    #expect(none.notes == ["no faces in any frame: the tracking has no samples"])
    let empty = try fit(frames, on: frames, showsFaces: false)
    #expect(
      empty.notes == [
        "no faces in any frame: none of the tracking's 12 samples has a face"
      ])
  }

  @Test func `a picture of no time is weighed by its numbers and shape alone`() throws {
    #expect(try fit([1_764_115_200_000], on: nil).faults.isEmpty)
    #expect(try fit([0], on: nil, size: (240, 320)).faults.first?.problem == .wrongTurn)
    #expect(try fit([0], on: nil, landmark: 100).faults.first?.problem == .wrongCoordinates)
    // A still as a clip of one frame has a time.
    #expect(try fit([0], on: [0]).faults.isEmpty)
    #expect(try fit([1_764_115_200_000], on: [0]).faults.first?.problem == .otherClock)
  }
}
