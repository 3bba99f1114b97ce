import ClipReading
import Geometry
import Placement
import Timelines
import Tracking

/// Plans a crop that follows the faces and cards of a clip.
///
/// It never cuts one, keeps its size, and moves no more than that takes. It is planned for the whole clip, so that a
/// part is cut as the whole is.
struct CropPlanner {
  private let picture: OutputFraming.Picture
  private let shape: CropShape
  private let startMs, stepMs: Double
  /// What is not to be cut about each node, in stored pixels; nil where nothing is seen.
  private var faces: [CropSubject?] = []
  /// The same with the layers of avatars.
  private var worn: [CropSubject?] = []

  /// Nodes a second, and the most of them: of a longer clip they are farther apart.
  private static let nodesPerSecond = 30.0
  private static let mostNodes = 36_000
  /// A day, in milliseconds: the most of a clip's time that is looked at.
  private static let longestMs = 86_400_000.0
  /// How far from the crop's middle what is followed may go before the crop does, in parts of its side.
  private static let slack = 0.12

  /// Looks at a recording's faces, cards and layers over all of its time.
  init(
    _ shape: CropShape, of picture: OutputFraming.Picture, in clip: ClipReader,
    _ states: consuming RecordingTimeline
  ) throws {
    (self.shape, self.picture) = (shape, picture)
    startMs = clip.info.milliseconds(atPts: clip.info.startPts)
    // What a container states of its end may be wrong; frames after the last node are cut as there.
    let spanMs = min(max(0, (clip.info.endMs ?? startMs) - startMs), Self.longestMs)
    stepMs = max(1000 / Self.nodesPerSecond, spanMs / Double(Self.mostNodes))
    // A window that is the whole picture goes nowhere.
    guard largestWindow != picture.scene else { return }
    let output = OutputMapping(
      OutputFraming(
        .init(stored: picture.stored, scene: picture.scene, native: picture.stored), as: nil))
    states.place { _ in output }
    for node in 0...Int((spanMs / stepMs).rounded(.up)) {
      let state = try states.state(atMs: startMs + Double(node) * stepMs)
      let seen = Self.subjects(state)
      faces.append(seen.faces)
      worn.append(seen.worn)
    }
  }

  /// What of a moment is not to be cut, without and with the layers of avatars.
  private static func subjects(
    _ state: FrameState
  ) -> (faces: CropSubject?, worn: CropSubject?) {
    let meshes = state.faces.filter { $0.opacity > 0 }.compactMap {
      SceneLandmarks($0.face, through: state.scene)?.mesh.map { state.output.toComposite($0) }
    }
    let eyes = meshes.compactMap { CropSubject.eyesMiddle(of: $0) }
    let cards = state.images.compactMap { image in
      Rectangle(
        around: image.image.corners.corners.map {
          state.output.toComposite(state.scene.toScene($0.unmirrored(in: state.scene)))
        })
    }
    let layers = state.placements.filter { placement in
      if case .face = placement.subject { placement.opacity > 0 } else { false }
    }.compactMap { Rectangle(around: $0.extent(in: state.output).corners) }
    func subject(_ others: [Rectangle<OutputSpace>]) -> CropSubject? {
      CropSubject(faces: meshes, eyes: eyes, others: others, in: state.output.output)
    }
    let faces = subject(cards)
    return (faces, layers.isEmpty ? faces : subject(cards + layers))
  }

  /// The crop.
  ///
  /// - Parameters:
  ///   - size: of its frames; nil for its own.
  ///   - step: what the sides of its frames are multiples of.
  func plan(as size: OutputSize?, step: Int) -> MovingCrop {
    let largest = largestWindow
    let (needsFaces, needsWorn) = (Self.needs(faces), Self.needs(worn))
    func holds(_ needs: SIMD2<Double>) -> Bool {
      needs.x * aspect <= Double(largest.width) + Self.rounding
        && needs.y <= Double(largest.height) + Self.rounding
    }
    // Where there are bars anyway, nothing is cut.
    let hasBars = !holds(needsFaces)
    let keepsWorn = hasBars || holds(needsWorn)
    let window = hasBars ? smallestWindow(holding: needsWorn) : largest
    let framing = OutputFraming(
      picture, window: window, as: size ?? statedSize, step: step)
    let subjects = Self.spread(keepsWorn ? worn : faces)
    let hung = Self.spread(worn)
    let path = MovingCrop.Path(
      startMs: startMs, stepMs: stepMs,
      columns: places(
        along: \.x, framing.columns.count, of: picture.stored.width, subjects, hung, at: 0.5),
      rows: places(
        along: \.y, framing.rows.count, of: picture.stored.height, subjects, hung,
        at: CropPlan.eyeLine))
    return MovingCrop(framing, along: path, note: note(window, largest, keepsWorn: keepsWorn))
  }

  private func note(
    _ window: PixelSize<SceneSpace>, _ largest: PixelSize<SceneSpace>, keepsWorn: Bool
  ) -> String? {
    if window != largest {
      return
        "the crop to \(shape): the faces and cards need \(window) of the picture, which has \(picture.scene): all"
        + " frames have bars, so that none is cut"
    }
    if largest == picture.scene { return nil }
    if faces.allSatisfy({ $0 == nil }) {
      return "the crop to \(shape): no face or card is seen, so the middle of the picture is shown"
    }
    return keepsWorn
      ? nil
      : "the crop to \(shape): what the faces wear is cut at times: it is larger than \(largest) of the picture;"
        + " the faces are whole"
  }

  /// The frame's size, where the shape is one.
  private var statedSize: OutputSize? {
    if case .size(let size) = shape { OutputSize(size) } else { nil }
  }

  /// The width of a stored pixel in the scene.
  private var aspect: Double { Double(picture.scene.width) / Double(picture.stored.width) }

  /// What a window may lack of what it holds, in pixels: its sides are rounded.
  private static let rounding = 1.5

  /// The largest window of the shape in the picture, in the scene's pixels.
  private var largestWindow: PixelSize<SceneSpace> {
    window(
      min(
        Double(picture.scene.width) / Double(shape.ratio.width),
        Double(picture.scene.height) / Double(shape.ratio.height)))
  }

  /// The smallest window of the shape that has room for a size in stored pixels.
  private func smallestWindow(holding needs: SIMD2<Double>) -> PixelSize<SceneSpace> {
    // Its sides become even.
    return window(
      max(
        (needs.x * aspect + 2) / Double(shape.ratio.width),
        (needs.y + 2) / Double(shape.ratio.height)))
  }

  /// The window of the shape whose sides are so many times its terms, to the nearest pixel.
  private func window(_ factor: Double) -> PixelSize<SceneSpace> {
    func side(_ term: Int) -> Int { max(1, Int((Double(term) * factor).rounded())) }
    return PixelSize(clamping: side(shape.ratio.width), side(shape.ratio.height))
  }

  /// The most room that what is kept takes at any time.
  private static func needs(_ subjects: [CropSubject?]) -> SIMD2<Double> {
    subjects.compactMap { $0 }.reduce(.zero) {
      pointwiseMax($0, SIMD2($1.kept.width, $1.kept.height))
    }
  }

  /// With each node what its neighbours keep, so that what moves between nodes is kept as well.
  private static func spread(_ subjects: [CropSubject?]) -> [CropSubject?] {
    subjects.indices.map { index in
      guard var subject = subjects[index] else { return nil }
      for near in [index - 1, index + 1] where subjects.indices.contains(near) {
        guard let other = subjects[near] else { continue }
        subject.kept = subject.kept.union(other.kept)
      }
      return subject
    }
  }

  /// The places of a part of a side over time.
  private func places(
    along axis: KeyPath<Span, ClosedRange<Double>>, _ length: Int, of side: Int,
    _ kept: [CropSubject?], _ hung: [CropSubject?], at share: Double
  ) -> [Double] {
    let room = Double(side - length)
    guard room > 0 else { return [0] }
    let crop = Double(length)
    func within(_ place: Double) -> Double { min(max(place, 0), room) }
    func places(holding range: ClosedRange<Double>) -> ClosedRange<Double> {
      let (low, high) = (within(range.upperBound - crop), within(range.lowerBound))
      // What is larger than the crop has its middle in the crop's.
      return low <= high
        ? low...high : within((low + high) / 2)...within((low + high) / 2)
    }
    let nodes = zip(kept, hung).map { kept, hung -> BoundedPath.Node? in
      guard let kept, let hung else { return nil }
      let bounds = places(holding: Span(kept.kept)[keyPath: axis])
      let roomy = places(holding: Span(hung.roomy)[keyPath: axis])
      let focus = Span(Rectangle(hung.focus, hung.focus))[keyPath: axis].lowerBound - share * crop
      let slack = Self.slack * crop
      func bounded(_ place: Double) -> Double {
        min(max(place, bounds.lowerBound), bounds.upperBound)
      }
      func roomyPlace(_ place: Double) -> Double {
        bounded(min(max(place, roomy.lowerBound), roomy.upperBound))
      }
      let (low, high) = (roomyPlace(focus - slack), roomyPlace(focus + slack))
      return BoundedPath.Node(kept: bounds, wanted: min(low, high)...max(low, high))
    }
    let bound = Self.filled(nodes, within: 0...room)
    return bound.isEmpty
      ? [(room / 4).rounded() * 2]
      : BoundedPath.places(bound, seconds: stepMs / 1000, side: crop)
  }

  /// The nodes with those of no subject filled in: nothing binds them, and they want what the nearest ones do; none
  /// where all have no subject.
  private static func filled(
    _ nodes: [BoundedPath.Node?], within room: ClosedRange<Double>
  ) -> [BoundedPath.Node] {
    let bound = nodes.indices.filter { nodes[$0] != nil }
    guard !bound.isEmpty else { return [] }
    var next = 0
    return nodes.indices.compactMap { index in
      if let node = nodes[index] { return node }
      while next + 1 < bound.count, abs(bound[next + 1] - index) < abs(bound[next] - index) {
        next += 1
      }
      return nodes[bound[next]].map { BoundedPath.Node(kept: room, wanted: $0.wanted) }
    }
  }

  /// A rectangle as what it covers along each side.
  private struct Span {
    var x, y: ClosedRange<Double>

    init(_ box: Rectangle<OutputSpace>) { (x, y) = (box.left...box.right, box.top...box.bottom) }
  }
}
