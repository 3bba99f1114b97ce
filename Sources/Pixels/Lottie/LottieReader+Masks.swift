struct LottieMask {
  /// How it joins those before it: adds, subtracts, intersects, or takes the difference.
  var mode: String
  /// Whether it is its outside.
  var isInverted: Bool
  /// Whether it is seen through at some time.
  var isFaded: Bool
  var value: LottieValue
}

/// The masks of a layer, in their order.
struct LottieMasks {
  var list: [LottieMask] = []

  /// Whether the library masks by them as they are: it takes all for opaque, and none for inverted.
  var arePlain: Bool { !list.contains { $0.isFaded || $0.isInverted } }
}

extension LottieReader {
  /// The masks of a layer, apart from those that are switched off.
  ///
  /// What is inverted is not where another mode says the same: subtracting the outside is intersecting.
  mutating func masks(_ value: LottieValue) throws(LottieFault) -> LottieMasks {
    var masks = LottieMasks()
    for value in try value.list() {
      let mode = try value["mode"]?.text() ?? "a"
      guard mode != "n" else { continue }
      guard ["a", "s", "i", "f"].contains(mode) else {
        note(LottieFeature.mask(mode: mode), value)
        continue
      }
      if let grown = value["x"], try isChanged(grown, from: 0) { note("masks that grow", value) }
      var isFaded = false
      if let opacity = value["o"] { isFaded = try isChanged(opacity, from: 100) }
      var mask = LottieMask(
        mode: mode, isInverted: try value["inv"]?.truth() ?? false, isFaded: isFaded, value: value)
      // The first one adds to nothing.
      if masks.list.isEmpty, mask.isInverted || isFaded, ["a", "f"].contains(mode) {
        mask.mode = "i"
      }
      if mask.isInverted, !isFaded, let other = ["i": "s", "s": "i"][mask.mode] {
        (mask.mode, mask.isInverted) = (other, false)
      }
      masks.list.append(mask)
    }
    return masks
  }

  /// What is seen of something through masks.
  mutating func masked(
    _ body: LottieBody, _ masks: LottieMasks, at layer: LottieValue
  ) throws(LottieFault) -> LottieBody {
    guard !masks.list.isEmpty else { return body }
    guard masks.arePlain else { return try matted(body, masks, at: layer) }
    var body = body
    var text = LottieText()
    text.name("hasMask")
    text.truth(true)
    text.name("masksProperties")
    try text.list { text throws(LottieFault) in
      for mask in masks.list {
        try text.object { text throws(LottieFault) in
          text.name("mode")
          text.text(mask.mode)
          text.name("inv")
          text.truth(false)
          text.name("o")
          try number(mask.value["o"], in: 0...100, otherwise: 100, &text)
          text.name("pt")
          let outline = try path(mask.value.required("pt"), &text)
          try checkFill(outline, at: mask.value)
          body.cost.points += outline.points
          body.cost.outlinePoints += outline.points
          body.paints.append(LottiePaint(kind: .mask, outline: outline))
        }
        body.cost.surfaces += 1
      }
    }
    text.raw(body.members.bytes)
    body.members = text
    return body
  }

  /// The same by mattes, which are drawn, and so may be seen through and cut out of what lies about them.
  private mutating func matted(
    _ body: LottieBody, _ masks: LottieMasks, at layer: LottieValue
  ) throws(LottieFault) -> LottieBody {
    var content = body
    // Up to the last mask that adds, they are put together; those after it leave less of what is there.
    let added = masks.list.lastIndex { ["a", "f"].contains($0.mode) }
    if let added {
      var seen: [LottieEntry] = []
      for mask in masks.list[...added] {
        if mask.mode == "f" { note("masks that take the difference, seen through", mask.value) }
        seen = try joined(seen, mask, body.extent, at: layer)
      }
      content = try matted(content, by: one(seen, at: layer), 1, at: layer)
    }
    for mask in masks.list.dropFirst((added ?? -1) + 1) {
      content = try reduced(content, mask, at: layer)
    }
    content.extent = body.extent
    return content
  }

  /// What is seen through some masks, and one more, from the back to the front.
  private mutating func joined(
    _ seen: consuming [LottieEntry], _ mask: LottieMask, _ extent: LottieExtent?,
    at layer: LottieValue
  ) throws(LottieFault) -> [LottieEntry] {
    if seen.isEmpty ? mask.mode == "s" || mask.isInverted : ["s", "i"].contains(mask.mode) {
      let all = try seen.isEmpty ? filled(extent) : one(seen, at: layer)
      return [LottieEntry(body: try reduced(all, mask, at: layer))]
    }
    // Of the outside all of the layer is seen, apart from what lies within.
    let more =
      mask.isInverted
      ? try reduced(filled(extent), mask, asIntersection: true, at: layer) : try outline(mask)
    seen.append(LottieEntry(body: more))
    return seen
  }

  /// Layers, from the back to the front, as a single one.
  private mutating func one(
    _ entries: [LottieEntry], at layer: LottieValue
  ) throws(LottieFault) -> LottieBody {
    guard entries.count == 1, let entry = entries.first else {
      return try group(entries.reversed(), at: layer)
    }
    return entry.body
  }

  /// What a mask that intersects or subtracts leaves of something.
  private mutating func reduced(
    _ content: LottieBody, _ mask: LottieMask, asIntersection: Bool = false, at layer: LottieValue
  ) throws(LottieFault) -> LottieBody {
    let isIntersection = asIntersection || mask.mode == "i"
    guard mask.isInverted else {
      return try matted(content, by: outline(mask), isIntersection ? 1 : 2, at: layer)
    }
    let outside = try matted(
      isIntersection ? content : filled(content.extent), by: outline(mask, isOpaque: true), 2,
      at: layer)
    let seen = try group(
      [LottieEntry(body: outside, place: opacity(of: mask)), LottieEntry(body: LottieBody())],
      at: layer)
    return isIntersection ? seen : try matted(content, by: seen, 2, at: layer)
  }

  /// What a matte leaves of something.
  private mutating func matted(
    _ content: LottieBody, by source: LottieBody, _ matte: Int, at layer: LottieValue
  ) throws(LottieFault) -> LottieBody {
    // Of a layer that draws a single thing within a matte the library draws nothing.
    let inner = content.type == 0 ? content : try group([LottieEntry(body: content)], at: layer)
    var body = try group(
      [LottieEntry(body: source), LottieEntry(body: inner, matte: matte)], at: layer)
    body.extent = content.extent
    return body
  }

  /// The opacity of a mask, of what lies at the origin.
  private mutating func opacity(of mask: LottieMask) throws(LottieFault) -> LottiePlace {
    var place = LottiePlace.identity
    place.opacity = LottieText()
    try number(mask.value["o"], in: 0...100, otherwise: 100, &place.opacity)
    place.isFaded = mask.isFaded
    return place
  }

  /// The outline of a mask, filled as far as it is seen through.
  private mutating func outline(
    _ mask: LottieMask, isOpaque: Bool = false
  ) throws(LottieFault) -> LottieBody {
    var outline = LottieOutline()
    var text = LottieText()
    text.name("shapes")
    try text.list { text throws(LottieFault) in
      try text.object { text throws(LottieFault) in
        text.raw("\"ty\":\"sh\",\"d\":1,\"ks\":")
        outline = try path(mask.value.required("pt"), &text)
        try checkFill(outline, at: mask.value)
      }
      let opacity = try opacity(of: mask).opacity
      text.object { text in
        text.raw("\"ty\":\"fl\",\"o\":")
        if isOpaque { text.raw("{\"k\":100}") } else { text.raw(opacity.bytes) }
        text.raw("\"c\":{\"k\":[1,1,1,1]},\"r\":1")
      }
    }
    let cost = LottieCost(
      shapes: 2, outlinePoints: outline.points, paints: 1, points: outline.points)
    return LottieBody(
      type: 4, members: text, cost: cost, paints: [LottiePaint(outline: outline)])
  }

  /// A filled rectangle over all that a layer draws.
  func filled(_ extent: LottieExtent?, colour: String = "1,1,1") -> LottieBody {
    let extent = extent ?? LottieExtent(x: 0, y: 0, width: 0, height: 0)
    var text = LottieText()
    text.name("shapes")
    text.list { text in
      text.object { text in
        text.raw("\"ty\":\"rc\",\"d\":1,\"p\":")
        text.object { text in
          text.name("k")
          Self.write([extent.x + extent.width / 2, extent.y + extent.height / 2], &text)
        }
        text.name("s")
        text.object { text in
          text.name("k")
          Self.write([extent.width, extent.height], &text)
        }
        text.raw("\"r\":{\"k\":0}")
      }
      text.raw("{\"ty\":\"fl\",\"o\":{\"k\":100},\"c\":{\"k\":[\(colour),1]},\"r\":1}")
    }
    return LottieBody(
      type: 4, members: text,
      cost: LottieCost(shapes: 2, outlinePoints: 4, paints: 1, points: 4),
      paints: [LottiePaint(outline: .box(extent.width, extent.height))], extent: extent)
  }
}
