public import Avatars
public import Geometry
public import Scenes

/// Where one run of a scene's item goes in one output picture.
public struct ItemPlacement: Sendable {
  /// What is drawn there.
  public enum Content: Sendable {
    /// A frame of the item's picture, or the picture of its box.
    case frame(Int)
    case flash(SceneColour)
    /// Particles, the oldest first, those of trails before those that leave them.
    case particles([ParticlePlacement])
    case model(ModelPlacement)
  }

  /// The item's place in its scene.
  public var item: Int
  /// The item's name.
  public var name: String
  /// What is drawn.
  public var content: Content
  /// From the pixels of the frame to the frame before its flip; of particles and models, of no meaning.
  public var homography: Homography<ArtworkSpace, OutputSpace>
  /// Where the corners lie in the produced frame, flipped if it is; of particles and models, of the box about
  /// them.
  public var corners: Quad<OutputSpace>
  /// How much of what is under it is covered, 0 to 1: all factors.
  public var opacity: Double
  /// How its colours join what is under it.
  public var blend: BlendMode
  /// How many particles there are, without those of trails.
  public var count: Int
  /// Below which points of the print its corners lie, in parts of the print's width and height from its top left
  /// corner, of a model its origin; nil for particles, and for a flash over the whole picture.
  package var feet: Quad<PrintSpace>?
}

/// Where one particle goes in one output picture.
public struct ParticlePlacement: Sendable {
  /// Whether it is one that was born at another's death.
  public var isSuccessor: Bool
  /// Whether it belongs to a trail.
  public var isTrail: Bool
  /// The frame of its picture, counted from 0.
  public var frame: Int
  /// Its colour, where it is no picture.
  public var colour: SceneColour
  /// Where its square's corners lie in the frame before its flip.
  public var corners: Quad<OutputSpace>
  /// How much of what is under it is covered, 0 to 1: all factors.
  public var opacity: Double
  /// Below which point of the print it lies, in parts of the print's width and height from its top left corner.
  package var foot: Point2<PrintSpace>
}

/// A scene on one card in one output picture.
public struct PlacedScene: Sendable {
  /// The card's identity.
  public var card: Int
  /// The scene's place among those that are drawn.
  public var scene: Int
  /// How well the card is seen.
  public var sight: CardSight
  /// How many of the layers on faces are drawn before it.
  public var layersBefore: Int
  /// What is drawn, in drawing order.
  public var items: [ItemPlacement]

  /// Makes a placed scene.
  public init(
    card: Int, scene: Int, sight: CardSight, layersBefore: Int, items: [ItemPlacement]
  ) {
    (self.card, self.scene, self.sight) = (card, scene, sight)
    (self.layersBefore, self.items) = (layersBefore, items)
  }
}
