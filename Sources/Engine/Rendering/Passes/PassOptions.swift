package import Filters
import Video

/// What is asked of the passes.
package struct PassOptions: Sendable {
  /// Whether the avatars stand alone on a transparent ground.
  package var overlayOnly: Bool
  /// The look of the finished picture.
  package var filter: PictureFilter?
  /// What is drawn into the picture to judge it by.
  package var annotations: Annotations
  /// Whether the output is flipped left to right.
  package var mirrored: Bool

  /// Makes options; by default the avatars are drawn, and nothing else is done.
  package init(
    overlayOnly: Bool = false, filter: PictureFilter? = nil, annotations: Annotations = [],
    mirrored: Bool = false
  ) {
    (self.overlayOnly, self.filter) = (overlayOnly, filter)
    (self.annotations, self.mirrored) = (annotations, mirrored)
  }

  /// Checks that the options fit each other; before any work.
  ///
  /// - Parameter colours: The colours of the frames that are drawn on; nil for pictures, which are
  ///   sRGB.
  func check(on colours: ColourTags? = nil) throws {
    guard let filter else { return }
    if overlayOnly { throw RenderingError.filterWithoutPicture(filter.kind) }
    if let colours, colours.isHighDynamicRange {
      throw FilterError.highDynamicRange(filter.kind)
    }
  }
}
