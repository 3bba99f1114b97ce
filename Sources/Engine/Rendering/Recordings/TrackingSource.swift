package import Geometry
import Placement
package import Tracking
package import TrackingFiles

/// The samples of a recording's tracking file, and what is said about them at the end.
///
/// A recording without a tracking file, or with no face in it, is a recording without samples.
package final class TrackingSource {
  /// What the file says about all samples.
  package let header: TrackingHeader
  private let reader: TrackingReader?
  private let solver: PoseSolver?
  private(set) var solvedPoses = 0
  private var samples = 0
  private var sawFace = false
  private var sawHand = false

  /// Opens a tracking file.
  ///
  /// - Parameter needsPose: whether faces without a matrix get one from their landmarks.
  package convenience init(
    path: String?, options: TrackingFileOptions, clipSize: PixelSize<TrackerSpace>,
    needsPose: Bool
  ) throws(TrackingFault) {
    try self.init(options, clipSize, needsPose: needsPose) { options throws(TrackingFault) in
      try path.map { path throws(TrackingFault) in
        try TrackingReader(path: path, options: options)
      }
    }
  }

  /// Takes a tracking file that lies in memory.
  package convenience init(
    bytes: [UInt8]?, options: TrackingFileOptions, clipSize: PixelSize<TrackerSpace>,
    needsPose: Bool
  ) throws(TrackingFault) {
    try self.init(options, clipSize, needsPose: needsPose) { options throws(TrackingFault) in
      try bytes.map { bytes throws(TrackingFault) in
        try TrackingReader(bytes: bytes, options: options)
      }
    }
  }

  private init(
    _ options: TrackingFileOptions, _ clipSize: PixelSize<TrackerSpace>, needsPose: Bool,
    open: (TrackingFileOptions) throws(TrackingFault) -> TrackingReader?
  ) throws(TrackingFault) {
    var options = options
    options.fallbackSize = options.fallbackSize ?? clipSize
    reader = try open(options)
    header = reader?.header ?? TrackingHeader(size: clipSize)
    solver = needsPose ? PoseSolver(size: header.size) : nil
  }

  /// The next sample; nil at the end.
  package func next() throws(TrackingFault) -> TrackingSample? {
    guard var sample = try reader?.next() else { return nil }
    samples += 1
    sawFace = sawFace || !sample.faces.isEmpty
    sawHand = sawHand || !sample.hands.isEmpty
    guard let solver else { return sample }
    for index in sample.faces.indices where sample.faces[index].pose == nil {
      sample.faces[index].pose = solver.pose(of: sample.faces[index].landmarks)
      solvedPoses += sample.faces[index].pose == nil ? 0 : 1
    }
    return sample
  }

  /// Whether samples were read, and none of them shows a face.
  var isWithoutFaces: Bool { samples > 0 && !sawFace }
  /// Whether samples were read, and none of them shows a hand.
  var isWithoutHands: Bool { samples > 0 && !sawHand }

  /// What a person should know about the file after it was read.
  package var notes: [String] {
    var notes = reader?.notes ?? []
    if solvedPoses > 0 {
      notes.append("\(solvedPoses) faces had no matrix; it was solved from their landmarks")
    }
    return notes
  }
}
