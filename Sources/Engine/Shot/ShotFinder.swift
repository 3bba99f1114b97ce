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
    let look =
      scene.sight.isObserved
      ? unsafe cardFit.look(at: picture, corners: corners, print: try wishes.cardPrint(scene.scene))
      : nil
    return CardInShot(
      look, light: state.light?.cards[scene.card] ?? look.flatMap(PrintLight.init), power: power,
      isCovered: wishes.coversScenes, toPrint: toPrint)
  }

  /// What the picture tells of the light on cards in whose light a scene is drawn, by their identities.
  mutating func cardLooks(
    of state: FrameState, in picture: MutablePicture
  ) throws -> [Int: CardCells] {
    var looks: [Int: CardCells] = [:]
    for scene in state.scenes
    where scene.sight.isObserved && looks[scene.card] == nil
      && wishes.cardLight(scene.scene) != nil
    {
      let corners = scene.sight.corners.map { state.output.toComposite($0) }
      looks[scene.card] = CardCells(
        unsafe cardFit.look(at: picture, corners: corners, print: try wishes.cardPrint(scene.scene))
      )
    }
    return looks
  }

  /// What the picture tells of the light on faces that wear something lit, by their identities.
  mutating func faceLooks(of state: FrameState, in picture: MutablePicture) -> [Int: FaceLook] {
    let lit = Set(
      state.placements.filter(wishes.isLit).compactMap { placement -> Int? in
        if case .face(let identity) = placement.subject { identity } else { nil }
      })
    guard !lit.isEmpty || wishes.asksForAllFaces && !state.faces.isEmpty else { return [:] }
    let colour = unsafe faceFit.colour(of: picture)
    var looks: [Int: FaceLook] = [:]
    for face in state.faces
    where face.isObserved && (wishes.asksForAllFaces || lit.contains(face.identity)) {
      looks[face.identity] = unsafe faceFit.look(
        at: picture, face: face.face, through: state.scene, output: state.output, colour: colour)
    }
    return looks
  }

  /// Whether the light on something is asked for at any time of a recording.
  func asksForLight(_ state: FrameState) -> Bool {
    state.scenes.contains { wishes.cardLight($0.scene) != nil }
      || state.placements.contains(where: wishes.isLit)
      || wishes.asksForAllFaces && !state.faces.isEmpty
  }
}

extension TimedFace {
  /// Whether samples tell where it is in the frame.
  fileprivate var isObserved: Bool { source == .exact || source == .interpolated }
}

extension FaceLight {
  /// The light by a look at a face whose skin throws back a share of it.
  package init(_ look: FaceLook, share: Float) {
    self.init(
      level: look.level / share, direction: look.direction / share, colour: look.colour)
  }
}
