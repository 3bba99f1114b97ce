import FaceModel
import Geometry
import Imaging
import Placement
import Shot
import TestSupport
import Testing
import Tracking

/// Teeth in drawn mouths, of which it is known what is in them.
@Suite struct TeethFinderTests {
  private func reading(
    _ mouth: SyntheticMouth, rotation: QuarterTurn = .none, mirrored: Bool = false
  ) throws -> TeethReading? {
    let size = PixelSize<OutputSpace>(clamping: mouth.width, mouth.height)
    let scene = size.retyped(as: SceneSpace.self)
    let tracker = size.retyped(as: TrackerSpace.self)
    let header = TrackingHeader(
      size: tracker.turned(by: rotation, into: TrackerSpace.self), rotation: rotation,
      mirrored: mirrored)
    let (w, h) = (Double(mouth.width), Double(mouth.height))
    var points = mouth.landmarks.map { place in
      switch rotation {
      case .none: Point3<TrackerSpace>(place.x, place.y, 0)
      case .clockwise: Point3<TrackerSpace>(place.y, w - place.x, 0)
      case .half: Point3<TrackerSpace>(w - place.x, h - place.y, 0)
      case .counterclockwise: Point3<TrackerSpace>(h - place.y, place.x, 0)
      }
    }
    if mirrored {
      let width = Double(header.size.width)
      points = points.indices.map { index in
        let seen = points[FaceTopology.mirrorIndex[index]]
        return Point3(width - seen.x, seen.y, 0)
      }
    }
    var bytes = mouth.picture
    return try bytes.withUnsafeMutableBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      let picture = MutablePicture(
        format: .opaqueRGB8, size: size,
        planes: MutablePlanes(
          MutablePlane(
            base: base, stride: 3 * mouth.width, width: mouth.width, height: mouth.height),
          nil, nil))
      var finder = TeethFinder()
      return finder.reading(
        in: picture, face: FaceSample(landmarks: points),
        through: SceneMapping(header: header, scene: scene),
        output: OutputMapping(scene: scene, output: size))
    }
  }

  private func share(_ mouth: SyntheticMouth) throws -> Double? { try reading(mouth)?.toldShare }

  /// What passes the game's gate, and what closes it.
  private static let (open, closed) = (0.35, 0.30)

  @Test func `a smile and an open mouth with teeth pass, whatever the opening`() throws {
    for (opening, part) in [(0.12, 1.0), (0.2, 0.7), (0.25, 0.45), (0.4, 0.3), (0.6, 0.2)] {
      var mouth = SyntheticMouth()
      (mouth.opening, mouth.content) = (opening, SyntheticMouth.teeth(to: part))
      let found = try #require(try reading(mouth))
      #expect(found.share >= Float(Self.open) && found.certainty > 0.9, "\(opening): \(found)")
    }
  }

  @Test func `lips, tongue, gums and the dark show none`() throws {
    for content in [SyntheticMouth.cavity, SyntheticMouth.tongue, SyntheticMouth.lips] {
      for opening in [0.1, 0.3, 0.6] {
        var mouth = SyntheticMouth()
        (mouth.opening, mouth.content) = (opening, { _, _ in content })
        let found = try #require(try reading(mouth))
        #expect(found.share < 0.05 && found.certainty > 0.9, "\(opening): \(found)")
      }
    }
    var closed = SyntheticMouth()
    closed.opening = 0
    #expect(try share(closed) == 0)
  }

  @Test func `the edges of teeth, and a slit, are too little`() throws {
    for (opening, part) in [(0.02, 1.0), (0.25, 0.08), (0.5, 0.05)] {
      var mouth = SyntheticMouth()
      (mouth.opening, mouth.content) = (opening, SyntheticMouth.teeth(to: part))
      #expect(try #require(try share(mouth)) < Self.closed, "\(opening)")
    }
  }

  @Test func `the share is the teeth's area by that of its band, as far as pixels tell`() throws {
    for part in [0.15, 0.2, 0.25] {
      var mouth = SyntheticMouth()
      (mouth.width, mouth.height) = (640, 480)
      (mouth.opening, mouth.content) = (0.3, SyntheticMouth.teeth(to: part))
      let points = mouth.landmarks
      func length(_ a: Int, _ b: Int) -> Double {
        let way = points[a] - points[b]
        return (way * way).sum().squareRoot()
      }
      // The integral of a sine over half a turn is 2 / pi; teeth are above the part of each column.
      let area = 2 / Double.pi * 0.3 * part * length(78, 308) * length(78, 308)
      let expected = area / (0.12 * length(168, 2) * length(78, 308))
      #expect(abs(try #require(try share(mouth)) / expected - 1) < 0.1, "\(part)")
    }
  }

  @Test func `light that is dark or tinted makes no difference`() throws {
    let plain = try #require(try share(SyntheticMouth()))
    for light in [
      SIMD3(repeating: 0.15), SIMD3(repeating: 0.06), SIMD3(1, 0.65, 0.3), SIMD3(0.45, 0.7, 1.1),
    ] {
      var mouth = SyntheticMouth()
      mouth.light = light
      #expect(abs(try #require(try share(mouth)) - plain) < 0.06, "\(light)")
      mouth.content = { _, _ in SyntheticMouth.tongue }
      #expect(try #require(try share(mouth)) < 0.05, "\(light)")
    }
  }

  @Test func `a picture too dark, burnt out or without colours does not tell`() throws {
    var mouth = SyntheticMouth()
    mouth.light = SIMD3(repeating: 0.03)
    #expect(try share(mouth) != nil)
    mouth.light = SIMD3(repeating: 0.005)
    #expect(try share(mouth) == nil)
    mouth.light = SIMD3(repeating: 3)
    #expect(try share(mouth) == nil)
    mouth.light = SIMD3(repeating: 1)
    mouth.isGrey = true
    #expect(try share(mouth) == nil)
  }

  @Test func `a mouth of few pixels does not tell`() throws {
    var mouth = SyntheticMouth()
    for z in stride(from: -22.0, through: -110, by: -4) {
      mouth.head.z = z
      let points = mouth.landmarks
      let width = points[308].x - points[78].x
      // From 22 pixels on a reading counts.
      guard abs(width - 22) > 0.5 else { continue }
      #expect(try (share(mouth) != nil) == (width > 22), "\(width)")
    }
  }

  @Test func `a mouth that is not whole in the picture does not tell`() throws {
    var mouth = SyntheticMouth()
    mouth.head.y = -6
    #expect(try reading(mouth) == nil)
    mouth = SyntheticMouth()
    mouth.head.x = 500
    #expect(try reading(mouth) == nil)
  }

  @Test func `what lies on the lips is not taken for teeth`() throws {
    for colour in [SIMD3(0.8, 0.8, 0.75), SIMD3(0.1, 0.2, 0.7), SIMD3(0.1, 0.6, 0.2)] {
      var mouth = SyntheticMouth()
      mouth.content = { _, _ in SyntheticMouth.cavity }
      mouth.before = { x, y in abs(y - 0.3 * x) < 0.05 ? colour : nil }
      #expect(try share(mouth) ?? 0 < Self.closed, "\(colour)")
    }
  }

  @Test func `a brush's head that lies free in the mouth is not taken for teeth`() throws {
    var mouth = SyntheticMouth()
    mouth.opening = 0.7
    mouth.content = { x, y in
      abs(x - 0.5) < 0.2 && abs(y - 0.5) < 0.12 ? SIMD3(0.85, 0.85, 0.85) : SyntheticMouth.cavity
    }
    #expect(try #require(try share(mouth)) < Self.closed)
  }

  @Test func `braces are teeth`() throws {
    var mouth = SyntheticMouth()
    mouth.opening = 0.2
    mouth.content = { x, y in
      let isBracket = (x * 9).truncatingRemainder(dividingBy: 1) < 0.35 && abs(y - 0.35) < 0.12
      if isBracket || abs(y - 0.35) < 0.02 { return SIMD3(0.06, 0.065, 0.08) }
      return y < 0.75 ? SyntheticMouth.tooth : SyntheticMouth.cavity
    }
    #expect(try #require(try share(mouth)) >= Self.open)
  }

  @Test func `skin of all tones gives the same`() throws {
    // Of teeth alone: all else in the picture is multiplied.
    let plain = try #require(try share(SyntheticMouth()))
    for tone in [SIMD3(0.5, 0.42, 0.38), SIMD3(0.2, 0.15, 0.13)] {
      var mouth = SyntheticMouth()
      mouth.light = tone
      mouth.content = { _, down in
        down < 0.45 ? SyntheticMouth.tooth / tone * 0.7 : SyntheticMouth.cavity
      }
      #expect(abs(try #require(try share(mouth)) - plain) < 0.06, "\(tone)")
    }
  }

  @Test func `a mirrored or turned tracker gives the same`() throws {
    var mouth = SyntheticMouth()
    (mouth.head.roll, mouth.head.yaw) = (20, 15)
    let plain = try #require(try reading(mouth))
    #expect(plain.share > 0.3)
    for rotation in [QuarterTurn.none, .clockwise, .half, .counterclockwise] {
      for mirrored in [false, true] {
        let other = try #require(try reading(mouth, rotation: rotation, mirrored: mirrored))
        #expect(abs(other.share - plain.share) < 1e-4, "\(rotation) \(mirrored)")
        #expect(abs(other.certainty - plain.certainty) < 1e-4)
      }
    }
  }
}
