internal import Text

/// The kinds of layers, by their numbers in the file.
private enum LottieLayerType: Int {
  case precomposition = 0
  case solid = 1
  case picture = 2
  case null = 3
  case shapes = 4
  case text = 5
}

extension LottieReader {
  /// A list of layers.
  ///
  /// - Parameter isRoot: whether it is the composition's own, whose layers follow one more that scales them.
  mutating func layers(
    _ value: LottieValue, named name: String, isRoot: Bool = false, _ text: inout LottieText
  ) throws(LottieFault) -> LottieComposition {
    let list = try value.list()
    try count(layers: list.count, of: value)
    let parents = try parents(of: list)
    var mattes: [Int] = []
    for (index, layer) in list.enumerated() {
      mattes.append(try matte(of: layer, after: index > 0 ? list[index - 1] : nil))
    }
    var composition = LottieComposition(name: name)
    try text.list { text throws(LottieFault) in
      for (index, layer) in list.enumerated() {
        // A layer that is there to be a matte is not drawn, also where no matte of it is.
        let isMatte = try layer["td"]?.integer(in: 0...1) == 1
        var use: LottieMatteUse?
        if index + 1 < list.count, mattes[index + 1] > 0 {
          let (first, end) = try Self.times(of: list[index + 1])
          use = LottieMatteUse(matte: mattes[index + 1], first: first, end: end)
        }
        let (entry, isOriented) = try self.layer(
          layer, matte: mattes[index], use: use, isHidden: isMatte && use == nil)
        composition.layers.append(
          write(
            entry, index, parents[index] ?? (isRoot ? list.count : nil), isOriented: isOriented,
            &text))
        try checkLength(text, at: layer)
      }
      if isRoot { LottieFit.writeLayer(list.count + 1, &text) }
    }
    let own = composition.layers.map(\.scale)
    for index in list.indices {
      var place = parents[index]
      while let next = place {
        composition.layers[index].scale = own[next].times(composition.layers[index].scale)
        place = parents[next]
      }
    }
    return composition
  }

  /// The place of each layer's parent in the list; nil for those without one.
  private func parents(of list: [LottieValue]) throws(LottieFault) -> [Int?] {
    var places: [Int: Int] = [:]
    for (index, layer) in list.enumerated() {
      guard layer.isObject else { throw layer.wrongType("an object") }
      if let number = try layer["ind"]?.integer(in: Self.numbers), places[number] == nil {
        places[number] = index
      }
    }
    var parents: [Int?] = []
    for layer in list {
      parents.append(try layer["parent"]?.integer(in: Self.numbers).place(in: places))
    }
    for start in list.indices {
      var (place, steps) = (parents[start], 0)
      while let next = place {
        steps += 1
        guard next != start, steps <= LottieLimits.nested else {
          let layer = list[start]
          throw (layer["parent"] ?? layer).fault(
            next == start
              ? .other("the layer follows itself as a parent; expected parents without a cycle")
              : .overLimit(
                what: "parents in a row", found: "more", limit: "\(LottieLimits.nested)"))
        }
        place = parents[next]
      }
    }
    return parents
  }

  /// The numbers that layers may have.
  private static var numbers: ClosedRange<Int> { -1_000_000...1_000_000 }

  /// The matte of a layer by its number, 0 for none.
  ///
  /// The library takes it of the layer before, so that one of a layer elsewhere is left out.
  private func matte(
    of layer: LottieValue, after before: LottieValue?
  ) throws(LottieFault) -> Int {
    let matte = try layer["tt"]?.integer(in: 0...4) ?? 0
    guard matte > 0, let source = layer["tp"] else { return matte }
    let number = try source.integer(in: Self.numbers)
    return try before?["ind"]?.integer(in: Self.numbers) == number ? matte : 0
  }

  /// When a layer is drawn, in frames.
  private static func times(
    of layer: LottieValue
  ) throws(LottieFault) -> (first: Double, end: Double) {
    let time = -LottieLimits.time...LottieLimits.time
    return (
      try layer["ip"]?.number(in: time) ?? 0, try layer["op"]?.number(in: time) ?? LottieLimits.time
    )
  }

  /// - Parameters:
  ///   - matte: by its number; of the layer before.
  ///   - use: of this layer as the matte of the next one.
  private mutating func layer(
    _ layer: LottieValue, matte: Int, use: LottieMatteUse?, isHidden: Bool
  ) throws(LottieFault) -> (LottieEntry, isOriented: Bool) {
    let number = try layer.required("ty").integer(in: 0...1000)
    var type = LottieLayerType(rawValue: number)
    if isHidden { type = .null }
    if try layer["hd"]?.truth() == true { type = .null }
    noteFeatures(of: layer, type, number)
    let (first, end) = try Self.times(of: layer)
    let isOriented = try layer["ao"]?.truth() == true
    if matte == 0, let elsewhere = layer["tp"], try layer["tt"]?.integer(in: 0...4) ?? 0 > 0 {
      note("mattes other than the layer before", elsewhere)
    }
    if isOriented, let place = layer["ks"]?["p"], try place["s"]?.truth() == true {
      note("layers that turn along a way of separate dimensions", place)
    }
    let place = try transform(of: layer, isOriented: isOriented)
    var masks = LottieMasks()
    if let list = layer["masksProperties"], type != .null, type != nil {
      masks = try self.masks(list)
    }
    var body = LottieBody()
    switch type {
    case .precomposition:
      body = try shown(layer)
      try remap(&body, layer, first, end)
    case .solid: body = try solid(layer)
    case .shapes:
      let needsExtent = !masks.arePlain || use?.matte ?? 0 > 2
      body = try shapes(of: layer, inMatte: matte > 0, needsExtent: needsExtent)
    case .picture: body = try shownPicture(layer)
    case .text, .null, nil: break
    }
    body = try masked(body, masks, at: layer)
    var entry = LottieEntry(
      body: body, first: first, end: end, matte: matte, place: place, value: layer)
    try fadeAsOne(&entry, at: layer)
    try drawInMatte(&entry, at: layer)
    if let use { try serve(&entry, use, at: layer) }
    return (entry, isOriented)
  }

  /// Where a layer lies.
  private mutating func transform(
    of layer: LottieValue, isOriented: Bool
  ) throws(LottieFault) -> LottiePlace {
    let value = layer["ks"]
    var place = LottiePlace()
    try spatial(value, isOriented: isOriented, &place.spatial)
    try number(value?["o"], in: 0...100, otherwise: 100, &place.opacity)
    place.scale = try scale(of: value)
    if let opacity = value?["o"] { place.isFaded = try isFaded(opacity) }
    if let skew = value?["sk"], try isChanged(skew, from: 0) { note("skewed layers", skew) }
    return place
  }

  /// Whether something is seen through in part, at some time.
  func isFaded(_ opacity: LottieValue) throws(LottieFault) -> Bool {
    guard try isChanged(opacity, from: 100) else { return false }
    return try isChanged(opacity, from: 0)
  }

  private func solid(_ layer: LottieValue) throws(LottieFault) -> LottieBody {
    var body = LottieBody(type: 1)
    let side = 0...LottieLimits.canvas
    let width = try layer.required("sw").number(in: side).rounded()
    let height = try layer.required("sh").number(in: side).rounded()
    body.members.name("sw")
    body.members.number(width)
    body.members.name("sh")
    body.members.number(height)
    body.members.name("sc")
    body.members.text(try colour(layer.required("sc")))
    body.cost = LottieCost(paints: 1, points: 4)
    body.paints = [LottiePaint(outline: .box(width, height))]
    body.extent = LottieExtent(x: 0, y: 0, width: width, height: height)
    return body
  }

  private mutating func shapes(
    of layer: LottieValue, inMatte: Bool, needsExtent: Bool
  ) throws(LottieFault) -> LottieBody {
    let value = try layer.required("shapes")
    ends = []
    try findEnds(in: value, depth: 0)
    var body =
      if let parts = try parts(of: value.list(), depth: 0) {
        try group(parts, at: value)
      } else {
        try shapes(value.list(), at: value, depth: 0, inMatte: inMatte)
      }
    if needsExtent {
      let reach = reach(of: try value.list())
      body.extent = LottieExtent(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach)
    }
    return body
  }

  /// A layer of some shapes of a list.
  mutating func shapes(
    _ list: [LottieValue], at value: LottieValue, depth: Int, inMatte: Bool = false
  ) throws(LottieFault) -> LottieBody {
    var body = LottieBody(type: 4)
    body.members.name("shapes")
    var members = body.members
    try members.list { text throws(LottieFault) in
      let drawn = try writeShapes(list, depth: depth, &text)
      (body.cost, body.paints, body.stroke) = (drawn.cost, drawn.paints, drawn.stroke)
      if let stroke = drawn.unevenStroke { note(Self.unevenStrokes, stroke) }
      if inMatte { LottieBody.writeNothing(&text) }
    }
    body.members = members
    return body
  }

  /// What of a layer is not drawn.
  private mutating func noteFeatures(
    of layer: LottieValue, _ type: LottieLayerType?, _ number: Int
  ) {
    switch type {
    case .text: note("text", layer)
    case nil:
      if let name = LottieFeature.layer(type: number) { note(name, layer) }
    case .precomposition, .solid, .picture, .null, .shapes: break
    }
    func setting(_ name: String) -> Double? { try? layer[name]?.number(in: -1e9...1e9) }
    if let effects = layer["ef"], let list = try? effects.list(), !list.isEmpty {
      note("effects", effects)
    }
    if let styles = layer["sy"], let list = try? styles.list(), !list.isEmpty {
      note("layer styles", styles)
    }
    if setting("ddd") ?? 0 != 0 { note("layers in space", layer) }
    if setting("bm") ?? 0 != 0 { note("blend modes", layer) }
  }

  private func shown(_ layer: LottieValue) throws(LottieFault) -> LottieBody {
    let reference = try layer.required("refId")
    let name = try reference.identifier()
    let clock = LottieClock(of: layer, shownIn: clock)
    guard let asset = precomposition(name, clock) else {
      throw reference.fault(
        .other("there is no precomposition \"\(Shown.text(name))\" among the assets"))
    }
    var body = LottieBody(type: 0, asset: asset)
    // Of these alone: the keys of other layers are at times of the list in which the layer lies.
    body.start = try layer["st"]?.number(in: -LottieLimits.time...LottieLimits.time) ?? 0
    body.stretch = try layer["sr"]?.number(in: 0.01...1000) ?? 1
    body.members.name("refId")
    body.members.text("a\(asset)")
    let side = 0...LottieLimits.canvas
    var sides: [Double] = []
    for name in ["w", "h"] {
      sides.append(try layer.required(name).number(in: side).rounded())
      body.members.name(name)
      body.members.number(sides[sides.count - 1])
    }
    body.extent = LottieExtent(x: 0, y: 0, width: sides[0], height: sides[1])
    body.cost.surfaces = 1
    body.isWhole = try isWhole(name)
    return body
  }

  private func colour(_ value: LottieValue) throws(LottieFault) -> String {
    let colour = try value.text()
    // Some programs write none for white.
    if colour.isEmpty { return "#ffffff" }
    let digits = colour.utf8.dropFirst()
    guard colour.hasPrefix("#"), digits.count == 6,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
    else {
      throw value.fault(.other("\"\(Shown.text(colour))\" is no colour; expected \"#rrggbb\""))
    }
    return colour
  }
}

extension Int {
  /// The place of the layer of this number; nil where there is none.
  fileprivate func place(in places: [Int: Int]) -> Int? { places[self] }
}
