import ClipReading
import Geometry
package import Placement
import Timelines
package import Tracking
import TrackingFiles

/// Where the shown part of a cut picture lies, so that it has the most of all faces.
///
/// It is one place for a whole clip, found from all samples of its tracking and from nothing else: so the
/// picture is steady, a part of the clip is cut as the whole, and every avatar is worn in the same frame.
package struct SteadyCut {
  private let framing: OutputFraming
  private let scene: SceneMapping
  private var across: SideWeights
  private var down: SideWeights

  /// Begins with no face.
  package init(_ framing: OutputFraming, through scene: SceneMapping) {
    (self.framing, self.scene) = (framing, scene)
    across = SideWeights(length: framing.picture.stored.width)
    down = SideWeights(length: framing.picture.stored.height)
  }

  /// The framing of a recording, and a line where not all faces can be shown whole; only a cut one is moved.
  static func framing(
    _ framing: OutputFraming, aroundFacesOf path: String?, _ options: TrackingFileOptions,
    _ info: ClipInfo
  ) throws -> (OutputFraming, String?) {
    guard framing.isCut, let path else { return (framing, nil) }
    let samples = try TrackingSource(
      path: path, options: options,
      clipSize: info.sceneSize.retyped(as: TrackerSpace.self))
    var cut = SteadyCut(
      framing, through: SceneMapping(header: samples.header, scene: info.sceneSize))
    while let sample = try samples.next() { cut.add(sample.faces) }
    return (cut.best, cut.note)
  }

  /// Takes the faces of a sample.
  package mutating func add(_ faces: [FaceSample]) {
    let (stored, picture) = (framing.picture.stored, framing.picture.scene)
    let (x, y) = (
      Double(stored.width) / Double(picture.width), Double(stored.height) / Double(picture.height)
    )
    for face in faces {
      guard let seen = SceneLandmarks(face, through: scene),
        let box = Rectangle(around: seen.mesh)
      else { continue }
      let eyes = CropSubject.eyesMiddle(of: seen.mesh)
      let side = Self.sideRoom * box.width
      let top = (CropSubject.hair + CropSubject.headRoom) * box.height
      let below = CropSubject.sideRoom * box.height
      across.add(
        box.left * x, box.right * x, room: (side * x, side * x), focus: box.center.x * x)
      down.add(
        box.top * y, box.bottom * y, room: (top * y, below * y),
        focus: (eyes?.y ?? box.center.y) * y)
    }
  }

  /// Room for hair and avatars at each side of a face, in its widths.
  private static let sideRoom = 0.25

  /// The framing with the most of the faces, as near to the photographer's rule as that leaves.
  package var best: OutputFraming {
    framing.moved(
      toColumn: across.place(of: framing.columns.count, focusAt: 0.5).first,
      row: down.place(of: framing.rows.count, focusAt: CropPlan.eyeLine).first)
  }

  /// What is cut off the faces, in a line; nil where all of them are whole.
  package var note: String? {
    let shown = min(
      across.place(of: framing.columns.count, focusAt: 0.5).shown,
      down.place(of: framing.rows.count, focusAt: CropPlan.eyeLine).shown)
    guard shown < 1 - 1e-6 else { return nil }
    let lost = max(1, Int((100 * (1 - shown)).rounded()))
    return
      "--fit cover cuts \(lost) % off the faces of the whole recording: \(framing.columns.count) x"
      + " \(framing.rows.count) of the picture cannot hold them in one place; --fit pad shows all of it"
  }
}

/// How much of faces lies along a side of the picture.
private struct SideWeights {
  /// How the weight of faces changes from one pixel to the next, whose sum over a face is 1.
  private var faces: [Double]
  /// The same with room about them.
  private var roomy: [Double]
  private var focus = 0.0
  private var count = 0

  init(length: Int) {
    faces = [Double](repeating: 0, count: length + 1)
    roomy = faces
  }

  private var length: Int { faces.count - 1 }

  /// Adds a face, as far as it lies in the picture.
  mutating func add(
    _ low: Double, _ high: Double, room: (before: Double, after: Double), focus place: Double
  ) {
    guard let range = pixels(low, high), place.isFinite else { return }
    Self.add(range, to: &faces)
    Self.add(pixels(low - room.before, high + room.after) ?? range, to: &roomy)
    focus += min(max(place, 0), Double(length))
    count += 1
  }

  private func pixels(_ low: Double, _ high: Double) -> Range<Int>? {
    guard low.isFinite, high.isFinite, low < Double(length), high > 0 else { return nil }
    let first = Int(max(low, 0).rounded(.down))
    return first..<max(first + 1, Int(min(high, Double(length)).rounded(.up)))
  }

  private static func add(_ range: Range<Int>, to weights: inout [Double]) {
    let weight = 1 / Double(range.count)
    weights[range.lowerBound] += weight
    weights[range.upperBound] -= weight
  }

  /// Where a part of the side begins, and the share of the faces that lies in it.
  ///
  /// Of the places with the most of the faces those count that have the most of their room, and of these the
  /// one that has their focus nearest to `focusAt`, in parts of the part.
  func place(of part: Int, focusAt: Double) -> (first: Int, shown: Double) {
    guard count > 0 else { return ((length - part) / 4 * 2, 1) }
    let (face, room) = (Self.sums(faces), Self.sums(roomy))
    let ideal = focus / Double(count) - focusAt * Double(part)
    // Sums of rounded numbers are compared with a tolerance.
    let tolerance = 1e-9 * Double(count)
    var best: (first: Int, face: Double, room: Double)?
    for first in stride(from: 0, through: length - part, by: 2) {
      let shown = (face[first + part] - face[first], room[first + part] - room[first])
      guard let least = best else {
        best = (first, shown.0, shown.1)
        continue
      }
      let isBetter =
        if abs(shown.0 - least.face) > tolerance {
          shown.0 > least.face
        } else if abs(shown.1 - least.room) > tolerance {
          shown.1 > least.room
        } else {
          abs(Double(first) - ideal) < abs(Double(least.first) - ideal)
        }
      if isBetter { best = (first, shown.0, shown.1) }
    }
    return (best?.first ?? 0, (best?.face ?? 0) / Double(count))
  }

  /// The weight before each pixel.
  private static func sums(_ changes: [Double]) -> [Double] {
    var (weight, sum) = (0.0, 0.0)
    var sums = [0.0]
    sums.reserveCapacity(changes.count)
    for change in changes.dropLast() {
      weight += change
      sum += weight
      sums.append(sum)
    }
    return sums
  }
}
