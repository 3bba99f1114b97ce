import Geometry
import Imaging
import Recipe
import Recordings

/// What stands in the clip's place behind what is drawn, at the sizes of frames.
struct BackgroundPicture {
  private let background: Background
  /// The picture of a file.
  private let picture: StraightRGBA8?
  /// The one that was made last: mostly all frames have one size.
  private var made: (picture: StraightRGBA8, isMirrored: Bool)?

  /// Reads a background; nil for the clip's own.
  init?(_ background: Background) throws {
    if background == .clip { return nil }
    self.background = background
    picture = try background.file.map { path in
      do {
        return try PictureFormat.decode(
          FileBytes.read(path: path, limit: ImageLimits.still.fileBytes))
      } catch let error as ImagingError {
        throw ImagingError.file(path: path, error)
      }
    }
  }

  /// What it is in a frame: one colour, or the largest part of the picture of the frame's shape.
  ///
  /// - Parameter mirrored: whether the frame is flipped later, so that the picture is as its file has it then.
  mutating func picture(of size: PixelSize<OutputSpace>, mirrored: Bool) -> StraightRGBA8 {
    if let made, made.isMirrored == mirrored, made.picture.width == size.width,
      made.picture.height == size.height
    {
      return made.picture
    }
    let picture = drawn(size)
    made = (mirrored ? picture.flippedHorizontally() : picture, mirrored)
    return made?.picture ?? picture
  }

  private func drawn(_ size: PixelSize<OutputSpace>) -> StraightRGBA8 {
    guard let picture else {
      if case .colour(let colour) = background {
        return StraightRGBA8(size: size, filledWith: colour)
      }
      return StraightRGBA8(size: size)
    }
    let scale = max(
      Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    let (width, height) = (
      min(picture.width, max(1, Int((Double(size.width) / scale).rounded()))),
      min(picture.height, max(1, Int((Double(size.height) / scale).rounded())))
    )
    let part =
      picture.cropped(
        x: (picture.width - width) / 2, y: (picture.height - height) / 2, width: width,
        height: height) ?? picture
    // What shows through it is white, as paper is.
    return part.resampled(to: size).flattened(on: RGBA8(255, 255, 255))
  }
}
