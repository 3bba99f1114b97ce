extension LottieReader {
  /// The kind, the ends and the colours of a gradient.
  mutating func gradient(
    _ shape: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) {
    text.name("t")
    text.number(Double(try shape.required("t").integer(in: 1...2)))
    try point("s", shape, &text)
    try point("e", shape, &text)
    if let length = shape["h"] {
      text.name("h")
      try number(length, in: -1000...1000, &text)
    }
    if let angle = shape["a"] {
      text.name("a")
      try number(angle, in: -LottieLimits.angle...LottieLimits.angle, &text)
    }
    let colours = try shape.required("g")
    let count = try colours.required("p").integer(in: 1...64)
    let values = try colours.required("k")
    var moments: [LottieStops] = []
    // Read twice: how many stops are written depends on all keys.
    var unused = LottieText()
    try property(values, in: 0...1, &unused) { value throws(LottieFault) in
      let stops = try Self.stops(value, count)
      moments.append(stops)
      return stops
    } write: { _, _, _ in
    }
    let mixing = LottieStops.Mixing(moments)
    if mixing == nil { note("gradients whose opacities pass their colours", values) }
    let written = (mixing?.count ?? count) * moments.count
    guard written * LottieStops.writtenBytes <= LottieLimits.textBytes else {
      throw values.fault(
        .overLimit(
          what: "what is drawn, written out", found: "more",
          limit: "\(LottieLimits.textBytes) bytes"))
    }
    text.name("g")
    try text.object { text throws(LottieFault) in
      text.name("p")
      text.number(Double(mixing?.count ?? count))
      text.name("k")
      try property(values, in: 0...1, &text) { value throws(LottieFault) in
        try Self.stops(value, count)
      } write: { text, stops, _ in
        Self.write(mixing?.numbers(of: stops) ?? stops.numbers, &text)
      }
    }
  }

  /// The colours of a gradient: four numbers each, then two each for what is not opaque.
  private static func stops(
    _ value: LottieValue, _ count: Int
  ) throws(LottieFault) -> LottieStops {
    let list = try value.list()
    guard list.count >= 4 * count, list.count <= 4 * count + 128, list.count % 2 == 0 else {
      throw value.fault(
        .other("\(list.count) numbers found, 4 for each of \(count) colours expected"))
    }
    var numbers = Numbers()
    for part in list { numbers.append(min(max(try part.number(in: -0.01...255), 0), 1)) }
    return LottieStops(numbers, count)
  }
}
