public import Avatars
public import Geometry
package import Models
public import Scenes

/// A scene together with the sizes of its pictures: all that placing it takes.
public struct MeasuredScene: Hashable, Sendable {
  /// A picture, as far as placing it takes.
  public struct Picture: Hashable, Sendable {
    /// One frame's size in pixels; of a sheet, a cell's.
    public var frame: PixelSize<ArtworkSpace>
    /// The times of its frames; nil for a still, or a sheet.
    public var times: FrameTimes?

    /// Makes a picture.
    public init(frame: PixelSize<ArtworkSpace>, times: FrameTimes? = nil) {
      (self.frame, self.times) = (frame, times)
    }
  }

  /// The scene.
  public let scene: Scene
  /// The height by the width of the printed picture.
  public let printAspect: Double
  /// The pictures that items and particles show.
  public let pictures: [SceneArtwork: Picture]
  /// Its models, by their files.
  package var models: [String: Model] = [:]
  /// When its items' runs begin.
  let clock: SceneClock

  /// Joins a scene and what its files tell.
  public init(_ scene: Scene, printAspect: Double, pictures: [SceneArtwork: Picture]) {
    (self.scene, self.printAspect, self.pictures) = (scene, printAspect, pictures)
    clock = SceneClock(scene)
  }

  /// What its items begin with, but the card's first sample.
  public var starts: Set<ItemStart> { clock.starts }

  /// The pixels of a millimetre in pictures that are made of boxes: a card is seldom seen larger.
  private static let pixelsPerMm = 10.0
  /// The longest side of such a picture.
  private static let longestSide = 1600.0

  /// The size of the picture that is made for a box of some millimetres.
  public static func pixels(of box: SIMD2<Double>) -> PixelSize<ArtworkSpace> {
    let scale = min(pixelsPerMm, longestSide / max(box.x, box.y))
    return PixelSize(
      clamping: max(1, Int((box.x * scale).rounded())), max(1, Int((box.y * scale).rounded())))
  }

  /// The picture that an artwork shows at an age.
  func frame(of artwork: SceneArtwork, atAge age: Double) -> Int {
    if let sheet = artwork.sheet { return sheet.frame(atAge: age) }
    return pictures[artwork]?.times?.frame(atAge: age, play: artwork.play) ?? 0
  }
}
