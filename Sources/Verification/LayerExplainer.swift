internal import Comparison
internal import Imaging
internal import Placement
internal import Registration

/// Says what happened between two pictures, layer by layer where it is known where layers are.
struct LayerExplainer {
  let expected: StraightRGBA8
  let actual: StraightRGBA8
  let context: PictureJudge.Context
  /// The pixels that were compared; nil for all.
  let region: PixelMask?
  /// Whether the layers' placements say where to look.
  let knowsLayers: Bool

  /// The sentences, and the change of each layer that is not as it was.
  func explanation() -> (sentences: [String], changes: [String: RegionChange]) {
    let change = Registrar().change(
      from: expected, to: actual, region: region, ground: context.ground)
    return ([change.words], ["": change])
  }
}
