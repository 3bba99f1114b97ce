internal import FaceModel
internal import Geometry
internal import Tracking

/// Lays the coefficients of Live Link Face over the faces of samples, and measures how late they come against
/// those of the tracker.
struct BlendshapeOverlay {
  private let path: String
  private let file: LiveLinkFile
  private let offsetMs: Double
  private let header: TrackingHeader
  private var laid = 0
  /// Of samples in which the tracker gave coefficients: when, and what.
  private var tracked: [(timeMs: Double, blink: Double, jaw: Double)] = []

  init(path: String, offsetMs: Double, header: TrackingHeader) throws(TrackingFault) {
    (self.path, self.offsetMs, self.header) = (path, offsetMs, header)
    file = try LiveLinkFile(path: path)
  }

  /// Gives the largest face of a sample its coefficients; what lies beside the file's times keeps the tracker's.
  mutating func apply(to sample: inout TrackingSample) {
    guard let index = face(in: sample) else { return }
    let time = sample.timestampMs + header.timeOffsetMs
    let own = sample.faces[index].blendshapes
    if !own.scores.isEmpty, tracked.count < TrackingLimits.comparedCoefficients {
      tracked.append((time, own.blink, own[.jawOpen]))
    }
    guard let rows = file.rows(atMs: time - offsetMs) else { return }
    var scores = Blendshapes()
    for shape in file.shapes {
      // The tracker's picture of a mirror names the sides the other way.
      scores[header.mirrored ? shape.mirrored : shape] = score(shape, rows)
    }
    sample.faces[index].blendshapes = scores
    laid += 1
  }

  private func face(in sample: TrackingSample) -> Int? {
    if sample.faces.count < 2 { return sample.faces.indices.first }
    let camera = header.camera
    return sample.faces.indices.max {
      let sizes = [$0, $1].map { FaceBox(sample.faces[$0], camera: camera)?.size ?? 0 }
      return sizes[0] < sizes[1]
    }
  }

  private func score(_ shape: Blendshape, _ rows: (from: Int, to: Int, part: Double)) -> Double {
    let from = file.score(shape, row: rows.from)
    return rows.part == 0 ? from : from + (file.score(shape, row: rows.to) - from) * rows.part
  }

  // MARK: - Notes

  /// What a person should know, a line each.
  var notes: [String] {
    var notes: [String] = []
    if laid == 0 {
      notes.append(
        "\(path): none of its times is one of the tracking's samples; see --blendshapes-offset-ms")
    }
    if file.assumesRate {
      notes.append(
        "\(path): it ends before a second has passed in its timecode, which is taken to count 60 frames a second"
      )
    }
    if let lag {
      let late = Int(lag.ms.rounded())
      let share = (lag.correlation * 100).rounded() / 100
      notes.append(
        abs(late) < Self.stepMs
          ? "\(path): its coefficients agree with the tracker's in time (correlation \(share))"
          : "\(path): its coefficients come \(abs(late)) ms \(late > 0 ? "after" : "before") the tracker's"
            + " (correlation \(share)); --blendshapes-offset-ms \(shortest(offsetMs - Double(late)))"
            + " puts them together")
    } else if !tracked.isEmpty, laid > 0 {
      notes.append(
        "\(path): how late its coefficients come cannot be told: blinks and jaw do not move alike in both"
      )
    }
    return notes
  }

  /// The lags that are tried, in milliseconds.
  private static let (reachMs, stepMs) = (1000, 10)
  /// What a lag is believed by.
  private static let (leastPairs, leastCorrelation) = (30, 0.5)

  /// By how much the coefficients come after the tracker's, where the two agree most; nil where they do not.
  var lag: (ms: Double, correlation: Double)? {
    let lags = Array(stride(from: -Self.reachMs, through: Self.reachMs, by: Self.stepMs))
    let curve = lags.map { correlation(atLag: Double($0)) }
    guard
      let best = curve.indices.max(by: { (curve[$0] ?? -2) < (curve[$1] ?? -2) }),
      let peak = curve[best], peak >= Self.leastCorrelation
    else { return nil }
    var ms = Double(lags[best])
    if best > 0, best + 1 < curve.count, let before = curve[best - 1], let after = curve[best + 1] {
      // The top of the parabola through three points.
      let bend = before - 2 * peak + after
      if bend < 0 { ms += Double(Self.stepMs) * (before - after) / (2 * bend) }
    }
    return (ms, peak)
  }

  /// The mean of the correlations of blinks and jaw, of those that move.
  private func correlation(atLag lag: Double) -> Double? {
    var (blinks, jaws) = (Correlation(), Correlation())
    for sample in tracked {
      guard let rows = file.rows(atMs: sample.timeMs - offsetMs + lag) else { continue }
      let blink = (score(.eyeBlinkLeft, rows) + score(.eyeBlinkRight, rows)) / 2
      blinks.add(sample.blink, blink)
      jaws.add(sample.jaw, score(.jawOpen, rows))
    }
    guard blinks.count >= Self.leastPairs, 2 * blinks.count >= tracked.count else { return nil }
    let found = [blinks.value, jaws.value].compactMap(\.self)
    return found.isEmpty ? nil : found.reduce(0, +) / Double(found.count)
  }

  /// The sums that Pearson's correlation is made of.
  private struct Correlation {
    private(set) var count = 0
    private var x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0
    /// A variance below this is a face that does not move.
    private static let least = 1e-4

    mutating func add(_ a: Double, _ b: Double) {
      count += 1
      (x, y, xx, yy, xy) = (x + a, y + b, xx + a * a, yy + b * b, xy + a * b)
    }

    var value: Double? {
      let n = Double(count)
      let (vx, vy) = (xx / n - x / n * (x / n), yy / n - y / n * (y / n))
      guard vx > Self.least, vy > Self.least else { return nil }
      return (xy / n - x / n * (y / n)) / (vx * vy).squareRoot()
    }
  }
}
