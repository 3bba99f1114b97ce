package import Avatars
package import Geometry
package import Hud
package import Placement
package import Session
package import Tracking

/// What is known of a recording at one time: all that passes draw from.
///
/// Whatever a recording comes to know, each thing a timeline of its own, is a member here.
package struct FrameState: Sendable {
  /// The time on the clip's timeline, in milliseconds.
  package let timeMs: Double
  /// The faces, as the tracker saw them, smoothed and joined.
  package let faces: [TimedFace]
  /// The hands, as the tracker saw them, joined; empty where nothing is drawn of them.
  package let hands: [SeenHand]
  /// The printed pictures, as the tracker saw them, joined; empty where nothing is drawn of them.
  package let images: [TimedImage]
  /// When the last sample at or before the time was taken, on the clip's timeline; nil before the first
  /// one, and where no pass asks.
  package let sampleMs: Double?
  /// What the recording holds beside the faces.
  package let moment: RecordedMoment
  /// Where every visible layer goes, in drawing order.
  package let placements: [LayerPlacement]
  /// What is drawn on cards, in drawing order.
  package let scenes: [PlacedScene]
  /// The cards that hide layers of the placements.
  package let cardsInFront: [CardInFront]
  /// How the session stands; nil where it is not drawn.
  package let session: SessionMoment?
  /// The way from the tracker's picture to the scene.
  package let scene: SceneMapping
  /// The way from the scene to the produced frame.
  package let output: OutputMapping
  /// Where the HUD stands; nil for its usual place.
  package var hudPlace: HudPlace?
  /// What hands cover of the clip's own picture, as other frames tell it; nil where only the hands are known.
  package var covered: CoveredPicture?
  /// The light on cards and faces, as other frames tell it; nil where the frame alone tells it.
  package var light: RecordedLight?

  /// The same moment in a picture that was cut out of the frame: only what is laid out anew in it is left.
  package func inCutPicture(of size: PixelSize<OutputSpace>) -> FrameState {
    FrameState(
      timeMs: timeMs, faces: [], hands: [], images: [], sampleMs: sampleMs, moment: moment,
      placements: [], scenes: [], cardsInFront: [],
      session: session, scene: scene,
      output: OutputMapping(scene: scene.scene, output: size, mirrored: output.mirrored))
  }
}
