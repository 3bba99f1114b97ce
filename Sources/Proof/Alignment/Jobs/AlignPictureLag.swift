internal import ClipReading
internal import Features
internal import Frames
internal import Geometry
internal import PictureMotion
internal import Placement
internal import Timelines
internal import Tracking

/// Measures how late the tracking of a recording comes behind its picture.
///
/// The landmarks are taken as they were tracked: what smoothing adds is measured against them.
struct AlignPictureLag {
  private let scene: PixelSize<SceneSpace>
  private let mapping: SceneMapping
  /// What has to be added to the file's times, as it was given.
  private let offsetMs: Double
  private var meter = PictureLagMeter()
  /// The part of the scene's size that pictures are measured at; nil until a face is seen.
  private var scale: Double?

  init(_ info: ClipInfo, _ faces: AlignFaces) {
    scene = info.sceneSize
    mapping = faces.timelines.scene
    offsetMs = faces.header.timeOffsetMs
  }

  /// Takes the next frame, and the samples until then.
  mutating func add(_ frame: borrowing VideoFrame, _ seen: AlignFaces.Seen) throws {
    if scale == nil { scale = Self.scale(for: seen.samples, mapping, scene) }
    add(seen.samples)
    guard let scale, meter.isOpen else { return }
    let (width, height) = (side(scene.width, scale), side(scene.height, scale))
    let rgb = try frame.toRGB8(width: width, height: height)
    guard let picture = GreyPicture(width: width, height: height, rgb: rgb) else { return }
    meter.add(frameAtMs: frame.timestampMs, picture: picture)
  }

  /// Takes further samples.
  mutating func add(_ samples: [(raw: IdentifiedSample, smoothed: IdentifiedSample)]) {
    guard let scale, meter.isOpen else { return }
    let (x, y) = (
      Double(side(scene.width, scale)) / Double(scene.width),
      Double(side(scene.height, scale)) / Double(scene.height)
    )
    func scaled(_ point: Point2<SceneSpace>) -> SIMD2<Double> { SIMD2(point.x * x, point.y * y) }
    for (raw, _) in samples {
      for face in raw.faces {
        guard let shape = FaceShape(face.face, through: mapping),
          let sample = LagSample(
            identity: face.identity, timeMs: raw.timeMs,
            points: LagLandmarks.numbers.map { scaled(shape.points[$0]) },
            middle: scaled(shape.eyeMiddle), eyeDistance: shape.eyeDistance * x)
        else { continue }
        meter.add(sample)
      }
    }
  }

  /// Writes the lag and the verdict into a report that has all other figures.
  mutating func tell(_ report: inout AlignmentReport) {
    let lag = meter.finish()
    if case .measured(let lagMs, let errorMs) = lag {
      report[.pictureLagMs] = (lagMs * 10).rounded() / 10
      report[.pictureLagErrorMs] = (errorMs * 10).rounded() / 10
    }
    report.verdict = FitVerdict(report, lag: lag, offsetMs: offsetMs)
  }

  private func side(_ length: Int, _ scale: Double) -> Int {
    max(2, Int((Double(length) * scale).rounded()))
  }

  /// The scale at which the smallest face has the eye distance to measure at.
  private static func scale(
    for samples: [(raw: IdentifiedSample, smoothed: IdentifiedSample)], _ mapping: SceneMapping,
    _ scene: PixelSize<SceneSpace>
  ) -> Double? {
    let eyes = samples.flatMap(\.raw.faces).compactMap {
      FaceShape($0.face, through: mapping)?.eyeDistance
    }
    return eyes.filter { $0 > 0 }.min().map { min(1, PictureLagMeter.eyeDistance / $0) }
  }
}
