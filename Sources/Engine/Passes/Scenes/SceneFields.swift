package import Imaging

/// What a render writes and shows in the fields of scenes.
package struct SceneFields: Sendable {
  /// A value for a field of one scene, or of all.
  package struct Value<Content: Sendable>: Sendable {
    /// The scene's name; nil for all that have such a field.
    package var scene: String?
    package var field: String
    /// What is shown there.
    package var content: Content

    package init(scene: String?, field: String, _ content: Content) {
      (self.scene, self.field, self.content) = (scene, field, content)
    }
  }

  package var texts: [Value<String>] = []
  package var photos: [Value<StraightRGBA8>] = []

  /// No fields.
  package init() {}

  func text(_ field: String?, of scene: String) -> String? { Self.find(texts, field, scene) }

  func photo(_ field: String?, of scene: String) -> StraightRGBA8? {
    Self.find(photos, field, scene)
  }

  /// The last value that is given; one for the scene alone before one for all.
  private static func find<Content>(
    _ values: [Value<Content>], _ field: String?, _ scene: String
  ) -> Content? {
    let fitting = values.filter { $0.field == field && ($0.scene ?? scene) == scene }
    return (fitting.last { $0.scene != nil } ?? fitting.last)?.content
  }
}
