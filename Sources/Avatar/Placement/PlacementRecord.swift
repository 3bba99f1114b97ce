public import Avatars
public import Geometry

/// One line of the placements sidecar: where every layer went in one frame.
///
///     {"frame": 0, "timestampMs": 0, "width": 480, "height": 640, "placements": [
///       {"face": 1, "subject": "face", "layer": "mask", "mode": "matrix", "corners": [[x, y] x 4], "opacity": 1,
///        "residualPx": 6.2, "avatar": 0}],
///      "avatars": [{"name": "dragon", "sha256": "5f0c..."}]}
public struct PlacementRecord: Hashable, Sendable {
  /// Where one layer went.
  public struct Entry: Hashable, Sendable {
    /// The identity of what it is on: of a face, unless `subject` says otherwise.
    public var face: Int
    /// The kind of what it is on.
    public var subject: Subject.Kind
    /// The layer's name.
    public var layer: String
    /// How it was placed.
    public var mode: LayerPlacement.Mode
    /// Where the corners of the picture as stored lie in the produced frame, in pixels.
    public var corners: Quad<OutputSpace>
    /// What the picture lies on, where the layer is more than a flat picture; on the face `corners` are those of the box
    /// about `points`.
    public var surface: LayerSurface.Kind?
    /// Points of the surface in the produced frame, in pixels: the grid's first, middle and last corners both ways, row by
    /// row; on the face the landmarks 1, 10, 33, 152, 234, 263, 454, 13, 14; of a model the origins of its nodes; of a flat
    /// picture none.
    public var points: [Point2<OutputSpace>] = []
    /// The nodes of a model whose origins the points are, `corners` being those of the box about it; none of a picture.
    public var nodes: [PlacedNode] = []
    /// How much of the layer was seen, 0 to 1.
    public var opacity: Double
    /// How far the landmark snap moved it, in scene pixels; nil without a snap.
    public var residualPx: Double?
    /// How far the clip's own motion moved the face, in scene pixels; nil where only its samples tell.
    public var stuckPx: Double?
    /// The layer's avatar, by its place in the record's `avatars`; nil where that is not known.
    public var avatar: Int?
    /// What drives made of the layer's width and turn; nil where no drive changed either.
    public var driven: DrivenSize?
    /// The frame of the layer's picture that was shown, counted from 0; nil for one that does not move.
    public var artworkFrame: Int?
    /// The scene whose item it is, which then `layer` names; nil for a layer of an avatar.
    public var scene: String?
    /// How many particles there are, the corners being those of the box about them; nil for a picture.
    public var count: Int?

    /// Makes an entry.
    public init(
      face: Int, layer: String, mode: LayerPlacement.Mode, corners: Quad<OutputSpace>,
      opacity: Double, residualPx: Double?, avatar: Int? = nil, driven: DrivenSize? = nil,
      artworkFrame: Int? = nil, subject: Subject.Kind = .face, scene: String? = nil,
      count: Int? = nil
    ) {
      (self.face, self.subject) = (face, subject)
      (self.layer, self.mode, self.corners) = (layer, mode, corners)
      (self.opacity, self.residualPx) = (opacity, residualPx)
      (self.avatar, self.driven, self.artworkFrame) = (avatar, driven, artworkFrame)
      (self.scene, self.count) = (scene, count)
    }

    /// Makes the entry of a scene's item.
    public init(_ item: ItemPlacement, on card: Int, of scene: String) {
      let isParticles: Bool =
        if case .particles = item.content { true } else { false }
      self.init(
        face: card, layer: item.name, mode: .matrix, corners: item.corners, opacity: item.opacity,
        residualPx: nil, subject: .card, scene: scene, count: isParticles ? item.count : nil)
      if case .model(let model) = item.content {
        (points, nodes) = (model.volume.points, model.volume.nodes)
      }
    }
  }

  /// The artwork that a face wore.
  public struct Artwork: Hashable, Codable, Sendable {
    /// The avatar's name: that of its folder.
    public var name: String
    /// What its package holds, as `AvatarPackage.sha256` has it: 64 hexadecimal digits.
    public var sha256: String

    /// Makes the artwork's name and hash.
    public init(name: String, sha256: String) {
      (self.name, self.sha256) = (name, sha256)
    }
  }

  /// The frame's number, counted from 0.
  public var frame: Int
  /// The frame's presentation time, in milliseconds.
  public var timestampMs: Double
  /// The produced frame's width, in pixels.
  public var width: Int
  /// The produced frame's height, in pixels.
  public var height: Int
  /// The layers in drawing order.
  public var placements: [Entry]
  /// Whether the frame was flipped left to right at its end.
  public var mirrored: Bool
  /// The avatars that the faces wore; empty where that is not known.
  public var avatars: [Artwork]

  /// The part of the clip's upright picture that the frame shows, in its pixels before the flip; nil where no crop moves
  /// over it.
  public var crop: Rectangle<OutputSpace>?

  /// Makes a record.
  public init(
    frame: Int, timestampMs: Double, width: Int, height: Int, placements: [Entry],
    mirrored: Bool = false, avatars: [Artwork] = []
  ) {
    (self.frame, self.timestampMs, self.width) = (frame, timestampMs, width)
    (self.height, self.placements) = (height, placements)
    (self.mirrored, self.avatars) = (mirrored, avatars)
  }

  /// Makes the record of what a placer said of a frame.
  public init(
    frame: Int, timestampMs: Double, output: PixelSize<OutputSpace>,
    placements: [LayerPlacement], mirrored: Bool = false, avatars: [Artwork] = []
  ) {
    self.init(
      frame: frame, timestampMs: timestampMs, width: output.width, height: output.height,
      placements: placements.map { placement in
        var entry = Entry(
          face: placement.subject.identity, layer: placement.layer, mode: placement.mode,
          corners: placement.corners, opacity: placement.opacity,
          residualPx: placement.residualPx,
          avatar: avatars.isEmpty ? nil : placement.avatarIndex, driven: placement.driven,
          artworkFrame: placement.frame, subject: placement.subject.kind)
        entry.stuckPx = placement.stuckPx
        guard let volume = placement.volume else { return entry }
        (entry.surface, entry.points, entry.nodes) = (volume.surface, volume.points, volume.nodes)
        entry.boundCorners()
        return entry
      }, mirrored: mirrored, avatars: avatars)
  }

  /// The record of a picture that was cut or scaled after its layers were placed, as a sidecar has it.
  ///
  /// - Parameters:
  ///   - map: from the picture's pixels before to those after.
  ///   - size: the size after.
  public func mapped(
    by map: AffineMap<OutputSpace, OutputSpace>, to size: PixelSize<OutputSpace>
  ) -> PlacementRecord {
    var record = self
    (record.width, record.height) = (size.width, size.height)
    for index in record.placements.indices {
      record.placements[index].corners = record.placements[index].corners.map { map($0) }
      record.placements[index].points = record.placements[index].points.map { map($0) }
      record.placements[index].boundCorners()
    }
    return record.asWritten
  }
}

extension PlacementRecord.Entry {
  /// All that tells where it lies: its corners, and the points of its surface.
  public var tellingPoints: [Point2<OutputSpace>] { corners.corners + points }

  /// Corners within which it lies, as far as its points tell; of a model those of the box about what is drawn.
  public var extent: Quad<OutputSpace> {
    points.isEmpty || !nodes.isEmpty
      ? corners : Rectangle(around: tellingPoints).map { Quad($0) } ?? corners
  }

  /// Puts the corners of a picture on the face at those of the box about its points, and those of a model in their
  /// order.
  mutating func boundCorners() {
    if surface == .face, let box = Rectangle(around: points) { corners = Quad(box) }
    if !nodes.isEmpty, let box = Rectangle(around: corners.corners) { corners = Quad(box) }
  }
}
