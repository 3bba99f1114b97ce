import Geometry
import Imaging
import Recipe
import Recordings

/// What stands in the clip's place behind what is drawn, at the sizes of frames.
struct BackgroundPicture {
  private enum Content {
    case colour(RGBA8)
    case picture(StraightRGBA8)
  }

  private let content: Content
  /// The one that was made last: mostly all frames have one size.
  private var made: StraightRGBA8?

  /// Reads a background; nil for the clip's own.
  init?(_ background: Background) throws {
    switch background {
    case .clip: return nil
    case .colour(let colour): content = .colour(colour)
    case .file(let path): content = .picture(try SceneSelection.Photo.file(path).decoded())
    }
  }

  /// What it is in a frame: one colour, or the largest part of the picture of the frame's shape.
  ///
  /// - Parameter mirrored: whether frames are flipped later, so that the picture is as its file has it then; the same for
  ///   all frames.
  mutating func picture(of size: PixelSize<OutputSpace>, mirrored: Bool) -> StraightRGBA8 {
    if let made, made.width == size.width, made.height == size.height { return made }
    var picture: StraightRGBA8
    switch content {
    case .colour(let colour): picture = StraightRGBA8(size: size, filledWith: colour)
    case .picture(let whole):
      // What shows through it is white, as paper is.
      picture = whole.middle(ofShape: size).resampled(to: size)
        .flattened(on: RGBA8(255, 255, 255))
      if mirrored { picture.flipHorizontally() }
    }
    made = picture
    return picture
  }
}
