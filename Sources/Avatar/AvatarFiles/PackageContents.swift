package import Avatars
package import Imaging
import Lottie
import ModelFiles
import Models
import Placement

/// What a package turns out to hold, and what is wrong with it.
struct PackageContents {
  /// What its manifest says.
  let manifest: AvatarManifest
  /// The manifest as it stands there; empty where it cannot be read.
  let manifestBytes: [UInt8]
  private(set) var pictures: [String: PictureFile] = [:]
  /// The files of sound.
  private(set) var sounds: [String: [UInt8]] = [:]
  /// All that keeps the package from being used.
  private(set) var faults: [AvatarFault]
  private let files: any PackageFiles
  /// The avatar with what its pictures tell; nil where something is wrong.
  private(set) var measured: MeasuredAvatar?

  /// Reads a package as far as it can be read.
  ///
  /// - Parameter decoding: when pictures are decoded.
  init(of files: any PackageFiles, decoding: PictureDecoding = .checked) {
    self.files = files
    (manifest, manifestBytes) = Self.manifest(of: files)
    faults = manifest.faults
    faults += files.strayPaths.map { stray in
      AvatarFault(.unsafePath(stray.path, reason: stray.reason), file: stray.path)
    }
    var fileBytes = 0
    readPictures(decoding: decoding, &fileBytes)
    readSounds(&fileBytes)
    checkSegments()
    let models = pictures.compactMapValues(\.model)
    faults += manifest.unknownNames(in: models.mapValues(\.model))
    faults += manifest.tooManyTriangles(in: models)
    measure()
  }

  /// Reads what has to be known of pictures for placing them.
  private mutating func measure() {
    guard faults.isEmpty, let avatar = manifest.avatar else { return }
    do throws(AvatarFaults) {
      measured = try MeasuredAvatar.of(avatar, pictures)
    } catch {
      faults += error.faults
    }
  }

  /// Reads the manifest alone.
  static func manifest(
    of files: any PackageFiles
  ) -> (manifest: AvatarManifest, bytes: [UInt8]) {
    files.manifest(
      AvatarManifest.fileName, limit: AvatarManifest.byteLimit,
      unreadable: AvatarManifest.init(unreadable:)
    ) { AvatarManifest(id: files.outerName, $0) }
  }

  private mutating func readSounds(_ fileBytes: inout Int) {
    for reference in manifest.sounds where sounds[reference.file] == nil {
      guard fileBytes <= PackageLimits.fileBytes else { return }
      do {
        let sound = try PackageSound.read(reference.file, of: files, fileBytes: &fileBytes)
        sounds[reference.file] = sound.bytes ?? []
        if let fault = sound.fault { faults.append(reference.fault(fault)) }
      } catch {
        faults.append(reference.fault(files.fault(of: error, in: reference.file)))
      }
    }
  }

  private mutating func readPictures(decoding: PictureDecoding, _ fileBytes: inout Int) {
    var (lottieBytes, decodedBytes) = (0, 0)
    var limits = ModelLimits.package
    var seen: Set<String> = []
    for reference in manifest.pictures where seen.insert(reference.file).inserted {
      do {
        let bytes = try files.read(
          reference.file, limit: PictureFile.mostBytes(reference.file),
          narrowed: PictureFile.narrowed(reference.file))
        var picture = try PictureFile(
          reference, bytes: bytes, limits: limits, decodes: decoding != .later
        ) { [files] path in
          try files.read(path, limit: ModelLimits.package.fileBytes)
        }
        fileBytes += picture.byteCount
        guard fileBytes <= PackageLimits.fileBytes else {
          report(
            .overLimit(together: "all picture files together", PackageLimits.fileBytes), reference)
          return
        }
        limits.dataBytes -= picture.model?.file.dataBytes ?? 0
        guard picture.frameCount <= PackageLimits.frames else {
          report(
            .overLimit(
              what: "the frames of \"\(reference.file)\"", found: "\(picture.frameCount)",
              limit: "\(PackageLimits.frames)"), reference)
          return
        }
        lottieBytes += picture.lottie?.workBytes ?? 0
        guard lottieBytes <= PackageLimits.lottieBytes else {
          report(
            .overLimit(together: "all Lottie animations together", PackageLimits.lottieBytes),
            reference)
          return
        }
        decodedBytes += picture.decodedBytes
        guard decodedBytes <= PackageLimits.decodedBytes else {
          report(
            .overLimit(together: "all pictures decoded", PackageLimits.decodedBytes), reference)
          return
        }
        if decoding != .later, picture.lottie == nil, picture.model == nil {
          let pixels = try picture.decoded()
          if case .kept(let bytes) = decoding, decodedBytes <= bytes, picture.isStill,
            !reference.isRelief
          {
            picture.pixels = pixels
          }
        }
        pictures[reference.file] = picture
      } catch let fault as LottieFault where !fault.isOfManifest {
        faults.append(AvatarFault(fault, in: reference.file))
      } catch let fault as ModelFault {
        faults.append(AvatarFault(fault, in: reference.file))
      } catch {
        report(files.fault(of: error, in: reference.file), reference)
      }
    }
  }

  /// Layers that show frames which their animations have not.
  private mutating func checkSegments() {
    for reference in manifest.pictures {
      guard let lottie = pictures[reference.file]?.lottie,
        let fault = reference.fault(ofSegmentIn: lottie)
      else { continue }
      faults.append(fault)
    }
  }

  private mutating func report(_ kind: AvatarFault.Kind, _ reference: AvatarManifest.Picture) {
    faults.append(reference.fault(kind))
  }
}

/// What lint has to say beyond the faults.
extension PackageContents {
  /// All of it, after the faults.
  var everything: [AvatarFault] {
    faults + lottieWarnings + modelWarnings + pictureWarnings + surfaceWarnings + unusedFiles
  }

  /// Pictures that will hardly look as meant, at the first place that names each.
  var pictureWarnings: [AvatarFault] {
    var seen: Set<String> = []
    return manifest.pictures.compactMap { reference in
      guard !reference.isRelief, seen.insert(reference.file).inserted,
        let file = pictures[reference.file], file.lottie == nil, file.model == nil,
        let picture = try? file.decoded(), let kind = picture.artworkFault
      else { return nil }
      return AvatarFault(kind, severity: .warning, file: reference.file, path: reference.path)
    }
  }

  /// What of Lottie animations is not drawn, or costs much.
  var lottieWarnings: [AvatarFault] {
    var seen: Set<String> = []
    return manifest.pictures.flatMap { reference -> [AvatarFault] in
      guard seen.insert(reference.file).inserted,
        let lottie = pictures[reference.file]?.lottie
      else { return [] }
      return AvatarFault.warnings(of: lottie, in: reference.file)
    }
  }

  /// What of models is not drawn, or costs much.
  var modelWarnings: [AvatarFault] {
    let all = manifest.pictures.compactMap { pictures[$0.file]?.model }
    return pictures.keys.sorted().flatMap { file in
      pictures[file]?.model.map { AvatarFault.warnings(of: $0.file, in: file) } ?? []
    } + [AvatarFault.triangleWarning(of: all, in: AvatarManifest.fileName)].compactMap(\.self)
  }

  /// Surfaces that will hardly look as meant, at the pictures that lie on them.
  var surfaceWarnings: [AvatarFault] {
    guard let measured else { return [] }
    let layers = manifest.pictures.filter { !$0.isRelief && !$0.isOccluder }
    return measured.surfaceWarnings.compactMap { layer, kind in
      guard layers.indices.contains(layer) else { return nil }
      let path = layers[layer].path.replacing(".image", with: "")
      return AvatarFault(
        kind, severity: .warning, file: AvatarManifest.fileName, place: layers[layer].place,
        path: path)
    }
  }

  /// PNG files that no layer uses, and files of sound that nothing does.
  var unusedFiles: [AvatarFault] {
    let used = Set(
      manifest.pictures.flatMap { pictures[$0.file]?.files.keys.map(\.self) ?? [$0.file] }
        + manifest.sounds.map(\.file))
    return files.paths.filter { !used.contains($0) }.compactMap { file in
      let kind: AvatarFault.Kind? =
        file.lowercased().hasSuffix(".png")
        ? .unusedFile : PackageSound.isNamed(file) ? .unusedSound : nil
      return kind.map { AvatarFault($0, severity: .note, file: file) }
    }
  }
}

extension StraightRGBA8 {
  /// The alpha from which a border pixel is taken for artwork that goes on beyond the picture.
  ///
  /// The antialiased rim of a shape that just touches the border stays under it.
  private static var solid: UInt8 { 128 }

  /// What is wrong with the picture as artwork.
  package var artworkFault: AvatarFault.Kind? {
    func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[4 * (y * width + x) + 3] }
    guard stride(from: 3, to: bytes.count, by: 4).contains(where: { bytes[$0] > 0 }) else {
      return .transparentPicture
    }
    let edges = AvatarFault.Edge.allCases.filter { edge in
      switch edge {
      case .top: (0..<width).contains { alpha($0, 0) >= Self.solid }
      case .right: (0..<height).contains { alpha(width - 1, $0) >= Self.solid }
      case .bottom: (0..<width).contains { alpha($0, height - 1) >= Self.solid }
      case .left: (0..<height).contains { alpha(0, $0) >= Self.solid }
      }
    }
    return edges.isEmpty ? nil : .cutOff(edges)
  }
}

extension AvatarManifest.SoundFile {
  /// Something wrong with the file.
  func fault(_ kind: AvatarFault.Kind) -> AvatarFault {
    AvatarFault(kind, file: AvatarManifest.fileName, place: place, path: path)
  }
}
