internal import Avatars
internal import Geometry
internal import JSON
internal import Text

/// The types of items, as a manifest names them.
private enum ItemType: String, CaseIterable {
  case art, sprite, text, photo, flash, particles, lottie, model

  /// The keys that every item may have.
  private static let common = [
    "name", "type", "at", "rotation", "mirror", "blend", "opacity", "on", "delay", "duration",
    "animate",
  ]
  /// The keys of what lies in a plane.
  private static let flat = ["pivot", "angle", "facing"]

  /// The keys that an item of the type may have.
  var keys: [String] { Self.common + (self == .model ? [] : Self.flat) + own }

  private var own: [String] {
    switch self {
    case .art, .sprite: ["image", "sheet", "play", "width"]
    case .text: ["text", "field", "fonts", "size", "colour", "align", "vertical", "box"]
    case .photo: ["field", "image", "box", "fit", "radius", "border"]
    case .flash: ["colour", "keys", "area"]
    case .particles:
      ["preset", "burst", "rate", "then"] + ParticleKind.manifestKeys
    case .lottie: ["file", "play", "speed", "segment", "width"]
    case .model: ["file", "scale", "play", "speed", "animation", "portal", "shadow"]
    }
  }
}

extension SceneObject {
  /// The item; nil where something that it needs is missing or wrong.
  func item(_ reading: SceneReading) -> SceneItem? {
    let type: ItemType? = required("type")?.choice(of: "type of item")
    let name = required("name")?.text()
    let at = self["at"]?.place()
    let pivot = self["pivot"]?.numbers(2, in: -100...100).map { Pivot(x: $0[0], y: $0[1]) }
    let turn = self["rotation"]?.turn(isOfModel: type == .model)
    let angle = self["angle"]?.angle()
    let facing: SceneItem.Facing? = self["facing"]?.choice(of: "facing")
    let mirror: MirrorPolicy? = self["mirror"]?.choice(of: "mirror policy")
    let blend: BlendMode? = self["blend"]?.choice(of: "blend mode")
    let opacity = self["opacity"]?.number(in: 0...1)
    let start = self["on"]?.start(reading)
    let delay = self["delay"]?.time()
    let duration = self["duration"]?.time()
    let animations = self["animate"]?.animations()
    guard let type else { return nil }
    checkKeys(of: type)
    for animation in animations ?? []
    where type == .model && [.width, .angle].contains(animation.property) {
      self["animate"]?.report(.package(.notFor(animation.property.rawValue, of: "a model")))
    }
    let width =
      ["art", "sprite", "lottie"].contains(type.rawValue) ? required("width")?.length() : nil
    guard let content = content(type, tilt: turn.map { SIMD2($0.x, $0.y) }, reading), let name
    else { return nil }
    let box: Double? =
      switch content {
      case .text(let text): text.box.x
      case .photo(let photo): photo.box.x
      case .picture, .flash, .particles, .model: nil
      }
    if case .picture = content, width == nil { return nil }
    return SceneItem(
      name: name, content, at: at ?? .zero, width: width ?? box ?? 0, pivot: pivot ?? .middle,
      rotation: turn?.z ?? 0, angle: angle ?? .degrees(0), facing: facing ?? .card,
      mirror: mirror, blend: blend ?? .normal, opacity: opacity ?? 1, start: start ?? .seen,
      delayMs: delay ?? 0, durationMs: duration ?? 0, animations: animations ?? [])
  }

  /// Names keys that no item of the type has.
  private func checkKeys(of type: ItemType) {
    let known = type.keys
    guard case .object(let members) = field.node.value else { return }
    for member in members where !known.contains(member.name) {
      field.log.report(
        .package(
          .json(
            .unknownKey(member.name, nearest: Spelling.nearest(to: member.name, among: known)))),
        at: member.place, path: field.path)
    }
  }

  private func content(
    _ type: ItemType, tilt: SIMD2<Double>?, _ reading: SceneReading
  ) -> SceneItem.Content? {
    switch type {
    case .art, .sprite: artwork(reading).map { .picture($0) }
    case .text: text()
    case .photo: photo(reading)
    case .flash: flash(reading)
    case .particles: emitter(reading).map { .particles($0) }
    case .lottie: lottie(reading).map { .picture($0) }
    case .model: model(tilt: tilt, reading).map { .model($0) }
    }
  }

  /// A picture, and how it moves.
  func artwork(_ reading: SceneReading) -> SceneArtwork? {
    let sheet = self["sheet"]?.sheet()
    let play: Play? = self["play"]?.choice(of: "play")
    guard let image = required("image")?.file(.artwork(sheet), reading) else { return nil }
    return SceneArtwork(image: image, sheet: sheet, play: play ?? .loop)
  }

  /// A Lottie animation, and which frames of it are shown.
  private func lottie(_ reading: SceneReading) -> SceneArtwork? {
    let play: Play? = self["play"]?.choice(of: "play")
    let timing = LottieTiming(
      speed: self["speed"]?.lottieSpeed() ?? 1, segment: self["segment"]?.lottieSegment())
    guard let file = required("file")?.file(.lottie(timing), reading) else { return nil }
    return SceneArtwork(image: file, play: play ?? .loop, lottie: timing)
  }

  /// A model, and how it moves.
  private func model(tilt: SIMD2<Double>?, _ reading: SceneReading) -> SceneModel? {
    let scale = self["scale"]?.number(in: SceneLimits.modelScale)
    let play: Play? = self["play"]?.choice(of: "play")
    let speed = self["speed"]?.lottieSpeed()
    let animation = self["animation"].flatMap { field in
      field.text().map { (field, name: $0) }
    }
    let named = animation.flatMap { field, name in
      name == "none"
        ? nil
        : SceneManifest.File.AnimationName(name: name, place: field.node.place, path: field.path)
    }
    let portal = self["portal"]?.truth()
    let shadow = self["shadow"]?.number(in: 0...1)
    guard let file = required("file")?.file(.model(named), reading) else { return nil }
    return SceneModel(
      file: file, scale: scale ?? 1, tilt: tilt ?? .zero,
      animation: named.map { .named($0.name) } ?? (animation == nil ? .first : .none),
      play: play ?? .loop, speed: speed ?? 1, isPortal: portal ?? false,
      shadow: shadow ?? SceneModel.usualShadow)
  }

  private func text() -> SceneItem.Content? {
    let field = self["field"]?.text()
    let fonts = self["fonts"]?.list()?.compactMap { $0.text() }
    let size = self["size"]?.length()
    let colour = self["colour"]?.colour()
    let align: SceneText.Alignment? = self["align"]?.choice(of: "alignment")
    let vertical: SceneText.VerticalAlignment? = self["vertical"]?.choice(of: "vertical alignment")
    let text = self["text"]?.sceneText()
    if self["text"] == nil, self["field"] == nil { _ = required("text") }
    guard let box = required("box")?.box() else { return nil }
    var standard = SceneText(text: text ?? "", field: field, box: box)
    standard.fonts = fonts ?? []
    standard.size = size ?? standard.size
    standard.colour = colour ?? standard.colour
    standard.align = align ?? standard.align
    standard.vertical = vertical ?? standard.vertical
    return .text(standard)
  }

  private func photo(_ reading: SceneReading) -> SceneItem.Content? {
    let field = self["field"]?.text()
    let image = self["image"]?.file(.photo, reading)
    let fit: ScenePhoto.Fit? = self["fit"]?.choice(of: "fit")
    let radius = self["radius"]?.number(in: 0...SceneLimits.lengthMm)
    let border = self["border"]?.border()
    if self["image"] == nil, self["field"] == nil { _ = required("image") }
    guard let box = required("box")?.box() else { return nil }
    return .photo(
      ScenePhoto(
        field: field, image: image, box: box, fit: fit ?? .cover, radius: radius ?? 0,
        border: border))
  }

  private func flash(_ reading: SceneReading) -> SceneItem.Content? {
    let colour = self["colour"]?.colour()
    let area: SceneFlash.Area? = self["area"]?.choice(of: "area")
    let field = required("keys")
    guard let field, let keys = field.keys(upTo: SceneLimits.timeMs, in: 0...1) else { return nil }
    let found = keys.mostPeaksInASecond
    if found > SceneLimits.flashesPerSecond {
      reading.warnings.append(
        SceneFault(
          .flashes(found: found, limit: SceneLimits.flashesPerSecond), severity: .warning,
          place: field.node.place, path: field.path))
    }
    return .flash(SceneFlash(colour: colour ?? .white, opacity: keys, area: area ?? .card))
  }
}

extension SceneField {
  /// A turn in degrees: about z, of a model also about all axes.
  fileprivate func turn(isOfModel: Bool) -> SIMD3<Double>? {
    let range = -SceneLimits.turnDegrees...SceneLimits.turnDegrees
    guard isOfModel, case .object = node.value else {
      return number(in: range).map { SIMD3(0, 0, $0) }
    }
    guard let object = object(keys: ["x", "y", "z"]) else { return nil }
    func degrees(_ axis: String) -> Double { object[axis]?.number(in: range) ?? 0 }
    return SIMD3(degrees("x"), degrees("y"), degrees("z"))
  }

  fileprivate func angle() -> SceneItem.Angle? {
    if case .string = node.value {
      let auto: SceneItem.Angle? = choice(of: "angle", known: ["auto"]) {
        $0 == "auto" ? .auto : nil
      }
      return auto
    }
    return number(in: -360...360).map { .degrees($0) }
  }

  fileprivate func animations() -> [Animation]? {
    guard let list = list() else { return nil }
    if list.count > SceneLimits.animations {
      report(
        .package(
          .overLimit(
            what: "the list of animations", found: "\(list.count) animations",
            limit: "\(SceneLimits.animations)")))
    }
    return list.prefix(SceneLimits.animations).compactMap { $0.animation() }
  }

  /// How a picture is cut into frames.
  func sheet() -> SpriteSheet? {
    guard let object = object(keys: ["columns", "rows", "frames", "fps", "play"]) else {
      return nil
    }
    let side = 1...4096
    let columns = object.required("columns")?.integer(in: side)
    let rows = object.required("rows")?.integer(in: side)
    let frames = object["frames"]?.number("a whole number of at least 1") {
      $0 >= 1 && $0 == $0.rounded()
    }
    let fps = object["fps"]?.number("a number above 0 and at most 240") { $0 > 0 && $0 <= 240 }
    let play: Play? = object["play"]?.choice(of: "play")
    guard let columns, let rows else { return nil }
    let cells = columns * rows
    let count = frames ?? Double(cells)
    guard count <= Double(SceneLimits.sheetFrames) else {
      (object["frames"] ?? self).report(
        .package(
          .overLimit(
            what: "the frames of a sheet", found: Shown.number(count),
            limit: "\(SceneLimits.sheetFrames)")))
      return nil
    }
    guard count <= Double(cells) else {
      object["frames"]?.report(.sheetTooSmall(cells: cells, frames: Int(count)))
      return nil
    }
    return SpriteSheet(
      columns: columns, rows: rows, frames: Int(count), fps: fps ?? 12, play: play ?? .loop)
  }

  /// A text, not too long.
  fileprivate func sceneText() -> String? {
    guard let text = text() else { return nil }
    guard text.count <= SceneLimits.textCharacters else {
      report(
        .package(
          .overLimit(
            what: "the text", found: "\(text.count) characters",
            limit: "\(SceneLimits.textCharacters)")))
      return nil
    }
    return text
  }

  fileprivate func border() -> ScenePhoto.Border? {
    guard let object = object(keys: ["width", "colour"]) else { return nil }
    let width = object.required("width")?.length()
    let colour = object.required("colour")?.colour()
    guard let width, let colour else { return nil }
    return ScenePhoto.Border(width: width, colour: colour)
  }
}

extension Keys {
  /// How often the value is higher than before and after, at most, within a second.
  var mostPeaksInASecond: Int {
    var peaks: [Double] = []
    var (isRising, lowest) = (false, 0.0)
    for (index, key) in keys.enumerated() {
      let before = index > 0 ? keys[index - 1].value : lowest
      let after = index + 1 < keys.count ? keys[index + 1].value : 0
      if key.value > before { isRising = true }
      if isRising, after < key.value {
        peaks.append(key.time)
        isRising = false
      }
      lowest = 0
    }
    return peaks.indices.map { first in
      peaks[first...].prefix { $0 < peaks[first] + 1000 }.count
    }.max() ?? 0
  }
}
