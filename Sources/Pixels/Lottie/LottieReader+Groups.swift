/// What is drawn as one: rlottie 0.1 fades each thing that a layer or group draws by itself. It fades a
/// precomposition of several layers as one, so that what is faded is put into one.
extension LottieReader {
  /// Makes a list of layers, and gives what shows it.
  mutating func group(
    _ entries: [LottieEntry], at value: LottieValue
  ) throws(LottieFault) -> LottieBody {
    try count(layers: entries.count, of: value)
    var composition = LottieComposition(name: "a group of layers")
    var text = LottieText()
    text.list { text in
      for (index, entry) in entries.enumerated() {
        var entry = entry
        entry.value = entry.value ?? value
        composition.layers.append(write(entry, index, nil, isOriented: false, &text))
      }
    }
    try checkLength(text, at: value)
    let number = make(text, composition)
    var body = LottieBody(type: 0, asset: number, isWhole: entries.count > 1)
    body.members.name("refId")
    body.members.text("a\(number)")
    body.cost.surfaces = 1
    body.extent = entries.compactMap(\.body.extent).first
    return body
  }

  /// Writes a layer of a list, and gives what it costs.
  func write(
    _ entry: LottieEntry, _ index: Int, _ parent: Int?, isOriented: Bool, _ text: inout LottieText
  ) -> LottieComposition.Layer {
    let body = entry.body
    text.object { text in
      func write(_ name: String, _ number: Double) {
        text.name(name)
        text.number(number)
      }
      write("ty", Double(body.type))
      // Where it is missing, or comes later, the library takes a layer for one in space.
      write("ddd", 0)
      write("ind", Double(index + 1))
      if let parent { write("parent", Double(parent + 1)) }
      // The library rounds them, and a layer is drawn from the first whole frame in its time on.
      write("ip", clock.time(entry.first).rounded(.up))
      write("op", clock.time(entry.end).rounded(.up))
      write("st", body.start * clock.scale + clock.shift * (1 - body.stretch))
      write("sr", body.stretch)
      if isOriented { write("ao", 1) }
      if entry.matte > 0 { write("tt", Double(entry.matte)) }
      text.name("ks")
      text.object { text in
        text.raw(entry.place.spatial.bytes)
        text.name("o")
        text.raw(entry.place.opacity.bytes)
      }
      text.raw(body.members.bytes)
    }
    var cost = body.cost
    cost.layers += 1
    if entry.matte > 0 {
      cost.surfaces += 2
      cost.pictures += 2
      cost.keptPictures += 2
    }
    if body.type == 0, entry.place.isFaded {
      cost.pictures += 1
      cost.nestedPictures += 1
    }
    return LottieComposition.Layer(
      first: entry.first, end: entry.end, cost: cost, paints: body.paints, value: entry.value,
      scale: entry.place.scale, stroke: body.stroke, asset: body.asset)
  }

  // MARK: - Fading

  /// Puts what a faded layer draws into a list, where its parts would be seen through each other.
  mutating func fadeAsOne(
    _ entry: inout LottieEntry, at value: LottieValue
  ) throws(LottieFault) {
    guard entry.place.isFaded, entry.body.fadesApart else { return }
    entry.body = try group(
      [LottieEntry(body: entry.body), LottieEntry(body: LottieBody())], at: value)
  }

  /// Puts a solid or a picture within a matte into a list: alone the library does not draw it.
  mutating func drawInMatte(
    _ entry: inout LottieEntry, at value: LottieValue
  ) throws(LottieFault) {
    guard entry.matte > 0, [1, 2].contains(entry.body.type) else { return }
    entry.body = try group([LottieEntry(body: entry.body)], at: value)
  }

  /// Whether the library fades a precomposition of the file as one, or it draws a single thing.
  func isWhole(_ name: String) throws(LottieFault) -> Bool {
    guard let list = try layers(of: name)?.list() else { return true }
    guard list.count == 1 else { return true }
    guard let type = try? list[0].required("ty").integer(in: 0...1000), type != 0 else {
      return false
    }
    guard type == 4, let shapes = try list[0]["shapes"]?.list() else { return true }
    return paints(shapes) <= 1
  }

  /// The layers into which those shapes are divided that hold faded groups; nil where none has to be.
  mutating func parts(
    of shapes: [LottieValue], depth: Int
  ) throws(LottieFault) -> [LottieEntry]? {
    guard depth <= LottieLimits.nested, fades(shapes) else { return nil }
    if let group = crossed(shapes) {
      note("faded groups that are painted from outside", group)
      return nil
    }
    return try divided(shapes, depth: depth)
  }

  private mutating func divided(
    _ shapes: [LottieValue], depth: Int
  ) throws(LottieFault) -> [LottieEntry] {
    var entries: [LottieEntry] = []
    var plain: [LottieValue] = []
    for shape in shapes {
      guard isFadedGroup(shape) || fades(items(of: shape)) else {
        plain.append(shape)
        continue
      }
      if !plain.isEmpty {
        entries.append(
          LottieEntry(body: try self.shapes(plain, at: shape, depth: depth)))
      }
      plain = []
      let list = try shape.required("it").list()
      var inner = try divided(list, depth: depth + 1)
      if inner.count < 2 { inner.append(LottieEntry(body: LottieBody())) }
      var entry = LottieEntry(body: try group(inner, at: shape))
      let own = list.last { (try? $0["ty"]?.text()) == "tr" }
      entry.place = LottiePlace()
      try spatial(own, &entry.place.spatial)
      entry.place.scale = try scale(of: own)
      if let opacity = own?["o"] { entry.place.isFaded = try isFaded(opacity) }
      try number(own?["o"], in: 0...100, otherwise: 100, &entry.place.opacity)
      if let skew = own?["sk"], try isChanged(skew, from: 0) { note("skewed layers", skew) }
      entries.append(entry)
    }
    if let shape = plain.first {
      entries.append(LottieEntry(body: try self.shapes(plain, at: shape, depth: depth)))
    }
    return entries
  }

  // MARK: - What is there

  /// The shapes of a group; none of what is none, or is hidden.
  private func items(of shape: LottieValue) -> [LottieValue] {
    guard kind(shape) == "gr" else { return [] }
    return (try? shape["it"]?.list()) ?? []
  }

  /// The type of a shape; nil of one that is hidden.
  private func kind(_ shape: LottieValue) -> String? {
    if (try? shape["hd"]?.truth()) == true { return nil }
    return try? shape["ty"]?.text()
  }

  /// Fills and strokes of shapes; of repeated ones at least two.
  private func paints(_ shapes: [LottieValue]) -> Int {
    var count = 0
    for shape in shapes {
      switch kind(shape) {
      case "gr": count += paints(items(of: shape))
      case "fl", "st", "gf", "gs": count += 1
      case "rp": if count > 0 { count += 1 }
      default: break
      }
    }
    return count
  }

  /// Whether a shape is a group that is seen through, and draws more than one thing.
  private func isFadedGroup(_ shape: LottieValue) -> Bool {
    let items = items(of: shape)
    guard let own = items.last(where: { kind($0) == "tr" }), let opacity = own["o"],
      (try? isFaded(opacity)) == true
    else { return false }
    return paints(items) > 1
  }

  /// Whether shapes hold, at any depth, a group that has to be faded as one.
  private func fades(_ shapes: [LottieValue]) -> Bool {
    shapes.contains { isFadedGroup($0) || fades(items(of: $0)) }
  }

  /// A group that has to be faded as one, and lies before something that paints or changes its outlines too.
  private func crossed(_ shapes: [LottieValue]) -> LottieValue? {
    var faded: LottieValue?
    for shape in shapes {
      switch kind(shape) {
      case nil, "rc", "el", "sr", "sh", "tr": continue
      case "gr":
        let items = items(of: shape)
        if isFadedGroup(shape) || fades(items) {
          if let inner = crossed(items) { return inner }
          faded = faded ?? shape
        }
      default: if let faded { return faded }
      }
    }
    return nil
  }
}
