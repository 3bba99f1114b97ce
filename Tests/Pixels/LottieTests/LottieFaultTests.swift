import Foundation
import Lottie
import Problems
import Testing

/// Files that are refused, each limit from both sides, and what is told of those that are not.
@Suite struct LottieFaultTests {
  private func fault(_ text: String) -> LottieFault? {
    do throws(LottieFault) {
      _ = try LottieFile(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  private func expectFault(
    _ text: String, _ words: String..., at path: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let fault = fault(text) else {
      Issue.record("it was read", sourceLocation: sourceLocation)
      return
    }
    let told = "\(fault.kind)"
    for word in words {
      #expect(told.contains(word), "\(told)", sourceLocation: sourceLocation)
    }
    if let path { #expect(fault.path == path, sourceLocation: sourceLocation) }
  }

  /// Whether a file is refused for being over a limit.
  private func isLimit(_ text: String) -> Bool {
    guard case .overLimit? = fault(text)?.kind else { return false }
    return true
  }

  private func layer(_ shapes: String) -> String {
    var maker = LottieMaker()
    maker.layers = [LottieMaker.layer(shapes)]
    return maker.text
  }

  @Test func `a file that is cut is refused wherever it is cut`() {
    let whole = Array(LottieMaker.movingRectangle.text.utf8)
    for length in stride(from: 0, to: whole.count - 1, by: 7) {
      do throws(LottieFault) {
        _ = try LottieFile(Array(whole.prefix(length)))
        Issue.record("\(length) bytes were read")
      } catch {
        guard case .json = error.kind else {
          Issue.record("\(length): \(error)")
          continue
        }
      }
    }
  }

  @Test func `nesting is limited`() {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    expectFault("{\"layers\": \(deep)}", "lists and objects within each other", "501", "48")
    // The outermost object is the first of them.
    func lists(_ count: Int) -> String {
      "{\"layers\": \(String(repeating: "[", count: count))\(String(repeating: "]", count: count))}"
    }
    #expect(!isLimit(lists(47)) && isLimit(lists(48)))
    func groups(_ count: Int) -> String {
      var shapes = "[{\"ty\": \"rc\", \"p\": {\"k\": [0, 0]}, \"s\": {\"k\": [1, 1]}}]"
      for _ in 0..<count { shapes = "[{\"ty\": \"gr\", \"it\": \(shapes)}]" }
      return layer(shapes)
    }
    #expect(fault(groups(18)) == nil)
    expectFault(groups(200), "lists and objects within each other", "48")
  }

  @Test(arguments: ["1e308", "-1e308", "1e999", "40961", "-40961"])
  func `huge numbers are refused at their place`(number: String) {
    expectFault(
      layer("[{\"ty\": \"rc\", \"p\": {\"k\": [0, \(number)]}, \"s\": {\"k\": [1, 1]}}]"),
      "from -40960 to 40960", at: "layers[0].shapes[0].p.k[1]")
  }

  @Test(arguments: ["NaN", "Infinity", "-", "0x10", "1e", "\"1\"", "true"])
  func `what is no number is refused`(number: String) {
    #expect(
      fault(layer("[{\"ty\": \"rc\", \"p\": {\"k\": [0, \(number)]}, \"s\": {\"k\": [1, 1]}}]"))
        != nil)
  }

  @Test func `a coordinate at its limit is read`() {
    #expect(
      fault(layer("[{\"ty\": \"rc\", \"p\": {\"k\": [0, 40960]}, \"s\": {\"k\": [1, 1]}}]")) == nil)
  }

  @Test(arguments: [
    ("0", false), ("0.5", false), ("1", true), ("240", true), ("241", false), ("1e9", false),
  ])
  func `frame rates are limited`(rate: String, isRead: Bool) {
    var maker = LottieMaker.movingRectangle
    maker.rate = rate
    #expect((fault(maker.text) == nil) == isRead)
    if !isRead { expectFault(maker.text, "240", at: "fr") }
    // Too many are over a limit; too few are no rate.
    #expect(isLimit(maker.text) == ["241", "1e9"].contains(rate))
  }

  @Test(arguments: [
    ("0", "0", false), ("40", "0", false), ("40", "39", false), ("0", "1", true),
    ("0", "36000", true), ("0", "36001", false), ("-10", "5", true),
  ])
  func `the last frame comes after the first one, and not too long after`(
    first: String, end: String, isRead: Bool
  ) {
    var maker = LottieMaker.movingRectangle
    (maker.first, maker.end) = (first, end)
    #expect((fault(maker.text) == nil) == isRead)
  }

  @Test func `precompositions that show themselves, or each other, are refused`() {
    func asset(_ name: String, shows other: String) -> String {
      "{\"id\": \"\(name)\", \"layers\": [{\"ty\": 0, \"refId\": \"\(other)\", \"w\": 9, \"h\": 9}]}"
    }
    var maker = LottieMaker()
    maker.layers = ["{\"ty\": 0, \"refId\": \"a\", \"w\": 9, \"h\": 9}"]
    maker.assets = [asset("a", shows: "a")]
    expectFault(maker.text, "the precomposition \"a\" shows itself")
    maker.assets = [asset("a", shows: "b"), asset("b", shows: "c"), asset("c", shows: "a")]
    expectFault(maker.text, "shows itself; expected precompositions without a cycle")
    maker.assets = [asset("a", shows: "missing")]
    expectFault(maker.text, "there is no precomposition \"missing\"")
  }

  @Test func `parents that follow each other are refused`() {
    func null(_ number: Int, follows parent: Int) -> String {
      "{\"ty\": 3, \"ind\": \(number), \"parent\": \(parent)}"
    }
    var maker = LottieMaker()
    maker.layers = [null(1, follows: 2), null(2, follows: 3), null(3, follows: 1)]
    expectFault(maker.text, "follows itself as a parent")
    maker.layers = (1...40).map { null($0, follows: $0 + 1) }
    expectFault(maker.text, "parents in a row")
    maker.layers = (1...32).map { null($0, follows: $0 + 1) }
    #expect(fault(maker.text) == nil)
  }

  @Test func `what precompositions multiply is counted before it is drawn`() {
    var maker = LottieMaker()
    // Each shows the next one twice: 2^20 layers from 40.
    maker.assets = (0..<20).map { index in
      let shown = "{\"ty\": 0, \"refId\": \"\(index + 1)\", \"w\": 9, \"h\": 9}"
      return "{\"id\": \"\(index)\", \"layers\": [\(shown), \(shown)]}"
    }
    maker.assets.append("{\"id\": \"20\", \"layers\": [{\"ty\": 3}]}")
    maker.layers = ["{\"ty\": 0, \"refId\": \"0\", \"w\": 9, \"h\": 9}"]
    expectFault(maker.text, "the layers", "2000")
  }

  @Test func `precompositions that are not shown are left out`() throws {
    var maker = LottieMaker.movingRectangle
    let alone = try maker.file
    let shows = "{\"ty\": 0, \"refId\": \"b\", \"w\": 9, \"h\": 9}"
    maker.assets = [
      "{\"id\": \"a\", \"layers\": [\(shows)]}", "{\"id\": \"b\", \"layers\": [{\"ty\": 3}]}",
    ]
    #expect(try maker.file.digest == alone.digest)
    maker.layers.append(shows)
    #expect(try maker.file.cost.layers == 3)
  }

  @Test func `layers are counted over all lists while they are read`() {
    let nulls = String(String(repeating: "{\"ty\":3},", count: 999).dropLast())
    func shows(_ name: String) -> String {
      "{\"ty\": 0, \"refId\": \"\(name)\", \"w\": 9, \"h\": 9}"
    }
    var maker = LottieMaker()
    maker.assets = ["a", "b"].map { "{\"id\": \"\($0)\", \"layers\": [\(nulls)]}" }
    maker.layers = [shows("a"), shows("b")]
    #expect(fault(maker.text) == nil)
    maker.assets[1] =
      "{\"id\": \"b\", \"layers\": [\(nulls), {\"ty\": 3}, {\"ty\": 3}, {\"ty\": 3}]}"
    expectFault(maker.text, "the layers", "2001", "2000", at: "assets[1].layers")
  }

  @Test func `what is written of a file is limited`() {
    // Each group is 20 bytes here, and 112 with the transform that the library wants.
    func groups(_ count: Int) -> String {
      let groups = String(repeating: "{\"ty\":\"gr\",\"it\":[]},", count: count)
      return layer("[\(groups.dropLast())]")
    }
    #expect(fault(groups(50_000)) == nil)
    expectFault(groups(100_000), "what is drawn, written out", "10485760 bytes")
  }

  @Test func `repeaters within repeaters are counted before they are drawn`() {
    let repeater = "{\"ty\": \"rp\", \"c\": {\"k\": 200}, \"tr\": {}}"
    let fill = "{\"ty\": \"fl\", \"c\": {\"k\": [0, 0, 0, 1]}}"
    let shape = "{\"ty\": \"el\", \"p\": {\"k\": [0, 0]}, \"s\": {\"k\": [9, 9]}}"
    #expect(fault(layer("[\(shape), \(fill), \(repeater)]")) == nil)
    expectFault(
      layer("[\(shape), \(fill), \(repeater), \(repeater)]"), "the fills and strokes", "20000")
    expectFault(
      layer("[\(shape), \(fill), {\"ty\": \"rp\", \"c\": {\"k\": 201}, \"tr\": {}}]"), "the copies",
      "201", "200")
    #expect(isLimit(layer("[{\"ty\": \"rp\", \"c\": {\"k\": 201}, \"tr\": {}}]")))
    #expect(!isLimit(layer("[{\"ty\": \"rp\", \"c\": {\"k\": -1}, \"tr\": {}}]")))
  }

  @Test func `copies of what nothing paints are counted too`() throws {
    let shape = "{\"ty\": \"el\", \"p\": {\"k\": [0, 0]}, \"s\": {\"k\": [9, 9]}}"
    let repeater = "{\"ty\": \"rp\", \"c\": {\"k\": 200}, \"tr\": {}}"
    func nested(_ levels: Int, _ inner: String) -> String {
      (0..<levels).reduce(inner) { inner, _ in "{\"ty\": \"gr\", \"it\": [\(inner), \(repeater)]}" }
    }
    // The shape and its repeater 200 times; their group and its repeater so often again.
    let some = layer("[\(nested(2, shape))]")
    #expect(fault(some) == nil)
    let cost = try LottieFile(Array(some.utf8)).cost
    #expect(cost.paints == 0 && cost.outlinePoints == 320_000 && cost.shapes == 80_401)
    expectFault(layer("[\(nested(3, shape))]"), "the points of all paths", "500000")
    // Groups without an outline.
    let empty = "{\"ty\": \"gr\", \"it\": []}"
    expectFault(layer("[\(nested(3, empty))]"), "the shapes and groups", "100000")
  }

  @Test func `points of stars are counted as they are drawn`() throws {
    func star(_ tips: Int) -> String {
      "{\"ty\": \"sr\", \"p\": {\"k\": [0, 0]}, \"pt\": {\"k\": \(tips)}, \"or\": {\"k\": 9},"
        + " \"ir\": {\"k\": 5}}, {\"ty\": \"fl\", \"c\": {\"k\": [0, 0, 0, 1]}}"
    }
    #expect(try LottieFile(Array(layer("[\(star(200))]").utf8)).cost.points == 400)
    #expect(try LottieFile(Array(layer("[\(star(5))]").utf8)).cost.points == 10)
    #expect(isLimit(layer("[\(star(201))]")))
  }

  @Test func `masks are counted`() {
    func masked(_ count: Int) -> String {
      let points = "[[0, 0], [9, 0], [9, 9]]"
      let mask =
        "{\"pt\": {\"k\": {\"v\": \(points), \"i\": \(points), \"o\": \(points), \"c\": true}}},"
      let masks = String(repeating: mask, count: count).dropLast()
      var maker = LottieMaker()
      maker.layers = [
        LottieMaker.layer("[]", member: "\"masksProperties\": [\(masks)]")
      ]
      return maker.text
    }
    #expect(fault(masked(2000)) == nil)
    expectFault(masked(2001), "the masks, mattes and precompositions", "2001", "2000")
  }

  @Test func `an animation over which the process ends is at fault, a missing library is not`() {
    #expect(LottieError.crashed(how: "was ended by signal 11").problemCode == .badAvatar)
    // Too much time and too much memory are the same kind of problem.
    #expect(LottieError.silent(seconds: 5).problemCode == .avatarTooLarge)
    #expect(LottieError.outOfMemory.problemCode == .avatarTooLarge)
    #expect(LottieError.noLibrary(reason: "none").problemCode == .notInstalled)
    #expect(LottieError.cannotStart(reason: "none").problemCode == .internal)
  }

  @Test func `a million layers are refused by the file's size or its values`() {
    let layers = String(repeating: "{\"ty\":3},", count: 1_000_000)
    var maker = LottieMaker()
    maker.layers = [String(layers.dropLast())]
    expectFault(maker.text, "the file's size", "2097152 bytes")
    maker.layers = [String(String(repeating: "{},", count: 310_000).dropLast())]
    expectFault(maker.text, "the file's values", "600000")
    maker.layers = [String(String(repeating: "{\"ty\":3},", count: 2001).dropLast())]
    expectFault(maker.text, "the layers", "2001", "2000")
    maker.layers = [String(String(repeating: "{\"ty\":3},", count: 2000).dropLast())]
    #expect(fault(maker.text) == nil)
  }

  @Test(arguments: [(0, false), (1, true), (16_384, true), (16_385, false)])
  func `sides are limited`(side: Int, isRead: Bool) {
    var maker = LottieMaker()
    maker.width = side
    #expect((fault(maker.text) == nil) == isRead)
  }

  @Test func `pictures whose paths lead out of the package are refused`() throws {
    var maker = LottieMaker()
    for (folder, name) in [
      ("", "../../etc/passwd"), ("images/../../", "a.png"), ("/etc/", "passwd"),
      ("", "http://host/a.png"), ("", "a\\\\b.png"), ("/images/", "../a.png"),
    ] {
      maker.assets = ["{\"id\": \"a\", \"u\": \"\(folder)\", \"p\": \"\(name)\"}"]
      expectFault(maker.text, "leads out of the package", at: "assets[0].p")
    }
    // The folders of a dotLottie stand there as if they lay at the root.
    for folder in ["images/", "/images/", "/i/", ""] {
      maker.assets = ["{\"id\": \"a\", \"u\": \"\(folder)\", \"p\": \"a.png\", \"e\": 0}"]
      #expect(try maker.file.missing.isEmpty)
    }
  }

  @Test func `keys whose times fall, and outlines that do not fit, are refused`() {
    let keys = "[{\"t\": 9, \"s\": [1]}, {\"t\": 3, \"s\": [2]}]"
    expectFault(
      layer("[{\"ty\": \"fl\", \"o\": {\"k\": \(keys)}, \"c\": {\"k\": [0, 0, 0]}}]"),
      "expected times that rise")
    func outline(_ points: String, _ into: String) -> String {
      layer(
        "[{\"ty\": \"sh\", \"ks\": {\"k\": {\"v\": \(points), \"i\": \(into), \"o\": \(points)}}}]")
    }
    expectFault(outline("[[0, 0], [1, 1]]", "[[0, 0]]"), "2 points with 1 and 2 tangents")
  }

  @Test func `a key without its time is refused where it stands, and keeps none of those after it`()
  {
    let ease = "\"i\": {\"x\": [1], \"y\": [1]}, \"o\": {\"x\": [0], \"y\": [0]}"
    func opacity(_ second: String) -> String {
      layer(
        "[{\"ty\": \"fl\", \"c\": {\"k\": [0, 0, 0]}, \"o\": {\"k\": [{\"t\": 0, \"s\": [1], \(ease)},"
          + " \(second), {\"t\": 9, \"s\": [2]}]}}]")
    }
    #expect(fault(opacity("{\"t\": 5, \"s\": [3], \(ease)}")) == nil)
    expectFault(
      opacity("{\"s\": [3], \(ease)}"), "the key \"t\" is missing", at: "layers[0].shapes[0].o.k[1]"
    )
    expectFault(opacity("3"), "an object", at: "layers[0].shapes[0].o.k[1]")
    // Of a single key too.
    expectFault(
      layer("[{\"ty\": \"fl\", \"c\": {\"k\": [0, 0, 0]}, \"o\": {\"k\": [{\"s\": [1]}]}}]"),
      "the key \"t\" is missing", at: "layers[0].shapes[0].o.k[0]")
  }

  @Test func `what is not drawn is named once, with its place`() throws {
    var maker = LottieMaker()
    let ellipse =
      "{\"ty\": \"el\", \"p\": {\"k\": [0, 0]}, \"s\": {\"k\": [9, 9], \"x\": \"wiggle(1)\"}}"
    maker.layers = [
      "{\"ty\": 5, \"t\": {}}", "{\"ty\": 5, \"t\": {}}", "{\"ty\": 2, \"refId\": \"a\"}",
      "{\"ty\": 3, \"ef\": [{\"ty\": 5}]}", "{\"ty\": 3, \"ddd\": 1}", "{\"ty\": 13}",
      "{\"ty\": 3, \"bm\": 3}", "{\"ty\": 3, \"tt\": 1, \"tp\": 7}",
      LottieMaker.layer("[\(ellipse), {\"ty\": \"mm\", \"mm\": 1}, {\"ty\": \"zz\"}]"),
    ]
    let missing = try maker.file.missing
    #expect(
      missing.map(\.feature) == [
        "text", "pictures", "effects", "layers in space", "cameras", "blend modes",
        "mattes other than the layer before", "expressions", "merge paths",
        "zig-zag",
      ])
    #expect(missing[0].path == "layers[0]")
    #expect(missing[7].path == "layers[8].shapes[0].s.x")
    #expect(try LottieMaker.movingRectangle.file.missing.isEmpty)
  }

  /// Layers by the number of their type, shapes and masks by their letters, and what lint says of each; nil for
  /// nothing.
  @Test(arguments: [
    ("6", "sound; leave it out"), ("13", "cameras; flatten what they show into shapes"),
    ("14", "lights; leave them out"), ("9", "videos; leave them out"), ("11", nil), ("15", nil),
    ("8", "sequences of pictures; give each a layer or an item of its own"),
    ("2", "pictures; give each a layer or an item of its own"),
    ("12", "adjustment layers; draw the result as shapes"), ("5", "text; convert it to shapes"),
    ("99", "layers of unknown types; leave them out, or draw the result as shapes"),
    ("mm", "merge paths; expand them into paths"),
    ("rd", "rounded corners; expand them into paths"), ("zz", "zig-zag; expand it into paths"),
    ("pb", "pucker and bloat; expand them into paths"),
    ("op", "offset paths; expand them into paths"), ("tw", "twist; expand it into paths"),
    ("??", "shapes of unknown types; leave them out, or draw the result as shapes"),
  ])
  func `what is not drawn has its name in words, and advice of its own`(
    type: String, words: String?
  ) throws {
    var maker = LottieMaker()
    maker.layers = [
      Int(type) == nil
        ? LottieMaker.layer("[{\"ty\": \"\(type)\"}]") : "{\"ty\": \(type), \"refId\": \"s\"}"
    ]
    let told = try maker.file.missing.map { "\($0.feature); \($0.instead)" }
    #expect(told == [words].compactMap(\.self))
  }

  @Test func `fonts are named where a layer writes with them, and types without end once`() throws {
    var maker = LottieMaker()
    let fonts = "\"fonts\": {\"list\": []}, \"assets\""
    maker.layers = ["{\"ty\": 3}"]
    func missing() throws -> [LottieNote] {
      try LottieFile(Array(maker.text.replacing("\"assets\"", with: fonts).utf8)).missing
    }
    #expect(try missing().isEmpty)
    maker.layers.append("{\"ty\": 5}")
    #expect(try missing().map(\.path) == ["layers[1]"])
    let shapes = (0..<50_000).map { "{\"ty\": \"x\($0)\"}" }.joined(separator: ",")
    maker.layers = [LottieMaker.layer("[\(shapes)]")]
    #expect(try missing().map(\.feature) == ["shapes of unknown types"])
  }

  @Test func `what is drawn costs by its count`() throws {
    var maker = LottieMaker()
    func layers(_ count: Int) -> [String] {
      (0..<count).map { _ in
        LottieMaker.rectangle(
          "[9, 9]", at: LottieMaker.still("[0, 0]"), colour: "[1, 1, 1, 1]", member: "\"nm\": \"a\""
        )
      }
    }
    maker.layers = layers(50)
    let some = try maker.file.cost
    #expect(some.paints == 50 && some.points == 400 && some.layers == 50)
    #expect(some.frameMs < LottieAdvice.frameMs)
    // Of few pixels each: rlottie 0.1 draws 2000 in 16 ms.
    maker.layers = layers(100)
    #expect(try maker.file.cost.frameMs < LottieAdvice.frameMs)
    maker.layers = layers(1000)
    #expect(try maker.file.cost.frameMs > LottieAdvice.frameMs)
    // Of layers at different times only those at one time count.
    maker.layers = layers(1000).enumerated().map { index, layer in
      layer.replacingOccurrences(
        of: "\"ip\": 0, \"op\": 1000", with: "\"ip\": \(index), \"op\": \(index + 1)")
    }
    #expect(try maker.file.cost.paints == 1)
  }
}
