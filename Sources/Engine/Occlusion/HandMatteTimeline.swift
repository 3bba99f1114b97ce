import Geometry
package import Matting
package import Timelines
package import Tracking

/// What of a clip's pictures hands cover, over time.
///
/// In a recording, what is behind a hand is known from other frames. So each cell near a hand is judged by
/// five things: how deep it lies in the hand's outline, what of the face and of what stands still other
/// frames show there, how it moves, and what the frames before and after say. The cut of a frame depends on
/// the frames within 3.7 seconds alone, whatever was asked for before.
package final class HandMatteTimeline {
  /// Reads a clip's frames from a time on, in milliseconds: one after the other, nil at the end.
  package typealias Opener = (Double) throws -> (() throws -> ClipCells?)

  /// Raised whenever cuts change.
  package static let version = "3"

  /// How far the frames lie from a frame that its first cut and its final one are told by, in milliseconds.
  private static let windowsMs = [1000.0, 2000.0]
  /// Frames farther apart are no neighbours, in milliseconds.
  private static let neighbourMs = 150.0
  /// How far the frames lie from a frame that its cut depends on, in milliseconds: its neighbour's final
  /// window, and the first one of what that holds, each about the middle of a time in which nothing moves.
  private static let reachMs = neighbourMs + windowsMs[0] + windowsMs[1] + stillMs
  /// Frames a second that are looked at, and those of them that are remembered.
  private static let (rate, rememberedRate) = (60.0, 12.0)
  /// Frames that show a face that are compared with one.
  private static let remembered = [4, 6]
  /// What stands still is told anew every so many milliseconds, of so many frames.
  private static let (stillMs, stillPictures) = (500.0, 11)
  /// How far away the frames are, in frames, whose motion is looked at; for the first cut, among those that
  /// are remembered.
  private static let lags = [[-2, -1, 1, 2], [-3, -1, 1, 3]]
  /// The cells of so many frames before the one that is shown are kept; of others, those of remembered ones.
  private static let cellsBefore = 8
  /// How much the outline of a hand speaks for a cell that the tracker did not see.
  private static let carriedMost: Float = 0.3
  /// Motion is asked where the scores are nearer to 0 than this.
  private static let undecided: Float = 2.5
  private static let flags = [CellPicture.Flag.outline, .cut]
  /// The part of a frame's scores that the frames before and after make, each.
  private static let neighbours: Float = 0.25
  /// The part of a hand's outline from which on it is not there, where other frames show the same without it.
  private static let absent: Float = 0.7

  /// Frames in which the tracker saw a hand that is not there.
  package private(set) var framesOfAbsentHands = 0

  private let open: Opener
  private let step: () throws -> Void
  private var next: (() throws -> ClipCells?)?
  private var states: RecordingTimeline
  private var tracks: HandTracks
  private var ahead: HandTracks

  private var frames: [AnalysedFrame] = []
  private var isAtEnd = false
  /// The time of the frame that was read last.
  private var lastMs = -Double.infinity
  /// The scores of the frames that are asked for next.
  private var scores: [Int: [HandScores]] = [:]
  /// The frames whose first cut is marked in their cells.
  private var marked: Set<Int> = []
  private var stills: [[Int: CellPicture?]] = [[:], [:]]

  private struct HandScores {
    let identity: Int
    let scores: ScoreMap
    let shape: ShapeField
    /// The face's width, in cells.
    let width: Double
    /// Whether other frames show the same where no hand is: the tracker saw a hand that is not there.
    var isAbsent = false
  }

  /// Makes the timeline of a clip's hands.
  ///
  /// - Parameters:
  ///   - states: the recording over time, placed in the clip's own pictures.
  ///   - tracks: the hands over time.
  ///   - step: called for each frame that is read and each hand that is cut; what it throws ends the look.
  package init(
    states: RecordingTimeline, tracks: () -> HandTracks, step: @escaping () throws -> Void = {},
    open: @escaping Opener
  ) {
    (self.states, self.tracks, ahead, self.open) = (states, tracks(), tracks(), open)
    self.step = step
  }

  /// What the hands cover of the frame at a time of the clip, in milliseconds.
  ///
  /// Times do not go down from call to call. Nil where the frame is not known, as it is held for longer
  /// than frames are kept.
  package func covers(atMs timeMs: Double) throws -> [CoverageField]? {
    guard try !ahead.hands(atMs: timeMs).isEmpty else { return [] }
    let known = place(atMs: timeMs).flatMap { $0 + 1 < frames.count ? frames[$0].timeMs : nil }
    try read(around: known ?? timeMs)
    guard var place = place(atMs: timeMs) else { return nil }
    // A frame may be on show for long after its own time.
    try read(around: frames[place].timeMs)
    place = self.place(atMs: timeMs) ?? place
    return try covers(at: place)
  }

  // MARK: - Frames

  private func place(atMs timeMs: Double) -> Int? {
    frames.lastIndex { $0.timeMs <= timeMs + FaceTimeline.exactMs }
  }

  private func read(around timeMs: Double) throws {
    let startMs = timeMs - Self.reachMs
    if next == nil || !isAtEnd && lastMs < startMs - 1000 {
      // Which frames are looked at depends on the ones before.
      next = try open(startMs - 250)
      lastMs = -.infinity
      forget(before: .infinity)
    }
    while !isAtEnd, lastMs < timeMs + Self.reachMs {
      try step()
      guard let frame = try next?() else {
        isAtEnd = true
        break
      }
      let before = lastMs
      lastMs = frame.timeMs
      guard Self.slot(lastMs, Self.rate) != Self.slot(before, Self.rate) else { continue }
      var analysed = AnalysedFrame(
        frame, try states.state(atMs: lastMs), try tracks.hands(atMs: lastMs))
      analysed.isRemembered =
        Self.slot(lastMs, Self.rememberedRate)
        != frames.last.map { Self.slot($0.timeMs, Self.rememberedRate) }
      frames.append(analysed)
    }
    forget(before: startMs)
    guard let shown = place(atMs: timeMs) else { return }
    for place in frames.indices.prefix(max(shown - Self.cellsBefore, 0))
    where !frames[place].isRemembered {
      frames[place].cells = nil
    }
  }

  /// The number of a time's part of a second.
  private static func slot(_ timeMs: Double, _ rate: Double) -> Int {
    Int(min(max((timeMs * rate / 1000 + 0.01).rounded(.down), -1e15), 1e15))
  }

  private func forget(before timeMs: Double) {
    frames.removeAll { $0.timeMs < timeMs }
    let first = frames.first?.index ?? .max
    marked = marked.filter { $0 >= first }
    let block = Self.slot(timeMs, 1000 / Self.stillMs)
    for pass in stills.indices { stills[pass] = stills[pass].filter { $0.key >= block } }
  }

  /// The places of remembered frames around a time.
  private func window(_ timeMs: Double, _ pass: Int) -> [Int] {
    frames.indices.filter { place in
      frames[place].isRemembered
        && (frames[place].timeMs - timeMs).magnitude <= Self.windowsMs[pass]
    }
  }

  // MARK: - Cuts

  private func covers(at place: Int) throws -> [CoverageField] {
    let frame = frames[place]
    scores = scores.filter { $0.key >= frame.index - 1 }
    let hands = try scores(at: place)
    if hands.contains(where: \.isAbsent) { framesOfAbsentHands += 1 }
    return try hands.filter { !$0.isAbsent }.map { hand in
      let others = try [place - 1, place + 1].compactMap { other in
        try neighbour(of: hand, frame, at: other)
      }
      let joined = hand.scores.joined(with: others, part: Self.neighbours)
      return CoverageField(
        joined, hand.shape, core: HandFigure.core, hole: Int(0.02 * hand.width * hand.width),
        reach: 0.05 * hand.width * Double(frame.side))
    }
  }

  /// The same hand in the frame before or after.
  private func neighbour(of hand: HandScores, _ frame: AnalysedFrame, at place: Int) throws
    -> (scores: ScoreMap, map: BackgroundMemory.Map)?
  {
    guard frames.indices.contains(place),
      (frames[place].timeMs - frame.timeMs).magnitude < Self.neighbourMs,
      let other = try scores(at: place).first(where: { $0.identity == hand.identity }),
      let map = Self.motion(of: hand.identity, from: frame, to: frames[place])
    else { return nil }
    return (other.scores, map)
  }

  /// How a hand moves from one frame to another.
  private static func motion(of identity: Int, from frame: AnalysedFrame, to other: AnalysedFrame)
    -> BackgroundMemory.Map?
  {
    guard let here = frame.hands.first(where: { $0.identity == identity }),
      let there = other.hands.first(where: { $0.identity == identity })
    else { return nil }
    return PlaneFit.similarity(here.joints, there.joints)
  }

  /// The final scores of the hands within reach of a layer.
  private func scores(at place: Int) throws -> [HandScores] {
    let frame = frames[place]
    if let known = scores[frame.index] { return known }
    let found = try frame.hands.compactMap { try scores(of: $0, at: place, pass: 1) }
    scores[frame.index] = found
    return found
  }

  private func scores(of hand: AnalysedFrame.Hand, at place: Int, pass: Int) throws -> HandScores? {
    let (frame, flag) = (frames[place], Self.flags[pass])
    guard let cells = frame.cells, let layers = frame.layers else { return nil }
    try step()
    let margin = 24.0 * Double(frame.side)
    let near = layers.grown(left: margin, top: margin, right: margin, bottom: margin)
    guard
      let grid = hand.grid(margin: 45, arm: near, of: frame.size, side: frame.side),
      grid.box.intersection(near) != nil
    else { return nil }
    let shape = hand.figure.shape(on: grid, reach: 26)
    var scores = ScoreMap(
      shape, arm: ForearmPlace(hand.figure).field(on: grid),
      most: hand.isCarried ? Self.carriedMost : 4)
    let face = frame.faces.min { hand.distance(to: $0) < hand.distance(to: $1) }
    // A hand beyond the layers hangs together with its arm beyond them.
    let wrist = hand.figure.wrist
    let isWithin =
      wrist.x > near.left && wrist.x < near.right && wrist.y > near.top && wrist.y < near.bottom
    let ask = Questions(scores, face: face, within: isWithin ? near : nil)
    let colour = CellColour(cells, where: shape.distances, above: HandFigure.core, on: grid)
    let width = face?.width ?? 0.25 * Double(cells.columns)
    let shift = Float(0.9 * 0.012 * width)

    // Of every fourth cell of the outline, whether it is seen at other times as well.
    let outline = pass == 1 ? Questions.outline(shape) : []
    var (outlineByFace, outlineByStill) = (BackgroundMemory(grid), BackgroundMemory(grid))
    var byFace = BackgroundMemory(grid)
    if let face {
      for source in try remembered(face, at: place, ask, pass: pass) {
        let gain = BackgroundMemory.gain(
          of: cells, over: source.cells, by: source.map, among: ask.amongFace, on: grid, flag)
        byFace.add(
          source.cells, to: cells, by: source.map, gain: gain, shift: shift, hand: colour,
          active: ask.active, flag)
        guard pass == 1 else { continue }
        outlineByFace.add(
          source.cells, to: cells, by: source.map, gain: gain, shift: shift, hand: colour,
          active: outline, .outline)
      }
    }
    var byStill = BackgroundMemory(grid)
    if let still = try still(frame.timeMs, pass: pass) {
      let gain = BackgroundMemory.gain(
        of: cells, over: still, by: BackgroundMemory.still, among: ask.amongStill, on: grid,
        flag)
      byStill.add(
        still, to: cells, by: BackgroundMemory.still, gain: gain, shift: shift, hand: colour,
        active: ask.active, flag)
      if pass == 1 {
        outlineByStill.add(
          still, to: cells, by: BackgroundMemory.still, gain: gain, shift: shift, hand: colour,
          active: outline, .outline)
      }
    }
    let faceUsual = byFace.usual(among: ask.amongFace, fallback: 1)
    let stillUsual = byStill.usual(among: ask.amongStill, fallback: 1)
    BackgroundMemory.add(
      face: &byFace, Self.scale(faceUsual), still: &byStill, Self.scale(stillUsual),
      active: ask.active, to: &scores.values)

    var motion = MotionEvidence(grid)
    let undecided = MotionEvidence.undecided(ask.active, scores, within: Self.undecided)
    for other in moments(around: place, pass) {
      guard let there = frames[other].cells,
        let map = Self.motion(of: hand.identity, from: frame, to: frames[other])
      else { continue }
      let faceMap = face.flatMap { face in
        frames[other].faces.first { $0.identity == face.identity }.flatMap {
          PlaneFit.homography(face.points, $0.points)?.map
        }
      }
      motion.add(there, to: cells, face: faceMap, hand: map, shift: shift, active: undecided)
    }
    motion.add(to: &scores.values, gain: 1.2, most: 1.5)
    let agreement =
      pass == 1
      ? BackgroundMemory.agreement(
        face: outlineByFace, Self.scale(faceUsual), still: outlineByStill, Self.scale(stillUsual),
        among: outline) : 0
    return HandScores(
      identity: hand.identity, scores: scores, shape: shape, width: width,
      isAbsent: agreement > Self.absent)
  }

  /// The places of the frames whose motion is compared with that of one.
  private func moments(around place: Int, _ pass: Int) -> [Int] {
    let known =
      pass == 1 ? Array(frames.indices) : frames.indices.filter { frames[$0].isRemembered }
    guard let middle = known.firstIndex(of: place) else { return [] }
    return Self.lags[pass].compactMap { lag in
      let number = middle + lag
      guard known.indices.contains(number),
        (frames[known[number]].timeMs - frames[place].timeMs).magnitude <= Self.windowsMs[0] / 2
      else { return nil }
      return known[number]
    }
  }

  /// What a difference is multiplied by, so that 1 is in doubt; 0 where the background is not known.
  private static func scale(_ usual: Float) -> Float {
    usual < 5 ? 1 / max(0.8, 1.5 * usual) : 0
  }

  // MARK: - What is remembered

  /// The frames that show a face best where it is hidden now.
  private func remembered(
    _ face: AnalysedFrame.Face, at place: Int, _ ask: Questions, pass: Int
  ) throws -> [(cells: CellPicture, map: BackgroundMemory.Map)] {
    let frame = frames[place]
    var ranked: [(cost: Double, place: Int, face: AnalysedFrame.Face)] = []
    for other in window(frame.timeMs, pass) where other != place {
      guard let there = frames[other].faces.first(where: { $0.identity == face.identity }),
        let cells = try cells(at: other, pass: pass)
      else { continue }
      let hidden = ask.needed.count {
        cells.isHidden(at: SIMD2<Float>(there.points[$0] + 0.5), Self.flags[pass])
      }
      let missing = Double(hidden) / Double(max(ask.needed.count, 1))
      let awayMs = (frames[other].timeMs - frame.timeMs).magnitude
      let cost = face.unlikeness(there) + 1.2e-5 * awayMs + 0.10 * missing
      ranked.append((cost, other, there))
    }
    ranked.sort { ($0.cost, $0.place) < ($1.cost, $1.place) }
    return try ranked.prefix(Self.remembered[pass]).compactMap { _, other, there in
      guard let cells = try cells(at: other, pass: pass),
        let fit = PlaneFit.homography(face.points, there.points), fit.residual < 0.1 * face.width
      else { return nil }
      return (cells, fit.map)
    }
  }

  /// A frame's cells, in which what its hands cover is hidden.
  private func cells(at place: Int, pass: Int) throws -> CellPicture? {
    let frame = frames[place]
    guard pass == 1, !frame.hands.isEmpty, frame.cells != nil,
      marked.insert(frame.index).inserted
    else { return frame.cells }
    for hand in frame.hands {
      if let first = try scores(of: hand, at: place, pass: 0) {
        frames[place].cells?.hide(
          first.scores.values, above: -0.5, on: first.scores.grid, as: .cut)
      } else {
        frames[place].hide(hand, as: .cut)
      }
    }
    return frames[place].cells
  }

  /// The picture of what stands still around a time.
  private func still(_ timeMs: Double, pass: Int) throws -> CellPicture? {
    let block = Self.slot(timeMs, 1000 / Self.stillMs)
    if let known = stills[pass][block] { return known }
    let middle = (Double(block) + 0.5) * Self.stillMs
    let all = window(middle, pass)
    let count = min(all.count, Self.stillPictures)
    let pictures = try (0..<count).compactMap { number in
      try cells(at: all[number * all.count / count], pass: pass)
    }
    let still = CellPicture(stillIn: pictures, Self.flags[pass])
    stills[pass][block] = .some(still)
    return still
  }
}

/// Which cells around a hand are looked at.
private struct Questions {
  /// Those that may be the hand, and some others.
  let active: [UInt8]
  /// Those that surely are the face, and those that surely are what is behind it.
  let amongFace, amongStill: [UInt8]
  /// The face's points that may be hidden, by their places among the points.
  let needed: [Int]

  /// Every fourth cell within an outline.
  static func outline(_ shape: ShapeField) -> [UInt8] {
    let grid = shape.grid
    return (0..<grid.count).map { at in
      (at / grid.stride | at % grid.stride) & 1 == 0 && shape.distances[at] > 0 ? 1 : 0
    }
  }

  /// - Parameter part: the part of the picture that is looked at, in pixels; nil for all of it.
  init(_ prior: ScoreMap, face: AnalysedFrame.Face?, within part: Rectangle<OutputSpace>?) {
    let grid = prior.grid
    func asked(_ cells: Range<Int>, _ low: Double?, _ high: Double?) -> Range<Int> {
      guard let low, let high else { return cells }
      let side = Double(grid.side)
      let (first, end) = (min(max(low / side, 0), 1e5), min(max(high / side + 1, 0), 1e5))
      return (Int(first)..<max(Int(first), Int(end))).clamped(to: cells)
    }
    let columns = asked(grid.columns, part?.left, part?.right)
    let rows = asked(grid.rows, part?.top, part?.bottom)
    var active = [UInt8](repeating: 0, count: grid.count)
    var (amongFace, amongStill) = (active, active)
    for y in rows {
      let row = y - grid.rows.lowerBound
      for x in columns {
        let column = x - grid.columns.lowerBound
        let at = row * grid.stride + column
        let likely = prior.values[at]
        if likely > -5.5 {
          // Where only the arm may be, the edge is found later.
          let isCoarse = likely <= -1.1 && ((row | column) & 1) != 0
          active[at] = likely < 3.99 ? (isCoarse ? 2 : 1) : 0
        } else if (row | column) & 1 == 0 {
          active[at] = 1
          if let face, face.contains(x, y, 0.5, 0.62) {
            amongFace[at] = 1
          } else if face?.contains(x, y, 0.75, 0.9) != true {
            amongStill[at] = 1
          }
        }
      }
    }
    (self.active, self.amongFace, self.amongStill) = (active, amongFace, amongStill)
    needed = (face?.points ?? []).indices.filter { index in
      guard let point = face?.points[index] else { return false }
      let (x, y) = (point.x.rounded(), point.y.rounded())
      guard x.magnitude < 1e6, y.magnitude < 1e6, grid.columns.contains(Int(x)),
        grid.rows.contains(Int(y))
      else { return false }
      let at = (Int(y) - grid.rows.lowerBound) * grid.stride + Int(x) - grid.columns.lowerBound
      return prior.values[at] > -3
    }
  }
}

extension AnalysedFrame.Hand {
  /// How far away a face is, in its widths.
  fileprivate func distance(to face: AnalysedFrame.Face) -> Double {
    let middle = joints.reduce(.zero, +) / Double(joints.count)
    let way = middle - face.middle
    return (way * way).sum().squareRoot() / face.width
  }
}

extension AnalysedFrame.Face {
  /// How far the points of another frame's are from these, in widths, wherever the face is.
  fileprivate func unlikeness(_ other: AnalysedFrame.Face) -> Double {
    let scale = other.width > 0 ? width / other.width : 1
    var sum = 0.0
    for (a, b) in zip(points, other.points) {
      let way = (a - middle) - (b - other.middle) * scale
      sum += (way * way).sum()
    }
    return (sum / Double(max(points.count, 1))).squareRoot() / width
  }
}
