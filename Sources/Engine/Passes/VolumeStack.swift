import Avatars
import Compositing
import Geometry
import Imaging
import Placement
import Timelines

/// Layers with volume that wait to be drawn, as they follow each other in the list of one avatar or scene on one
/// subject.
struct VolumeStack {
  /// A layer with volume as it is drawn.
  struct Layer {
    let volume: LayerVolume
    /// Its mesh as it is painted.
    let content: MeshLayer.Content
    let opacity: Double
    let blend: Compositor.BlendMode
    /// The clip's light over a flat picture, with its corners before the flip; nil where the content has it.
    let field: (field: FieldGrid, corners: Quad<OutputSpace>)?
    let motion: OffscreenDrawing.Motion?
    /// What becomes of it on a card; nil where nothing does.
    var glare: LitDrawing.Light?
  }

  /// What layers may hide each other.
  struct Owner: Equatable {
    let subject: Subject
    /// The avatar, or the scene.
    let avatar: Int
  }

  private var owner: Owner?
  /// The occluders of the owner, and all its layers so far.
  private var layers: [MeshLayer] = []
  private var tolerance = 0.0
  /// The first of the layers that are not drawn yet.
  private var first = 0
  private var box: Rectangle<OutputSpace>?
  private var light = LitDrawing.Light()
  private var blend = Compositor.BlendMode.normal

  /// Whether layers wait.
  var isEmpty: Bool { first == layers.count }

  /// Forgets what layers of earlier frames hide.
  mutating func removeAll() { self = VolumeStack() }

  /// Whether a layer may be drawn at once with those that wait.
  func joins(_ layer: Layer, of owner: Owner) -> Bool {
    isEmpty
      || (self.owner == owner && blend == .normal && layer.blend == .normal && layer.field == nil
        && light.factors == nil && light.motion == nil && layer.motion == nil)
  }

  /// Puts a layer on the stack, which must join those that wait.
  mutating func append(_ layer: Layer, of owner: Owner) {
    if self.owner != owner {
      (self.owner, layers, first) = (owner, [], 0)
    }
    if isEmpty {
      box = nil
      blend = layer.blend
      light = layer.glare ?? LitDrawing.Light(motion: layer.motion)
      if let (field, corners) = layer.field {
        light.factors = Homography<ArtworkSpace, OutputSpace>(rectangle: 1, 1, to: corners)?
          .inverse.map { (field, $0) }
      }
    }
    let isShared = layer.volume.depth == .shared
    if isShared, !layers.contains(where: { $0.kind == .occluder }) {
      let hiding = layer.volume.occluders.map {
        MeshLayer(.occluder, PlacedMesh($0, texture: nil))
      }
      layers.insert(contentsOf: hiding, at: 0)
      first += hiding.count
      tolerance = layer.volume.tolerance
    }
    layers.append(
      MeshLayer(isShared ? .shared : .own, layer.content, opacity: Float(layer.opacity)))
    if let added = layer.volume.box { box = box.map { $0.union(added) } ?? added }
  }

  /// Draws the layers that wait.
  mutating func draw(
    on drawing: inout LitDrawing, onto picture: MutablePicture, by compositor: Compositor
  ) throws {
    guard !isEmpty else { return }
    let painted = first..<layers.count
    first = layers.count
    guard let box else { return }
    try unsafe drawing.draw(
      within: Quad(box), in: light, blend: blend, onto: picture, by: compositor
    ) { drawing in
      drawing.paint(layers, painting: painted, tolerance: Float(tolerance))
    }
  }
}
