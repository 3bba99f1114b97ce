internal import FaceModel
internal import Geometry
public import Tracking

/// Why a tracking file could not be written.
public enum TrackingWriteError: Error, Hashable, Sendable {
  /// The system refused.
  case cannotWrite(file: String, reason: String)
  /// A sample holds a number that JSON cannot.
  case notFinite(timestampMs: Double)
  /// A sample is not after the one before.
  case timeNotIncreasing(timestampMs: Double, previousMs: Double)
}

extension TrackingWriteError: CustomStringConvertible {
  /// One line that says what failed.
  public var description: String {
    switch self {
    case .cannotWrite(let file, let reason):
      "\(file): cannot be written (\(reason)), expected a folder that can be written and has room"
    case .notFinite(let time):
      "the sample at \(shortest(time)) ms: found a number that is not finite, expected none"
    case .timeNotIncreasing(let time, let previous):
      "the sample at \(shortest(time)) ms: found after \(shortest(previous)) ms, expected rising times"
    }
  }
}

/// Writes the format `avatar-tracking/1`, sample by sample; packed where the name ends in `.gz`.
///
/// Coordinates, matrices and scores are rounded to seven decimals, times are exact. The file appears
/// under its name with `finish()`; without it nothing is left behind.
public final class TrackingWriter {
  private let header: TrackingHeader
  private let sink: ByteSink
  private var text = JSONText()
  private var lastTime = -Double.infinity

  /// Opens a file and writes the header.
  ///
  /// `video` is the name of the clip that the samples belong to, `tracker` what made them.
  public init(
    path: String, header: TrackingHeader, video: String? = nil,
    tracker: (name: String, version: String)? = nil
  ) throws(TrackingWriteError) {
    self.header = header
    sink = try ByteSink(path: path)
    text.raw("{")
    text.key("format")
    text.string(TrackingDialect.own.rawValue)
    text.key("width")
    text.integer(header.size.width)
    text.key("height")
    text.integer(header.size.height)
    text.key("rotationDegrees")
    text.integer(header.rotation.rawValue)
    text.key("mirrored")
    text.raw(header.mirrored ? "true" : "false")
    text.key("timeOffsetMs")
    text.exact(header.timeOffsetMs)
    if let video {
      text.key("source")
      text.raw("{")
      text.key("video")
      text.string(video)
      text.raw("}")
    }
    if let tracker {
      text.key("tracker")
      text.raw("{")
      text.key("name")
      text.string(tracker.name)
      text.key("version")
      text.string(tracker.version)
      text.raw("}")
    }
    text.raw("}\n")
    try sink.write(text.bytes)
  }

  /// Writes a sample; its time must be after the last one's.
  public func write(_ sample: TrackingSample) throws(TrackingWriteError) {
    guard sample.timestampMs > lastTime else {
      throw .timeNotIncreasing(timestampMs: sample.timestampMs, previousMs: lastTime)
    }
    text.removeAll()
    text.raw("{")
    text.key("timestampMs")
    text.exact(sample.timestampMs)
    if !sample.faces.isEmpty {
      text.key("faces")
      text.list(sample.faces) { write($1, &$0) }
    }
    if !sample.hands.isEmpty {
      text.key("hands")
      text.list(sample.hands) { write($1, &$0) }
    }
    if !sample.images.isEmpty {
      text.key("images")
      text.list(sample.images) { write($1, &$0) }
    }
    text.raw("}\n")
    guard !text.hasNotFinite else { throw .notFinite(timestampMs: sample.timestampMs) }
    lastTime = sample.timestampMs
    try sink.write(text.bytes)
  }

  /// Completes the file and gives it its name.
  public func finish() throws(TrackingWriteError) {
    try sink.finish()
  }

  // MARK: - Parts of a sample

  private func write(_ face: FaceSample, _ text: inout JSONText) {
    text.raw("{")
    if let id = face.id {
      text.key("id")
      text.integer(id)
    }
    if !face.landmarks.isEmpty {
      text.key("landmarks")
      points(face.landmarks, &text)
    }
    if let pose = face.pose {
      text.key("matrix")
      text.list(pose.rowMajor) { $0.rounded($1) }
    }
    if !face.blendshapes.scores.isEmpty {
      text.key("blendshapes")
      text.raw("{")
      for shape in Blendshape.allCases where shape != .neutral {
        if shape.index > 1 { text.raw(",") }
        text.string(shape.rawValue)
        text.raw(":")
        text.rounded(Double(face.blendshapes[shape]))
      }
      text.raw("}")
    }
    text.raw("}")
  }

  private func write(_ hand: HandSample, _ text: inout JSONText) {
    text.raw("{")
    text.key("handedness")
    text.string(hand.handedness.rawValue)
    text.key("score")
    text.rounded(hand.score)
    if !hand.landmarks.isEmpty {
      text.key("landmarks")
      points(hand.landmarks, &text)
    }
    if !hand.worldLandmarks.isEmpty {
      text.key("worldLandmarks")
      text.list(hand.worldLandmarks) { text, point in
        text.list([point.x, point.y, point.z]) { $0.rounded($1) }
      }
    }
    if !hand.gestures.isEmpty {
      text.key("gestures")
      text.list(hand.gestures) { text, gesture in
        text.raw("{")
        text.key("categoryName")
        text.string(gesture.categoryName)
        text.key("score")
        text.rounded(gesture.score)
        text.raw("}")
      }
    }
    text.raw("}")
  }

  private func write(_ image: ImageSample, _ text: inout JSONText) {
    text.raw("{")
    text.key("name")
    text.string(image.name)
    text.key("corners")
    text.list(image.corners.corners) { text, corner in
      text.list([
        corner.x / Double(header.size.width), corner.y / Double(header.size.height),
      ]) { $0.rounded($1) }
    }
    text.key("score")
    text.rounded(image.score)
    text.raw("}")
  }

  /// Points in parts of the picture.
  private func points(_ points: [Point3<TrackerSpace>], _ text: inout JSONText) {
    let (width, height) = (Double(header.size.width), Double(header.size.height))
    text.list(points) { text, point in
      text.list([point.x / width, point.y / height, point.z / width]) { $0.rounded($1) }
    }
  }
}
