package import Placement
internal import Scenes
package import Tracking

/// Which scenes are drawn on the cards of a recording, and what users did there.
package struct ScenePlan: Sendable {
  package var scenes: [MeasuredScene]
  /// The place of the scene of each printed picture, by the picture's name.
  package var byPicture: [String: Int]
  /// What users did.
  package var cues: [SceneCue]
  /// Whether the recording is a still, which shows what begins with the card.
  package var isStill = false

  /// Makes a plan.
  ///
  /// - Parameter byPicture: pictures that have another scene than the one that names them.
  package init(
    scenes: [MeasuredScene], byPicture: [String: Int]? = nil, cues: [SceneCue] = []
  ) {
    (self.scenes, self.cues) = (scenes, cues)
    self.byPicture =
      byPicture
      ?? Dictionary(
        scenes.enumerated().map { ($0.element.scene.picture.name, $0.offset) },
        uniquingKeysWith: { first, _ in first })
  }

  /// The size of a picture's print, as its scene tells it.
  package func printed(_ name: String) -> ImageTimeline.PrintedSize? {
    byPicture[name].map { scenes[$0] }.map {
      ImageTimeline.PrintedSize(widthMm: $0.scene.picture.widthMm, aspect: $0.printAspect)
    }
  }
}
