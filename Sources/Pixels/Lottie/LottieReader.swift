internal import Geometry
internal import JSON
internal import Text

/// Reads a Lottie's JSON from the outside in, checks it, and writes what is drawn.
///
/// It stops at the first fault: such files are made by programs, and nobody mends them by hand.
struct LottieReader {
  /// What the file says of itself as a whole.
  struct Header {
    var size: PixelSize<ArtworkSpace>
    var frames: Int
    var framesPerSecond: Double
  }

  /// What is drawn.
  private(set) var text = LottieText()
  /// What is not, by its name.
  private(set) var missing: [LottieNote] = []
  /// The precompositions, in the order of the assets, and the composition itself at the end.
  private var compositions: [LottieComposition] = []
  /// The places of precompositions, by their identifiers.
  private(set) var precompositions: [String: Int] = [:]
  /// The layers of all lists that were read.
  private var readLayers = 0

  /// Reads the whole.
  mutating func composition(_ root: LottieValue) throws(LottieFault) -> Header {
    let size = PixelSize<ArtworkSpace>(
      clamping: try side(root.required("w")), try side(root.required("h")))
    let framesPerSecond = try root.required("fr").number(
      in: 1...LottieLimits.framesPerSecond, amount: "the frames a second")
    let time = -LottieLimits.time...LottieLimits.time
    let first = try root.required("ip").number(in: time)
    let end = try root.required("op")
    let frames = (try end.number(in: time) - first).rounded(.up)
    guard frames >= 1 else {
      throw end.fault(
        .other(
          "the last frame is not after the first one: \"ip\" is \(Shown.number(first)); expected"
            + " an \"op\" above it"))
    }
    guard frames <= Double(LottieLimits.frames) else {
      throw end.fault(
        .overLimit(
          what: "the frames", found: Shown.number(frames), limit: "\(LottieLimits.frames)"))
    }
    if root["fonts"] != nil || root["chars"] != nil {
      if let texts = root["chars"] ?? root["fonts"] { note("text", texts) }
    }
    let assets = try root["assets"]?.list() ?? []
    var text = LottieText()
    try text.object { text throws(LottieFault) in
      text.name("v")
      text.text("5.7.0")
      for (name, value) in [
        ("w", Double(size.width)), ("h", Double(size.height)), ("fr", framesPerSecond),
        ("ip", first), ("op", first + frames),
      ] {
        text.name(name)
        text.number(value)
      }
      let layers = try root.required("layers")
      try write(assets, shownBy: layers, &text)
      text.name("layers")
      compositions.append(try self.layers(layers, named: "the composition", &text))
    }
    self.text = text
    return Header(size: size, frames: Int(frames), framesPerSecond: framesPerSecond)
  }

  private func side(_ value: LottieValue) throws(LottieFault) -> Int {
    let side = try value.number(in: 1...1e9)
    guard side <= Double(LottieLimits.side) else {
      throw value.fault(
        .overLimit(
          what: "a side", found: "\(Shown.number(side)) pixels",
          limit: "\(LottieLimits.side) pixels"))
    }
    return Int(side.rounded())
  }

  /// Precompositions that are shown; others, and pictures, which no file may bring or name, are left out.
  private mutating func write(
    _ assets: [LottieValue], shownBy layers: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) {
    var all: [(name: String, asset: LottieValue)] = []
    var layersOf: [String: LottieValue] = [:]
    for asset in assets {
      guard asset.isObject else { throw asset.wrongType("an object") }
      if asset["layers"] != nil {
        let id = try asset.required("id")
        let name = try id.identifier()
        guard layersOf[name] == nil else {
          throw id.fault(
            .other("another asset is called \"\(Shown.text(name))\" too; expected different ones"))
        }
        layersOf[name] = asset["layers"]
        all.append((name, asset))
      } else if let file = asset["p"] {
        try check(file, in: asset["u"])
        note("pictures", file)
      }
    }
    let shown = Self.shown(by: layers, among: layersOf)
    let known = all.filter { shown.contains($0.name) }
    for (index, precomposition) in known.enumerated() {
      precompositions[precomposition.name] = index
    }
    text.name("assets")
    try text.list { text throws(LottieFault) in
      for (index, (name, asset)) in known.enumerated() {
        try text.object { text throws(LottieFault) in
          text.name("id")
          text.text("a\(index)")
          text.name("layers")
          compositions.append(
            try self.layers(
              asset.required("layers"), named: "the precomposition \"\(Shown.text(name))\"", &text))
        }
      }
    }
  }

  /// The precompositions that layers show, and those that these show; what is wrong is told when they are read.
  private static func shown(
    by layers: LottieValue, among precompositions: [String: LottieValue]
  ) -> Set<String> {
    var shown: Set<String> = []
    var lists = [layers]
    while let list = lists.popLast() {
      for layer in (try? list.list()) ?? [] {
        guard let name = try? layer["refId"]?.identifier(), let inner = precompositions[name],
          shown.insert(name).inserted
        else { continue }
        lists.append(inner)
      }
    }
    return shown
  }

  /// Counts layers before they take memory: those of all lists, each once.
  mutating func count(layers: Int, of list: LottieValue) throws(LottieFault) {
    readLayers += layers
    guard readLayers <= LottieLimits.layers else {
      throw list.fault(
        .overLimit(
          what: "the layers", found: "\(readLayers)", limit: "\(LottieLimits.layers)"))
    }
  }

  /// Throws where more is written than may be.
  func checkLength(_ text: LottieText, at value: LottieValue) throws(LottieFault) {
    guard text.bytes.count <= LottieLimits.textBytes else {
      throw value.fault(
        .overLimit(
          what: "what is drawn, written out", found: "more",
          limit: "\(LottieLimits.textBytes) bytes"))
    }
  }

  /// A picture that lies in the file, or leads out of the package, is more than one that is not drawn.
  private func check(_ file: LottieValue, in folder: LottieValue?) throws(LottieFault) {
    let name = try file.text()
    if name.hasPrefix("data:") {
      throw file.fault(
        .other(
          "a picture within the file, which is not drawn; leave it out, and give it a layer of its own"
        ))
    }
    let path = (try folder?.text() ?? "") + name
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.hasPrefix("/") || path.contains("\\") || path.contains(":") || parts.contains("..") {
      throw file.fault(
        .other("\"\(Shown.text(path))\" leads out of the package; leave the picture out"))
    }
  }

  /// Takes something down that is not drawn, where it is the first of its kind.
  mutating func note(_ feature: String, _ value: LottieValue) {
    guard !missing.contains(where: { $0.feature == feature }) else { return }
    let place = value.fault(.other(feature))
    missing.append(LottieNote(feature: feature, place: place.place, path: place.path))
  }

  // MARK: - Cost

  /// What all of it costs; throws where precompositions show each other, or more is drawn than may be.
  func cost() throws(LottieFault) -> LottieCost {
    var known: [Int: (total: LottieCost, most: LottieCost)] = [:]
    var open: [Int] = []
    let whole = try cost(of: compositions.count - 1, &known, &open)
    try check(whole.total.layers, "the layers", LottieLimits.layers)
    try check(whole.total.paints, "the fills and strokes", LottieLimits.paints)
    try check(
      max(whole.total.points, whole.total.outlinePoints), "the points of all paths",
      LottieLimits.points)
    try check(whole.total.shapes, "the shapes and groups", LottieLimits.shapes)
    try check(
      whole.total.surfaces, "the masks, mattes and precompositions", LottieLimits.surfaces)
    var cost = whole.most
    cost.layers = whole.total.layers
    cost.shapes = whole.total.shapes
    cost.outlinePoints = whole.total.outlinePoints
    return cost
  }

  private func check(
    _ found: Double, _ what: String, _ limit: Int
  ) throws(LottieFault) {
    guard found <= Double(limit) else {
      throw LottieFault(
        .overLimit(what: what, found: Shown.number(found.rounded()), limit: "\(limit)"))
    }
  }

  private func cost(
    of index: Int, _ known: inout [Int: (total: LottieCost, most: LottieCost)],
    _ open: inout [Int]
  ) throws(LottieFault) -> (total: LottieCost, most: LottieCost) {
    if let cost = known[index] { return cost }
    let composition = compositions[index]
    guard !open.contains(index) else {
      throw LottieFault(
        .other("\(composition.name) shows itself; expected precompositions without a cycle"))
    }
    guard open.count < LottieLimits.nested else {
      throw LottieFault(
        .overLimit(
          what: "precompositions within each other", found: "more",
          limit: "\(LottieLimits.nested)"))
    }
    open.append(index)
    var total = LottieCost()
    var weights: [LottieCost] = []
    for layer in composition.layers {
      var (all, most) = (layer.cost, layer.cost)
      if let asset = layer.asset {
        let inner = try cost(of: asset, &known, &open)
        all += inner.total
        most += inner.most
      }
      total += all
      weights.append(most)
    }
    open.removeLast()
    let cost = (total: total, most: composition.most(weights))
    known[index] = cost
    return cost
  }
}
