internal import Avatars
internal import Geometry
internal import JSON
internal import Text

/// Values that items share.
extension SceneField {
  /// The path of a file; nil, and a fault, unless it stays inside the package.
  func file(_ use: SceneManifest.File.Use, _ reading: SceneReading) -> String? {
    guard let path = text() else { return nil }
    if let reason = PackagePath.fault(of: path) {
      report(.package(.unsafePath(path, reason: reason)))
      return nil
    }
    reading.files.append(
      SceneManifest.File(file: path, use: use, place: node.place, path: self.path))
    return path
  }

  /// Millimetres above 0.
  func length() -> Double? {
    number("millimetres above 0 and at most \(Shown.number(SceneLimits.lengthMm))") {
      $0 > 0 && $0 <= SceneLimits.lengthMm
    }
  }

  /// Milliseconds, 0 or more.
  func time() -> Double? { number(in: 0...SceneLimits.timeMs) }

  /// A list of so many numbers.
  func numbers(_ count: Int, in range: ClosedRange<Double>) -> [Double]? {
    guard let list = list() else { return nil }
    guard list.count == count else {
      let words = [2: "two", 3: "three"][count] ?? "\(count)"
      report(
        .wrongType(expected: "a list of \(words) numbers", found: "a list of \(list.count)"))
      return nil
    }
    let numbers = list.compactMap { $0.number(in: range) }
    return numbers.count == count ? numbers : nil
  }

  func place() -> Vector3<CardSpace>? {
    numbers(3, in: -SceneLimits.lengthMm...SceneLimits.lengthMm).map {
      Vector3($0[0], $0[1], $0[2])
    }
  }

  func box() -> SIMD2<Double>? {
    guard let list = list() else { return nil }
    guard list.count == 2 else {
      report(.wrongType(expected: "a list of two numbers", found: "a list of \(list.count)"))
      return nil
    }
    let sides = list.compactMap { $0.length() }
    return sides.count == 2 ? SIMD2(sides[0], sides[1]) : nil
  }

  func colour() -> SceneColour? {
    guard case .string(let text) = node.value else {
      report(.wrongType(expected: "a colour, such as \"#ff8800\",", found: node.typeName))
      return nil
    }
    if let colour = SceneColour(hexadecimal: text) { return colour }
    report(
      .wrongType(
        expected: "a colour, such as \"#ff8800\" or \"#ff880080\",",
        found: "\"\(Shown.text(text))\""))
    return nil
  }

  /// When something begins.
  func start(_ reading: SceneReading) -> ItemStart? {
    if case .string = node.value {
      let seen: ItemStart? = choice(of: "start", known: ["seen"]) { $0 == "seen" ? .seen : nil }
      return seen
    }
    guard case .object = node.value else {
      report(
        .wrongType(
          expected: "\"seen\", or an object with \"after\", \"cue\" or \"gesture\",",
          found: node.typeName))
      return nil
    }
    guard let object = object(keys: ["after", "cue", "gesture", "near"]) else { return nil }
    let kinds = ["after", "cue", "gesture"].filter { object[$0] != nil }
    guard kinds.count == 1, let kind = kinds.first else {
      report(
        .wrongType(
          expected: "one of \"after\", \"cue\" and \"gesture\"",
          found: kinds.isEmpty ? "none" : kinds.map { "\"\($0)\"" }.joined(separator: " and ")))
      return nil
    }
    let near = object["near"]?.truth()
    if kind != "gesture", let near = object["near"] {
      reading.log.report(
        .package(.json(.unknownKey("near", nearest: nil))), at: near.node.place, path: path)
    }
    guard let field = object[kind], let name = field.text() else { return nil }
    switch kind {
    case "after":
      guard let index = reading.items[name] else {
        field.report(
          .unknownItem(
            name, nearest: Spelling.nearest(to: name, among: reading.items.keys.sorted())))
        return nil
      }
      return .after(index)
    case "cue": return .cue(name)
    default: return .gesture(name, near: near ?? false)
    }
  }

  // MARK: - Keys

  /// A list of keys, each a list of a time and a value.
  private func pairs() -> [(time: SceneField, value: SceneField)]? {
    guard let list = list() else { return nil }
    if list.isEmpty { report(.empty("the list of keys")) }
    if list.count > SceneLimits.keys {
      report(
        .package(
          .overLimit(
            what: "the list of keys", found: "\(list.count) keys", limit: "\(SceneLimits.keys)")))
    }
    var pairs: [(SceneField, SceneField)] = []
    for field in list.prefix(SceneLimits.keys) {
      guard let pair = field.list() else { return nil }
      guard pair.count == 2 else {
        field.report(
          .wrongType(expected: "a list of a time and a value", found: "a list of \(pair.count)"))
        return nil
      }
      pairs.append((pair[0], pair[1]))
    }
    return pairs.isEmpty ? nil : pairs
  }

  /// Values by their times; nil, and a fault, unless the times rise.
  private func rising<Value>(
    upTo last: Double, _ value: (SceneField) -> Value?
  ) -> [(time: Double, value: Value)]? {
    guard let pairs = pairs() else { return nil }
    var keys: [(time: Double, value: Value)] = []
    var isWhole = true
    for pair in pairs {
      guard let time = pair.time.number(in: 0...last), let value = value(pair.value) else {
        isWhole = false
        continue
      }
      if let before = keys.last, time <= before.time {
        pair.time.report(.keysNotRising(before: before.time, after: time))
        isWhole = false
      }
      keys.append((time, value))
    }
    return isWhole ? keys : nil
  }

  /// Numbers by ages in milliseconds, or by parts of a life.
  func keys(upTo last: Double, in range: ClosedRange<Double>) -> Keys? {
    rising(upTo: last) { $0.number(in: range) }.map { keys in
      Keys(keys.map { Keys.Key($0.time, $0.value) })
    }
  }

  /// Colours by parts of a life.
  func colourKeys() -> [ParticleKind.ColourKey]? {
    rising(upTo: 1) { $0.colour() }.map { keys in
      keys.map { ParticleKind.ColourKey($0.time, $0.value) }
    }
  }

  func animation() -> Animation? {
    guard let object = object(keys: ["property", "keys", "play", "ease"]) else { return nil }
    let property: Animation.Property? = object.required("property")?.choice(of: "property")
    let keys = object.required("keys")?.keys(upTo: SceneLimits.timeMs, in: property.range)
    let play: Play? = object["play"]?.choice(of: "play")
    let ease: Ease? = object["ease"]?.choice(of: "ease")
    if let keys, keys.length == 0, let play, play != .once {
      object["play"]?.report(.noLength(play))
    }
    guard let property, let keys else { return nil }
    return Animation(property, keys, play: play ?? .once, ease: ease ?? .linear)
  }
}

extension SceneField {
  /// Adds a fault of any JSON file.
  func report(_ fault: JSONFault) { report(SceneFault.Kind.package(.json(fault))) }
}

extension Animation.Property? {
  /// The values that the property may take.
  fileprivate var range: ClosedRange<Double> {
    switch self {
    case .opacity: 0...1
    case .width: 0...SceneLimits.lengthMm
    case .rotation: -36_000...36_000
    case .angle: -360...360
    case .atX, .atY, .atZ, nil: -SceneLimits.lengthMm...SceneLimits.lengthMm
    }
  }
}
