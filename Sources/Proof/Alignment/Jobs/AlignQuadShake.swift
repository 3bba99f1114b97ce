internal import Geometry

/// The shake of the layers' corners from frame to frame, in scene pixels.
struct AlignQuadShake {
  private struct Key: Hashable {
    var face: Int
    var layer: String
  }

  private var meter = ShakeMeter()
  private var paths: [Key: (frame: Int, path: Trajectory)] = [:]

  /// The root mean square so far; nil where no layer shows in three frames on end.
  var value: Double? { meter.value }

  /// Adds a frame's quads.
  mutating func add(_ quads: [AlignedQuad], frame: Int, atMs time: Double) {
    for quad in quads {
      let corners = quad.corners.filter { $0.count == 2 }.map {
        Point2<SceneSpace>($0[0], $0[1])
      }
      let key = Key(face: quad.face, layer: quad.layer)
      let known = paths[key].flatMap { $0.frame == frame - 1 ? $0.path : nil }
      // Three frames make one second difference; the last two of them begin the next.
      let kept = known.map { Trajectory(times: $0.times.suffix(2), rows: $0.rows.suffix(2)) }
      var path = kept ?? Trajectory()
      path.append(corners, atMs: time)
      meter.add(path, scales: Array(repeating: 1, count: path.count))
      paths[key] = (frame, path)
    }
    paths = paths.filter { $0.value.frame == frame }
  }
}
