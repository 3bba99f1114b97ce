internal import Geometry
internal import Imaging
internal import Scenes

/// A picture of a scene as it stands in its file.
struct SceneFile {
  /// What the file is called in the package.
  let name: String
  let bytes: [UInt8]
  let size: PixelSize<ArtworkSpace>
  /// What it holds where it moves by itself; nil for a still.
  let moving: MovingPicture.Info?

  /// Reads the size and nothing more.
  init(name: String, bytes: [UInt8]) throws(ImagingError) {
    moving = try MovingPicture.info(of: bytes, most: SceneLimits.sheetFrames)
    let found: PixelSize<ArtworkSpace>
    if let moving {
      found = moving.size
    } else {
      let still = try PictureFormat.size(of: bytes)
      found = PixelSize(clamping: still.width, still.height)
    }
    let limits = ImageLimits.artwork
    guard found.width <= limits.width, found.height <= limits.height else {
      throw .tooLarge(width: found.width, height: found.height, limits: limits)
    }
    (self.name, self.bytes, size) = (name, bytes, found)
  }

  /// The pixels; of what moves, those of its first frame.
  func decoded() throws(ImagingError) -> StraightRGBA8 {
    if let frames = try movement()?.frames {
      guard let first = frames.first else { throw .unreadable(reason: "there is no frame in it") }
      return first
    }
    return try PictureFormat.decode(bytes, limits: .artwork)
  }

  /// The frames of what moves by itself; nil for a still.
  func movement() throws(ImagingError) -> MovingPicture? {
    guard let moving else { return nil }
    return try MovingPicture(bytes, moving)
  }

  /// The bytes of the pixels of all frames.
  var decodedBytes: Int { moving?.decodedBytes ?? 4 * size.width * size.height }
}

extension SpriteSheet {
  /// The size of a frame; nil where the sheet's cells are no whole pixels.
  func frame(of size: PixelSize<ArtworkSpace>) -> PixelSize<ArtworkSpace>? {
    guard size.width % columns == 0, size.height % rows == 0 else { return nil }
    return PixelSize(clamping: size.width / columns, size.height / rows)
  }
}
