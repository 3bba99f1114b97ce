internal import Avatars
internal import Geometry
internal import JSON
internal import Text

extension ParticleKind {
  /// The keys of a manifest that say what particles are and how they move.
  static let manifestKeys = [
    "shape", "image", "sheet", "play", "from", "life", "direction", "spread", "speed", "gravity",
    "drag", "sway", "swayHz", "spin", "size", "down", "fade", "grow", "colours", "trail",
  ]
}

extension SceneObject {
  /// What makes the particles of an item.
  func emitter(_ reading: SceneReading) -> Emitter? {
    let preset: EmitterPreset? = self["preset"]?.choice(of: "preset")
    var emitter = preset?.emitter ?? Emitter(kind: ParticleKind())
    let kind = particles(emitter.kind, isPreset: preset != nil, reading)
    let bursts = self["burst"]?.bursts()
    let rate = self["rate"]?.number(in: 0...SceneLimits.rate)
    let then = self["then"]?.successors(reading)
    if preset == nil, self["burst"] == nil, self["rate"] == nil { _ = required("rate") }
    guard let kind else { return nil }
    emitter.kind = kind
    // A preset's own births go where the item says its own.
    if self["burst"] != nil || self["rate"] != nil {
      (emitter.bursts, emitter.rate) = (bursts ?? [], rate ?? 0)
    }
    if let then { emitter.then = then }
    checkBirths(of: emitter)
    return emitter
  }

  /// Particles of which more than can be looked through in a frame would live at once.
  private func checkBirths(of emitter: Emitter) {
    let life = max(emitter.kind.life.from, emitter.kind.life.to) / 1000
    let after = emitter.then.map { max($0.kind.life.from, $0.kind.life.to) / 1000 } ?? 0
    let burst = emitter.bursts.reduce(0) { $0 + $1.count }
    let births =
      (emitter.rate * (life + after) + Double(burst)) * Double(1 + (emitter.then?.count ?? 0))
    guard births > SceneLimits.births else { return }
    field.report(
      .package(
        .overLimit(
          what: "particles that live at once", found: Shown.number(births.rounded()),
          limit: Shown.number(SceneLimits.births))))
  }

  /// What particles are and how they move, with the members of the object in the place of those given.
  fileprivate func particles(
    _ given: ParticleKind, isPreset: Bool, _ reading: SceneReading
  ) -> ParticleKind? {
    var kind = given
    let life = (isPreset ? self["life"] : required("life"))?.life()
    if let shape = self["shape"]?.shape(self, reading) { kind.shape = shape }
    if self["shape"] == nil, self["image"] != nil, let artwork = artwork(reading) {
      kind.shape = .picture(artwork)
    }
    if let source = self["from"]?.source() { kind.source = source }
    let far = SceneLimits.lengthMm
    func set(
      _ key: String, _ path: WritableKeyPath<ParticleKind, ParticleKind.Range>,
      _ range: ClosedRange<Double>
    ) {
      if let value = self[key]?.range(in: range) { kind[keyPath: path] = value }
    }
    set("direction", \.direction, -3600...3600)
    set("spread", \.spread, -90...90)
    set("speed", \.speed, -far...far)
    set("gravity", \.gravity, -far...far)
    set("drag", \.drag, 0...1000)
    set("sway", \.sway, -far...far)
    set("swayHz", \.swayHz, 0...100)
    set("spin", \.spin, -36_000...36_000)
    set("size", \.size, 0...far)
    if let life { kind.life = life }
    if let down: ParticleKind.Down = self["down"]?.choice(of: "direction") { kind.down = down }
    if let fade = self["fade"]?.keys(upTo: 1, in: 0...1) { kind.fade = fade }
    if let grow = self["grow"]?.keys(upTo: 1, in: 0...1000) { kind.grow = grow }
    if let colours = self["colours"]?.colourKeys() { kind.colours = colours }
    if let trail = self["trail"]?.number(in: 0...SceneLimits.lifeMs) { kind.trailMs = trail }
    return isPreset || life != nil ? kind : nil
  }
}

extension SceneField {
  /// A number, or a list of two between which one is drawn.
  fileprivate func range(in range: ClosedRange<Double>) -> ParticleKind.Range? {
    if case .number = node.value { return number(in: range).map { ParticleKind.Range($0) } }
    return numbers(2, in: range).map { ParticleKind.Range($0[0], $0[1]) }
  }

  /// How long particles live.
  fileprivate func life() -> ParticleKind.Range? {
    guard let life = range(in: 0...1e9) else { return nil }
    guard life.from > 0, life.to > 0 else {
      report(.outOfRange(found: 0, expected: "milliseconds above 0"))
      return nil
    }
    guard life.from <= life.to else {
      report(.fallingInterval(from: life.from, to: life.to))
      return nil
    }
    guard life.to <= SceneLimits.lifeMs else {
      report(
        .package(
          .overLimit(
            what: "the life of a particle", found: "\(Shown.number(life.to)) ms",
            limit: "\(Shown.number(SceneLimits.lifeMs)) ms")))
      return nil
    }
    return life
  }

  /// What a particle looks like: one of the shapes, a picture's path, or an object with a picture.
  fileprivate func shape(_ kind: SceneObject, _ reading: SceneReading) -> ParticleKind.Shape? {
    if case .object = node.value {
      return object(keys: ["image", "sheet", "play"])?.artwork(reading).map { .picture($0) }
    }
    guard case .string(let name) = node.value else {
      report(
        .wrongType(
          expected: "\"dot\", \"streak\", \"spark\" or the path of a picture", found: node.typeName)
      )
      return nil
    }
    switch name {
    case "dot": return .dot
    case "streak": return .streak
    case "spark": return .spark
    case "image", "sheet": return kind.artwork(reading).map { .picture($0) }
    default: break
    }
    // A name without an ending is an unknown shape rather than a file.
    guard name.contains(".") else {
      return choice(of: "shape", known: ["dot", "streak", "spark"]) { _ in nil }
    }
    let sheet = kind["sheet"]?.sheet()
    let play: Play? = kind["play"]?.choice(of: "play")
    return file(.artwork(sheet), reading).map {
      .picture(SceneArtwork(image: $0, sheet: sheet, play: play ?? .loop))
    }
  }

  fileprivate func source() -> ParticleKind.Source? {
    guard let object = object(keys: ["box", "ellipse"]) else { return nil }
    let sides = 0...SceneLimits.lengthMm
    if object["box"] != nil, object["ellipse"] != nil {
      report(.package(.bothOf("box", "ellipse")))
      return nil
    }
    if let box = object["box"] {
      return box.numbers(3, in: sides).map { .box(Vector3($0[0], $0[1], $0[2])) }
    }
    return object.required("ellipse")?.numbers(2, in: sides).map {
      .ellipse(SIMD2($0[0], $0[1]))
    }
  }

  fileprivate func bursts() -> [Emitter.Burst]? {
    guard let list = list() else { return nil }
    if list.count > SceneLimits.bursts {
      report(
        .package(
          .overLimit(
            what: "the list of bursts", found: "\(list.count) bursts",
            limit: "\(SceneLimits.bursts)")))
    }
    var bursts: [Emitter.Burst] = []
    for field in list.prefix(SceneLimits.bursts) {
      guard let pair = field.list() else { continue }
      guard pair.count == 2 else {
        field.report(
          .wrongType(expected: "a list of an age and a count", found: "a list of \(pair.count)"))
        continue
      }
      guard let age = pair[0].time(), let count = pair[1].integer(in: 1...SceneLimits.burst) else {
        continue
      }
      if let before = bursts.last, age <= before.age {
        pair[0].report(.keysNotRising(before: before.age, after: age))
      }
      bursts.append(Emitter.Burst(age: age, count: count))
    }
    return bursts
  }

  fileprivate func successors(_ reading: SceneReading) -> Emitter.Successors? {
    guard let object = object(keys: ["count"] + ParticleKind.manifestKeys) else { return nil }
    let count = object.required("count")?.integer(in: 1...SceneLimits.burst)
    let kind = object.particles(ParticleKind(), isPreset: false, reading)
    guard let count, let kind else { return nil }
    return Emitter.Successors(kind: kind, count: count)
  }
}
