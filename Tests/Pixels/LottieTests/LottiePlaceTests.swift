import Lottie
import Testing

/// Where in its file a fault is that lies in what the file comes to as a whole.
@Suite struct LottiePlaceTests {
  private func fault(_ text: String) throws -> LottieFault {
    try #require(throws: LottieFault.self) { try LottieFile(Array(text.utf8)) }
  }

  /// A file whose assets begin in line 2, one a line, and then its layers, one a line.
  private func file(_ assets: [String], _ layers: [String]) -> String {
    "{\"fr\": 10, \"ip\": 0, \"op\": 9, \"w\": 9, \"h\": 9, \"assets\": [\n"
      + assets.joined(separator: ",\n") + "], \"layers\": [\n" + layers.joined(separator: ",\n")
      + "]}"
  }

  private func shows(_ name: String) -> String {
    "{\"ty\": 0, \"w\": 9, \"h\": 9, \"refId\": \"\(name)\"}"
  }

  private func asset(_ name: String, _ layers: [String]) -> String {
    "{\"id\": \"\(name)\", \"layers\": [\(layers.joined(separator: ", "))]}"
  }

  @Test func `a precomposition that shows itself is named where the circle closes`() throws {
    // The first asset shows the second one too, and is in no circle.
    let assets = [
      asset("x", [shows("b")]), asset("a", ["{\"ty\": 3}", shows("b")]), asset("b", [shows("a")]),
    ]
    let fault = try fault(file(assets, [shows("a"), shows("x")]))
    #expect(fault.path == "assets[2].layers[0].refId" && "\(fault)".hasPrefix("4:"), "\(fault)")
    #expect("\(fault)".contains("the precomposition \"a\" shows itself"))
  }

  @Test func `precompositions within each other are limited, and the place is told`() throws {
    // The last one lies within as many as there are layers that show one.
    func nested(_ count: Int) -> String {
      let assets = (1...count).map { number in
        asset("\(number)", [number < count ? shows("\(number + 1)") : "{\"ty\": 3}"])
      }
      return file(assets, [shows("1")])
    }
    #expect(throws: Never.self) { try LottieFile(Array(nested(31).utf8)) }
    let fault = try fault(nested(32))
    #expect(fault.path == "assets[30].layers[0].refId" && "\(fault)".hasPrefix("32:"), "\(fault)")
    #expect("\(fault)".contains("precompositions within each other: more found"), "\(fault)")
  }

  @Test func `layers beyond the limit are named where the sum passes it`() throws {
    let nulls = Array(repeating: "{\"ty\": 3}", count: 999)
    // 1000 with the one that shows them: the second one reaches the limit, the third passes it.
    let layers = [shows("a"), shows("a"), "{\"ty\": 3}"]
    #expect(throws: Never.self) {
      try LottieFile(Array(file([asset("a", nulls)], Array(layers.prefix(2))).utf8))
    }
    let after = try fault(file([asset("a", nulls)], layers))
    #expect(after.path == "layers[2]" && "\(after)".hasPrefix("5:"), "\(after)")
    // Within the precomposition, where the sum passes it there: 1 + 999 + 1 + 1 + 998.
    let within = try fault(file([asset("a", nulls)], [shows("a"), "{\"ty\": 3}", shows("a")]))
    #expect(within.path == "assets[0].layers[998]" && "\(within)".hasPrefix("2:"), "\(within)")
  }

  @Test func `a count without end is told as such, and not as a power of ten`() throws {
    let doubled = (0..<30).map { asset("\($0)", [shows("\($0 + 1)"), shows("\($0 + 1)")]) }
    let fault = try fault(file(doubled + [asset("30", ["{\"ty\": 3}"])], [shows("0")]))
    #expect(
      "\(fault)".contains("the layers: more than 1000000000 found, at most 2000"), "\(fault)")
    #expect(fault.place != nil)
  }

  @Test func `fills, points, shapes and masks have the place of their layer`() throws {
    let points = "[[0, 0], [9, 0], [9, 9]]"
    let outline = "{\"k\": {\"v\": \(points), \"i\": \(points), \"o\": \(points), \"c\": true}}"
    let fill = "{\"ty\": \"fl\", \"c\": {\"k\": [0, 0, 0, 1]}}"
    let ellipse = "{\"ty\": \"el\", \"p\": {\"k\": [0, 0]}, \"s\": {\"k\": [9, 9]}}"
    let repeater = "{\"ty\": \"rp\", \"c\": {\"k\": 200}, \"tr\": {}}"
    func layer(_ shapes: String, _ more: String = "") -> String {
      "{\"ty\": 4, \"shapes\": [\(shapes)]\(more)}"
    }
    let masks = Array(repeating: "{\"pt\": \(outline)}", count: 2001).joined(separator: ", ")
    func group(_ inner: String) -> String { "{\"ty\": \"gr\", \"it\": [\(inner), \(repeater)]}" }
    for (bad, words) in [
      (layer("\(fill), \(repeater), \(repeater)"), "the fills and strokes: 40000 found"),
      (layer(group(group(group(ellipse)))), "the points of all paths"),
      (layer(group(group(group("{\"ty\": \"gr\", \"it\": []}")))), "the shapes and groups"),
      (layer("", ", \"masksProperties\": [\(masks)]"), "the masks, mattes and precompositions"),
    ] {
      let fault = try fault(file([], [layer(ellipse), bad, layer(ellipse)]))
      #expect("\(fault)".contains(words), "\(fault)")
      #expect(fault.path == "layers[1]" && "\(fault)".hasPrefix("4:"), "\(fault)")
    }
  }

  @Test func `values and nesting beyond the limit are told by line and character`() throws {
    let deep = "{\"é\":\n  " + String(repeating: "[", count: 48)
    let fault = try fault(deep + String(repeating: "]", count: 48) + "}")
    // The object is the first; the 48th list is the 49th, after two spaces.
    #expect("\(fault)" == "2:50: lists and objects within each other: 49 found, at most 48 allowed")
    let many = "[\n" + String(repeating: "0,", count: 599_998) + "0,\n0]"
    let count = try self.fault(many)
    // At the comma before the last of 600,000 numbers of two characters each.
    #expect("\(count)".hasPrefix("2:1199998: the file's values: 600001 found"), "\(count)")
  }
}
