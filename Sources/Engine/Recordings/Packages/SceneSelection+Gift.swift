import AvatarFiles
import Imaging
import SceneFiles

extension SceneSelection {
  /// The zip archive of a scene with the fields filled that are given, and with a spoken greeting.
  ///
  /// - Parameters:
  ///   - nameOrPath: the scene.
  ///   - greeting: the path of the greeting's file; nil for none.
  public func gift(of nameOrPath: String, greeting: String?) throws -> [UInt8] {
    let path = try lookup.path(of: nameOrPath)
    // Everything that is given is checked as for a render.
    _ = try fields([SceneCache.scene(path: path)])
    var filling = SceneFilling()
    for text in texts { filling.texts[text.field] = text.value }
    for photo in photos {
      filling.photos[photo.field] = SceneFilling.File(
        name: photo.value.name, bytes: try photo.value.bytes())
    }
    if let greeting {
      do throws(ImagingError) {
        filling.greeting = SceneFilling.File(
          name: greeting,
          bytes: try FileBytes.read(path: greeting, limit: SceneFilling.greetingBytes))
      } catch {
        throw ImagingError.file(path: greeting, error)
      }
    }
    return try ScenePackage.gift(of: path, filling)
  }
}
