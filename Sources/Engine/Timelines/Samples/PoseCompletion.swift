import Geometry
import Tracking

/// Gives faces without a matrix one that is solved from their landmarks.
final class PoseCompletion {
  private let solver: PoseSolver
  private var solved = 0
  /// The last sample that was counted: the file may be read more than once.
  private var lastMs = -Double.infinity

  /// Makes it for the camera that faces were seen with.
  init(_ camera: PerspectiveCamera) { solver = PoseSolver(camera: camera) }

  /// A sample whose faces have matrices, as far as their landmarks give them.
  func completed(_ sample: TrackingSample) -> TrackingSample {
    var sample = sample
    let isNew = sample.timestampMs > lastMs
    lastMs = max(lastMs, sample.timestampMs)
    for index in sample.faces.indices where sample.faces[index].pose == nil {
      sample.faces[index].pose = solver.pose(of: sample.faces[index].landmarks)
      sample.faces[index].isPoseSolved = sample.faces[index].pose != nil
      solved += isNew && sample.faces[index].isPoseSolved ? 1 : 0
    }
    return sample
  }

  /// What a person should know; nil where every face had a matrix.
  var note: String? {
    solved == 0 ? nil : "\(solved) faces had no matrix; it was solved from their landmarks"
  }
}
