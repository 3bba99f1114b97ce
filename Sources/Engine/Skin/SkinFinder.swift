public import Features
public import Geometry
internal import PointTracking

/// Finds where the skin of faces goes in a clip's pictures, and by how much faces have to be moved to go with it.
///
/// Frames come in order, all of them, from the first on. Each face's upper half is laid flat as its
/// placement says, so that what is left to move between two frames is the tracker's error. Points of the
/// skin are followed over 1, 4 and 12 frames; over 8 too, to judge the result (`SkinMotion.Summary`).
/// Kept are the patches of the last 12 frames, and some numbers of every frame.
public struct SkinFinder {
  /// A face of a frame.
  public struct Face: Sendable {
    /// The side of the square, in eye distances, whose quads place a face.
    public static let side = 2.3

    /// The identity; the same in the whole clip.
    public var identity: Int
    /// Where a square lies that stands on the middle of the eyes, upright in the face, `side` wide: as
    /// the tracker saw the face, and as it is drawn without a correction.
    public var raw, smoothed: Quad<SceneSpace>
    /// Where the seeds are (`SkinFinder.seeds`), in the scene.
    public var seeds: [Point2<SceneSpace>]
    /// Whether the tracker saw this very frame.
    public var isSample: Bool
    /// The eyes' distance in the smoothed square, in pixels.
    let eyeDistance: Double

    /// Makes a face; nil for another number of seeds, or where something is not finite or far away.
    public init?(
      identity: Int, raw: Quad<SceneSpace>, smoothed: Quad<SceneSpace>,
      seeds: [Point2<SceneSpace>], isSample: Bool
    ) {
      let numbers = (seeds + raw.corners + smoothed.corners).flatMap { [$0.x, $0.y] }
      eyeDistance = abs(smoothed.signedArea).squareRoot() / Self.side
      guard seeds.count == SkinFinder.seeds.count, eyeDistance >= Self.leastEyeDistance,
        numbers.allSatisfy({ abs($0) < Self.farthest })
      else { return nil }
      (self.identity, self.isSample) = (identity, isSample)
      (self.raw, self.smoothed, self.seeds) = (raw, smoothed, seeds)
    }

    /// Beyond it lies no picture, in pixels.
    private static let farthest = 1e6
    /// Smaller faces show no skin, in pixels.
    static let leastEyeDistance = 8.0
  }

  /// The landmarks whose places are a face's `seeds`.
  public static let seeds: [Int] = SkinSeed.all.map(\.landmark)
  /// Faces of a frame that are followed, the largest.
  public static let facesAtOnce = 16

  private let scene: PixelSize<SceneSpace>
  private var size = SIMD2(0, 0)
  private var open: [Int: SkinTrack] = [:]
  private var done: [Int: [SkinTrack]] = [:]

  /// Makes a finder of a scene's faces.
  public init(scene: PixelSize<SceneSpace>) { self.scene = scene }

  /// Takes the next frame: the whole scene's brightness, in any size, and the faces in it.
  public mutating func add(frameMs: Double, picture: GreyPicture, faces: [Face]) {
    let now = SIMD2(picture.width, picture.height)
    if now != size { closeAll() }
    size = now
    let scale = SIMD2(
      Double(now.x) / Double(scene.width), Double(now.y) / Double(scene.height))
    let chosen = faces.sorted { ($1.eyeDistance, $0.identity) < ($0.eyeDistance, $1.identity) }
      .prefix(Self.facesAtOnce)
    let pictures = chosen.isEmpty ? nil : GreyPyramid(picture)
    var seen: Set<Int> = []
    for face in chosen where seen.insert(face.identity).inserted {
      guard let pictures, let map = SkinPlane.map(face.smoothed),
        let raw = SkinPlane.map(face.raw), let error = SkinPlane.move(of: raw, from: map),
        let patch = SkinPatch(face, map, in: pictures, scale: scale)
      else {
        seen.remove(face.identity)
        continue
      }
      let frame = SkinFrame(timeMs: frameMs, map: map, error: error, isSample: face.isSample)
      open[face.identity, default: SkinTrack()].add(frame, patch, face.eyeDistance)
    }
    for identity in open.keys.sorted() where !seen.contains(identity) { close(identity) }
  }

  /// The motion that the frames so far tell.
  public mutating func solved() -> SkinMotion {
    closeAll()
    return SkinMotion(done)
  }

  private mutating func closeAll() {
    for identity in open.keys.sorted() { close(identity) }
  }

  private mutating func close(_ identity: Int) {
    guard var track = open.removeValue(forKey: identity) else { return }
    track.finish()
    done[identity, default: []].append(track)
  }
}
