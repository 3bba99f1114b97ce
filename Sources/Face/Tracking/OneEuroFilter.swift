internal import Foundation
internal import Geometry

/// The one euro filter (Casiez, Roussel and Vogel, CHI 2012) on a face.
///
/// As in MediaPipe (`util/filtering/one_euro_filter.cc`) each coordinate has a cutoff of its own,
/// the speed is the difference of raw values, and only the speed is divided by the face's size: a
/// face far away and the same face near by are smoothed alike.
struct OneEuroFilter: FaceFilter {
  /// The canonical face's size, the mean of its width and height, by which the translation's speed
  /// is divided.
  private static let canonicalSizeCm = 16.6

  private let parameters: SmoothingOptions.OneEuro
  private var raw = FaceSample()
  private var smoothed = FaceSample()
  private var landmarkSpeeds: [Vector3<TrackerSpace>] = []
  private var translationSpeed = Vector3<CameraSpace>.zero
  private var turnSpeed = 0.0

  init(parameters: SmoothingOptions.OneEuro) {
    self.parameters = parameters
  }

  mutating func start(_ face: FaceSample) {
    (raw, smoothed) = (face, face)
    landmarkSpeeds = Array(repeating: .zero, count: face.landmarks.count)
    translationSpeed = .zero
    turnSpeed = 0
  }

  mutating func next(_ face: FaceSample, dt: Double) -> FaceSample {
    let step = Step(parameters: parameters, seconds: dt / 1000)
    var result = face
    let size = Self.size(face.landmarks)
    // A face without extent has no scale to judge its speed by.
    if size > 1e-6 {
      for index in face.landmarks.indices {
        let (new, old) = (face.landmarks[index], raw.landmarks[index])
        let last = smoothed.landmarks[index]
        let speed = landmarkSpeeds[index]
        let x = step.smooth(new.x, raw: old.x, last: last.x, speed: speed.x, size: size)
        let y = step.smooth(new.y, raw: old.y, last: last.y, speed: speed.y, size: size)
        let z = step.smooth(new.z, raw: old.z, last: last.z, speed: speed.z, size: size)
        result.landmarks[index] = Point3(x.value, y.value, z.value)
        landmarkSpeeds[index] = Vector3(x.speed, y.speed, z.speed)
      }
    }
    if let new = face.pose, let old = raw.pose, let last = smoothed.pose {
      result.pose = pose(new, raw: old, last: last, step)
    }
    (raw, smoothed) = (face, result)
    return result
  }

  private mutating func pose(
    _ new: FacialTransform, raw: FacialTransform, last: FacialTransform, _ step: Step
  ) -> FacialTransform {
    let (t, r, l) = (new.translation, raw.translation, last.translation)
    let size = Self.canonicalSizeCm
    let x = step.smooth(t.x, raw: r.x, last: l.x, speed: translationSpeed.x, size: size)
    let y = step.smooth(t.y, raw: r.y, last: l.y, speed: translationSpeed.y, size: size)
    let z = step.smooth(t.z, raw: r.z, last: l.z, speed: translationSpeed.z, size: size)
    translationSpeed = Vector3(x.speed, y.speed, z.speed)
    // The turn's speed, in radians a second; half a face size away from the axis that is half of
    // it in face sizes.
    let angle = raw.rotation.angle(to: new.rotation)
    turnSpeed += step.speedWeight * (angle / step.seconds / 2 - turnSpeed)
    let weight = step.weight(cutoff: parameters.minCutoff + parameters.beta * abs(turnSpeed))
    return FacialTransform(
      rotation: last.rotation.slerp(to: new.rotation, at: weight),
      scale: last.scale + (new.scale - last.scale) * weight,
      translation: Vector3(x.value, y.value, z.value))
  }

  /// The mean of the landmarks' width and height, in pixels.
  private static func size(_ landmarks: [Point3<TrackerSpace>]) -> Double {
    guard let first = landmarks.first else { return 0 }
    var (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
    for point in landmarks {
      left = min(left, point.x)
      right = max(right, point.x)
      top = min(top, point.y)
      bottom = max(bottom, point.y)
    }
    return (right - left + bottom - top) / 2
  }

  /// The arithmetic of one step in time.
  private struct Step {
    let parameters: SmoothingOptions.OneEuro
    let seconds: Double
    let speedWeight: Double

    init(parameters: SmoothingOptions.OneEuro, seconds: Double) {
      (self.parameters, self.seconds) = (parameters, seconds)
      speedWeight = Self.weight(cutoff: parameters.dCutoff, seconds: seconds)
    }

    /// alpha(c) = 1 / (1 + 1 / (2 pi c dt)): the weight of the new value.
    func weight(cutoff: Double) -> Double { Self.weight(cutoff: cutoff, seconds: seconds) }

    private static func weight(cutoff: Double, seconds: Double) -> Double {
      1 / (1 + 1 / (2 * Double.pi * cutoff * seconds))
    }

    func smooth(
      _ new: Double, raw: Double, last: Double, speed: Double, size: Double
    ) -> (value: Double, speed: Double) {
      let speed = speed + speedWeight * ((new - raw) / seconds / size - speed)
      let weight = weight(cutoff: parameters.minCutoff + parameters.beta * abs(speed))
      return (last + weight * (new - last), speed)
    }
  }
}
