import Foundation
public import Rendering
internal import SceneFiles
internal import Scenes

extension RenderRequest.Scenes {
  /// Whether something is asked for that needs printed cards.
  var isAsked: Bool { !named.isEmpty || !fields.isEmpty || !photos.isEmpty }

  /// The scenes, and what is shown in their fields.
  ///
  /// - Parameter avatars: the folder of avatars, beside which that of scenes may lie.
  public func selection(besideAvatars avatars: String) throws(RequestError) -> SceneSelection {
    let isNone = folder == Self.none
    let environment = ProcessInfo.processInfo.environment
    var selection = SceneSelection(
      library: isNone
        ? nil : SceneLibrary.find(named: folder, environment: environment, besideAvatars: avatars))
    guard !isNone || !isAsked else {
      throw .unfit("--scenes none draws no scenes; leave it out, or the other options for scenes")
    }
    selection.named = named.map { text in
      let (name, value) = Self.parts(text)
      return SceneSelection.Named(picture: name, scene: value)
    }
    selection.texts = fields.map(Self.field)
    selection.photos = photos.map(Self.field)
    return selection
  }

  /// Whether a scene of the folder begins something with a gesture, for which hands have to be tracked.
  ///
  /// A scene that cannot be read is told where it is drawn.
  func followsHands(besideAvatars avatars: String) -> Bool {
    guard let library = (try? selection(besideAvatars: avatars))?.library else { return false }
    return library.ids.contains { id in
      let scene = try? ScenePackage.manifest(path: library.path(of: id)).scene
      return scene?.items.contains { item in
        if case .gesture = item.start { true } else { false }
      } ?? false
    }
  }

  private static func parts(_ text: String) -> (name: String, value: String) {
    guard let sign = text.firstIndex(of: "=") else { return (text, "") }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  private static func field(_ text: String) -> SceneSelection.Field {
    let (name, value) = parts(text)
    guard let colon = name.firstIndex(of: ":") else {
      return SceneSelection.Field(scene: nil, field: name, value: value)
    }
    return SceneSelection.Field(
      scene: String(name[..<colon]), field: String(name[name.index(after: colon)...]),
      value: value)
  }
}
