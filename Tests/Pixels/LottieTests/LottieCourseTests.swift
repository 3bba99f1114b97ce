import Imaging
import Lottie
import Testing

/// How changes go from key to key: courses beyond what curves of Bezier may have, and one for each number.
@Suite struct LottieCourseTests {
  /// A change from the frame 0 to the frame 40, by the points of its curve as lists.
  private func change(
    _ start: String, _ end: String, into: (x: String, y: String), out: (x: String, y: String)
  ) -> String {
    "{\"k\": [{\"t\": 0, \"s\": \(start), \"i\": {\"x\": \(into.x), \"y\": \(into.y)},"
      + " \"o\": {\"x\": \(out.x), \"y\": \(out.y)}}, {\"t\": 40, \"s\": \(end)}]}"
  }

  private func place(_ change: String, _ members: String = "\"ind\": 1") throws -> LottieFile {
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.rectangle("[20, 20]", at: change, colour: "[1, 1, 1, 1]", member: members)
    ]
    return try maker.file
  }

  private func scale(_ change: String) throws -> LottieFile {
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.rectangle(
        "[20, 20]", at: "{\"k\": [100, 50]}, \"s\": \(change)", colour: "[1, 1, 1, 1]")
    ]
    return try maker.file
  }

  private func picture(_ file: LottieFile, _ frame: Int) throws -> StraightRGBA8 {
    try LottieDrawing.picture(of: file, frame: frame, width: 200, height: 100)
  }

  /// Whether two are drawn alike at all times, and not only at one.
  private func expectAlike(
    _ one: LottieFile, _ other: LottieFile, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for frame in [0, 7, 20, 33, 39] {
      #expect(
        try picture(one, frame) == picture(other, frame), "\(frame)", sourceLocation: sourceLocation
      )
    }
  }

  @Test(arguments: ["1.022", "1.5", "-0.3", "1e6"])
  func `a course that leaves its time is the nearest within it`(x: String) throws {
    let limit = x.hasPrefix("-") ? "[0]" : "[1]"
    let over = try place(
      change("[20, 50]", "[180, 50]", into: ("[\(x)]", "[0.8]"), out: ("[0.2]", "[0.2]")))
    let nearest = try place(
      change("[20, 50]", "[180, 50]", into: (limit, "[0.8]"), out: ("[0.2]", "[0.2]")))
    try expectAlike(over, nearest)
    #expect(over.missing.isEmpty)
  }

  /// A Bezier's middle is an eighth of its ends and three eighths of its points.
  @Test func `a course far beyond its values is drawn, and costs no more than it draws`() throws {
    let thirds = (out: "[0.3333333]", into: "[0.6666667]")
    let far = try place(
      change(
        "[100, 50]", "[100.1, 50]", into: (thirds.into, "[-217.8]"),
        out: (thirds.out, "[0.3333333]")))
    let x = 100 + 0.1 * (0.375 * (0.3333333 - 217.8) + 0.125)
    let drawn = try picture(far, 20)
    let columns = (0..<200).filter { drawn[$0, 50].alpha > 127 }
    #expect(columns.count == 20)
    #expect(abs(Double(columns[0]) + 10 - x) < 1)
    // A size of 50 % that changes by a thousandth is no larger for it.
    let size = try scale(
      change("[50, 50]", "[50.001, 50.001]", into: ("[0.8]", "[99]"), out: ("[0.2]", "[-99]")))
    #expect(try size.cost.frameMs < 1.1 * scale("{\"k\": [50, 50]}").cost.frameMs)
    // One that becomes very large counts as that.
    let large = try scale(
      change("[100, 100]", "[200, 200]", into: ("[0.8]", "[99]"), out: ("[0.2]", "[0.2]")))
    #expect(try large.cost.frameMs > scale("{\"k\": [200, 200]}").cost.frameMs)
  }

  @Test(arguments: ["[1.8]", "[999]", "[-2]"])
  func `opacities and colours stay within what there is`(y: String) throws {
    let faded = change("[40]", "[100]", into: ("[0.7]", y), out: ("[0.3]", y))
    let colour = change("[0, 1, 0, 1]", "[1, 0, 0, 1]", into: ("[0.7]", y), out: ("[0.3]", y))
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.rectangle(
        "[200, 100]", at: "{\"k\": [100, 50]}", colour: "[1, 1, 1, 1]", opacity: "7"
      ).split(separator: "{\"a\": 0, \"k\": 7}").joined(separator: faded)
        .split(separator: "{\"a\": 0, \"k\": [1, 1, 1, 1]}").joined(separator: colour)
    ]
    let file = try maker.file
    var before: RGBA8?
    for frame in 0..<40 {
      let pixel = try picture(file, frame)[100, 50]
      // 255 are never followed by nothing: 256 are 0 in 8 bits.
      if let before {
        for (one, two) in [
          (before.alpha, pixel.alpha), (before.red, pixel.red), (before.green, pixel.green),
        ] {
          #expect(abs(Int(one) - Int(two)) < 128, "\(frame)")
        }
      }
      before = pixel
    }
  }

  @Test func `another course of a number that is not drawn or does not change is no note`() throws {
    let courses = (
      into: ("[0.667, 0.667, 0.833]", "[1, 1, 0.833]"), out: ("[0.3, 0.3, 0.167]", "[0, 0, 0.167]")
    )
    let depth = try scale(
      change("[50, 50, 100]", "[150, 150, 100]", into: courses.into, out: courses.out))
    #expect(depth.missing.isEmpty)
    try expectAlike(
      depth,
      scale(change("[50, 50]", "[150, 150]", into: ("0.667", "1"), out: ("0.3", "0"))))
    // Also where it changes, as it is drawn nowhere.
    let near = try scale(
      change("[50, 50, 9]", "[150, 150, 99]", into: courses.into, out: courses.out))
    #expect(near.missing.isEmpty)
    // The course of what changes, which is not the first.
    let still = try place(
      change(
        "[100, 20]", "[100, 80]", into: ("[0.1, 0.9]", "[0.9, 0.9]"),
        out: ("[0.1, 0.8]", "[0.9, 0]")))
    #expect(still.missing.isEmpty)
    try expectAlike(
      still,
      place(change("[100, 20]", "[100, 80]", into: ("[0.9]", "[0.9]"), out: ("[0.8]", "[0]"))))
  }

  @Test func `another course of a number that is drawn is named at its key`() throws {
    let both = try place(
      change(
        "[20, 20]", "[100, 80]", into: ("[0.1, 0.9]", "[0.9, 0.9]"), out: ("[0.1, 0.8]", "[0.9, 0]")
      ))
    #expect(both.missing.map(\.feature) == ["changes of another course for each number"])
    #expect(both.missing.map(\.path) == ["layers[0].ks.p.k[0]"])
  }
}
