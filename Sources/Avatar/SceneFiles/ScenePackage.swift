public import AvatarFiles
internal import Avatars
import Foundation
internal import Geometry
public import Imaging
package import Lottie
internal import ModelFiles
public import Placement
public import Scenes
internal import Text

/// A scene with its pictures, as a package holds them; pixels are decoded when they are asked for.
public struct ScenePackage: LibraryPackage {
  /// What it is looked up by.
  public static let kind = LibraryKind("scene", manifest: SceneManifest.fileName)

  /// The scene with the sizes of its pictures, for placing it.
  public let measured: MeasuredScene
  /// Where the package lies.
  public let path: String
  /// The hash of what the package holds, 64 hexadecimal digits, as that of an avatar is.
  public let sha256: String
  private let files: [String: SceneFile]
  private let lotties: [String: LottieFile]
  private let models: [String: PackageModel]
  /// The bytes of the files of sound, by file.
  package let sounds: [String: [UInt8]]
  /// The file of the printed picture.
  private let print: [UInt8]

  /// The scene.
  public var scene: Scene { measured.scene }
  /// The bytes of the pictures' files, which are kept, and of what is drawn of Lottie animations.
  public var fileBytes: Int {
    files.values.reduce(print.count) { $0 + $1.bytes.count }
      + sounds.values.reduce(0) { $0 + $1.count }
      + lotties.values.reduce(0) { $0 + $1.text.count }
      + models.values.reduce(0) { $0 + $1.byteCount + $1.workBytes }
  }

  /// The error for a scene that is not found.
  public static func failure(_ error: PackageLookupError) -> ScenePackageError { .lookup(error) }

  /// Loads a package from a folder or a `.zip` file.
  ///
  /// - Parameter checksPictures: whether each picture is decoded, to see that it can be.
  public static func load(
    path: String, checksPictures: Bool = true
  ) throws(ScenePackageError) -> ScenePackage {
    try package(SceneContents(of: try files(at: path), decodes: checksPictures), path: path)
  }

  /// Loads a package with another manifest in the place of its own: what an editor tries out.
  ///
  /// It may show any picture of the package.
  ///
  /// - Parameter manifest: the bytes of a `scene.json`.
  public static func load(
    path: String, manifest: [UInt8]
  ) throws(ScenePackageError) -> ScenePackage {
    let files = EditedPackage(
      files: try files(at: path), edited: [SceneManifest.fileName: manifest])
    return try package(SceneContents(of: files, decodes: false), path: path)
  }

  private static func package(
    _ contents: SceneContents, path: String
  ) throws(ScenePackageError) -> ScenePackage {
    guard contents.faults.isEmpty, let package = ScenePackage(contents, path: path) else {
      throw .faulty(path: path, SceneFaults(contents.faults))
    }
    return package
  }

  /// Everything that can be said against a package, from errors to notes.
  ///
  /// Throws only where there is no package to look at.
  public static func lint(path: String) throws(ScenePackageError) -> [SceneFault] {
    let contents = SceneContents(of: try files(at: path), decodes: true)
    return contents.faults + contents.manifest.warnings + contents.lottieWarnings
      + contents.pictureWarnings + contents.modelWarnings
      + contents.unusedFiles
  }

  /// Reads a package's manifest alone, without its pictures.
  public static func manifest(path: String) throws(ScenePackageError) -> SceneManifest {
    SceneContents.manifest(of: try files(at: path)).manifest
  }

  /// The bytes of a package's manifest.
  public static func manifestBytes(path: String) throws(ScenePackageError) -> [UInt8] {
    SceneContents.manifest(of: try files(at: path)).bytes
  }

  /// The pixels of a picture's frames, in their order; a single one for what does not move.
  public func frames(of artwork: SceneArtwork) throws(ScenePackageError) -> [StraightRGBA8] {
    if let frames = try moving(artwork.image) { return frames }
    let picture = try picture(artwork.image)
    guard let sheet = artwork.sheet else { return [picture] }
    let (width, height) = (picture.width / sheet.columns, picture.height / sheet.rows)
    return (0..<sheet.frames).compactMap { number in
      picture.cropped(
        x: number % sheet.columns * width, y: number / sheet.columns * height, width: width,
        height: height)
    }
  }

  /// Whether an item shows a Lottie animation.
  package var showsLottie: Bool { !lotties.isEmpty }

  /// What of it is not shown: a line for each Lottie animation of which parts are not drawn.
  package var notes: [String] {
    let name = "the scene \(Shown.text(scene.id))"
    return lotties.sorted { $0.key < $1.key }.compactMap { file, lottie in
      lottie.note.map { "\(name), \(Shown.text(file)): \($0)" }
    }
      + models.sorted { $0.key < $1.key }.flatMap { file, model in
        model.file.notes.map { "\(name), \(Shown.text(file)): \($0)" }
      }
  }

  /// The Lottie animation that an artwork shows; nil where it shows a picture.
  package func lottie(of artwork: SceneArtwork) -> LottieFile? {
    artwork.lottie == nil ? nil : lotties[artwork.image]
  }

  /// A model of the package, by its file.
  package func model(_ file: String) -> PackageModel? { models[file] }

  /// Why an artwork's Lottie animation was not drawn: a fault of the package, unless it is the machine's.
  package func failure(of artwork: SceneArtwork, _ error: LottieError) -> any Error {
    guard let kind = AvatarFault.Kind(error, in: artwork.image) else { return error }
    return ScenePackageError.faulty(path: path, SceneFaults([SceneFault(.package(kind))]))
  }

  /// The pixels of the printed picture.
  public func printedPicture() throws(ScenePackageError) -> StraightRGBA8 {
    do {
      return try PictureFormat.decode(print, limits: .still)
    } catch {
      throw unreadable(scene.picture.image, error)
    }
  }

  /// The pixels of a file of the package.
  public func picture(_ file: String) throws(ScenePackageError) -> StraightRGBA8 {
    do throws(ImagingError) {
      guard let picture = try files[file]?.decoded() else {
        throw .unreadable(reason: "the file is not in the package")
      }
      return picture
    } catch {
      throw unreadable(file, error)
    }
  }

  /// The frames of a picture that moves by itself; nil for a still.
  private func moving(_ file: String) throws(ScenePackageError) -> [StraightRGBA8]? {
    do throws(ImagingError) {
      return try files[file]?.movement()?.frames
    } catch {
      throw unreadable(file, error)
    }
  }

  private func unreadable(_ file: String, _ error: ImagingError) -> ScenePackageError {
    .faulty(
      path: path,
      SceneFaults([SceneFault(.package(.unreadableFile(reason: "\"\(file)\": \(error)")))]))
  }

  private init?(_ contents: SceneContents, path: String) {
    guard let scene = contents.manifest.scene, let print = contents.print else { return nil }
    var pictures: [SceneArtwork: MeasuredScene.Picture] = [:]
    for artwork in scene.artworks {
      if let timing = artwork.lottie {
        guard let file = contents.lotties[artwork.image]?.file else { return nil }
        pictures[artwork] = MeasuredScene.Picture(
          frame: file.size,
          times: timing.times(frames: file.frames, framesPerSecond: file.framesPerSecond))
        continue
      }
      guard let file = contents.pictures[artwork.image] else { return nil }
      let frame = artwork.sheet.map { $0.frame(of: file.size) } ?? file.size
      guard let frame else { return nil }
      pictures[artwork] = MeasuredScene.Picture(
        frame: frame, times: contents.times[artwork.image])
    }
    models = contents.models
    var measured = MeasuredScene(
      scene, printAspect: Double(print.size.height) / Double(print.size.width), pictures: pictures)
    measured.models = models.mapValues(\.model)
    self.measured = measured
    self.path = path
    files = contents.pictures
    lotties = contents.lotties.mapValues(\.file)
    self.print = print.bytes
    sounds = contents.sounds
    var all = files.mapValues(\.bytes).merging(sounds) { first, _ in first }
    for (name, lottie) in contents.lotties { all[name] = lottie.bytes }
    for model in models.values { all.merge(model.files) { first, _ in first } }
    all[SceneManifest.fileName] = contents.manifestBytes
    sha256 = PackageDigest.text(of: all)
  }
}

extension Scene {
  /// The fields that its texts are filled from, in the order of the items.
  public var textFields: [String] {
    distinct { if case .text(let text) = $0.content { text.field } else { nil } }
  }

  /// The fields that its photos are filled from, in the order of the items.
  public var photoFields: [String] {
    distinct { if case .photo(let photo) = $0.content { photo.field } else { nil } }
  }

  /// The cues that begin something, in the order of the items and sounds.
  public var cues: [String] {
    var known: Set<String> = []
    return (items.map(\.start) + sounds.map(\.start)).compactMap { start in
      if case .cue(let cue) = start { cue } else { nil }
    }.filter { known.insert($0).inserted }
  }

  private func distinct(_ name: (SceneItem) -> String?) -> [String] {
    var known: Set<String> = []
    return items.compactMap(name).filter { known.insert($0).inserted }
  }

  /// The pictures that its items and their particles show.
  var artworks: [SceneArtwork] {
    var found: [SceneArtwork] = []
    for item in items {
      switch item.content {
      case .picture(let artwork): found.append(artwork)
      case .particles(let emitter):
        for kind in [emitter.kind, emitter.then?.kind].compactMap(\.self) {
          if case .picture(let artwork) = kind.shape { found.append(artwork) }
        }
      case .text, .photo, .flash, .model: break
      }
    }
    return found
  }
}
