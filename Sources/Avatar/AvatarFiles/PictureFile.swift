import Avatars
import Geometry
import Imaging

/// A layer's picture as it stands in its file.
struct PictureFile {
  /// Where the manifest names it.
  let reference: AvatarManifest.Picture
  let bytes: [UInt8]
  let size: PixelSize<ArtworkSpace>
  /// The pixels, where they were decoded already and are kept.
  var pixels: StraightRGBA8?

  /// Reads the size and nothing more.
  init(_ reference: AvatarManifest.Picture, bytes: [UInt8]) throws(ImagingError) {
    size = try PNG.size(of: bytes, limits: .artwork)
    (self.reference, self.bytes) = (reference, bytes)
  }

  /// The pixels.
  func decoded() throws(ImagingError) -> StraightRGBA8 {
    if let pixels { return pixels }
    return try PNG.decode(bytes, limits: .artwork)
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
    default:
      fault(.unreadableFile(reason: "\"\(file)\": \(error)"))
    }
  }
}
