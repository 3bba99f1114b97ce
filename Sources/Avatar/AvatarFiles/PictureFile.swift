import Avatars
import Geometry
import Imaging
import Lottie
import ModelFiles
import Models

/// A layer's picture as it stands in its file.
struct PictureFile {
  /// Where the manifest names it.
  let reference: AvatarManifest.Picture
  let bytes: [UInt8]
  let size: PixelSize<ArtworkSpace>
  /// The times of its frames, where it moves by itself; of a Lottie animation, as `times(of:)` has them.
  private let times: FrameTimes?
  /// The animation, where it is a Lottie.
  let lottie: LottieFile?
  /// The model, where it is one; its size is 1 x 1 then.
  let model: PackageModel?
  private let moving: MovingPicture.Info?
  /// The pixels, where they were decoded already and are kept.
  var pixels: StraightRGBA8?

  /// Reads the size and nothing more.
  ///
  /// - Parameters:
  ///   - limits: what is left of a package's limits for a model.
  ///   - decodes: whether a model's pictures are decoded.
  ///   - read: reads another file of the package, which a model may name.
  /// - Throws: `ImagingError`; of a Lottie animation, `LottieFault` or `PackageFileError`; of a model, `ModelFault`.
  init(
    _ reference: AvatarManifest.Picture, bytes: [UInt8], limits: ModelLimits, decodes: Bool,
    read: @escaping (String) throws -> [UInt8]
  ) throws {
    (self.reference, self.bytes) = (reference, bytes)
    guard !LayerModel.isModel(reference.file) else {
      model = try PackageModel(
        reference.file, bytes: bytes, limits: limits, decodes: decodes, read: read)
      (size, lottie, moving, times) = (PixelSize(clamping: 1, 1), nil, nil, nil)
      return
    }
    model = nil
    if LottieTiming.isLottie(reference.file) {
      let lottie = try LottieArchive.file(named: reference.file, bytes)
      (self.lottie, size, moving, times) = (lottie, lottie.size, nil, nil)
      return
    }
    lottie = nil
    moving =
      Self.mayMove(reference.file)
      ? try MovingPicture.info(of: bytes, most: PackageLimits.frames) : nil
    guard let moving else {
      (size, times) = (try PNG.size(of: bytes, limits: .artwork), nil)
      return
    }
    let limits = ImageLimits.artwork
    guard moving.size.width <= limits.width, moving.size.height <= limits.height else {
      throw ImagingError.tooLarge(
        width: moving.size.width, height: moving.size.height, limits: limits)
    }
    size = moving.size
    times =
      moving.decodedBytes <= PackageLimits.decodedBytes && moving.frames <= PackageLimits.frames
      ? FrameTimes(durationsMs: try MovingPicture(bytes, moving).durationsMs) : nil
  }

  /// Whether a file may hold a picture that moves; a PNG is a still, whatever it holds beside, unless it is
  /// named as an animated one.
  static func mayMove(_ file: String) -> Bool { !file.lowercased().hasSuffix(".png") }

  /// The times of its frames as a layer shows them; nil for a still.
  func times(of layer: Layer) -> FrameTimes? {
    lottie.map {
      layer.timing.times(frames: $0.frames, framesPerSecond: $0.framesPerSecond)
    } ?? times
  }

  /// Whether it is one picture that does not change.
  var isStill: Bool { times == nil && lottie == nil && model == nil }

  /// All files that it is read from, by their paths in the package.
  var files: [String: [UInt8]] { model?.files ?? [reference.file: bytes] }

  /// The bytes of these files.
  var byteCount: Int { model?.byteCount ?? bytes.count }

  /// Bytes that it takes in memory beside those of its files.
  var workBytes: Int { (lottie?.text.count ?? 0) + (model?.workBytes ?? 0) }

  /// The most bytes that a file of this name may have.
  static func mostBytes(_ file: String) -> Int {
    LayerModel.isModel(file)
      ? ModelLimits.package.fileBytes
      : LottieTiming.isLottie(file) ? LottieArchive.mostBytes : PackageLimits.pictureFileBytes
  }

  /// The most bytes that a file of this name may have, by its first bytes.
  static func narrowed(_ file: String) -> ([UInt8]) -> Int {
    if LottieTiming.isLottie(file) || LayerModel.isModel(file) { return { _ in .max } }
    guard mayMove(file) else { return PNG.fileBytes }
    return { MovingPicture.mayMove(beginning: $0) ? .max : PNG.fileBytes(beginning: $0) }
  }

  /// How many frames are decoded at once.
  var frameCount: Int { moving?.frames ?? 1 }

  /// The bytes of the pixels of all frames, or of a model's pictures; those of a Lottie animation are drawn one by one.
  var decodedBytes: Int {
    if let model { return model.file.decodedImageBytes }
    return lottie != nil ? 0 : moving?.decodedBytes ?? 4 * size.width * size.height
  }

  /// The pixels; of what moves, those of its first frame.
  func decoded() throws(ImagingError) -> StraightRGBA8 {
    if let pixels { return pixels }
    guard let first = try frames().first else {
      throw .unreadable(reason: "there is no frame in it")
    }
    return first
  }

  /// The pixels of all frames; of a Lottie animation, its first one.
  func frames() throws(ImagingError) -> [StraightRGBA8] {
    if let pixels { return [pixels] }
    if let lottie {
      let scale = min(1, Double(LottieSize.mostSide) / Double(max(size.width, size.height)))
      do {
        return [
          try LottieDrawing.picture(
            of: lottie, frame: 0, width: max(1, Int(Double(size.width) * scale)),
            height: max(1, Int(Double(size.height) * scale)))
        ]
      } catch {
        throw .unreadable(reason: "\(error)")
      }
    }
    guard let moving else { return [try PNG.decode(bytes, limits: .artwork)] }
    return try MovingPicture(bytes, moving).frames
  }
}

extension PictureFile {
  /// The greys of its first frame as those of a relief, over the grid of a layer.
  func relief(over cells: SurfaceCells) throws(ImagingError) -> ReliefGrid {
    let (size, greys) = try greys()
    guard
      let grid = ReliefGrid(
        pixels: greys, width: size.width, height: size.height, cells: cells)
    else { throw .unreadable(reason: "there is no pixel in it") }
    return grid
  }

  private func greys() throws(ImagingError) -> (PixelSize<ArtworkSpace>, [Float]) {
    guard moving != nil || lottie != nil else {
      return try PNG.greys(of: bytes, limits: .artwork)
    }
    let picture = try decoded()
    let greys = (0..<picture.width * picture.height).map { pixel in
      func level(_ channel: Int) -> Float { Float(picture.bytes[4 * pixel + channel]) / 255 }
      return 0.2126 * level(0) + 0.7152 * level(1) + 0.0722 * level(2)
    }
    return (size, greys)
  }
}

extension MeasuredAvatar {
  /// An avatar with what picture files tell of its layers.
  ///
  /// - Parameter files: those that its manifest names, by path.
  /// - Throws: `AvatarFaults` where a relief cannot be read.
  static func of(
    _ avatar: Avatar, _ files: [String: PictureFile]
  ) throws(AvatarFaults) -> MeasuredAvatar? {
    var (pictures, reliefs): ([PictureFile], [ReliefGrid?]) = ([], [])
    for layer in avatar.layers {
      guard let picture = files[layer.image] else { return nil }
      pictures.append(picture)
      guard let relief = layer.relief.flatMap({ files[$0.image] }) else {
        reliefs.append(nil)
        continue
      }
      do throws(ImagingError) {
        let size = picture.size
        reliefs.append(
          try relief.relief(
            over: SurfaceCells(
              width: size.width, height: size.height, hasRelief: true, isFlat: false)))
      } catch {
        throw AvatarFaults([relief.reference.fault(of: error)])
      }
    }
    return MeasuredAvatar(
      avatar, pictureSizes: pictures.map(\.size),
      frameTimes: zip(avatar.layers, pictures).map { $1.times(of: $0) }, reliefs: reliefs,
      models: files.compactMapValues { $0.model?.model })
  }
}

extension AvatarManifest.Picture {
  /// A fault at the place that names the picture.
  func fault(_ kind: AvatarFault.Kind) -> AvatarFault {
    AvatarFault(kind, file: AvatarManifest.fileName, place: place, path: path)
  }

  /// A segment that ends after the last frame; nil where it does not.
  func fault(ofSegmentIn lottie: LottieFile) -> AvatarFault? {
    lottie.fault(ofSegment: timing, in: file).map { fault($0) }
  }

  /// A file that is no picture that can be used.
  func fault(of error: ImagingError) -> AvatarFault {
    fault(AvatarFault.Kind(error, in: file))
  }
}
