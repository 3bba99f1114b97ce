internal import Foundation

/// What a list of shapes draws.
struct LottieShapes {
  /// Its outlines, which the fills and strokes after them draw.
  var outline = LottieOutline()
  /// Its fills and strokes.
  var paints: [LottiePaint] = []
  /// The first of its strokes, and the first one that a group scales unevenly.
  var stroke, unevenStroke: LottieValue?
  /// What it costs: its fills and strokes, and what it holds, painted or not.
  var cost = LottieCost()
}

extension LottieReader {
  /// Writes the shapes of a list, without its transform.
  ///
  /// The library reads the members of a shape after its type alone, which comes first therefore.
  ///
  /// - Parameter depth: how many groups it lies within.
  mutating func shapes(
    _ value: LottieValue, depth: Int, _ text: inout LottieText
  ) throws(LottieFault) -> LottieShapes {
    guard depth <= LottieLimits.nested else {
      throw value.fault(
        .overLimit(
          what: "groups within each other", found: "more", limit: "\(LottieLimits.nested)"))
    }
    return try writeShapes(value.list(), depth: depth, &text)
  }

  /// Writes some shapes of a list.
  mutating func writeShapes(
    _ shapes: [LottieValue], depth: Int, _ text: inout LottieText
  ) throws(LottieFault) -> LottieShapes {
    var drawn = LottieShapes()
    for shape in shapes {
      try checkLength(text, at: shape)
      let type = try shape.required("ty").text()
      if try shape["hd"]?.truth() == true { continue }
      drawn.cost.shapes += 1
      switch type {
      case "gr":
        let inner = try group(shape, depth: depth, &text)
        drawn.outline += inner.outline
        drawn.paints += inner.paints
        drawn.cost += inner.cost
        drawn.stroke = drawn.stroke ?? inner.stroke
        drawn.unevenStroke = drawn.unevenStroke ?? inner.unevenStroke
      case "rc", "el", "sr", "sh":
        let outline = try outline(shape, type, &text)
        drawn.outline += outline
        drawn.cost.outlinePoints += outline.points
      case "fl", "st", "gf", "gs":
        try paint(shape, type, &text)
        drawn.cost += LottieCost(paints: 1, points: drawn.outline.points)
        if type == "st" || type == "gs" {
          drawn.stroke = drawn.stroke ?? shape
          drawn.paints.append(try cost(ofStroke: shape, drawn.outline))
        } else {
          try checkFill(drawn.outline, at: shape)
          drawn.paints.append(LottiePaint(outline: drawn.outline))
        }
        if type.hasPrefix("g") { drawn.paints[drawn.paints.count - 1].kind = .gradient }
      case "tm":
        try trim(shape, &text)
      case "rp":
        // The library copies all that stands before it, painted or not.
        let copies = try repeater(shape, &text)
        drawn.outline = drawn.outline.times(copies)
        drawn.cost = drawn.cost.times(copies)
        // Each copy may be larger than the one before.
        let largest = pow(max(try scale(of: shape["tr"]).most, 1), copies)
        for index in drawn.paints.indices {
          drawn.paints[index].copies *= copies
          drawn.paints[index].scale(by: largest)
        }
      case "tr": break
      default: note(LottieFeature.shape(type: type), shape)
      }
    }
    return drawn
  }

  private mutating func group(
    _ group: LottieValue, depth: Int, _ text: inout LottieText
  ) throws(LottieFault) -> LottieShapes {
    var drawn = LottieShapes()
    let items = try group.required("it")
    let list = try items.list()
    try text.object { text throws(LottieFault) in
      text.name("ty")
      text.text("gr")
      text.name("it")
      try text.list { text throws(LottieFault) in
        drawn = try shapes(items, depth: depth + 1, &text)
        var own: LottieValue?
        for item in list where try item.required("ty").text() == "tr" { own = item }
        let scale = try scale(of: own)
        drawn.outline = drawn.outline.times(1, scale: scale.most)
        for index in drawn.paints.indices { drawn.paints[index].scale(by: scale.most) }
        if scale.isUneven { drawn.unevenStroke = drawn.unevenStroke ?? drawn.stroke }
        // A group without a transform, or without anything, is more than the library is ready for.
        try transform(own, isShape: true, &text)
      }
    }
    return drawn
  }

  /// A shape by its outline; gives how much there is to draw.
  private mutating func outline(
    _ shape: LottieValue, _ type: String, _ text: inout LottieText
  ) throws(LottieFault) -> LottieOutline {
    var outline = LottieOutline()
    try text.object { text throws(LottieFault) in
      text.name("ty")
      text.text(type)
      text.name("d")
      text.number(Double(try shape["d"]?.integer(in: 0...3) ?? 1))
      switch type {
      case "rc":
        try point("p", shape, &text)
        try point("s", shape, &text)
        text.name("r")
        try number(shape["r"], in: 0...LottieLimits.coordinate, otherwise: 0, &text)
      case "el":
        try point("p", shape, &text)
        try point("s", shape, &text)
      case "sr":
        outline = try star(shape, &text)
      default:
        text.name("ks")
        outline = try path(shape.required("ks"), isShape: true, &text)
      }
    }
    if type == "rc" || type == "el" {
      let size = try most(of: shape["s"])
      outline = .box(size.first ?? 0, size.dropFirst().first ?? 0)
    }
    return outline
  }

  mutating func point(
    _ name: String, _ shape: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) {
    text.name(name)
    try point(shape.required(name), within: LottieLimits.coordinate, &text)
  }

  private mutating func trim(
    _ shape: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) {
    try text.object { text throws(LottieFault) in
      text.name("ty")
      text.text("tm")
      text.name("s")
      try number(shape["s"], in: 0...100, otherwise: 0, &text)
      text.name("e")
      try number(shape["e"], in: 0...100, otherwise: 100, &text)
      text.name("o")
      try number(
        shape["o"], in: -LottieLimits.angle...LottieLimits.angle, otherwise: 0, &text)
      text.name("m")
      text.number(Double(try shape["m"]?.integer(in: 1...2) ?? 1))
    }
  }

  /// Gives the most copies that it makes.
  private mutating func repeater(
    _ shape: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) -> Double {
    var most = 1.0
    try text.object { text throws(LottieFault) in
      text.name("ty")
      text.text("rp")
      text.name("c")
      most = try number(
        shape.required("c"), in: 0...LottieLimits.copies, amount: "the copies", &text)
      text.name("o")
      try number(shape["o"], in: -1000...1000, otherwise: 0, &text)
      text.name("tr")
      let change = try shape.required("tr")
      try text.object { text throws(LottieFault) in
        try spatial(change, &text)
        text.name("so")
        try number(change["so"], in: 0...100, otherwise: 100, &text)
        text.name("eo")
        try number(change["eo"], in: 0...100, otherwise: 100, &text)
      }
    }
    return max(most.rounded(.up), 1)
  }

  private mutating func paint(
    _ shape: LottieValue, _ type: String, _ text: inout LottieText
  ) throws(LottieFault) {
    // Checked, and not drawn where nothing of it is seen.
    var painted = text
    var isSeen = true
    try painted.object { text throws(LottieFault) in
      text.name("ty")
      text.text(type)
      text.name("o")
      try number(shape["o"], in: 0...100, otherwise: 100, &text)
      if type == "fl" || type == "st" {
        text.name("c")
        try colour(shape.required("c"), &text)
      } else {
        try gradient(shape, &text)
      }
      if type == "fl" || type == "gf" {
        text.name("r")
        text.number(Double(try shape["r"]?.integer(in: 0...2) ?? 1))
      } else {
        isSeen = try line(shape, &text)
      }
    }
    if isSeen { text = painted }
  }
}
