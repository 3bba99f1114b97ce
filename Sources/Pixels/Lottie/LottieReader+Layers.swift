internal import JSON
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
  mutating func layers(
    _ value: LottieValue, named name: String, _ text: inout LottieText
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
        let isTaken = index + 1 < list.count && mattes[index + 1] > 0
        composition.layers.append(
          try self.layer(
            layer, index, parents[index], matte: mattes[index], isHidden: isMatte && !isTaken,
            &text))
        try checkLength(text, at: layer)
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

  /// - Parameter matte: by its number; of the layer before.
  private mutating func layer(
    _ layer: LottieValue, _ index: Int, _ parent: Int?, matte: Int, isHidden: Bool,
    _ text: inout LottieText
  ) throws(LottieFault) -> LottieComposition.Layer {
    let number = try layer.required("ty").integer(in: 0...1000)
    var type = LottieLayerType(rawValue: number)
    if isHidden { type = .null }
    if try layer["hd"]?.truth() == true { type = .null }
    noteFeatures(of: layer, type, number)
    let time = -LottieLimits.time...LottieLimits.time
    let first = try layer["ip"]?.number(in: time) ?? 0
    let end = try layer["op"]?.number(in: time) ?? LottieLimits.time
    var result = LottieComposition.Layer(first: first, end: end, cost: LottieCost(layers: 1))
    try text.object { text throws(LottieFault) in
      func write(_ name: String, _ number: Double) {
        text.name(name)
        text.number(number)
      }
      switch type {
      case .precomposition, .solid, .shapes: write("ty", Double(number))
      case .picture, .text, .null, nil: write("ty", 3)
      }
      // Where it is missing, or comes later, the library takes a layer for one in space.
      write("ddd", 0)
      write("ind", Double(index + 1))
      if let parent { write("parent", Double(parent + 1)) }
      write("ip", first)
      write("op", end)
      write("st", try layer["st"]?.number(in: time) ?? 0)
      write("sr", try layer["sr"]?.number(in: 0.01...1000) ?? 1)
      if try layer["ao"]?.truth() == true { write("ao", 1) }
      if matte > 0 {
        write("tt", Double(matte))
        result.cost.surfaces += 2
      } else if let elsewhere = layer["tp"], try layer["tt"]?.integer(in: 0...4) ?? 0 > 0 {
        note("mattes other than the layer before", elsewhere)
      }
      text.name("ks")
      try transform(layer["ks"], &text)
      if let masks = layer["masksProperties"], type != .null, type != nil {
        try self.masks(masks, &text, &result.cost)
      }
      switch type {
      case .precomposition:
        try precomposition(layer, &text, &result)
      case .solid:
        let side = 0.0...Double(4 * LottieLimits.side)
        write("sw", try layer.required("sw").number(in: side).rounded())
        write("sh", try layer.required("sh").number(in: side).rounded())
        text.name("sc")
        text.text(try colour(layer.required("sc")))
        result.cost += LottieCost(paints: 1, points: 4)
      case .shapes:
        text.name("shapes")
        try text.list { text throws(LottieFault) in
          result.cost += try shapes(layer.required("shapes"), depth: 0, &text).cost
          if matte > 0 { Self.writeNothing(&text) }
        }
      case .picture, .text, .null, nil: break
      }
    }
    return result
  }

  /// Writes a filled rectangle of no size: of a layer that draws a single shape within a matte, rlottie 0.1 draws
  /// nothing, of one that draws two it draws both.
  private static func writeNothing(_ text: inout LottieText) {
    let shape =
      "{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"p\":{\"k\":[0,0]},\"s\":{\"k\":[0,0]},\"r\":{\"k\":0}},"
      + "{\"ty\":\"fl\",\"o\":{\"k\":100},\"c\":{\"k\":[0,0,0,1]}},{\"ty\":\"tr\",\"a\":{\"k\":[0,0]},"
      + "\"p\":{\"k\":[0,0]},\"s\":{\"k\":[100,100]},\"r\":{\"k\":0},\"o\":{\"k\":100}}]}"
    text.raw(shape)
  }

  /// What of a layer is not drawn.
  private mutating func noteFeatures(
    of layer: LottieValue, _ type: LottieLayerType?, _ number: Int
  ) {
    switch type {
    case .picture: note("pictures", layer)
    case .text: note("text", layer)
    case nil: note("layers of the type \(number)", layer)
    case .precomposition, .solid, .null, .shapes: break
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

  private mutating func precomposition(
    _ layer: LottieValue, _ text: inout LottieText, _ result: inout LottieComposition.Layer
  ) throws(LottieFault) {
    let reference = try layer.required("refId")
    let name = try reference.identifier()
    guard let asset = precompositions[name] else {
      throw reference.fault(
        .other("there is no precomposition \"\(Shown.text(name))\" among the assets"))
    }
    text.name("refId")
    text.text("a\(asset)")
    let side = 0.0...Double(4 * LottieLimits.side)
    for name in ["w", "h"] {
      text.name(name)
      text.number(try layer.required(name).number(in: side).rounded())
    }
    if let times = layer["tm"] {
      text.name("tm")
      try number(times, in: -LottieLimits.time...LottieLimits.time, &text)
    }
    result.asset = asset
    result.cost.surfaces += 1
  }

  private mutating func masks(
    _ value: LottieValue, _ text: inout LottieText, _ cost: inout LottieCost
  ) throws(LottieFault) {
    let list = try value.list()
    guard !list.isEmpty else { return }
    text.name("hasMask")
    text.truth(true)
    text.name("masksProperties")
    try text.list { text throws(LottieFault) in
      for mask in list {
        let mode = try mask["mode"]?.text() ?? "a"
        guard ["n", "a", "s", "i", "f"].contains(mode) else {
          note("masks of the mode \"\(Shown.text(mode))\"", mask)
          continue
        }
        if let grown = mask["x"], try isChanged(grown, from: 0) { note("masks that grow", mask) }
        try text.object { text throws(LottieFault) in
          text.name("mode")
          text.text(mode)
          text.name("inv")
          text.truth(try mask["inv"]?.truth() ?? false)
          text.name("o")
          try number(mask["o"], in: 0...100, otherwise: 100, &text)
          text.name("pt")
          let points = Double(try path(mask.required("pt"), &text))
          cost.points += points
          cost.outlinePoints += points
        }
        cost.surfaces += 1
      }
    }
  }

  /// A colour as `#rrggbb`.
  private func colour(_ value: LottieValue) throws(LottieFault) -> String {
    let colour = try value.text()
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
