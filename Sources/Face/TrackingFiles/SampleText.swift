internal import FaceModel
internal import Geometry
internal import Tracking

/// Writes samples as lines of `avatar-tracking/1`.
struct SampleText {
  private let width, height: Double
  private let intrinsics: CameraIntrinsics?

  init(header: TrackingHeader) {
    intrinsics = header.intrinsics
    (width, height) = (Double(header.size.width), Double(header.size.height))
  }

  /// Adds a sample's line.
  func write(_ sample: TrackingSample, _ text: inout JSONText) {
    text.raw("{")
    text.key("timestampMs")
    text.exact(sample.timestampMs)
    if let failure = sample.failure {
      text.key("failed")
      text.string(failure)
    }
    if let own = sample.faces.lazy.compactMap(\.intrinsics).first, own != intrinsics {
      text.key("intrinsics")
      text.intrinsics(own)
    }
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
  }

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
      for shape in Blendshape.allCases
      where shape != .neutral && (shape != .tongueOut || face.blendshapes[shape] != 0) {
        if shape.index > 1 { text.raw(",") }
        text.string(shape.rawValue)
        text.raw(":")
        text.rounded(face.blendshapes[shape])
      }
      text.raw("}")
    }
    text.raw("}")
  }

  private func write(_ hand: HandSample, _ text: inout JSONText) {
    text.raw("{")
    if let handedness = hand.handedness {
      text.key("handedness")
      text.string(handedness.rawValue)
    }
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
    write(hand.gestures, as: "gestures", &text)
    write(hand.customGestures, as: "customGestures", &text)
    text.raw("}")
  }

  private func write(_ gestures: [Gesture]?, as key: StaticString, _ text: inout JSONText) {
    guard let gestures else { return }
    text.key(key)
    text.list(gestures) { text, gesture in
      text.raw("{")
      text.key("categoryName")
      text.string(gesture.categoryName)
      text.key("score")
      text.rounded(gesture.score)
      text.raw("}")
    }
  }

  private func write(_ image: ImageSample, _ text: inout JSONText) {
    text.raw("{")
    text.key("name")
    text.string(image.name)
    if let id = image.id {
      text.key("id")
      text.integer(id)
    }
    text.key("corners")
    text.list(image.corners.corners) { text, corner in
      text.list([
        corner.x / width, corner.y / height,
      ]) { $0.rounded($1) }
    }
    text.key("score")
    text.rounded(image.score)
    if let width = image.widthMm {
      text.key("widthMm")
      text.exact(width)
    }
    if let pose = image.pose {
      text.key("matrix")
      text.list(pose.rowMajor) { $0.rounded($1) }
    }
    text.raw("}")
  }

  /// Points in parts of the picture.
  private func points(_ points: [Point3<TrackerSpace>], _ text: inout JSONText) {
    text.list(points) { text, point in
      text.list([point.x / width, point.y / height, point.z / width]) { $0.rounded($1) }
    }
  }
}
