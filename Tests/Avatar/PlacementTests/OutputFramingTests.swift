import Geometry
import Placement
import Testing

/// How a clip's picture is brought into frames of another size.
@Suite struct OutputFramingTests {
  private func picture(
    _ width: Int, _ height: Int, sceneWidth: Int? = nil
  ) -> OutputFraming.Picture {
    OutputFraming.Picture(
      stored: PixelSize(clamping: width, height),
      scene: PixelSize(clamping: sceneWidth ?? width, height),
      native: PixelSize(clamping: width, height))
  }

  private func size(_ width: Int?, _ height: Int?) throws -> OutputSize {
    try #require(OutputSize(width: width, height: height))
  }

  /// The picture, what is asked, the step of the encoder, and the frame: from the formula
  /// s = min(W / w, H / h), each side the nearest multiple of the step.
  static let kept: [(picture: (Int, Int), asked: (Int?, Int?), step: Int, frame: (Int, Int))] = [
    ((480, 640), (640, 360), 2, (270, 360)), ((1920, 1080), (854, 480), 2, (854, 480)),
    ((1920, 1080), (1280, 720), 2, (1280, 720)), ((320, 240), (640, nil), 2, (640, 480)),
    ((320, 240), (nil, 360), 2, (480, 360)), ((320, 240), (641, nil), 2, (640, 480)),
    ((320, 240), (641, nil), 1, (641, 481)), ((320, 240), (101, 101), 2, (100, 76)),
    ((320, 240), (101, 101), 1, (101, 76)), ((1000, 10), (64, 64), 2, (64, 2)),
    ((641, 361), (642, 362), 2, (642, 362)), ((641, 361), (641, 361), 2, (641, 361)),
    ((4, 3), (1, 1), 2, (1, 1)),
  ]

  @Test(arguments: kept)
  func `a size keeps the picture's shape, the largest that fits, as the encoder takes it`(
    one: (picture: (Int, Int), asked: (Int?, Int?), step: Int, frame: (Int, Int))
  ) throws {
    let framing = OutputFraming(
      picture(one.picture.0, one.picture.1), as: try size(one.asked.0, one.asked.1),
      step: one.step)
    #expect((framing.frame.width, framing.frame.height) == one.frame)
    #expect(framing.drawn == framing.frame && !framing.isCut && !framing.hasBars)
    let isAsked =
      one.asked.0 ?? one.frame.0 == one.frame.0 && one.asked.1 ?? one.frame.1 == one.frame.1
    #expect((framing.note == nil) == isAsked)
    if one.asked.0 != nil, one.asked.1 != nil, let note = framing.note {
      #expect(note.contains("--fit stretch") && note.contains("\"fit\": \"stretch\""))
    }
  }

  @Test func `the shape is the shown one, also of pixels that are not square`() throws {
    // A DVD's picture, shown as 768 x 576.
    let dvd = picture(720, 576, sceneWidth: 768)
    let half = OutputFraming(dvd, as: try size(384, 384))
    #expect((half.frame.width, half.frame.height) == (384, 288) && half.hasSquarePixels)
    let own = OutputFraming(dvd, as: try size(720, 576))
    #expect((own.frame.width, own.frame.height) == (720, 576) && !own.hasSquarePixels)
    let bars = OutputFraming(dvd, as: try size(360, 288), fit: .pad)
    #expect((bars.drawn.width, bars.drawn.height) == (360, 270) && bars.hasSquarePixels)
    let cut = OutputFraming(dvd, as: try size(288, 288), fit: .cover)
    // 576 square columns are 540 stored ones.
    #expect(cut.columns.count == 540 && cut.rows.count == 576)
  }

  @Test func `stretch, pad and cover give the size to the pixel`() throws {
    for (width, height) in [(640, 360), (360, 640), (333, 77), (1, 1), (2, 500)] {
      for fit in OutputFit.allCases {
        let framing = OutputFraming(picture(320, 240), as: try size(width, height), fit: fit)
        #expect((framing.frame.width, framing.frame.height) == (width, height))
        #expect(framing.note == nil)
        #expect(framing.isCut == (fit == .cover))
        #expect(!framing.hasBars || fit == .pad)
      }
    }
  }

  @Test func `bars lie evenly, and the picture at even places`() throws {
    let framing = OutputFraming(picture(320, 240), as: try size(640, 360), fit: .pad)
    #expect((framing.drawn.width, framing.drawn.height) == (480, 360))
    for mirrored in [false, true] {
      let origin = framing.origin(mirrored: mirrored)
      #expect(origin == (80, 0))
    }
    // 640 - 478 does not halve into even bars; a mirrored frame has them the other way round.
    let odd = OutputFraming(picture(478, 360), as: try size(640, 360), fit: .pad)
    #expect(odd.origin(mirrored: false) == (80, 0) && odd.origin(mirrored: true) == (82, 0))
  }

  @Test func `a point of the scene goes where cut, scale, flip and bars bring it`() throws {
    let dvd = picture(720, 576, sceneWidth: 768)
    let point = Point2<SceneSpace>(300, 200)
    let cut = OutputFraming(dvd, as: try size(288, 288), fit: .cover)
      .moved(toColumn: 100, row: 40)
    #expect(cut.columns == 100..<640 && cut.rows == 0..<576)
    for mirrored in [false, true] {
      let mapping = OutputMapping(cut, mirrored: mirrored)
      let finished = mapping.toFrame(mapping.finished(mapping.toComposite(point)))
      // Stored column 300 / 768 * 720, from column 100 of 540 that become 288.
      let x = (300.0 * 720 / 768 - 100) * 288 / 540
      #expect(abs(finished.x - (mirrored ? 288 - x : x)) < 1e-9)
      #expect(abs(finished.y - 100) < 1e-9)
    }
    let bars = OutputFraming(picture(478, 360), as: try size(640, 360), fit: .pad)
    for (mirrored, x) in [(false, 80.0 + 300), (true, 82.0 + 478 - 300)] {
      let mapping = OutputMapping(bars, mirrored: mirrored)
      let finished = mapping.toFrame(mapping.finished(mapping.toComposite(point)))
      #expect(abs(finished.x - x) < 1e-9 && abs(finished.y - 200) < 1e-9)
      #expect(mapping.frame == bars.frame)
    }
  }

  @Test func `a cut stays within the picture wherever it is moved to, at even places`() throws {
    let cut = OutputFraming(picture(321, 240), as: try size(120, 240), fit: .cover)
    for column in [-50, -1, 0, 1, 77, 200, 201, 202, 1000] {
      let moved = cut.moved(toColumn: column, row: 9)
      #expect(moved.columns.count == 120 && moved.columns.lowerBound % 2 == 0)
      #expect(moved.columns.lowerBound >= 0 && moved.columns.upperBound <= 321)
      #expect(moved.rows == 0..<240)
    }
  }
}
