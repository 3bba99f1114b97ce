internal import Text

extension LottieReader {
  /// The shortest dash, in pixels: of a shorter one, as of a dot, rlottie 0.1 may draw nothing.
  static let shortestDash = 0.5

  /// Throws where an outline has more points than are filled.
  func checkFill(_ outline: LottieOutline, at value: LottieValue) throws(LottieFault) {
    guard outline.points <= Double(LottieLimits.fillPoints) else {
      throw value.fault(
        .overLimit(
          what: "the points that are filled at once", found: Shown.number(outline.points),
          limit: "\(LottieLimits.fillPoints)"))
    }
  }

  /// What a stroke costs, of outlines; throws where it has more pieces or dashes than are drawn.
  func cost(
    ofStroke shape: LottieValue, _ outline: LottieOutline
  ) throws(LottieFault) -> LottiePaint {
    guard outline.pieces <= Double(LottieLimits.strokePieces) else {
      throw shape.fault(
        .overLimit(
          what: "the pieces of curve of a stroke", found: Shown.number(outline.pieces),
          limit: "\(LottieLimits.strokePieces)"))
    }
    // One of no width is drawn as thin as can be.
    var paint = LottiePaint(
      outline: outline, width: max(try most(of: shape["w"]).first ?? 0, 0.01))
    var lengths: [Double] = []
    var isMoving = false
    for dash in try shape["d"]?.list() ?? [] where try dash["n"]?.text() != "o" {
      let length = try dash.required("v")
      lengths.append(try least(of: length))
      if try still(length) == nil { isMoving = true }
    }
    if lengths.count % 2 == 1 { lengths += lengths }
    guard !lengths.isEmpty else { return paint }
    if !isMoving {
      switch LottieDashes(lengths, hasEnds: try ends(of: shape) != Self.bluntEnds) {
      case .line, .nothing: return paint
      case .dashes: break
      }
    }
    for index in stride(from: 0, to: lengths.count, by: 2) {
      lengths[index] = max(lengths[index], Self.shortestDash)
    }
    let period = lengths.reduce(0, +) / Double(lengths.count / 2)
    paint.dashes = outline.length / period
    guard paint.dashes <= Double(LottieLimits.dashes) else {
      throw shape.fault(
        .overLimit(
          what: "the dashes of a stroke", found: Shown.number(paint.dashes.rounded(.up)),
          limit: "\(LottieLimits.dashes)"))
    }
    return paint
  }

  /// The number of ends that draw nothing beyond a line.
  static let bluntEnds = 1

  /// Finds the ends of all strokes of a layer.
  mutating func findEnds(in shapes: LottieValue, depth: Int) throws(LottieFault) {
    // What is deeper is refused where it is read.
    guard depth <= LottieLimits.nested else { return }
    for shape in try shapes.list() {
      if let group = shape["it"] {
        try findEnds(in: group, depth: depth + 1)
      } else if let type = try? shape["ty"]?.text(), type == "st" || type == "gs" {
        ends.insert(try ends(of: shape))
      }
    }
  }

  private func ends(of stroke: LottieValue) throws(LottieFault) -> Int {
    try stroke["lc"]?.integer(in: 1...3) ?? 2
  }

  /// The width, the ends and the dashes of a stroke; false where nothing of it is drawn.
  mutating func line(
    _ shape: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) -> Bool {
    text.name("w")
    try number(shape.required("w"), in: 0...LottieLimits.coordinate, &text)
    let ends = try ends(of: shape)
    text.name("lc")
    text.number(Double(ends))
    text.name("lj")
    text.number(Double(try shape["lj"]?.integer(in: 1...3) ?? 2))
    text.name("ml")
    text.number(try shape["ml"]?.number(in: 0...1000) ?? 4)
    guard let dashes = try shape["d"]?.list(), !dashes.isEmpty else { return true }
    guard dashes.count <= 16 else {
      throw shape.fault(
        .overLimit(what: "the lengths of a dash", found: "\(dashes.count)", limit: "16"))
    }
    return try self.dashes(dashes, hasEnds: ends != Self.bluntEnds, &text)
  }

  /// Dashes and gaps by turns, and the offset after them, which rlottie 0.1 takes the last length for where none is.
  private mutating func dashes(
    _ entries: [LottieValue], hasEnds: Bool, _ text: inout LottieText
  ) throws(LottieFault) -> Bool {
    var lengths: [LottieValue] = []
    var offset: LottieValue?
    for entry in entries {
      let value = try entry.required("v")
      if try entry["n"]?.text() == "o" { offset = value } else { lengths.append(value) }
    }
    guard !lengths.isEmpty else { return true }
    if lengths.count % 2 == 1 { lengths += lengths }
    let range = 0...LottieLimits.coordinate
    var stillLengths: [Double] = []
    for length in lengths {
      // Checked here, as they may not be written.
      var unused = LottieText()
      try number(length, in: range, &unused)
      if let still = try still(length) { stillLengths.append(still) }
    }
    let offsets = -LottieLimits.coordinate...LottieLimits.coordinate
    guard stillLengths.count == lengths.count else {
      let isMoving = try offset.map { value throws(LottieFault) in try isChanged(value, from: 0) }
      if lengths.count > 2, isMoving == true, let offset {
        note("moving dashes of several lengths", offset)
      }
      text.name("d")
      try text.list { text throws(LottieFault) in
        for (index, length) in lengths.enumerated() {
          try dash(&text) { text throws(LottieFault) in
            let least = index % 2 == 0 ? Self.shortestDash : 0
            try number(length, in: range, isBounded: true, &text) { max($0, least) }
          }
        }
        try dash(&text) { text throws(LottieFault) in
          try number(offset, in: offsets, otherwise: 0, &text)
        }
      }
      return true
    }
    switch LottieDashes(stillLengths, hasEnds: hasEnds) {
    case .line:
      return true
    case .nothing:
      return false
    case .dashes(var pattern, let shift):
      var start: Double? = 0
      if let offset { start = try still(offset) }
      if pattern.count > 2, let offset {
        // rlottie 0.1 takes the offset by the length of the last dash and gap, and not of all.
        if let still = start {
          pattern = LottieDashes.pattern(pattern, from: still + shift)
          start = 0
        } else {
          note("moving dashes of several lengths", offset)
        }
      }
      text.name("d")
      try text.list { text throws(LottieFault) in
        for length in pattern {
          try dash(&text) { text in
            text.object { text in
              text.name("k")
              text.number(length)
            }
          }
        }
        try dash(&text) { text throws(LottieFault) in
          if start == 0, pattern.count > 2 {
            try number(nil, in: offsets, otherwise: 0, &text)
          } else {
            try number(offset, in: offsets, otherwise: shift, &text) { $0 + shift }
          }
        }
      }
      return true
    }
  }

  private func dash(
    _ text: inout LottieText, _ value: (inout LottieText) throws(LottieFault) -> Void
  ) throws(LottieFault) {
    try text.object { text throws(LottieFault) in
      text.name("v")
      try value(&text)
    }
  }
}
