import Geometry
package import Imaging
package import Placement
package import Timelines
import Tracking

/// Finds what a frame's picture tells of the subjects in it.
package struct ShotFinder {
  /// What is asked of a picture.
  package struct Wishes {
    /// Whether what lies on a card hides its scene.
    package var coversScenes = false
    /// To which power the light on a card is raised, by its scene; nil where the scene is drawn as it is.
    package var cardLight: (_ scene: Int) -> Double? = { _ in nil }
    /// Whether a layer is drawn in the light on its face.
    package var isLit: (LayerPlacement) -> Bool = { _ in false }
    /// Whether the light on all faces is asked for, whatever they wear.
    package var asksForAllFaces = false
    /// The print of a scene's card.
    package var cardPrint: (_ scene: Int) throws -> CardPrint

    package init(cardPrint: @escaping (_ scene: Int) throws -> CardPrint) {
      self.cardPrint = cardPrint
    }
  }

  private let wishes: Wishes
  private var cardFit = CardFit()
  private var faceFit = FaceLightFit()

  package init(_ wishes: Wishes) { self.wishes = wishes }

  /// Whether a frame's picture is looked at.
  package func looks(at state: FrameState) -> Bool {
    state.scenes.contains { wishes.coversScenes || wishes.cardLight($0.scene) != nil }
      || (state.light == nil && state.placements.contains(where: wishes.isLit))
  }

  /// What a picture tells.
  ///
  /// - Parameter picture: the frame before anything was drawn on it.
  package mutating func shot(
    of state: FrameState, in picture: MutablePicture
  ) throws -> FrameLook {
    var shot = FrameLook(of: state)
    for scene in state.scenes where shot.cards[scene.card] == nil {
      shot.cards[scene.card] = try unsafe card(of: scene, state, in: picture)
    }
    if state.light == nil {
      shot.faces = unsafe faceLooks(of: state, in: picture).mapValues { look in
        FaceLight(look, share: SkinShare.share(of: [look.skin]).share)
      }
    }
    return shot
  }

  private mutating func card(
    of scene: PlacedScene, _ state: FrameState, in picture: MutablePicture
  ) throws -> CardInShot? {
    let power = wishes.cardLight(scene.scene)
    let corners = scene.sight.corners.map { state.output.toComposite($0) }
    guard wishes.coversScenes || power != nil,
      let toPrint = Homography<PrintSpace, OutputSpace>(rectangle: 1, 1, to: corners)?.inverse
    else { return nil }
    let known = state.light?.looks[scene.card]?.look(at: corners, of: unsafe picture.size)
    let look =
      scene.sight.isObserved
      ? try known ?? (unsafe look(at: scene, state, in: picture).look) : nil
    return CardInShot(
      look, light: state.light?.cards[scene.card] ?? look.flatMap(PrintLight.init), power: power,
      isCovered: wishes.coversScenes, toPrint: toPrint)
  }

  /// What the picture shows of cards in whose light a scene is drawn, by their identities.
  mutating func cardLooks(
    of state: FrameState, in picture: MutablePicture
  ) throws -> [Int: RecordedLook] {
    var looks: [Int: RecordedLook] = [:]
    for scene in litScenes(of: state) where looks[scene.card] == nil {
      looks[scene.card] = try unsafe look(at: scene, state, in: picture)
    }
    return looks
  }

  private mutating func look(
    at scene: PlacedScene, _ state: FrameState, in picture: MutablePicture
  ) throws -> RecordedLook {
    let corners = scene.sight.corners.map { state.output.toComposite($0) }
    let look = unsafe cardFit.look(
      at: picture, corners: corners, print: try wishes.cardPrint(scene.scene))
    return RecordedLook(look, at: corners, of: unsafe picture.size)
  }

  /// What the picture tells of the light on faces that wear something lit, by their identities.
  mutating func faceLooks(of state: FrameState, in picture: MutablePicture) -> [Int: FaceLook] {
    let faces = litFaces(of: state)
    guard !faces.isEmpty else { return [:] }
    let colour = unsafe faceFit.colour(of: picture)
    var looks: [Int: FaceLook] = [:]
    for face in faces {
      looks[face.identity] = unsafe faceFit.look(
        at: picture, face: face.face, through: state.scene, output: state.output, colour: colour)
    }
    return looks
  }

  /// The scenes that are drawn in the light on their cards, as far as the frame shows these.
  func litScenes(of state: FrameState) -> [PlacedScene] {
    state.scenes.filter { $0.sight.isObserved && wishes.cardLight($0.scene) != nil }
  }

  /// The faces that wear something lit, as far as the frame shows them.
  func litFaces(of state: FrameState) -> [TimedFace] {
    let seen = state.faces.filter { $0.source == .exact || $0.source == .interpolated }
    guard !wishes.asksForAllFaces else { return seen }
    let lit = Set(state.placements.filter(wishes.isLit).map(\.subject))
    return seen.filter { lit.contains(.face($0.identity)) }
  }
}

extension FaceLight {
  /// The light by a look at a face whose skin throws back a share of it.
  package init(_ look: FaceLook, share: Float) {
    self.init(
      level: look.level / share, direction: look.direction / share, colour: look.colour)
  }
}
