public import Avatars
import Foundation
public import Imaging
package import Lottie
import ModelFiles
import Text

/// When the pictures of a package are decoded.
public enum PictureDecoding: Hashable, Sendable {
  /// When they are asked for; a damaged one is found out then.
  case later
  /// At once, to see that they can be, and when they are asked for.
  case checked
  /// At once, and so many bytes of pixels are kept until they are let go
  /// (`AvatarPackage.letGoOfPixels`).
  case kept(bytes: Int)
}

/// An avatar with its pictures, as a package holds them; pixels that are not kept are decoded when asked
/// for.
public struct AvatarPackage: LibraryPackage {
  /// What it is looked up by.
  public static let kind = LibraryKind("avatar", manifest: AvatarManifest.fileName)

  /// The avatar.
  public var avatar: Avatar { measured.avatar }
  /// The avatar with the sizes of its pictures, for placing it.
  public private(set) var measured: MeasuredAvatar

  /// Each layer's picture in the order of the layers, in a tenth of the memory that pixels take, and
  /// pixels that are kept.
  private(set) var files: [PictureFile]
  /// The pictures that raise layers, and the models of occluders, by path.
  private let unseen: [String: PictureFile]
  /// Where the package lies.
  package let path: String
  /// The bytes of the files of sound, by file.
  package private(set) var sounds: [String: [UInt8]] = [:]
  private let digest: PackageDigest

  /// Loads a package from a folder or a `.zip` file.
  ///
  /// - Parameter decoding: when its pictures are decoded.
  public static func load(
    path: String, decoding: PictureDecoding = .checked
  ) throws(AvatarPackageError) -> AvatarPackage {
    let contents = PackageContents(of: try files(at: path), decoding: decoding)
    guard let package = AvatarPackage(contents, path: path) else {
      throw .faulty(path: path, AvatarFaults(contents.faults))
    }
    return package
  }

  /// Everything that can be said against a package, from errors to notes.
  ///
  /// Throws only where there is no package to look at.
  public static func lint(path: String) throws(AvatarPackageError) -> [AvatarFault] {
    PackageContents(of: try files(at: path)).everything
  }

  /// The same of the package with another manifest, and with files beside its own or in their place.
  public func lint(
    manifest: [UInt8], adding added: [String: [UInt8]]
  ) -> [AvatarFault] {
    PackageContents(of: edited(manifest, added)).everything
  }

  /// Reads a package's manifest alone, without its pictures.
  static func manifest(path: String) throws(AvatarPackageError) -> AvatarManifest {
    PackageContents.manifest(of: try files(at: path)).manifest
  }

  /// Decodes a layer's picture, of one that moves the first frame; layers are counted from 0, the lowest first.
  public func picture(ofLayer index: Int) throws(AvatarPackageError) -> StraightRGBA8 {
    let file = files[index]
    do {
      return try file.decoded()
    } catch {
      throw .faulty(path: path, AvatarFaults([file.reference.fault(of: error)]))
    }
  }

  /// Decodes the frames of a layer's picture, a single one where it does not move.
  public func frames(ofLayer index: Int) throws(AvatarPackageError) -> [StraightRGBA8] {
    let file = files[index]
    do {
      return try file.frames()
    } catch {
      throw .faulty(path: path, AvatarFaults([file.reference.fault(of: error)]))
    }
  }

  /// Whether a layer shows a Lottie animation.
  package var showsLottie: Bool { files.contains { $0.lottie != nil } }

  /// What a person should know of its Lottie animations and models: a line for each thing of a file that is not drawn.
  package var notes: [String] {
    var seen: Set<String> = []
    let unseen = unseen.values.sorted { $0.reference.file < $1.reference.file }
    return (files + unseen).flatMap { file -> [String] in
      guard seen.insert(file.reference.file).inserted else { return [] }
      let missing = file.model?.file.notes.map { "\($0)" } ?? []
      return (missing + [file.lottie?.note].compactMap(\.self)).map { note in
        "the avatar \(Shown.text(avatar.id)), \(Shown.text(file.reference.file)): \(note)"
      }
    }
  }

  /// The model of a layer; nil where it shows none.
  package func model(ofLayer index: Int) -> PackageModel? { files[index].model }

  /// The Lottie animation that a layer shows; nil where it shows a picture.
  package func lottie(ofLayer index: Int) -> LottieFile? { files[index].lottie }

  /// Why a layer's Lottie animation was not drawn: a fault of the package, unless it is the machine's.
  package func failure(ofLayer index: Int, _ error: LottieError) -> any Error {
    let reference = files[index].reference
    guard let kind = AvatarFault.Kind(error, in: reference.file) else { return error }
    return AvatarPackageError.faulty(path: path, AvatarFaults([reference.fault(kind)]))
  }

  /// The error for an avatar that is not found.
  public static func failure(_ error: PackageLookupError) -> AvatarPackageError { .lookup(error) }

  /// Lets go of pixels that were kept: pictures are decoded again when they are asked for.
  public mutating func letGoOfPixels() {
    // Without a copy of the files where there is nothing to let go.
    for index in files.indices where files[index].pixels != nil { files[index].pixels = nil }
  }

  /// The bytes of the pixels that are kept; those that several layers use count once.
  package var keptBytes: Int {
    var seen: Set<String> = []
    return files.reduce(0) { sum, file in
      seen.insert(file.reference.file).inserted ? sum + (file.pixels?.bytes.count ?? 0) : sum
    }
  }

  /// The hash of what the package holds, 64 hexadecimal digits: of `avatar.json` and of the pictures and sounds
  /// that it names, whether they lie in a folder or an archive.
  ///
  /// It is that of the lines that `sha256sum` prints for these files, sorted by name. Worked out when
  /// it is first asked for, and then known to all copies.
  public var sha256: String { digest.text(of: files + unseen.values, sounds) }

  /// The bytes that the pictures' files take in memory, of Lottie animations also what is drawn of them; a
  /// file that several layers use counts once.
  public var fileBytes: Int {
    var seen: Set<String> = []
    let ofSounds = sounds.values.reduce(0) { $0 + $1.count }
    return (files + unseen.values).reduce(ofSounds) { sum, file in
      seen.insert(file.reference.file).inserted
        ? sum + file.byteCount + file.workBytes : sum
    }
  }

  /// The package under another name: that of a catalogue, which may keep its file under another one.
  public func named(_ id: String) -> AvatarPackage {
    var named = self
    named.measured = measured.named(id)
    return named
  }

  /// The package with another manifest in the place of its own, for an editor that tries one out.
  ///
  /// It is read as strictly as a package's own, and may show the pictures that the package's own
  /// manifest shows, and what is added. No file is read.
  ///
  /// - Parameter added: files by their paths in the package, of which those of a path that is there stand in for that.
  public func replacing(
    manifest bytes: [UInt8], adding added: [String: [UInt8]] = [:]
  ) throws(AvatarPackageError) -> AvatarPackage {
    guard added.isEmpty else { return try rebuilt(manifest: bytes, adding: added) }
    let manifest = AvatarManifest(id: avatar.id, bytes)
    let known = Dictionary(
      (files + unseen.values).map { ($0.reference.file, $0) },
      uniquingKeysWith: { first, _ in first })
    let missing = manifest.pictures.filter { known[$0.file] == nil }.map { picture in
      picture.fault(
        .missingFile(
          picture.file, nearest: Spelling.nearest(to: picture.file, among: known.keys.sorted())))
    }
    let mute = manifest.sounds.filter { sounds[$0.file] == nil }.map { sound in
      sound.fault(
        .missingFile(
          sound.file, nearest: Spelling.nearest(to: sound.file, among: sounds.keys.sorted())))
    }
    let unfit = manifest.pictures.compactMap { picture in
      known[picture.file]?.lottie.flatMap { picture.fault(ofSegmentIn: $0) }
    }
    let models = known.compactMapValues(\.model)
    let unknown = manifest.unknownNames(in: models.mapValues(\.model))
    let faults =
      manifest.faults + missing + mute + unfit + unknown + manifest.tooManyTriangles(in: models)
    do throws(AvatarFaults) {
      guard faults.isEmpty, let avatar = manifest.avatar,
        let measured = try MeasuredAvatar.of(avatar, known)
      else { throw AvatarFaults(faults) }
      var package = AvatarPackage(measured: measured, known, path: path, manifest: bytes)
      let named = Set(manifest.sounds.map(\.file))
      package.sounds = sounds.filter { named.contains($0.key) }
      return package
    } catch {
      throw .faulty(path: self.avatar.id, error)
    }
  }

  private func rebuilt(
    manifest: [UInt8], adding added: [String: [UInt8]]
  ) throws(AvatarPackageError) -> AvatarPackage {
    let contents = PackageContents(of: edited(manifest, added), decoding: .later)
    guard let package = AvatarPackage(contents, path: path) else {
      throw .faulty(path: avatar.id, AvatarFaults(contents.faults))
    }
    return package
  }

  private func edited(_ manifest: [UInt8], _ added: [String: [UInt8]]) -> EditedFiles {
    var held = sounds
    for file in files + unseen.values { held.merge(file.files) { first, _ in first } }
    held.merge(added) { $1 }
    held[AvatarManifest.fileName] = manifest
    return EditedFiles(id: avatar.id, held)
  }

  /// Takes an avatar and the picture files that its manifest names, by path.
  private init(
    measured: MeasuredAvatar, _ pictures: [String: PictureFile], path: String, manifest: [UInt8]
  ) {
    let layers = measured.avatar.layers
    let unseen = Set(
      layers.compactMap(\.relief?.image) + measured.avatar.occluders.compactMap(\.model?.image))
    self.init(
      measured: measured, files: layers.compactMap { pictures[$0.image] },
      unseen: pictures.filter { unseen.contains($0.key) }, path: path, manifest: manifest)
  }

  init(
    measured: MeasuredAvatar, files: [PictureFile], unseen: [String: PictureFile] = [:],
    path: String, manifest: [UInt8]
  ) {
    (self.measured, self.files, self.path) = (measured, files, path)
    self.unseen = unseen
    digest = PackageDigest(manifest: manifest)
  }

  private init?(_ contents: PackageContents, path: String) {
    guard contents.faults.isEmpty, let measured = contents.measured else { return nil }
    self.init(
      measured: measured, contents.pictures, path: path, manifest: contents.manifestBytes)
    sounds = contents.sounds
  }
}
