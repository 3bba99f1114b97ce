import Imaging
import Lottie
import Testing

/// Layers that are put into lists of their own, at any beginning and stretch of theirs: keys of shapes are at times of
/// the composition, which neither of them changes.
@Suite struct LottieGroupTimeTests {
  private static let starts = [-10, 0, 10]
  private static let stretches = [0.5, 1, 2]

  /// A key's ends, from the frame 0 to the frame 40.
  private func keys(_ start: String, _ end: String) -> String {
    LottieMaker.linear(start, end, from: 0, to: 40)
  }

  /// A group of a rectangle of 20 pixels, at a row, whose fill and transform are given.
  private func box(
    row: Int, colour: String = "{\"k\": [1, 0, 0, 1]}", opacity: String = "{\"k\": 100}",
    path: String? = nil, place: String
  ) -> String {
    let outline =
      path.map { "{\"ty\": \"sh\", \"ks\": \($0)}" }
      ?? "{\"ty\": \"rc\", \"p\": {\"k\": [0, 0]}, \"s\": {\"k\": [20, 20]}, \"r\": {\"k\": 0}}"
    return
      "{\"ty\": \"gr\", \"it\": [\(outline), {\"ty\": \"fl\", \"c\": \(colour), \"o\": \(opacity)},"
      + " {\"ty\": \"tr\", \"p\": \(place), \"a\": {\"k\": [0, \(-row)]}}]}"
  }

  private func square(at x: Int) -> String {
    let corners = [(x - 10, -10), (x + 10, -10), (x + 10, 10), (x - 10, 10)]
    let none = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    let points = corners.map { "[\($0.0), \($0.1)]" }.joined(separator: ",")
    return "[{\"v\": [\(points)], \"i\": \(none), \"o\": \(none), \"c\": true}]"
  }

  /// Two boxes of each kind of key, which go from x 20 to x 180; the row of the first.
  private func moving(_ row: Int) -> String {
    let place = keys("[20, 0]", "[180, 0]")
    let path = keys(square(at: 20), square(at: 180))
    return [
      box(row: row, place: place),
      box(row: row + 10, path: path, place: LottieMaker.still("[0, 0]")),
    ].joined(separator: ",")
  }

  private func group(_ shapes: String, opacity: String) -> String {
    "{\"ty\": \"gr\", \"it\": [\(shapes), {\"ty\": \"tr\", \"o\": \(opacity)}]}"
  }

  /// The shapes of a layer, by how the group that fades lies there.
  private func shapes(_ kind: String, opacity: String) -> String {
    let inner = group(moving(20), opacity: opacity)
    return switch kind {
    case "beside": "\(inner), \(moving(60))"
    case "nested":
      group("\(group(inner, opacity: opacity)), \(moving(60))", opacity: opacity)
    default: inner
    }
  }

  private func layer(_ kind: String, start: Int, stretch: Double, opacity: String) -> String {
    let members = kind == "matte" ? "\"ind\": 2, \"tt\": 1" : "\"ind\": 2"
    let point = "[[0, 0], [200, 0], [200, 100], [0, 100]]"
    let none = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    let mask =
      ", \"masksProperties\": [{\"mode\": \"a\", \"o\": {\"k\": \(opacity == "{\"k\": 100}" ? 100 : 60)}, \"pt\": {\"k\":"
      + " {\"v\": \(point), \"i\": \(none), \"o\": \(none), \"c\": true}}}]"
    return LottieMaker.layer(
      "[\(shapes(kind, opacity: opacity))]",
      member: members + (kind == "mask" ? mask : "")
    ).split(separator: "\"st\": 0").joined(
      separator: "\"st\": \(start), \"sr\": \(stretch)")
  }

  private func file(_ kind: String, start: Int, stretch: Double, opacity: String) throws
    -> LottieFile
  {
    var maker = LottieMaker()
    let layer = layer(kind, start: start, stretch: stretch, opacity: opacity)
    switch kind {
    case "matte":
      maker.layers = [
        LottieMaker.rectangle(
          "[200, 100]", at: LottieMaker.still("[100, 50]"), colour: "[1, 1, 1, 1]",
          member: "\"ind\": 1, \"td\": 1"), layer,
      ]
    case "precomposition", "stretched":
      let times = kind == "stretched" ? "\"st\": -4.5, \"sr\": 0.75" : "\"st\": -4"
      maker.assets = ["{\"id\": \"a\", \"layers\": [\(layer)]}"]
      maker.layers = ["{\"ty\": 0, \"refId\": \"a\", \"w\": 200, \"h\": 100, \(times)}"]
    default: maker.layers = [layer]
    }
    return try maker.file
  }

  private func picture(_ file: LottieFile, _ frame: Int) throws -> StraightRGBA8 {
    try LottieDrawing.picture(of: file, frame: frame, width: 200, height: 100)
  }

  /// Where something is drawn.
  private func covered(_ picture: StraightRGBA8) -> [Bool] {
    stride(from: 3, to: picture.bytes.count, by: 4).map { picture.bytes[$0] > 0 }
  }

  /// Each kind of layer, drawn plainly, without a list of its own; the two have to cover the same pixels.
  @Test(
    arguments: [
      "alone", "beside", "nested", "mask", "matte", "precomposition", "stretched",
    ], starts)
  func `a faded group is where the same layer is that is not faded`(kind: String, start: Int) throws
  {
    for stretch in Self.stretches {
      let faded = try file(kind, start: start, stretch: stretch, opacity: "{\"k\": 60}")
      let plain = try file(kind, start: start, stretch: stretch, opacity: "{\"k\": 100}")
      #expect(kind == "mask" || faded.cost.surfaces > plain.cost.surfaces)
      for frame in [3, 10, 29] {
        let drawn = try picture(faded, frame)
        #expect(covered(drawn) == covered(try picture(plain, frame)), "\(stretch), \(frame)")
        // The frame of the layer's own list, and the middle of the box there: 4 pixels a frame.
        let time =
          switch kind {
          case "precomposition": Double(frame + 4)
          case "stretched": (Double(frame) + 4.5) / 0.75
          default: Double(frame)
          }
        let columns = (0..<200).filter { drawn[$0, 20].alpha > 0 }
        let middle = Double((columns.first ?? 0) + (columns.last ?? 0) + 1) / 2
        #expect(abs(middle - 20 - 4 * min(time, 40)) < 1, "\(stretch), \(frame): \(middle)")
      }
    }
  }

  @Test(arguments: starts, stretches)
  func `colours and opacities of a faded group have their values at their times`(
    start: Int, stretch: Double
  ) throws {
    var maker = LottieMaker()
    let still = LottieMaker.still("[100, 0]")
    let red = box(row: 30, colour: keys("[1, 0, 0, 1]", "[0, 0, 1, 1]"), place: still)
    let group = group(
      "\(red), \(box(row: 70, opacity: keys("[0]", "[100]"), place: still))",
      opacity: keys("[100]", "[20]"))
    maker.layers = [
      LottieMaker.layer("[\(group)]").split(separator: "\"st\": 0").joined(
        separator: "\"st\": \(start), \"sr\": \(stretch)")
    ]
    let file = try maker.file
    for frame in [1, 10, 25] {
      let drawn = try picture(file, frame)
      let (time, seen) = (Double(frame) / 40, 1 - 0.8 * Double(frame) / 40)
      #expect(abs(Double(drawn[100, 30].blue) - 255 * time) < 6, "\(frame)")
      #expect(abs(Double(drawn[100, 30].alpha) - 255 * seen) < 6, "\(frame)")
      #expect(abs(Double(drawn[100, 70].alpha) - 255 * seen * time) < 6, "\(frame)")
    }
  }
}
