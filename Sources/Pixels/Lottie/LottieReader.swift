internal import Geometry
internal import Text

/// Reads a Lottie's JSON from the outside in, checks it, and writes what is drawn.
///
/// It stops at the first fault: such files are made by programs, and are not mended by hand.
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
  /// The lists of layers, by their numbers: precompositions of the file and those made here; the composition itself
  /// is that of the highest number.
  private(set) var compositions: [Int: LottieComposition] = [:]
  /// The numbers of precompositions, by their identifiers and the clocks by which they are written.
  private var precompositions: [LottieShown: Int] = [:]
  /// The layers of the file's precompositions.
  private var layersOf: [String: LottieValue] = [:]
  /// The file's pictures, and those that layers show; nil where they cannot be.
  private(set) var pictures: [String: LottieValue] = [:]
  var drawnPictures: [String: LottiePicture?] = [:]
  /// The pixels of all pictures: as they are stated, as they were decoded, and as they are written.
  private(set) var statedPixels = 0.0
  var readPixels = 0
  var drawnPixels = 0.0
  /// Finds a picture of the archive in which the file lies, by its path.
  let archived: (String) -> [UInt8]?
  /// What was made here to be shown by layers, as a list's elements.
  private var made = LottieText()
  /// The number of the next list of layers.
  private(set) var next = 0
  /// How times are written, in the list that is read.
  private(set) var clock = LottieClock.frames
  /// Whether something written looks up its frame by seconds.
  var isRemapped = false
  /// The frames a second, and the longer side of the composition, in pixels.
  private(set) var (framesPerSecond, side) = (1.0, 1.0)
  /// The layers of all lists that were read.
  private var readLayers = 0
  /// The kinds of ends, by their numbers, that the strokes of the layer have which is being read.
  var ends: Set<Int> = []

  /// - Parameter archived: finds a picture of the archive in which the file lies, by its path.
  init(archived: @escaping (String) -> [UInt8]?) { self.archived = archived }

  /// Reads the whole.
  mutating func composition(_ root: LottieValue) throws(LottieFault) -> Header {
    let (width, height) = (try side(root.required("w")), try side(root.required("h")))
    side = max(width, height)
    let scale = min(1, Double(LottieLimits.side) / side)
    let size = PixelSize<ArtworkSpace>(
      clamping: Int((width * scale).rounded()), Int((height * scale).rounded()))
    framesPerSecond = try root.required("fr").number(
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
    let layers = try root.required("layers")
    let assets = try written(root["assets"]?.list() ?? [], shownBy: layers)
    var list = LottieText()
    let composition = try self.layers(layers, named: "the composition", isRoot: true, &list)
    compositions[next] = composition
    // Of what is looked up by seconds the library shows nothing after the composition's last frame.
    let length = isRemapped ? LottieClock.end : frames
    var text = LottieText()
    text.object { text in
      LottieFit.begin(width, height, hasPictures: drawnPixels > 0, &text)
      for (name, value) in [("fr", framesPerSecond), ("ip", first), ("op", first + length)] {
        text.name(name)
        text.number(value)
      }
      text.name("v")
      text.text("5.7.0")
      text.name("assets")
      text.list { text in
        for list in [assets, made] where !list.bytes.isEmpty { text.raw(list.bytes) }
      }
      text.name("layers")
      text.raw(list.bytes)
    }
    made = LottieText()
    try checkLength(text, at: layers)
    self.text = text
    return Header(size: size, frames: Int(frames), framesPerSecond: framesPerSecond)
  }

  private func side(_ value: LottieValue) throws(LottieFault) -> Double {
    let side = try value.number(in: 1...1e9)
    guard side <= LottieLimits.canvas else {
      throw value.fault(
        .overLimit(
          what: "a side", found: "\(Shown.number(side)) pixels",
          limit: "\(Shown.number(LottieLimits.canvas)) pixels"))
    }
    return side.rounded()
  }

  /// Precompositions that are shown, as a list's elements; others are left out.
  private mutating func written(
    _ assets: [LottieValue], shownBy layers: LottieValue
  ) throws(LottieFault) -> LottieText {
    var names: [String] = []
    for asset in assets {
      guard asset.isObject else { throw asset.wrongType("an object") }
      if let layers = asset["layers"] {
        let id = try asset.required("id")
        let name = try id.identifier()
        guard layersOf[name] == nil else {
          throw id.fault(
            .other("another asset is called \"\(Shown.text(name))\" too; expected different ones"))
        }
        layersOf[name] = layers
        names.append(name)
      } else if let file = asset["p"] {
        try check(file, in: asset["u"])
        guard let name = try asset["id"]?.identifier() else { continue }
        pictures[name] = asset
        statedPixels += (statedSide("w", of: asset) ?? 0) * (statedSide("h", of: asset) ?? 0)
      }
    }
    let shown = shown(by: layers)
    var known: [LottieShown] = []
    for clock in [LottieClock.frames, .fine] {
      known += names.map { LottieShown(name: $0, clock: clock) }.filter(shown.contains)
    }
    for precomposition in known {
      precompositions[precomposition] = next
      next += 1
    }
    var text = LottieText()
    for (index, precomposition) in known.enumerated() {
      guard let layers = layersOf[precomposition.name] else { continue }
      let name = "the precomposition \"\(Shown.text(precomposition.name))\""
      clock = precomposition.clock
      try text.object { text throws(LottieFault) in
        text.name("id")
        text.text("a\(index)")
        text.name("layers")
        let composition = try self.layers(layers, named: name, &text)
        compositions[index] = composition
      }
    }
    clock = .frames
    return text
  }

  /// The precompositions that layers show, and those that these show; what is wrong is told when they are read.
  private func shown(by layers: LottieValue) -> Set<LottieShown> {
    var shown: Set<LottieShown> = []
    var lists = [(layers, LottieClock.frames)]
    while let (list, clock) = lists.popLast() {
      for layer in (try? list.list()) ?? [] {
        guard let name = try? layer["refId"]?.identifier(), let inner = layersOf[name] else {
          continue
        }
        let clock = LottieClock(of: layer, shownIn: clock)
        if shown.insert(LottieShown(name: name, clock: clock)).inserted {
          lists.append((inner, clock))
        }
      }
    }
    return shown
  }

  /// The number of a precomposition by its name, as it is written for a clock; nil where there is none.
  func precomposition(_ name: String, _ clock: LottieClock) -> Int? {
    precompositions[LottieShown(name: name, clock: clock)]
  }

  /// The layers of a precomposition of the file.
  func layers(of name: String) -> LottieValue? { layersOf[name] }

  /// Adds a list of layers that is made here, and gives its number.
  mutating func make(_ layers: LottieText, _ composition: LottieComposition) -> Int {
    var members = LottieText()
    members.name("layers")
    members.raw(layers.bytes)
    let number = make(members)
    compositions[number] = composition
    return number
  }

  /// Adds an asset by its members, and gives its number.
  mutating func make(_ members: LottieText) -> Int {
    let number = next
    next += 1
    made.object { text in
      text.name("id")
      text.text("a\(number)")
      text.raw(members.bytes)
    }
    return number
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
    guard text.bytes.count + made.bytes.count <= LottieLimits.textBytes else {
      throw value.fault(
        .overLimit(
          what: "what is drawn, written out", found: "more",
          limit: "\(LottieLimits.textBytes) bytes"))
    }
  }

  /// The folders of an archive's pictures, which stand in its files as if they lay at the root.
  private static let folders = ["/images/", "/i/"]

  /// A picture or a sound whose path leads out of the package is more than one that is not drawn.
  private func check(_ file: LottieValue, in folder: LottieValue?) throws(LottieFault) {
    let name = try file.text()
    if name.hasPrefix("data:") { return }
    let path = (try folder?.text() ?? "") + name
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isAbsolute = path.hasPrefix("/") && !Self.folders.contains { path.hasPrefix($0) }
    if isAbsolute || path.contains("\\") || path.contains(":") || parts.contains("..") {
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
}
