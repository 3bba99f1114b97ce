public import Avatars
internal import Files
internal import JSON
public import Text

/// What a package's `scene.json` says, as far as it can be understood.
public struct SceneManifest: Sendable {
  /// The manifest's name in a package.
  public static let fileName = "scene.json"

  /// A file that the manifest names.
  public struct File: Hashable, Sendable {
    /// What a file is for.
    public enum Use: Hashable, Sendable {
      /// The printed picture.
      case print
      /// A picture, cut into frames where it is a sheet.
      case artwork(SpriteSheet?)
      case lottie(LottieTiming)
      case photo
      case sound
      /// A model, and the animation that is played of it.
      case model(AnimationName?)
    }

    /// An animation that the manifest names.
    public struct AnimationName: Hashable, Sendable {
      /// The name.
      public var name: String
      /// Where the manifest names it.
      public var place: TextPlace
      /// The value that names it, such as `items[0].animation`.
      public var path: String
    }

    /// The path, which stays inside the package.
    public var file: String
    /// How the manifest uses the file.
    public var use: Use
    /// Where the manifest names it.
    public var place: TextPlace
    /// The value that names it, such as `items[0].image`.
    public var path: String
  }

  /// The scene; nil where the manifest has faults.
  public let scene: Scene?
  /// Everything that is wrong with the manifest.
  public let faults: [SceneFault]
  /// The files that the manifest names, also where other things are wrong.
  public let files: [File]
  /// What works and will hardly look as meant.
  public let warnings: [SceneFault]

  /// Reads the bytes of a `scene.json`; the id is the name of the package's folder.
  public init(id: String, _ bytes: some Collection<UInt8>) {
    let reading = SceneReading()
    let scene = SceneField.root(
      of: bytes, limit: SceneLimits.manifestBytes, what: "the manifest's size",
      expecting: FileKind.scene, log: reading.log)?
      .scene(id: id, reading)
    faults = reading.log.faults.map { SceneFault($0.kind, place: $0.place, path: $0.path) }
    warnings = reading.warnings
    self.scene = faults.isEmpty ? scene : nil
    files = reading.files
  }

  /// Stands for a manifest that cannot be read at all.
  package init(unreadable kind: AvatarFault.Kind) {
    scene = nil
    faults = [SceneFault(.package(kind))]
    (files, warnings) = ([], [])
  }
}

/// What is collected while a manifest is read.
final class SceneReading {
  let log = JSONFaultLog<SceneFault.Kind>()
  var files: [SceneManifest.File] = []
  var warnings: [SceneFault] = []
  /// The places of the items, by name; known before any item is read, as one may name a later one.
  var items: [String: Int] = [:]
}

/// One value of a manifest.
typealias SceneField = JSONField<SceneFault.Kind>
typealias SceneObject = JSONObject<SceneFault.Kind>

/// The values of `scene.json`, from the outside in.
extension SceneField {
  fileprivate func scene(id: String, _ reading: SceneReading) -> Scene? {
    let keys = [
      "version", "name", "picture", "seed", "depth", "light", "appear", "vanish", "items", "sounds",
      "greeting", "author", "licence", "tags",
    ]
    guard let object = object(keys: keys) else { return nil }
    object.required("version")?.checkVersion { .package(.unsupportedVersion(found: $0)) }
    let name = object["name"]?.object(keys: nil)?.fields.compactMapValues { $0.text() }
    _ = object["author"]?.text()
    _ = object["licence"]?.text()
    _ = object["tags"]?.list()?.compactMap { $0.text() }
    let picture = object.required("picture")?.printedPicture(id: id, reading)
    let seed = object["seed"]?.integer(in: 0...(1 << 53))
    let depth: SceneDepth? = object["depth"]?.choice(of: "depth")
    let light: LightMode? = object["light"]?.choice(of: "light")
    let times = 0...SceneLimits.timeMs
    let appear = object["appear"]?.object(keys: ["fade", "grow"])
    let fade = appear?["fade"]?.number(in: times)
    let grow = appear?["grow"]?.number(in: times)
    let vanish = object["vanish"]?.object(keys: ["hold", "fade", "after"])
    let hold = vanish?["hold"]?.number(in: times)
    let going = vanish?["fade"]?.number(in: times)
    let after = vanish?["after"]?.truth()
    let items = object["items"]?.items(reading) ?? []
    let sounds = object["sounds"]?.sounds(
      path: { $0.file(.sound, reading) }, start: { $0.start(reading) })
    let greeting = object["greeting"]?.file(.sound, reading)
    guard let picture else { return nil }
    let (standard, leaving) = (Scene.Appearance(), Scene.Vanishing())
    var scene = Scene(
      id: id, name: name ?? [:], picture: picture, seed: UInt64(seed ?? 0), depth: depth ?? .auto,
      appear: Scene.Appearance(
        fadeMs: fade ?? standard.fadeMs, growMs: grow ?? standard.growMs),
      vanish: Scene.Vanishing(
        holdMs: hold ?? leaving.holdMs, fadeMs: going ?? leaving.fadeMs,
        isAfter: after ?? leaving.isAfter),
      items: items,
      sounds: (sounds ?? []).map {
        SceneSound(file: $0.file, start: $0.start ?? .seen, gain: $0.gain)
      })
    scene.light = light ?? .unlit
    scene.greeting = greeting
    return scene
  }

  private func printedPicture(id: String, _ reading: SceneReading) -> ScenePicture? {
    guard let object = object(keys: ["name", "image", "widthMm"]) else { return nil }
    let image = object.required("image")?.file(.print, reading)
    let width = object.required("widthMm")?.length()
    let name = object["name"]?.text()
    guard let image, let width else { return nil }
    return ScenePicture(name: name ?? id, image: image, widthMm: width)
  }

  private func items(_ reading: SceneReading) -> [SceneItem]? {
    guard let list = list() else { return nil }
    if list.count > SceneLimits.items {
      report(
        .package(
          .overLimit(
            what: "the list of items", found: "\(list.count) items",
            limit: "\(SceneLimits.items)")))
    }
    let read = list.prefix(SceneLimits.items)
    for (index, field) in read.enumerated() {
      guard case .object(let members) = field.node.value,
        let name = members.first(where: { $0.name == "name" }),
        case .string(let text) = name.value.value
      else { continue }
      if let first = reading.items[text] {
        reading.log.report(
          .duplicateItem(text, first: first), at: name.value.place, path: "\(field.path).name")
      } else {
        reading.items[text] = index
      }
    }
    let items = read.map { field in field.object(keys: nil)?.item(reading) }
    checkStarts(items, list)
    return items.compactMap(\.self)
  }

  /// Items that begin after an item without an end, or after each other.
  private func checkStarts(_ items: [SceneItem?], _ fields: [SceneField]) {
    func other(_ index: Int) -> Int? {
      guard items.indices.contains(index), case .after(let other)? = items[index]?.start
      else { return nil }
      return other
    }
    var circles: Set<[Int]> = []
    for (index, item) in items.enumerated() {
      guard let item, let before = other(index), items.indices.contains(before) else { continue }
      if let first = items[before], first.durationMs == 0 {
        reportStart(fields[index], .endless(first.name))
      }
      var (path, next) = ([index], Optional(before))
      while let place = next, !path.contains(place) {
        path.append(place)
        next = other(place)
      }
      if next == index, circles.insert(path.sorted()).inserted {
        let names = path.compactMap { items[$0]?.name }
        reportStart(fields[index], .circular(names.isEmpty ? [item.name] : names))
      }
    }
  }

  private func reportStart(_ item: SceneField, _ kind: SceneFault.Kind) {
    guard case .object(let members) = item.node.value,
      let start = members.first(where: { $0.name == "on" })
    else { return }
    log.report(kind, at: start.value.place, path: "\(item.path).on")
  }
}
