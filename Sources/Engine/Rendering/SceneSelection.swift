import Foundation
import Imaging
import Passes
public import SceneFiles
import Scenes
import Text
import Timelines

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
  public struct Field: Hashable, Sendable {
    /// The scene's name; nil for all that have the field.
    public var scene: String?
    /// The field.
    public var field: String
    /// The text, or the path of the photo.
    public var value: String

    /// Makes a value of a field.
    public init(scene: String?, field: String, value: String) {
      (self.scene, self.field, self.value) = (scene, field, value)
    }
  }

  /// Where scenes are; nil for none.
  public var library: SceneLibrary?
  /// Scenes for pictures of a name.
  public var named: [Named] = []
  /// Texts of fields.
  public var texts: [Field] = []
  /// Photos of fields.
  public var photos: [Field] = []

  /// Draws no scenes.
  public static let none = SceneSelection(library: nil)

  /// Makes a selection.
  public init(library: SceneLibrary?) { self.library = library }

  /// Whether something is asked for that has no effect without cards.
  var isAsked: Bool {
    !named.isEmpty || !texts.isEmpty || !photos.isEmpty
  }

  /// Throws where a name or a path means nothing, before anything is read.
  func check() throws(ScenePackageError) {
    for choice in named { _ = try library(for: choice).path(of: choice.scene) }
  }

  private func library(for choice: Named) -> SceneLibrary { library ?? SceneLibrary() }

  /// Loads the scenes.
  ///
  /// - Parameter checksPictures: whether each picture is decoded, to see that it can be.
  func load(checksPictures: Bool) throws -> LoadedScenes {
    var packages = try library?.load(checksPictures: checksPictures) ?? []
    var byPicture: [String: Int] = [:]
    for (index, package) in packages.enumerated() {
      let name = package.scene.picture.name
      if let first = byPicture.updateValue(index, forKey: name) {
        throw ScenePackageError.samePicture(
          name, first: packages[first].path, second: package.path)
      }
    }
    for choice in named {
      let path = try library(for: choice).path(of: choice.scene)
      if let known = packages.firstIndex(where: { $0.path == path }) {
        byPicture[choice.picture] = known
        continue
      }
      packages.append(try ScenePackage.load(path: path, checksPictures: checksPictures))
      byPicture[choice.picture] = packages.count - 1
    }
    return LoadedScenes(packages: packages, byPicture: byPicture, fields: try fields(packages))
  }

  private func fields(_ packages: [ScenePackage]) throws -> SceneFields {
    var fields = SceneFields()
    for text in texts {
      try check(text, option: "--scene-field", packages) { item in
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
      try check(photo, option: "--scene-photo", packages) { item in
        if case .photo(let photo) = item.content { photo.field } else { nil }
      }
      do throws(ImagingError) {
        let bytes = try FileBytes.read(path: photo.value, limit: ImageLimits.still.fileBytes)
        fields.photos.append(
          SceneFields.Value(
            scene: photo.scene, field: photo.field,
            try PictureFormat.decode(bytes, limits: .still)))
      } catch {
        throw ImagingError.file(path: photo.value, error)
      }
    }
    return fields
  }

  /// Refuses a field that no scene has.
  private func check(
    _ given: Field, option: String, _ packages: [ScenePackage],
    field: (SceneItem) -> String?
  ) throws {
    let scenes = packages.map(\.scene).filter { given.scene == nil || $0.id == given.scene }
    if let scene = given.scene, scenes.isEmpty {
      throw ScenePackageError.unknownScene(
        name: scene, folder: library?.folder ?? "Scenes",
        nearest: Spelling.nearest(to: scene, among: packages.map(\.scene.id)))
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

/// Scenes that were loaded for a job.
struct LoadedScenes {
  let packages: [ScenePackage]
  /// The place of the scene of each printed picture, by the picture's name.
  let byPicture: [String: Int]
  let fields: SceneFields

  /// No scenes.
  static let none = LoadedScenes(packages: [], byPicture: [:], fields: SceneFields())
}
