import Features
import Geometry
import PictureMotion
import PointTracking
import TestSupport

extension SyntheticSkin {
  /// The frame at a pose; `cover` draws something else, which stands still, where it says so.
  func frame(_ pose: Pose, cover: (Double, Double) -> Bool = { _, _ in false }) -> GreyPicture {
    GreyPicture(width: Self.width, height: Self.height, bytes: bytes(pose, cover: cover))
      .unsafelyUnwrapped
  }

  /// The face at a pose, its layer moved by some pixels from where it should be.
  func face(_ pose: Pose, layerMovedBy slip: SIMD2<Double> = .zero) -> SkinFace {
    SkinFace(
      identity: 1, quad: square(side: 2, pose, movedBy: slip),
      seeds: places(of: SkinSeed.all.map(\.landmark), pose), middle: pose(0, 0),
      eyeDistance: Self.eyeDistance * pose.growth
    ).unsafelyUnwrapped
  }
}
