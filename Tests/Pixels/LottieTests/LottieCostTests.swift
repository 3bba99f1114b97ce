import Foundation
import Imaging
import Lottie
import Testing

/// What takes too long or too much memory is refused when it is read, with its place, from both sides of each limit.
@Suite struct LottieCostTests {
  private func fault(_ maker: LottieMaker) -> LottieFault? {
    do throws(LottieFault) {
      _ = try LottieFile(Array(maker.text.utf8))
      return nil
    } catch {
      return error
    }
  }

  private func file(_ shapes: String) -> LottieMaker {
    var maker = LottieMaker()
    (maker.width, maker.height) = (200, 200)
    maker.layers = [LottieMaker.layer("[\(shapes)]")]
    return maker
  }

  /// Whether it is over the limit of this name, which is told.
  private func expectLimit(
    _ maker: LottieMaker, _ what: String, at path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let fault = fault(maker), case .overLimit(let named, _, _) = fault.kind else {
      Issue.record("it was read", sourceLocation: sourceLocation)
      return
    }
    #expect(named.contains(what), "\(named)", sourceLocation: sourceLocation)
    #expect(fault.path == path && fault.place != nil, sourceLocation: sourceLocation)
  }

  private func outline(_ points: [(Double, Double)]) -> String {
    let places = points.map { "[\($0.0), \($0.1)]" }.joined(separator: ",")
    let none = points.map { _ in "[0, 0]" }.joined(separator: ",")
    return
      "{\"ty\": \"sh\", \"ks\": {\"k\": {\"v\": [\(places)], \"i\": [\(none)], \"o\": [\(none)],"
      + " \"c\": false}}}"
  }

  private func stroke(_ width: Double, dash: Double? = nil, ends: Int = 1) -> String {
    let dashes = dash.map {
      ", \"d\": [{\"n\": \"d\", \"v\": {\"k\": \($0 / 2)}}, {\"n\": \"g\", \"v\": {\"k\": \($0 / 2)}}]"
    }
    return
      "{\"ty\": \"st\", \"c\": {\"k\": [1, 1, 1]}, \"o\": {\"k\": 100}, \"w\": {\"k\": \(width)},"
      + " \"lc\": \(ends), \"lj\": 2\(dashes ?? "")}"
  }

  private let fill = "{\"ty\": \"fl\", \"c\": {\"k\": [1, 1, 1]}, \"o\": {\"k\": 100}}"

  private func opaque(_ maker: LottieMaker) throws -> Int {
    let picture = try LottieDrawing.picture(of: maker.file, frame: 0, width: 512, height: 512)
    return (0..<512).reduce(0) { sum, y in
      sum + (0..<512).count { x in picture[x, y].alpha > 0 }
    }
  }

  /// Ten lines of 150 pixels: 1500 dashes where each takes one pixel.
  @Test(arguments: [1, 2, 3])
  func `dashes are drawn up to their limit, and refused beyond`(ends: Int) throws {
    let lines = (0..<10).map { outline([(10, 10 + 18 * Double($0)), (160, 10 + 18 * Double($0))]) }
      .joined(separator: ",")
    let most = file("\(lines), \(stroke(2, dash: 1, ends: ends))")
    // Of 10 lines each is 384 long and 5 high in this picture; half of it are gaps.
    #expect(try opaque(most) > 10 * 384 * 5 / 2)
    expectLimit(
      file("\(lines), \(stroke(2, dash: 0.99, ends: ends))"), "the dashes of a stroke",
      at: "layers[0].shapes[10]")
    // Without any length they are none: all is drawn.
    #expect(try opaque(file("\(lines), \(stroke(2, dash: 0, ends: ends))")) > 10 * 384 * 5)
  }

  @Test func `points of a fill are drawn up to their limit, and refused beyond`() throws {
    func shape(_ count: Int) -> LottieMaker {
      let corner = [(0.0, 0.0), (200, 0), (200, 200)]
      return file(
        outline(corner + (3..<count).map { (0, 200 - Double($0) * 1e-3) }) + "," + fill)
    }
    #expect(try opaque(shape(LottieLimits.fillPoints)) == 512 * 512)
    expectLimit(
      shape(LottieLimits.fillPoints + 1), "the points that are filled at once",
      at: "layers[0].shapes[1]")
  }

  /// To and fro on one line, with round joins, which take most points of a stroke.
  @Test func `pieces of a stroke are drawn up to their limit, and refused beyond`() throws {
    func shape(_ count: Int) -> LottieMaker {
      file(outline((0...count).map { ($0 % 2 == 0 ? 95 : 105, 100) }) + "," + stroke(10))
    }
    #expect(try opaque(shape(LottieLimits.strokePieces)) > 25 * 25)
    expectLimit(
      shape(LottieLimits.strokePieces + 1), "the pieces of curve of a stroke",
      at: "layers[0].shapes[1]")
  }

  @Test func `what takes long is refused, wherever its size comes from`() throws {
    let box = "{\"ty\": \"rc\", \"p\": {\"k\": [100, 100]}, \"s\": {\"k\": [200, 200]}}"
    func gradients(_ count: Int, scale: Int = 100) -> LottieMaker {
      let gradient =
        "{\"ty\": \"gf\", \"t\": 2, \"s\": {\"k\": [100, 100]}, \"e\": {\"k\": [150, 100]}, \"o\": {\"k\": 50},"
        + " \"g\": {\"p\": 2, \"k\": {\"k\": [0, 1, 1, 1, 1, 0, 0, 0]}}}"
      let group =
        "{\"ty\": \"gr\", \"it\": [\(box), \(gradient), {\"ty\": \"tr\", \"s\": {\"k\": [\(scale), \(scale)]}}]}"
      return file(Array(repeating: group, count: count).joined(separator: ","))
    }
    // Each of them takes about 1 ms, as it fills the whole picture.
    #expect(fault(gradients(300)) == nil)
    expectLimit(gradients(1000), "the estimated time of a frame", at: "layers[0]")
    #expect(fault(gradients(1000, scale: 10)) == nil)
    let some = try gradients(100).file.cost.frameMs
    #expect((50...250).contains(some))
  }

  @Test func `pictures of mattes are counted, those of fades within each other`() throws {
    func mattes(_ count: Int) -> LottieMaker {
      var maker = file("")
      maker.layers = (0..<count).flatMap { _ in
        ["{\"ty\": 3, \"td\": 1}", "{\"ty\": 3, \"tt\": 1}"]
      }
      return maker
    }
    // Two pictures of 1 MiB each.
    #expect(fault(mattes(23)) == nil)
    expectLimit(mattes(25), "the estimated memory of a frame", at: "layers[1]")
    func fades(_ count: Int) -> LottieMaker {
      var maker = file("")
      let shows = "{\"ty\": 0, \"refId\": \"a\", \"w\": 9, \"h\": 9, \"ks\": {\"o\": {\"k\": 50}}}"
      maker.assets = ["{\"id\": \"a\", \"layers\": [{\"ty\": 3}, {\"ty\": 3}]}"]
      maker.layers = Array(repeating: shows, count: count)
      return maker
    }
    // One after the other they take the same.
    #expect(fault(fades(200)) == nil)
  }

  @Test func `copies that grow beyond all numbers are over the limit`() {
    func copies(_ count: Int) -> LottieMaker {
      file(
        "{\"ty\": \"rc\", \"p\": {\"k\": [0, 0]}, \"s\": {\"k\": [9, 9]}}, \(fill), {\"ty\": \"rp\","
          + " \"c\": {\"k\": \(count)}, \"tr\": {\"s\": {\"k\": [10000, 10000]}}}")
    }
    #expect(fault(copies(2)) == nil)
    // A hundred times as large 200 times over is no number any more, and times a width of 0 neither.
    expectLimit(copies(200), "the estimated time of a frame", at: "layers[0]")
  }

  @Test func `what is made for masks, fades and mattes is counted with it`() throws {
    let square = outline([(0, 0), (200, 0), (200, 200), (0, 200)])
    func layer(_ more: String) throws -> LottieCost {
      var maker = file("")
      maker.layers = [LottieMaker.layer("[\(square), \(fill)]", member: more)]
      return try maker.file.cost
    }
    let mask =
      "{\"o\": {\"k\": 50}, \"pt\": {\"k\": {\"v\": [[0, 0], [200, 0], [200, 200]], \"i\": [[0, 0], [0, 0], [0, 0]],"
      + " \"o\": [[0, 0], [0, 0], [0, 0]], \"c\": true}}}"
    let plain = try layer("\"ind\": 1")
    #expect(plain.pictures == 0 && plain.paints == 1)
    // A mask that is seen through is a filled outline, and a matte of what it masks.
    let masked = try layer("\"masksProperties\": [\(mask)]")
    #expect(masked.pictures == 2 && masked.paints == 2)
    #expect(masked.frameMs > plain.frameMs + 2 * 1.4)
    #expect(masked.frameBytes > plain.frameBytes + 2 * 512 * 512 * 4)
    // Two fills that fade as one are one picture, whose size is counted as that of the layer.
    func faded(_ scale: Int) throws -> LottieCost {
      var maker = file("")
      maker.layers = [
        "{\"ty\": 4, \"shapes\": [\(square), \(fill), \(square), \(fill)], \"ks\": {\"o\": {\"k\": 50},"
          + " \"s\": {\"k\": [\(scale), \(scale)]}}}"
      ]
      return try maker.file.cost
    }
    let (small, large) = (try faded(10), try faded(100))
    #expect(small.pictures == 1 && large.pictures == 1)
    #expect(large.frameMs > small.frameMs + 0.1)
  }

  @Test func `strokes are named that are wider across than down, those of other transforms too`()
    throws
  {
    let line = outline([(0, 0), (9, 0)])
    func missing(_ shapes: String, _ members: String = "\"ind\": 1") throws -> [String] {
      var maker = file(shapes)
      maker.layers = [LottieMaker.layer("[\(shapes)]", member: members)]
      return try maker.file.missing.map(\.feature)
    }
    let uneven = "{\"ty\": \"tr\", \"s\": {\"k\": [300, 80]}}"
    let even = "{\"ty\": \"tr\", \"s\": {\"k\": [-300, 300]}}"
    let named = ["strokes that are wider across than down"]
    #expect(
      try missing("{\"ty\": \"gr\", \"it\": [\(line), \(stroke(2)), \(uneven)]}") == named)
    #expect(try missing("{\"ty\": \"gr\", \"it\": [\(line), \(stroke(2)), \(even)]}").isEmpty)
    #expect(try missing("{\"ty\": \"gr\", \"it\": [\(line), \(fill), \(uneven)]}").isEmpty)
    // The outline alone is scaled, before it is drawn.
    #expect(
      try missing("{\"ty\": \"gr\", \"it\": [\(line), \(uneven)]}, \(stroke(2))").isEmpty)
    var maker = file("")
    maker.layers = [
      LottieMaker.layer("[\(line), \(stroke(2))]", member: "\"parent\": 7"),
      "{\"ty\": 3, \"ind\": 7, \"ks\": {\"s\": {\"k\": [100, 50]}}}",
    ]
    #expect(try maker.file.missing.map(\.feature) == named)
  }

  /// A round dot of 40, and what of it lies on its sides.
  @Test(arguments: [(1, false), (2, true), (3, true)])
  func `a line without a length is drawn by its ends`(ends: Int, isSeen: Bool) throws {
    let dot = file("\(outline([(100, 100), (100, 100)])), \(stroke(40, ends: ends))")
    for side in [16, 200, 512] {
      let picture = try LottieDrawing.picture(of: dot.file, frame: 0, width: side, height: side)
      #expect((picture[side / 2, side / 2].alpha == 255) == isSeen, "\(side)")
      #expect(picture[side / 4, side / 2].alpha == 0)
    }
  }
}
