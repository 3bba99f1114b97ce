internal import JSON
internal import Text

/// The numbers of a value at one moment, in the order in which they are written.
typealias Numbers = [Double]

/// A key of a value that changes.
struct LottieKey<Moment> {
  var time: Double
  var start: Moment?
  var end: Moment?
  var isHeld: Bool
  /// How its change slows down at its end, and speeds up from its beginning: points of the curve of Bezier, one for
  /// each number or one for all.
  var arriving = [(x: 1.0, y: 1.0)]
  var leaving = [(x: 0.0, y: 0.0)]
  /// The tangents of the way to the next place.
  var tangents: (out: [Double], into: [Double])?

  /// How far its change may go before its beginning and beyond its end, where it may, in parts of it.
  static func swings(_ handles: [(x: Double, y: Double)]) -> [Double] {
    let courses = handles.map(\.y)
    return [courses.min() ?? 0, courses.max() ?? 1].filter { !(0...1).contains($0) }
  }
}

extension LottieReader {
  // MARK: - Transforms

  /// Where a layer or a group lies.
  ///
  /// - Parameters:
  ///   - value: nil for what lies as it is.
  ///   - isShape: whether it is that of a group, which is a shape of its own.
  mutating func transform(
    _ value: LottieValue?, isShape: Bool = false, _ text: inout LottieText
  ) throws(LottieFault) {
    try text.object { text throws(LottieFault) in
      if isShape {
        text.name("ty")
        text.text("tr")
      }
      try spatial(value, &text)
      text.name("o")
      try number(value?["o"], in: 0...100, otherwise: 100, &text)
    }
    if let skew = value?["sk"], try isChanged(skew, from: 0) { note("skewed layers", skew) }
  }

  /// The anchor, the place, the size and the turn of something.
  ///
  /// - Parameter isOriented: whether it turns along its way.
  mutating func spatial(
    _ value: LottieValue?, isOriented: Bool = false, _ text: inout LottieText
  ) throws(LottieFault) {
    text.name("a")
    try point(value?["a"], within: LottieLimits.coordinate, otherwise: 0, &text)
    text.name("p")
    if let place = value?["p"], try place["s"]?.truth() == true {
      try text.object { text throws(LottieFault) in
        text.name("s")
        text.truth(true)
        let range = -LottieLimits.coordinate...LottieLimits.coordinate
        text.name("x")
        try number(place.required("x"), in: range, &text)
        text.name("y")
        try number(place.required("y"), in: range, &text)
      }
    } else if isOriented, let place = value?["p"] {
      try orientedPlace(place, &text)
    } else {
      try point(value?["p"], within: LottieLimits.coordinate, otherwise: 0, &text)
    }
    text.name("s")
    try point(value?["s"], within: LottieLimits.scale, otherwise: 100, &text)
    text.name("r")
    try number(
      value?["r"] ?? value?["rz"], in: -LottieLimits.angle...LottieLimits.angle, otherwise: 0,
      &text)
  }

  // MARK: - Values

  /// A number; gives the greatest that it becomes.
  ///
  /// - Parameters:
  ///   - amount: what there may be so many of, as `LottieValue.number` takes it.
  ///   - isBounded: whether it never passes the values of its keys, as it may where its change swings.
  ///   - written: what is written of it, where the library takes it for something else.
  @discardableResult
  mutating func number(
    _ value: LottieValue, in range: ClosedRange<Double>, amount: String? = nil,
    isBounded: Bool = false, _ text: inout LottieText,
    written: (Double) -> Double = { $0 }
  ) throws(LottieFault) -> Double {
    var most = -Double.infinity
    try property(value, in: range, isBounded: isBounded, &text) { value throws(LottieFault) in
      let list = value.isList ? try value.list() : [value]
      guard let first = list.first else { throw value.fault(.json(.empty("the list"))) }
      let number = try first.number(in: range, amount: amount)
      most = max(most, number)
      return number
    } write: { text, number, isKey in
      let number = written(number)
      if isKey {
        text.list { $0.number(number) }
      } else {
        text.number(number)
      }
    }
    return most
  }

  /// A number that may be missing.
  mutating func number(
    _ value: LottieValue?, in range: ClosedRange<Double>, otherwise: Double,
    _ text: inout LottieText, written: (Double) -> Double = { $0 }
  ) throws(LottieFault) {
    guard let value else {
      text.object { text in
        text.name("k")
        text.number(written(otherwise))
      }
      return
    }
    try number(value, in: range, &text, written: written)
  }

  /// The number that a value always is; nil where it changes by keys.
  func still(_ value: LottieValue) throws(LottieFault) -> Double? {
    func first(_ value: LottieValue) throws(LottieFault) -> Double {
      let list = value.isList ? try value.list() : [value]
      guard let first = list.first else { throw value.fault(.json(.empty("the list"))) }
      return try first.number(in: -1e12...1e12)
    }
    let content = try value.required("k")
    guard content.isList, let keys = try? content.list(), let key = keys.first, key.isObject else {
      return try first(content)
    }
    return keys.count == 1 ? try first(key.required("s")) : nil
  }

  /// A place or a size of two numbers.
  mutating func point(
    _ value: LottieValue?, within most: Double, otherwise: Double = 0, _ text: inout LottieText
  ) throws(LottieFault) {
    guard let value else {
      text.object { text in
        text.name("k")
        Self.write([otherwise, otherwise], &text)
      }
      return
    }
    try property(value, in: -most...most, &text) { value throws(LottieFault) -> Numbers in
      try Self.pair(value, within: most)
    } write: { text, numbers, _ in
      Self.write(numbers, &text)
    }
  }

  /// A colour of three numbers from 0 to 1, or from 0 to 255 as old programs write it.
  mutating func colour(
    _ value: LottieValue, _ text: inout LottieText
  ) throws(LottieFault) {
    try property(value, in: 0...1, &text) { value throws(LottieFault) in
      let list = try value.list()
      guard list.count >= 3 else {
        throw value.fault(.other("a colour of \(list.count) numbers found, 3 or 4 expected"))
      }
      var parts = Numbers()
      for part in list.prefix(3) { parts.append(try part.number(in: -0.01...255)) }
      let isOld = parts.contains { $0 > 1.01 }
      return parts.map { min(max(isOld ? $0 / 255 : $0, 0), 1) } + [1]
    } write: { text, numbers, _ in
      Self.write(numbers, &text)
    }
  }

  /// Whether a value ever is another number than this.
  func isChanged(_ value: LottieValue, from number: Double) throws(LottieFault) -> Bool {
    guard value.isObject else { return false }
    let now = try value.required("k")
    if now.isList { return try now.list().first?.isObject == true }
    return try now.number(in: -1e12...1e12) != number
  }

  // MARK: - Keys

  /// A value that may change over time: as it is, or by keys.
  ///
  /// - Parameters:
  ///   - range: what its numbers stay within, between keys too: beyond it the library may draw anything.
  ///   - isBounded: whether it never passes the values of its keys.
  ///   - adjust: changes its keys, where there are more than one.
  mutating func property<Moment: Equatable>(
    _ value: LottieValue, in range: ClosedRange<Double>? = nil, isBounded: Bool = false,
    _ text: inout LottieText,
    read: (LottieValue) throws(LottieFault) -> Moment,
    adjust: ([LottieKey<Moment>]) -> [LottieKey<Moment>] = { $0 },
    write: (inout LottieText, Moment, _ isKey: Bool) -> Void
  ) throws(LottieFault) {
    if let expression = value["x"], (try? expression.text()) != nil {
      note("expressions", expression)
    }
    let content = try value.required("k")
    var keys: [LottieKey<Moment>] = []
    let elements = content.isList ? try content.list() : []
    // The first element tells whether these are keys: a list of numbers has none.
    if elements.first?.isObject == true {
      for (index, element) in elements.enumerated() {
        let key = try self.key(element, read)
        if let before = keys.last, key.time < before.time {
          throw element.fault(
            .other(
              "the key \(index) is at \(Shown.number(key.time)), before the one at"
                + " \(Shown.number(before.time)); expected times that rise"))
        }
        keys.append(key)
      }
    }
    guard keys.count > 1 else {
      let moment: Moment
      if let key = keys.first {
        guard let start = key.start else { throw content.fault(.json(.missingKey("s"))) }
        moment = start
      } else {
        moment = try read(content)
      }
      text.object { text in
        text.name("k")
        write(&text, moment, false)
      }
      return
    }
    for index in keys.indices.dropLast() {
      settle(
        &keys[index], before: keys[index + 1].start, in: range, isBounded: isBounded,
        at: elements[index])
    }
    try text.object { text throws(LottieFault) in
      text.name("k")
      try text.list { text throws(LottieFault) in
        try Self.write(adjust(keys), of: content, clock, &text, write)
      }
    }
  }

  private mutating func key<Moment>(
    _ value: LottieValue, _ read: (LottieValue) throws(LottieFault) -> Moment
  ) throws(LottieFault) -> LottieKey<Moment> {
    let time = try value.required("t").number(in: -LottieLimits.time...LottieLimits.time)
    var key = LottieKey<Moment>(time: time, isHeld: try value["h"]?.truth() ?? false)
    if let start = value["s"] { key.start = try read(start) }
    if let end = value["e"] { key.end = try read(end) }
    if let curve = value["i"] { key.arriving = try handles(curve) }
    if let curve = value["o"] { key.leaving = try handles(curve) }
    if let out = value["to"], let into = value["ti"], out.isList, into.isList {
      key.tangents = (
        try Self.pair(out, within: LottieLimits.coordinate),
        try Self.pair(into, within: LottieLimits.coordinate)
      )
    }
    return key
  }

  /// A point of the curve by which a value changes, or one for each of its numbers.
  ///
  /// rlottie 0.1 tells curves apart by what they are in 19 letters, which hold no more of a number than 999.
  func handles(_ value: LottieValue) throws(LottieFault) -> [(x: Double, y: Double)] {
    func numbers(_ name: String, _ most: ClosedRange<Double>) throws(LottieFault) -> Numbers {
      let member = try value.required(name)
      var numbers = Numbers()
      for element in member.isList ? try member.list() : [member] {
        numbers.append(
          min(max(try element.number(in: -1e12...1e12), most.lowerBound), most.upperBound))
      }
      guard !numbers.isEmpty else { throw member.fault(.json(.empty("the list"))) }
      return numbers
    }
    let (x, y) = (try numbers("x", 0...1), try numbers("y", -999...999))
    return (0..<max(x.count, y.count)).map { (x[min($0, x.count - 1)], y[min($0, y.count - 1)]) }
  }

  /// Gives a change the one course of those numbers that it changes, no farther than they stay in a range.
  private mutating func settle<Moment>(
    _ key: inout LottieKey<Moment>, before next: Moment?, in range: ClosedRange<Double>?,
    isBounded: Bool, at value: LottieValue
  ) {
    func numbers(_ moment: Moment?) -> Numbers {
      moment as? Numbers ?? (moment as? Double).map { [$0] } ?? (moment as? LottieStops)?.numbers
        ?? []
    }
    func course(_ index: Int) -> [Double] {
      [key.arriving, key.leaving].flatMap { handles in
        let handle = handles[min(index, handles.count - 1)]
        return [handle.x, handle.y]
      }
    }
    var (low, high) = isBounded ? (0.0, 1.0) : (-Double.infinity, Double.infinity)
    var first: [Double]?
    for (index, (start, end)) in zip(numbers(key.start), numbers(key.end ?? next)).enumerated()
    where start != end {
      if let range {
        let ends = [range.lowerBound, range.upperBound].map { ($0 - start) / (end - start) }
          .sorted()
        (low, high) = (max(low, min(ends[0], 0)), min(high, max(ends[1], 1)))
      }
      let own = course(index)
      if let first, first != own, !key.isHeld {
        note("changes of another course for each number", value)
      }
      first = first ?? own
    }
    let own = first ?? course(0)
    key.arriving = [(own[0], min(max(own[1], low), high))]
    key.leaving = [(own[2], min(max(own[3], low), high))]
  }

  private static func write<Moment>(
    _ keys: [LottieKey<Moment>], of value: LottieValue, _ clock: LottieClock,
    _ text: inout LottieText, _ write: (inout LottieText, Moment, _ isKey: Bool) -> Void
  ) throws(LottieFault) {
    var last: Moment?
    for (index, key) in keys.dropLast().enumerated() {
      guard let start = key.start else { throw value.fault(.json(.missingKey("s"))) }
      let next = keys[index + 1].start
      let end = key.isHeld ? next ?? start : key.end ?? next ?? start
      last = end
      text.object { text in
        text.name("t")
        text.number(clock.time(key.time))
        text.name("s")
        write(&text, start, true)
        text.name("e")
        write(&text, key.isHeld ? start : end, true)
        if key.isHeld {
          text.name("h")
          text.number(1)
          return
        }
        for (name, handles) in [("i", key.arriving), ("o", key.leaving)] {
          text.name(name)
          text.object { text in
            text.name("x")
            text.number(handles[0].x)
            text.name("y")
            text.number(handles[0].y)
          }
        }
        if let tangents = key.tangents {
          text.name("to")
          Self.write(tangents.out, &text)
          text.name("ti")
          Self.write(tangents.into, &text)
        }
      }
    }
    guard let final = keys.last, let last else { return }
    text.object { text in
      text.name("t")
      text.number(clock.time(final.time))
      text.name("s")
      write(&text, last, true)
    }
  }

  static func write(_ numbers: Numbers, _ text: inout LottieText) {
    text.list { text in for number in numbers { text.number(number) } }
  }

  /// The first two numbers of a list.
  static func pair(
    _ value: LottieValue, within most: Double
  ) throws(LottieFault) -> Numbers {
    let list = try value.list()
    guard list.count >= 2 else {
      throw value.fault(.other("a list of \(list.count) found, two numbers expected"))
    }
    return [try list[0].number(in: -most...most), try list[1].number(in: -most...most)]
  }
}
