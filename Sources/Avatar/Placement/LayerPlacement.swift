public import Geometry

/// Where one layer on one subject goes in one output picture.
public struct LayerPlacement: Sendable {
  /// How the layer was placed.
  public enum Mode: String, Decodable, Sendable {
    /// By the 2D transform of the eyes.
    case landmarks
    /// By the facial transformation matrix.
    case matrix
  }

  /// What it is placed on.
  public var subject: Subject
  /// The place of the subject's avatar among those that were given.
  public var avatarIndex: Int
  /// The layer's place in its avatar.
  public var layerIndex: Int
  /// The frame of the layer's picture, counted from 0; nil for one that does not move.
  public var frame: Int?
  /// The layer's name.
  public var layer: String
  /// How it was placed.
  public var mode: Mode
  /// From the pixels of the layer's stored picture to the frame *before* its flip.
  ///
  /// A mirrored output is composited un-mirrored, and flipped left to right once it is finished;
  /// see `OutputMapping`. In an output that is not mirrored the two frames are the same.
  public var homography: Homography<ArtworkSpace, OutputSpace>
  /// Where the corners of the picture *as stored* lie in the produced frame, flipped if it is.
  public var corners: Quad<OutputSpace>
  /// The layer's opacity here, 0 to 1: its own, driven, and the fade of a face that comes or was lost.
  public var opacity: Double
  /// How far the landmark snap moved the face's anchor, in scene pixels; nil without a snap.
  public var residualPx: Double?
  /// How far the clip's own motion moved the face, in scene pixels; nil where only its samples tell.
  public var stuckPx: Double?
  /// What drives made of the layer's width and turn here; nil where no drive changed either.
  public var driven: DrivenSize?
  /// Its surface, where it is more than a flat picture; then `homography` is that of its plane, and `corners` are those of
  /// the picture without a relief, or on the face those of the box about it.
  public var volume: LayerVolume?
  /// From where to where it moves while the shutter is open; nil where it is drawn as of one moment.
  public var motion: Motion?

  /// Where a layer's corners lie when the shutter opens and when it closes, in the produced frame.
  public struct Motion: Sendable {
    /// When it opens.
    public var from: Quad<OutputSpace>
    /// When it closes.
    public var to: Quad<OutputSpace>

    /// Makes a motion.
    public init(from: Quad<OutputSpace>, to: Quad<OutputSpace>) {
      (self.from, self.to) = (from, to)
    }
  }

  /// Makes a placement.
  public init(
    on subject: Subject, avatarIndex: Int, layerIndex: Int, layer: String, mode: Mode,
    homography: Homography<ArtworkSpace, OutputSpace>, corners: Quad<OutputSpace>,
    opacity: Double, residualPx: Double?, driven: DrivenSize? = nil, frame: Int? = nil
  ) {
    (self.subject, self.avatarIndex, self.layerIndex) = (subject, avatarIndex, layerIndex)
    (self.layer, self.mode, self.homography) = (layer, mode, homography)
    (self.corners, self.opacity, self.residualPx) = (corners, opacity, residualPx)
    (self.driven, self.frame) = (driven, frame)
  }
}

extension LayerPlacement {
  /// Corners within which it is drawn, in the produced frame.
  public func extent(in output: OutputMapping) -> Quad<OutputSpace> {
    volume?.box.map { Quad($0).map(output.finished) } ?? corners
  }

  /// Whether it shows a model.
  package var isModel: Bool { if case .model = volume?.shape { true } else { false } }

  /// The opacity from which on a layer changes a pixel of 8 bits.
  public static let leastOpacity = 0.5 / 255

  /// Whether something of it is seen in a picture of this size: it has opacity, and lies within.
  public func isSeen(in picture: PixelSize<OutputSpace>) -> Bool {
    guard opacity >= Self.leastOpacity else { return false }
    guard let volume else { return corners.overlaps(Rectangle(picture)) }
    return volume.box.map { $0.intersection(Rectangle(picture)) != nil } ?? false
  }
}

/// A layer's width and turn as drives left them at one moment.
///
/// An offset in eye distances becomes pixels of the artwork by these two, so a reader of a sidecar
/// needs them to bring a shift back into the numbers of a manifest.
public struct DrivenSize: Hashable, Sendable {
  /// The picture's width, in eye distances.
  public var scale: Double
  /// The turn about the pivot in degrees, clockwise as seen in the scene.
  public var rotation: Double

  /// Makes the pair.
  public init(scale: Double, rotation: Double) {
    (self.scale, self.rotation) = (scale, rotation)
  }
}
