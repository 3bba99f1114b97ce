import Foundation
import Geometry
import Imaging
import SampleRecording
import TestSupport
import Testing
import Tracking

@Suite struct SampleCardTests {
  static let times = (0..<240).map { Double($0) / 30 }
  private static let (width, height) = (1280.0, 720.0)

  /// The picture that is printed, and a story that shows it.
  private static let told = Result { try tell() }

  private static func tell() throws -> (picture: StraightRGBA8, script: SampleScript) {
    let file = SharedData.packageRoot.appending(path: "Scenes/start-of-spring/card.png")
    let picture = try PictureFormat.decode([UInt8](Data(contentsOf: file)), limits: .still)
    let card = PrintedCard(name: "start-of-spring", widthMm: 105, picture: picture)
    return (picture, .showing(card))
  }

  private func size() throws -> PixelSize<TrackerSpace> {
    try #require(PixelSize(width: Int(Self.width), height: Int(Self.height)))
  }

  private func samples() throws -> [TrackingSample] {
    let (script, size) = (try Self.told.get().script, try size())
    return Self.times.map { script.tracking(at: $0, size: size) }
  }

  /// Where a point of the card is seen, from the numbers of its matrix alone.
  private static func projected(_ matrix: [Double], _ x: Double, _ y: Double) -> (
    x: Double, y: Double
  ) {
    let place = [0, 4, 8].map { matrix[$0] * x + matrix[$0 + 1] * y + matrix[$0 + 3] }
    let focal = height / 2 / tan(31.5 * .pi / 180)
    return (width / 2 - focal * place[0] / place[2], height / 2 + focal * place[1] / place[2])
  }

  @Test func `the card comes once, is turned to both sides and near, and goes again`() throws {
    let samples = try samples()
    let seen = samples.map { !$0.images.isEmpty }
    #expect(zip(seen, seen.dropFirst()).count { $0 != $1 } == 2)
    #expect(seen.first == false && seen.last == false && seen.count { $0 } > 180)
    // A face is there all the time, the hand as long as most of it is in the picture.
    #expect(samples.allSatisfy { $0.faces.count == 1 && $0.hands.count <= 1 })
    #expect(samples.count { !$0.hands.isEmpty } > 150)
    let images = samples.flatMap(\.images)
    for image in images {
      #expect(image.name == "start-of-spring" && image.id == 1 && image.widthMm == 105)
      #expect((0.2...1).contains(image.score) && image.corners.isConvex)
    }
    #expect(images.contains { $0.score == 1 } && images.contains { $0.score < 0.5 })
    // Which side is the longer one tells how it is turned.
    let sides = images.map { image in
      image.corners.topLeft.distance(to: image.corners.bottomLeft)
        / image.corners.topRight.distance(to: image.corners.bottomRight)
    }
    #expect((sides.min() ?? 1) < 0.9 && (sides.max() ?? 1) > 1.1)
    let areas = images.map(\.corners.signedArea)
    #expect((areas.max() ?? 0) > 2.2 * (areas.min() ?? 0) && (areas.min() ?? 0) > 0)
  }

  @Test func `the corners are those of the matrix, a rotation times a tenth`() throws {
    let height = 105 * 1748 / 1240.0
    for image in try samples().flatMap(\.images) {
      let matrix = try #require(image.pose).rowMajor
      for (corner, (x, y)) in zip(
        image.corners.corners,
        [(-52.5, height / 2), (52.5, height / 2), (52.5, -height / 2), (-52.5, -height / 2)])
      {
        let seen = Self.projected(matrix, x, y)
        #expect(abs(corner.x - seen.x) < 1e-9 && abs(corner.y - seen.y) < 1e-9)
      }
      let columns = (0..<3).map { column in [0, 4, 8].map { matrix[$0 + column] } }
      for first in 0..<3 {
        for second in first..<3 {
          let product = zip(columns[first], columns[second]).map { $0 * $1 }.reduce(0, +)
          #expect(abs(product - (first == second ? 0.01 : 0)) < 1e-12)
        }
      }
      #expect(abs((image.pose?.determinant ?? 0) - 0.001) < 1e-12)
    }
  }

  @Test func `nothing jumps from one frame to the next`() throws {
    let samples = try samples()
    for (before, after) in zip(samples, samples.dropFirst()) {
      for (old, new) in zip(before.images, after.images) {
        let steps = zip(old.corners.corners, new.corners.corners).map { $0.distance(to: $1) }
        #expect((steps.max() ?? 0) < 60)
      }
    }
  }

  @Test(arguments: [2.0, 2.9, 4.1, 6.1])
  func `what is drawn at the projected places is the printed picture`(time: Double) throws {
    let (picture, script) = try Self.told.get()
    let frame = try SampleStage.frame(of: script, at: time, size: size())
    let image = try #require(try script.tracking(at: time, size: size()).images.first)
    let matrix = try #require(image.pose).rowMajor
    let (columns, rows, points) = (5, 7, 12)
    let (widthMm, heightMm) = (105.0, 105 * 1748 / 1240.0)

    /// How far the mean colours of all cells are from the print's, with the print moved by some millimetres.
    func difference(shift: Double) -> (mean: Double, worst: Double) {
      var differences: [Double] = []
      for cell in 0..<(columns * rows) {
        var (sum, printed) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for point in 0..<(points * points) {
          let u =
            (Double(cell % columns) + (Double(point % points) + 0.5) / Double(points))
            / Double(columns)
          let v =
            (Double(cell / columns) + (Double(point / points) + 0.5) / Double(points))
            / Double(rows)
          let place = Self.projected(
            matrix, (u - 0.5) * widthMm + shift, (0.5 - v) * heightMm + shift)
          sum += Self.colour(frame, place.x, place.y)
          printed += Self.blurred(picture, u, v)
        }
        let apart = (sum - printed) / Double(points * points)
        differences.append(max(abs(apart.x), abs(apart.y), abs(apart.z)))
      }
      return (differences.reduce(0, +) / Double(differences.count), differences.max() ?? 0)
    }
    // Mean colours of 8 bits; also in the cells beside the thumb.
    let there = difference(shift: 0)
    #expect(there.mean < 3 && there.worst < 10, "\(there)")
    // Two millimetres, four pixels, beside it the picture is another one.
    let beside = difference(shift: 2)
    #expect(beside.mean > 2 * there.mean, "\(beside), \(there)")
  }

  private static func colour(_ picture: StraightRGBA8, _ x: Double, _ y: Double) -> SIMD3<Double> {
    let first = 4 * (Int(y) * picture.width + Int(x))
    return SIMD3(
      Double(picture.bytes[first]), Double(picture.bytes[first + 1]),
      Double(picture.bytes[first + 2]))
  }

  /// The print's colour about a place of it (parts), over as much as a pixel of the frame shows.
  private static func blurred(_ picture: StraightRGBA8, _ u: Double, _ v: Double) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for dy in -1...1 {
      for dx in -1...1 {
        let x = min(max(u * Double(picture.width) + 2 * Double(dx), 0), Double(picture.width) - 1)
        let y = min(max(v * Double(picture.height) + 2 * Double(dy), 0), Double(picture.height) - 1)
        sum += colour(picture, x, y)
      }
    }
    return sum / 9
  }

  @Test func `the thumb lies beside the printed picture`() throws {
    for sample in try samples() {
      guard let image = sample.images.first, let hand = sample.hands.first else { continue }
      for joint in 1...4 { #expect(!image.corners.contains(hand.landmarks[joint].xy)) }
    }
  }

  @Test func `a recording of the story has the camera's angle and a cue`() throws {
    let scratch = try ScratchFolder()
    let size = try #require(PixelSize<TrackerSpace>(width: 256, height: 144))
    let folder = scratch.path("card")
    try SampleRecorder(
      of: Self.told.get().script, size: size, frameRate: 10, duration: 1.3, threads: 2
    ).write(into: folder)
    let tracking = try String(
      contentsOf: URL(filePath: folder + "/tracking.jsonl"), encoding: .utf8)
    #expect(tracking.contains(#""verticalFieldOfViewDegrees":63"#))
    #expect(tracking.contains(#""name":"start-of-spring""#))
    let cues = try String(contentsOf: URL(filePath: folder + "/cues.jsonl"), encoding: .utf8)
    #expect(cues == "{\"timestampMs\": 4700, \"cue\": \"tap\", \"image\": 1}\n")
  }
}
