import Features
import Foundation
import Geometry
import Skin
import TestSupport

/// A made clip: a textured face that moves as is known, and a tracker that errs.
struct SkinClip {
  static let picture = SyntheticSkin(seed: 2)
  static let scene = PixelSize<SceneSpace>(
    clamping: SyntheticSkin.width, SyntheticSkin.height)

  var frames = 60
  var pose: (Int) -> SyntheticSkin.Pose = Self.wander
  /// How far the tracker is off: in the face's place, in pixels, and in its turn and growth.
  var error: (Int) -> SyntheticSkin.Pose = { _ in Self.right }
  /// The jitter that smoothing took out, in pixels.
  var jitter = 0.2
  var cover: (Int, Double, Double) -> Bool = { _, _, _ in false }
  var texture: (Int) -> SyntheticSkin = { _ in Self.picture }
  /// The frames; nil to draw those of `pose`, `cover` and `texture`.
  var pictures: [GreyPicture]? = Self.wandering

  /// The frames of a head that wanders.
  private static let wandering: [GreyPicture] = (0..<60).map { SkinClip(pictures: nil).frame($0) }

  /// A tracker that is right.
  static let right = SyntheticSkin.Pose(x: 0, y: 0)

  /// A head that wanders, leans and comes nearer.
  static func wander(_ frame: Int) -> SyntheticSkin.Pose {
    let t = Double(frame)
    return SyntheticSkin.Pose(
      x: 160 + 12 * sin(t / 9), y: 140 + 6 * sin(t / 11), turn: 0.1 * sin(t / 13),
      growth: 1 + 0.05 * sin(t / 17))
  }

  /// A tracker that drifts by some pixels within seconds, with jitter that smoothing left.
  static func drift(_ frame: Int) -> SyntheticSkin.Pose {
    let t = Double(frame)
    return SyntheticSkin.Pose(
      x: 2.5 * sin(t / 8) + 0.3 * sin(t * 1.9), y: 2 * cos(t / 6.3) + 0.3 * cos(t * 2.3),
      turn: 0.01 * sin(t / 7), growth: 1 + 0.01 * cos(t / 9))
  }

  func tracked(_ frame: Int) -> SyntheticSkin.Pose {
    let (pose, error) = (pose(frame), error(frame))
    return SyntheticSkin.Pose(
      x: pose.x + error.x, y: pose.y + error.y, turn: pose.turn + error.turn,
      growth: pose.growth * error.growth)
  }

  func frame(_ frame: Int) -> GreyPicture {
    if let pictures { return pictures[frame] }
    let bytes = texture(frame).bytes(pose(frame)) { cover(frame, $0, $1) }
    return GreyPicture(
      width: SyntheticSkin.width, height: SyntheticSkin.height, bytes: bytes
    ).unsafelyUnwrapped
  }

  func face(_ frame: Int, identity: Int = 1) -> SkinFinder.Face {
    let tracked = tracked(frame)
    let quad = Self.picture.square(side: SkinFinder.Face.side, tracked)
    let (x, y) = (jitter * sin(5.1 * Double(frame)), jitter * cos(4.3 * Double(frame)))
    return SkinFinder.Face(
      identity: identity, raw: quad.map { Point2($0.x + x, $0.y + y) }, smoothed: quad,
      seeds: Self.picture.places(of: SkinFinder.seeds, tracked), isSample: true
    ).unsafelyUnwrapped
  }

  static func timeMs(_ frame: Int) -> Double { Double(frame) * 40 }

  func motion() -> SkinMotion {
    var finder = SkinFinder(scene: Self.scene)
    for index in 0..<frames {
      finder.add(
        frameMs: Self.timeMs(index), picture: frame(index), faces: [face(index)])
    }
    return finder.solved()
  }

  /// How far what is drawn slides over the face within some frames: root mean square, in pixels.
  func slide(over span: Int, _ motion: SkinMotion?, identity: Int = 1) -> Double {
    let off = (0..<frames).map { frame -> SIMD2<Double> in
      let (pose, tracked) = (pose(frame), tracked(frame))
      var place = Point2<SceneSpace>(tracked.x, tracked.y)
      if let correction = motion?.correction(of: identity, atMs: Self.timeMs(frame)) {
        place = correction.map(place)
      }
      return SIMD2(place.x - pose.x, place.y - pose.y)
    }
    let slides = (0..<max(frames - span, 0)).map { off[$0 + span] - off[$0] }
    return (slides.reduce(0) { $0 + ($1 * $1).sum() } / Double(slides.count)).squareRoot()
  }
}
