import Avatars
import Geometry
import Imaging
internal import Problems

/// A layer's picture as it stands in its file.
struct PictureFile {
  /// Where the manifest names it.
  let reference: AvatarManifest.Picture
  let bytes: [UInt8]
  let size: PixelSize<ArtworkSpace>
  /// The times of its frames, where it moves by itself.
  let times: FrameTimes?
  private let moving: MovingPicture.Info?
  /// The pixels, where they were decoded already and are kept.
  var pixels: StraightRGBA8?

  /// Reads the size and nothing more.
  init(_ reference: AvatarManifest.Picture, bytes: [UInt8]) throws(ImagingError) {
    (self.reference, self.bytes) = (reference, bytes)
    moving =
      Self.mayMove(reference.file)
      ? try MovingPicture.info(of: bytes, most: PackageLimits.frames) : nil
    guard let moving else {
      (size, times) = (try PNG.size(of: bytes, limits: .artwork), nil)
      return
    }
    let limits = ImageLimits.artwork
    guard moving.size.width <= limits.width, moving.size.height <= limits.height else {
      throw .tooLarge(width: moving.size.width, height: moving.size.height, limits: limits)
    }
    size = moving.size
    times =
      moving.decodedBytes <= PackageLimits.decodedBytes && moving.frames <= PackageLimits.frames
      ? FrameTimes(durationsMs: try MovingPicture(bytes, moving).durationsMs) : nil
  }

  /// Whether a file may hold a picture that moves; a PNG is a still, whatever it holds beside, unless it is
  /// named as an animated one.
  static func mayMove(_ file: String) -> Bool { !file.lowercased().hasSuffix(".png") }

  /// How many frames there are.
  var frameCount: Int { moving?.frames ?? 1 }

  /// The bytes of the pixels of all frames.
  var decodedBytes: Int { moving?.decodedBytes ?? 4 * size.width * size.height }

  /// The pixels; of what moves, those of its first frame.
  func decoded() throws(ImagingError) -> StraightRGBA8 {
    if let pixels { return pixels }
    guard let first = try frames().first else {
      throw .unreadable(reason: "there is no frame in it")
    }
    return first
  }

  /// The pixels of all frames.
  func frames() throws(ImagingError) -> [StraightRGBA8] {
    if let pixels { return [pixels] }
    guard let moving else { return [try PNG.decode(bytes, limits: .artwork)] }
    return try MovingPicture(bytes, moving).frames
  }
}

extension AvatarManifest.Picture {
  /// A fault at the place that names the picture.
  func fault(_ kind: AvatarFault.Kind) -> AvatarFault {
    AvatarFault(kind, file: AvatarManifest.fileName, place: place, path: path)
  }

  /// A file that is no picture that can be used.
  func fault(of error: ImagingError) -> AvatarFault {
    switch error {
    case .tooLarge(let width, let height, let limits):
      fault(
        .overLimit(
          what: "the size of \"\(file)\"", found: "\(width) x \(height)", limit: "\(limits)"))
    case _ where error.problemCode.exitCode == .overLimit:
      fault(.limitReached(reason: "\"\(file)\": \(error)"))
    default:
      fault(.unreadableFile(reason: "\"\(file)\": \(error)"))
    }
  }
}
