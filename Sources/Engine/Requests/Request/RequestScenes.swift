public import AvatarFiles
public import Recordings
import Rendering
public import SceneFiles
internal import Scenes

extension SceneSelection.Field {
  /// Makes a value of a field that is named `FIELD` or `SCENE:FIELD`.
  public init(named name: String, value: Value) {
    guard let colon = name.firstIndex(of: ":") else {
      self.init(scene: nil, field: name, value: value)
      return
    }
    self.init(
      scene: String(name[..<colon]), field: String(name[name.index(after: colon)...]),
      value: value)
  }
}

extension RenderRequest.Scenes {
  /// Whether something is asked for that needs printed cards.
  var isAsked: Bool { !named.isEmpty || !fields.isEmpty || !photos.isEmpty }

  /// Replaces the paths that are named, as those of a file that is written by hand are relative to it.
  ///
  /// A scene's name is no path unless it has a slash in it.
  public mutating func movePaths(_ moved: (String) -> String) {
    func movedValue(_ text: String) -> String {
      let (name, value) = Self.parts(text)
      return "\(name)=\(moved(value))"
    }
    folders = folders.map { $0 == Self.none ? $0 : moved($0) }
    named = named.map { Self.parts($0).value.contains("/") ? movedValue($0) : $0 }
    photos = photos.map(movedValue)
  }

  /// The scenes that are named for pictures: names, or paths.
  public var names: [String] { named.map { Self.parts($0).value } }

  /// The files of the photos.
  public var photoFiles: [String] { photos.map { Self.parts($0).value } }

  /// The scenes, and what is shown in their fields.
  ///
  /// - Parameter avatars: where avatars are looked up; scenes are looked up beside them too.
  /// - Throws: `RequestError`; `ScenePackageError` where a folder that is named is not there.
  public func selection(beside avatars: AvatarLibrary) throws -> SceneSelection {
    guard folders.contains(Self.none) else {
      return selection(from: try SceneLibrary.find(named: folders, beside: avatars))
    }
    let named = folders.filter { $0 != Self.none }
    guard !named.isEmpty || !isAsked else {
      throw RequestError.unfit(
        "--scenes none draws no scenes; leave it out, or the other options for scenes")
    }
    return selection(from: named.isEmpty ? nil : try SceneLibrary.only(named))
  }

  /// The scenes of some folders and no others: with none of them, no scenes.
  public static func only(_ folders: [String]) -> [String] { folders + [none] }

  /// What is drawn of the scenes of a library, whatever folders are named; nil draws none.
  public func selection(from library: SceneLibrary?) -> SceneSelection {
    var selection = SceneSelection(library)
    selection.named = named.map { text in
      let (name, value) = Self.parts(text)
      return SceneSelection.Named(picture: name, scene: value)
    }
    selection.texts = fields.map(Self.field)
    selection.photos = photos.map { text in
      let field = Self.field(text)
      return SceneSelection.Field(
        scene: field.scene, field: field.field, value: .file(field.value))
    }
    return selection
  }

  /// Whether a scene of the folders begins something with a gesture, for which hands have to be tracked.
  ///
  /// A scene that cannot be read is told where it is drawn.
  func followsHands(beside avatars: AvatarLibrary) -> Bool {
    let folders = (try? selection(beside: avatars).library?.paths) ?? []
    return folders.joined().contains { path in
      let scene = try? ScenePackage.manifest(path: path).scene
      return scene?.items.contains { item in
        if case .gesture = item.start { true } else { false }
      } ?? false
    }
  }

  private static func parts(_ text: String) -> (name: String, value: String) {
    guard let sign = text.firstIndex(of: "=") else { return (text, "") }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  private static func field(_ text: String) -> SceneSelection.Field<String> {
    let (name, value) = parts(text)
    return SceneSelection.Field(named: name, value: value)
  }
}
