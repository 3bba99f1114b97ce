public import AvatarFiles
import Foundation
package import Imaging
package import Passes
package import Recipe
public import SceneFiles
import Scenes
import Text

/// Which scenes are drawn on printed cards, and what is shown in their fields.
public struct SceneSelection: Hashable, Sendable {
  /// A scene for the pictures of a name, whatever its own picture is called.
  public struct Named: Hashable, Sendable {
    /// The name of the pictures.
    public var picture: String
    /// The scene's name, or the path of its package.
    public var scene: String

    /// Makes a choice.
    public init(picture: String, scene: String) { (self.picture, self.scene) = (picture, scene) }
  }

  /// What is shown in a field.
  public struct Field<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The scene's name; nil for all that have the field.
    public var scene: String?
    /// The field's name in the scene's manifest.
    public var field: String
    /// The text, or the photo.
    public var value: Value

    /// Makes a value of a field.
    public init(scene: String?, field: String, value: Value) {
      (self.scene, self.field, self.value) = (scene, field, value)
    }
  }

  /// Where a photo is.
  public enum Photo: Hashable, Sendable {
    case file(String)
    /// In memory, under the name by which faults tell of it.
    case bytes([UInt8], name: String)
  }

  /// Where scenes are: of two for one picture, that of the first folder is drawn; nil for none.
  public var library: SceneLibrary?
  /// Scenes for pictures of a name.
  public var named: [Named] = []
  /// Texts of fields.
  public var texts: [Field<String>] = []
  /// Photos of fields.
  public var photos: [Field<Photo>] = []

  /// Draws no scenes.
  public static let none = SceneSelection(nil)

  /// Makes a selection.
  public init(_ library: SceneLibrary?) { self.library = library }

  /// Whether something is asked for that has no effect without cards.
  var isAsked: Bool {
    !named.isEmpty || !texts.isEmpty || !photos.isEmpty
  }

  /// Where scenes are looked up, in words.
  var folders: String { lookup.places }

  /// Where names of scenes are looked up, also where no others are drawn.
  var lookup: SceneLibrary { library ?? SceneLibrary(folder: ScenePackage.kind.folder) }

  /// Throws where a name or a path means nothing, before anything is read.
  func check() throws(ScenePackageError) {
    for choice in named { _ = try lookup.path(of: choice.scene) }
  }

  /// Loads the scenes of some printed pictures: of others, only what their manifests say is read.
  ///
  /// - Parameters:
  ///   - names: the names of the pictures.
  ///   - checksPictures: whether each picture is decoded, to see that it can be.
  ///   - cache: where packages are kept that were read before; nil where each is read once.
  package func load(
    showing names: Set<String>, checksPictures: Bool, from cache: SceneCache? = nil
  ) throws -> LoadedScenes {
    let known = try knownScenes(cache)
    var loaded = LoadedScenes(fields: try fields(known.all.map(\.scene)))
    loaded.isEmpty = known.all.isEmpty
    for (name, path) in known.paths(showing: names) {
      if let place = loaded.packages.firstIndex(where: { $0.path == path }) {
        loaded.byPicture[name] = place
        continue
      }
      loaded.byPicture[name] = loaded.packages.count
      loaded.packages.append(
        try cache?.package(path: path)
          ?? ScenePackage.load(path: path, checksPictures: checksPictures))
    }
    loaded.notes = unfilled(loaded.packages.map(\.scene))
    return loaded
  }

  /// That none of the scenes that are shown has a field for which something is given, a line each.
  private func unfilled(_ shown: [Scene]) -> [String] {
    func line(_ option: String, _ scene: String?, _ field: String, _ fields: (Scene) -> [String])
      -> String?
    {
      let isFilled = shown.contains { (scene ?? $0.id) == $0.id && fields($0).contains(field) }
      return isFilled
        ? nil
        : "\(option) \(Shown.text(field)): no scene of the recording's cards has this field"
    }
    return texts.compactMap { line("--scene-field", $0.scene, $0.field, \.textFields) }
      + photos.compactMap { line("--scene-photo", $0.scene, $0.field, \.photoFields) }
  }

  /// The paths of the packages of the scenes of some printed pictures, by the pictures' names.
  public func paths(showing names: Set<String>) throws -> [(picture: String, path: String)] {
    try knownScenes().paths(showing: names)
  }

  private func knownScenes(
    _ cache: SceneCache? = nil
  ) throws(ScenePackageError) -> KnownScenes {
    var known = KnownScenes()
    for paths in try library?.paths ?? [] {
      for scene in try scenes(of: paths, cache) {
        known.all.append(scene)
        let name = scene.scene.picture.name
        if known.byPicture[name] == nil { known.byPicture[name] = scene }
      }
    }
    for choice in named {
      let path = try lookup.path(of: choice.scene)
      let scene = known.all.first { $0.path == path }
      guard let scene else {
        let read = try KnownScene(path: path, cache)
        known.all.append(read)
        known.byPicture[choice.picture] = read
        continue
      }
      known.byPicture[choice.picture] = scene
    }
    return known
  }

  /// The scenes of a folder, each for a picture of its own.
  private func scenes(
    of folder: [String], _ cache: SceneCache?
  ) throws(ScenePackageError) -> [KnownScene] {
    var scenes: [KnownScene] = []
    var paths: [String: String] = [:]
    for path in folder {
      let scene = try KnownScene(path: path, cache)
      let name = scene.scene.picture.name
      if let first = paths.updateValue(path, forKey: name) {
        throw .samePicture(name, first: first, second: path)
      }
      scenes.append(scene)
    }
    return scenes
  }

  func fields(_ scenes: [Scene]) throws -> SceneFields {
    var fields = SceneFields()
    for text in texts {
      try check(text, option: "--scene-field", scenes) { item in
        if case .text(let text) = item.content { text.field } else { nil }
      }
      guard text.value.count <= SceneLimits.textCharacters else {
        throw RenderingError.sceneField(
          "--scene-field \(Shown.text(text.field)): \(text.value.count) characters found, at most"
            + " \(SceneLimits.textCharacters) allowed")
      }
      fields.texts.append(SceneFields.Value(scene: text.scene, field: text.field, text.value))
    }
    for photo in photos {
      try check(photo, option: "--scene-photo", scenes) { item in
        if case .photo(let photo) = item.content { photo.field } else { nil }
      }
      fields.photos.append(
        SceneFields.Value(scene: photo.scene, field: photo.field, try photo.value.decoded()))
    }
    return fields
  }

  /// Refuses a field that no scene has.
  private func check<Value>(
    _ given: Field<Value>, option: String, _ all: [Scene], field: (SceneItem) -> String?
  ) throws {
    let scenes = all.filter { given.scene == nil || $0.id == given.scene }
    if let scene = given.scene, scenes.isEmpty {
      throw ScenePackageError.lookup(
        .unknown(
          ScenePackage.kind, name: scene, folders: lookup.folders, known: all.map(\.id)))
    }
    let known = Set(scenes.flatMap { $0.items.compactMap(field) })
    guard !known.contains(given.field) else { return }
    let nearest = Spelling.nearest(to: given.field, among: known.sorted())
    let hint =
      nearest.map { "; did you mean \"\($0)\"?" }
      ?? (known.isEmpty
        ? "; no scene has such a field"
        : "; known: \(known.sorted().prefix(8).joined(separator: ", "))")
    throw RenderingError.sceneField(
      "\(option): there is no field \"\(Shown.text(given.field))\"\(hint)")
  }
}

extension SceneSelection.Photo {
  /// What the faults call it.
  var name: String {
    switch self {
    case .file(let name), .bytes(_, let name): name
    }
  }

  /// The picture.
  package func decoded() throws(ImagingError) -> StraightRGBA8 {
    let bytes = try bytes()
    do throws(ImagingError) {
      return try PictureFormat.decode(bytes, limits: .still)
    } catch {
      throw ImagingError.file(path: name, error)
    }
  }

  /// The file as it is.
  func bytes() throws(ImagingError) -> [UInt8] {
    switch self {
    case .bytes(let given, _): return given
    case .file(let path):
      do throws(ImagingError) {
        return try FileBytes.read(path: path, limit: ImageLimits.still.fileBytes)
      } catch {
        throw ImagingError.file(path: path, error)
      }
    }
  }
}

/// A scene whose manifest was read, and nothing else of it.
private struct KnownScene {
  let path: String
  let scene: Scene

  init(path: String, _ cache: SceneCache?) throws(ScenePackageError) {
    self.path = path
    if let cache {
      scene = try cache.scene(path: path)
    } else {
      scene = try SceneCache.scene(path: path)
    }
  }
}

/// Scenes whose manifests were read.
private struct KnownScenes {
  var all: [KnownScene] = []
  var byPicture: [String: KnownScene] = [:]

  /// The packages of those of some pictures, by the pictures' names.
  func paths(showing names: Set<String>) -> [(picture: String, path: String)] {
    byPicture.filter { names.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.path) }
  }
}

/// Scenes that were loaded for a job.
package struct LoadedScenes {
  /// Those of the pictures that the recording shows.
  package var packages: [ScenePackage] = []
  /// The place of the scene of each printed picture, by the picture's name.
  var byPicture: [String: Int] = [:]
  /// What is shown in their fields.
  package var fields = SceneFields()
  /// What was given for them and is shown nowhere, a line each.
  package var notes: [String] = []
  /// Whether there is no scene at all, for whatever picture.
  var isEmpty = true

  package static let none = LoadedScenes()

  /// Puts another manifest in the place of that of the only scene.
  package mutating func replace(manifest: [UInt8]) throws {
    guard packages.count == 1 else {
      throw RenderingError.unfitOutput(
        reason:
          "a manifest of a scene replaces that of the card in the tracking, which shows cards of"
          + " \(packages.count) scenes; expected 1")
    }
    packages[0] = try ScenePackage.load(path: packages[0].path, manifest: manifest)
  }

  /// What is drawn on cards; nil where nothing can be.
  package func plan(cues: [SceneCue], isStill: Bool) -> ScenePlan? {
    guard !isEmpty else { return nil }
    var plan = ScenePlan(scenes: packages.map(\.measured), byPicture: byPicture, cues: cues)
    plan.isStill = isStill
    return plan
  }
}
