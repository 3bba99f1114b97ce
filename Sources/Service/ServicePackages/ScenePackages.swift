package import Access
internal import AvatarFiles
internal import Avatars
internal import Imaging
package import JSON
internal import Previews
package import Problems
package import Requests
package import SceneFiles
internal import Scenes
package import ServiceConfiguration
internal import ServiceInterface
internal import Text

/// Scenes of printed cards as packages that tenants name.
package enum ScenePackages: PackageKind {
  package typealias Package = ScenePackage

  package static let writeRight = AccessScope.scenesWrite
  package static let codes = (
    notFound: ProblemCode.sceneNotFound, builtIn: ProblemCode.sceneBuiltIn,
    tooMany: ProblemCode.tooManyScenes, bad: ProblemCode.badScene
  )

  package static var limits:
    (count: any ServiceSetting.Path<Int>, bytes: any ServiceSetting.Path<Int>)
  {
    (\.maximumScenesPerKey, \.maximumSceneBytes)
  }

  package static func isSaved(_ settings: ServiceSettings) -> Bool { settings.saveScenes == "yes" }

  package static func manifestBytes(path: String) throws -> [UInt8] {
    try ScenePackage.manifestBytes(path: path)
  }

  package static func writePreview(of path: String, to file: String) throws {
    let sheet = try ScenePreviewJob(ScenePackage.load(path: path)).render()
    try PNG.write(sheet, to: file, compression: .fast, replacing: true)
  }

  package static func summary(_ entry: PackageEntry) throws -> [(String, JSONValue)] {
    let path = try entry.namedPath()
    guard let scene = try? ScenePackage.manifest(path: path).scene else {
      // It was replaced or removed meanwhile.
      return []
    }
    return [
      ("name", .names(scene.name)),
      (
        "picture",
        .object([
          ("name", .string(scene.picture.name)), ("widthMm", .number(scene.picture.widthMm)),
        ])
      ),
      ("items", .array(scene.items.map { .string($0.name) })),
      ("textFields", .array(scene.textFields.map { .string($0) })),
      ("photoFields", .array(scene.photoFields.map { .string($0) })),
      ("cues", .array(scene.cues.map { .string($0) })),
    ]
  }

  package static func check(_ path: String) throws -> [String] {
    let faults = try ScenePackage.lint(path: path)
    let errors = faults.filter { $0.severity == .error }
    guard errors.isEmpty else { throw ScenePackageError.faulty(path: "", SceneFaults(errors)) }
    return faults.map { "\($0)" }
  }

  package static func check(_ path: String, as name: String, beside others: [PackageEntry]) throws {
    let scene = try ScenePackage.manifest(path: path).scene
    // The printed picture of a package that names none has the package's own name.
    guard let scene else { return }
    let picture = scene.picture.name == scene.id ? name : scene.picture.name
    for other in others where other.id != name {
      let path = try other.namedPath()
      let known = try? ScenePackage.manifest(path: path).scene
      guard known?.picture.name == picture else { continue }
      throw ServiceProblem(
        .scenePictureTaken,
        "its picture is called \"\(Shown.text(picture))\", which is that of the scene \(other.id); a picture"
          + " has one scene")
    }
  }
}

extension PackageCatalog<ScenePackages> {
  /// The scenes that a tenant's frame may show: its own before the built-in ones; none where it is to show none.
  package func library(for scenes: RenderRequest.Scenes, of tenant: String) throws -> SceneLibrary?
  {
    if scenes.folders.contains(RenderRequest.Scenes.none) { return nil }
    let own = try ownEntries(of: tenant).map { ($0.id, try $0.namedPath()) }
    return library.under(Dictionary(own) { first, _ in first })
  }

  /// Throws where a request names a scene that the tenant has not.
  package func check(_ scenes: RenderRequest.Scenes, of tenant: String) throws {
    for name in scenes.names { _ = try entry(name, of: tenant) }
  }
}
