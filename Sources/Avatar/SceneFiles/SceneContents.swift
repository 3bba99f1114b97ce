internal import AvatarFiles
internal import Avatars
internal import Geometry
internal import Imaging
internal import JSON
internal import Lottie
internal import ModelFiles
internal import Models
internal import Scenes
internal import Text

/// What a scene's package turns out to hold, and what is wrong with it.
struct SceneContents {
  /// What its manifest says.
  let manifest: SceneManifest
  /// The manifest as it stands there; empty where it cannot be read.
  let manifestBytes: [UInt8]
  /// The pictures, by file, without the printed one.
  private(set) var pictures: [String: SceneFile] = [:]
  private(set) var lotties: [String: (bytes: [UInt8], file: LottieFile)] = [:]
  private(set) var models: [String: PackageModel] = [:]
  /// The files of sound.
  private(set) var sounds: [String: [UInt8]] = [:]
  /// The times of the frames of pictures that move by themselves, by file.
  private(set) var times: [String: FrameTimes] = [:]
  /// The printed picture's file and size; nil where it cannot be read.
  private(set) var print: (bytes: [UInt8], size: PixelSize<ArtworkSpace>)?
  /// All that keeps the package from being used.
  private(set) var faults: [SceneFault]
  private let files: any PackageFiles
  private var (fileBytes, lottieBytes, decodedBytes, dataBytes) = (0, 0, 0, 0)
  /// The models of all items.
  private(set) var shown: [PackageModel] = []

  /// Reads a package as far as it can be read.
  ///
  /// - Parameter decodes: whether each picture is decoded, to see that it can be.
  init(of files: any PackageFiles, decodes: Bool) {
    self.files = files
    (manifest, manifestBytes) = Self.manifest(of: files)
    faults = manifest.faults
    faults += files.strayPaths.map { stray in
      SceneFault(.package(.unsafePath(stray.path, reason: stray.reason)), file: stray.path)
    }
    var seen: Set<String> = []
    for reference in manifest.files {
      do {
        switch reference.use {
        case .sound: if seen.insert(reference.file).inserted { try readSound(reference) }
        case .print: try readPrint(reference)
        case .lottie(let timing):
          if seen.insert(reference.file).inserted { try readLottie(reference) }
          checkSegment(timing, reference)
        case .model(let animation):
          if seen.insert(reference.file).inserted { try readModel(reference, decodes) }
          if let model = models[reference.file] { shown.append(model) }
          checkAnimation(animation, reference)
        case .artwork, .photo:
          if seen.insert(reference.file).inserted { try readPicture(reference, decodes) }
          checkSheet(reference)
        }
      } catch let error as ImagingError where LottieTiming.isLottie(reference.file) {
        let kind = AvatarFault.Kind(
          error, in: reference.file,
          reason:
            "\"\(reference.file)\" is no picture; a Lottie animation is shown by an item of the type"
            + " \"lottie\", with \"file\"")
        report(.package(kind), reference)
      } catch let fault as LottieFault where !fault.isOfManifest {
        faults.append(SceneFault(AvatarFault(fault, in: reference.file)))
      } catch let fault as ModelFault {
        faults.append(SceneFault(AvatarFault(fault, in: reference.file)))
      } catch {
        report(.package(files.fault(of: error, in: reference.file)), reference)
      }
    }
    if let kind = AvatarFault.triangles(of: shown),
      let last = manifest.files.last(where: { models[$0.file] != nil })
    {
      report(.package(kind), last)
    }
  }

  /// Reads the manifest alone.
  static func manifest(
    of files: any PackageFiles
  ) -> (manifest: SceneManifest, bytes: [UInt8]) {
    files.manifest(
      SceneManifest.fileName, limit: SceneLimits.manifestBytes,
      unreadable: SceneManifest.init(unreadable:)
    ) { SceneManifest(id: files.id, $0) }
  }

  private mutating func readPrint(_ reference: SceneManifest.File) throws {
    let bytes = try files.read(reference.file, limit: ImageLimits.still.fileBytes)
    let size = try PictureFormat.size(of: bytes)
    print = (bytes, PixelSize(clamping: size.width, size.height))
  }

  /// Whether a limit of the whole package is passed: nothing more is read then.
  private var isOverLimit: Bool {
    fileBytes > PackageLimits.fileBytes || lottieBytes > PackageLimits.lottieBytes
      || decodedBytes > PackageLimits.decodedBytes
  }

  private mutating func readModel(_ reference: SceneManifest.File, _ decodes: Bool) throws {
    guard !isOverLimit else { return }
    var limits = ModelLimits.package
    limits.dataBytes -= dataBytes
    let bytes = try files.read(reference.file, limit: limits.fileBytes)
    let files = files
    let model = try PackageModel(
      reference.file, bytes: bytes, limits: limits, decodes: decodes
    ) { [limit = limits.fileBytes] path in
      try files.read(path, limit: limit)
    }
    fileBytes += model.byteCount
    dataBytes += model.file.dataBytes
    decodedBytes += model.file.decodedImageBytes
    let fault: AvatarFault.Kind? =
      if fileBytes > PackageLimits.fileBytes {
        .overLimit(together: "all picture files together", PackageLimits.fileBytes)
      } else if decodedBytes > PackageLimits.decodedBytes {
        .overLimit(together: "all pictures decoded", PackageLimits.decodedBytes)
      } else {
        nil
      }
    if let fault { return report(.package(fault), reference) }
    models[reference.file] = model
  }

  private mutating func checkAnimation(
    _ animation: SceneManifest.File.AnimationName?, _ reference: SceneManifest.File
  ) {
    guard let animation, let known = models[reference.file]?.model.animationNames,
      let kind = AvatarFault.Kind.unknown(
        animation.name, of: "animation of the model", among: known)
    else { return }
    faults.append(SceneFault(.package(kind), place: animation.place, path: animation.path))
  }

  private mutating func readPicture(_ reference: SceneManifest.File, _ decodes: Bool) throws {
    guard !isOverLimit else { return }
    let bytes = try files.read(
      reference.file, limit: PackageLimits.pictureFileBytes,
      narrowed: { MovingPicture.mayMove(beginning: $0) ? .max : PNG.fileBytes(beginning: $0) })
    fileBytes += bytes.count
    guard fileBytes <= PackageLimits.fileBytes else {
      return report(
        .package(.overLimit(together: "all picture files together", PackageLimits.fileBytes)),
        reference)
    }
    let picture = try SceneFile(name: reference.file, bytes: bytes)
    if let frames = picture.moving?.frames, frames > SceneLimits.sheetFrames {
      return report(
        .package(
          .overLimit(
            what: "the frames of \"\(reference.file)\"", found: "\(frames)",
            limit: "\(SceneLimits.sheetFrames)")), reference)
    }
    decodedBytes += picture.decodedBytes
    guard decodedBytes <= PackageLimits.decodedBytes else {
      return report(
        .package(.overLimit(together: "all pictures decoded", PackageLimits.decodedBytes)),
        reference)
    }
    if picture.moving != nil {
      times[reference.file] = FrameTimes(durationsMs: try picture.movement()?.durationsMs ?? [])
    } else if decodes {
      _ = try picture.decoded()
    }
    pictures[reference.file] = picture
  }

  private mutating func readLottie(_ reference: SceneManifest.File) throws {
    guard !isOverLimit else { return }
    let bytes = try files.read(reference.file, limit: LottieLimits.fileBytes)
    fileBytes += bytes.count
    guard fileBytes <= PackageLimits.fileBytes else {
      return report(
        .package(.overLimit(together: "all picture files together", PackageLimits.fileBytes)),
        reference)
    }
    let lottie = try LottieArchive.file(named: reference.file, bytes)
    lottieBytes += lottie.workBytes
    guard lottieBytes <= PackageLimits.lottieBytes else {
      return report(
        .package(.overLimit(together: "all Lottie animations together", PackageLimits.lottieBytes)),
        reference)
    }
    lotties[reference.file] = (bytes, lottie)
  }

  private mutating func checkSegment(_ timing: LottieTiming, _ reference: SceneManifest.File) {
    lotties[reference.file]?.file.fault(ofSegment: timing, in: reference.file).map {
      report(.package($0), reference)
    }
  }

  private mutating func checkSheet(_ reference: SceneManifest.File) {
    guard case .artwork(let sheet?) = reference.use, let picture = pictures[reference.file] else {
      return
    }
    guard picture.moving == nil else {
      return report(.sheetOfMovingPicture(reference.file), reference)
    }
    guard sheet.frame(of: picture.size) == nil else { return }
    report(
      .sheetDoesNotDivide(
        columns: sheet.columns, rows: sheet.rows, width: picture.size.width,
        height: picture.size.height), reference)
  }

  private mutating func readSound(_ reference: SceneManifest.File) throws {
    guard !isOverLimit else { return }
    let sound = try PackageSound.read(reference.file, of: files, fileBytes: &fileBytes)
    sounds[reference.file] = sound.bytes
    if let fault = sound.fault { report(.package(fault), reference) }
  }

  private mutating func report(_ kind: SceneFault.Kind, _ reference: SceneManifest.File) {
    faults.append(SceneFault(kind, place: reference.place, path: reference.path))
  }
}

/// What lint has to say beyond the faults.
extension SceneContents {
  /// Pictures that will hardly look as meant, at the first place that names each.
  var pictureWarnings: [SceneFault] {
    var seen: Set<String> = []
    return manifest.files.compactMap { reference in
      guard case .artwork = reference.use, seen.insert(reference.file).inserted,
        let picture = try? pictures[reference.file]?.decoded(), let kind = picture.artworkFault
      else { return nil }
      return SceneFault(
        .package(kind), severity: .warning, file: reference.file, path: reference.path)
    }
  }

  /// What of Lottie animations is not drawn, or costs much.
  var lottieWarnings: [SceneFault] {
    lotties.sorted { $0.key < $1.key }.flatMap { name, lottie in
      AvatarFault.warnings(of: lottie.file, in: name).map(SceneFault.init)
    }
  }

  /// What of models is not drawn as their files say, or costs much.
  var modelWarnings: [SceneFault] {
    let together = AvatarFault.triangleWarning(of: shown, in: SceneManifest.fileName)
    return
      (models.sorted { $0.key < $1.key }.flatMap { name, model in
        AvatarFault.warnings(of: model.file, in: name)
      } + [together].compactMap(\.self)).map(SceneFault.init)
  }

  /// PNG files and files of sound that nothing uses.
  var unusedFiles: [SceneFault] {
    let used = Set(manifest.files.map(\.file) + models.values.flatMap(\.files.keys))
    return files.paths.filter { !used.contains($0) }.compactMap { file in
      let kind: AvatarFault.Kind? =
        file.lowercased().hasSuffix(".png")
        ? .unusedFile : PackageSound.isNamed(file) ? .unusedSound : nil
      return kind.map { SceneFault(.package($0), severity: .note, file: file) }
    }
  }
}

extension SceneFault {
  /// A fault that any package may have, in a file of its own.
  fileprivate init(_ fault: AvatarFault) {
    self.init(
      .package(fault.kind), severity: fault.severity, file: fault.file, place: fault.place,
      path: fault.path)
  }
}
