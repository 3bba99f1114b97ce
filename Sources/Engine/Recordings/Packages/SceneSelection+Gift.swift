import AvatarFiles
import Imaging
import SceneFiles
import Scenes
import Sound
import Text
import Timelines

extension SceneSelection {
  /// The zip archive of a scene with the fields filled that are given, and with a spoken greeting.
  ///
  /// - Parameters:
  ///   - nameOrPath: the scene.
  ///   - greeting: the path of the greeting's file; nil for none.
  public func gift(of nameOrPath: String, greeting: String?) throws -> [UInt8] {
    let path = try lookup.path(of: nameOrPath)
    // Everything that is given is checked as for a render.
    let scene = try SceneCache.scene(path: path)
    _ = try fields([scene])
    var filling = SceneFilling()
    for text in texts { filling.texts[text.field] = text.value }
    for photo in photos {
      filling.photos[photo.field] = SceneFilling.File(
        name: photo.value.name, bytes: try photo.value.bytes())
    }
    if let greeting {
      guard scene.textFields.contains(SceneSounds.greetingField) else {
        throw RenderingError.sceneField(
          "the greeting \(Shown.text(greeting)) would not be heard: \(Shown.text(scene.id)) has no text of the field"
            + " \"\(SceneSounds.greetingField)\", with which it is spoken")
      }
      let bytes: [UInt8]
      do throws(ImagingError) {
        bytes = try FileBytes.read(path: greeting, limit: SceneFilling.greetingBytes)
      } catch {
        throw ImagingError.file(path: greeting, error)
      }
      _ = try SoundFile.read(bytes, named: greeting, seconds: SoundLimits.greetingSeconds)
      filling.greeting = SceneFilling.File(name: greeting, bytes: bytes)
    }
    return try ScenePackage.gift(of: path, filling)
  }
}
