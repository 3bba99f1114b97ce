internal import Features
internal import Foundation
internal import Geometry

/// One card in successive frames, without a gap.
struct CardRun {
  /// The card, by its place among the references.
  let card: Int
  /// What was seen, by frame; frames follow each other.
  var views: [CardView]
  /// The frame of the first view.
  var firstFrame: Int
  /// Whether the frames before it were looked at.
  var isTracedBack = false

  var lastFrame: Int { firstFrame + views.count - 1 }

  func view(_ frame: Int) -> CardView? {
    views.indices.contains(frame - firstFrame) ? views[frame - firstFrame] : nil
  }
}

/// A picture of the clip that is kept.
struct CardFrame {
  var index: Int
  var timeMs: Double
  var pyramid: GreyPyramid
}

/// Finds cards in the frames of a clip, one after the other, and follows them from their first to their last
/// sight.
struct CardFollowing {
  private let cards: [CardReference]
  private let settings: CardSettings
  private(set) var runs: [CardRun] = []
  private(set) var timesMs: [Double] = []
  private var active: [Int] = []
  private var kept: [CardFrame] = []
  private var searches = 0
  /// Whether what was found last was flipped; nil before anything was found.
  private var foundFlipped: Bool?
  private var lastSearch = -1000

  /// Frames that are kept to trace a find back, and their bytes at most.
  private static let keptFrames = 60
  private static let keptBytes = 160 << 20
  /// The longer side of the picture in which cards are searched.
  private static let searchSide = 1280
  private static let searchCorners = 2000
  /// Cards of one name at once.
  private static let mostOfName = 3

  init(_ cards: [CardReference], _ settings: CardSettings) {
    (self.cards, self.settings) = (cards, settings)
  }

  /// Looks at the next frame.
  mutating func add(_ picture: GreyPicture, atMs timeMs: Double) {
    let frame = CardFrame(index: timesMs.count, timeMs: timeMs, pyramid: GreyPyramid(picture))
    timesMs.append(timeMs)
    kept.append(frame)
    while kept.count > Self.keptFrames
      || (kept.count > 2 && kept.reduce(0) { $0 + $1.pyramid.byteCount } > Self.keptBytes)
    {
      kept.removeFirst()
    }
    let before = active.count
    follow(frame)
    for index in active { better(index, before: frame.index) }
    if active.count < before || frame.index - lastSearch >= settings.every {
      lastSearch = frame.index
      search(frame)
    }
    for index in active where !runs[index].isTracedBack && runs[index].views.count >= 2 {
      traceBack(index)
    }
  }

  /// Ends the clip.
  mutating func finish() {
    for index in runs.indices where !runs[index].isTracedBack { traceBack(index) }
    kept = []
  }

  // MARK: - Following

  private mutating func follow(_ frame: CardFrame) {
    var views: [Int: CardView] = [:]
    for index in active {
      let run = runs[index]
      let others = active.filter { $0 != index }.compactMap {
        views[$0]?.corners ?? runs[$0].views.last?.corners
      }
      guard let last = run.views.last else { continue }
      let before = run.views.count > 1 ? run.views[run.views.count - 2] : nil
      views[index] = next(
        cards[run.card], after: last, before: before,
        times: (timeMs(run.lastFrame - 1), timeMs(run.lastFrame), frame.timeMs), frame.pyramid,
        others)
    }
    // Two of one name on one place are one.
    for index in active {
      guard let view = views[index] else { continue }
      let rival = active.contains { other in
        guard other != index, let its = views[other], Self.isSamePlace(view, its, 0.5) else {
          return false
        }
        return runs[other].card == runs[index].card
          ? (its.agreeing, index) > (view.agreeing, other)
          : its.agreeing > view.agreeing + 0.5 && view.agreeing < CardSettings.findingShare
      }
      if rival { views[index] = nil }
    }
    active = active.filter { index in
      guard let view = views[index] else {
        // What is lost at once is followed back as it is.
        if !runs[index].isTracedBack { traceBack(index) }
        return false
      }
      runs[index].views.append(view)
      return true
    }
  }

  /// Looks again at the frame before, where a card agrees much less than in those about it: from between them.
  private mutating func better(_ index: Int, before frame: Int) {
    let run = runs[index]
    guard let one = run.view(frame - 2), let view = run.view(frame - 1), let next = run.view(frame),
      view.score < Self.doubtful * min(one.score, next.score),
      let kept = kept.last(where: { $0.index == frame - 1 })
    else { return }
    let corners = zip(one.corners.corners, next.corners.corners).map {
      $0.interpolated(to: $1, at: 0.5)
    }
    let card = cards[run.card]
    guard let map = card.map(to: Quad(corners[0], corners[1], corners[2], corners[3])),
      let again = CardAligner(card, in: kept.pyramid).aligned(from: map), again.score > view.score
    else { return }
    runs[index].views[frame - 1 - run.firstFrame] = again
  }

  /// Below this part of the scores of the frames about it a view is looked at again.
  private static let doubtful = 0.7

  private func timeMs(_ frame: Int) -> Double {
    timesMs.indices.contains(frame) ? timesMs[frame] : 0
  }

  /// Where a card is in the next picture; nil where it is lost.
  private func next(
    _ card: CardReference, after last: CardView, before: CardView?,
    times: (before: Double, last: Double, next: Double), _ pyramid: GreyPyramid,
    _ others: [Quad<TrackerSpace>]
  ) -> CardView? {
    let aligner = CardAligner(card, in: pyramid)
    let isHidden: (Point2<TrackerSpace>) -> Bool = { point in
      others.contains { $0.contains(point) }
    }
    var best: CardView?
    func attempt(_ map: Homography<PrintSpace, TrackerSpace>?) -> Bool {
      guard let map, let view = aligner.aligned(from: map, isHidden: isHidden),
        isPlausible(view, after: last, pyramid.picture),
        view.score >= CardSettings.followingScore, view.agreeing >= CardSettings.followingShare
      else { return false }
      if view.score > best?.score ?? -1 { best = view }
      return view.score >= max(0.5, 0.75 * last.score)
    }
    if let before {
      let part =
        times.last != times.before ? (times.next - times.last) / (times.last - times.before) : 1
      let share = min(max(part, 0), 3)
      let corners = zip(before.corners.corners, last.corners.corners).map {
        Point2<TrackerSpace>($1.x + ($1.x - $0.x) * share, $1.y + ($1.y - $0.y) * share)
      }
      if attempt(card.map(to: Quad(corners[0], corners[1], corners[2], corners[3]))) { return best }
    }
    if attempt(last.map) { return best }
    // A jump: places about the last one, up to half of the card's size away.
    let size = (abs(last.corners.signedArea) / card.aspect).squareRoot()
    var starts: [(score: Double, map: Homography<PrintSpace, TrackerSpace>)] = []
    for dy in -4...4 {
      for dx in -4...4 where dx != 0 || dy != 0 {
        let (x, y) = (Double(dx) * size / 8, Double(dy) * size / 8)
        let m = last.map
        let moved = Homography<PrintSpace, TrackerSpace>(
          m.h0 + x * m.h6, m.h1 + x * m.h7, m.h2 + x * m.h8, m.h3 + y * m.h6, m.h4 + y * m.h7,
          m.h5 + y * m.h8, m.h6, m.h7, m.h8)
        if let view = aligner.coarseView(moved) { starts.append((view, moved)) }
      }
    }
    for start in starts.sorted(by: { $0.score > $1.score }).prefix(4) where attempt(start.map) {
      break
    }
    return best
  }

  /// Whether a card can have come there from where it was, and enough of it is inside the picture.
  private func isPlausible(_ view: CardView, after last: CardView, _ picture: GreyPicture) -> Bool {
    let (area, before) = (view.corners.signedArea, last.corners.signedArea)
    guard area * before > 0, abs(area) < 3 * abs(before), abs(before) < 3 * abs(area) else {
      return false
    }
    return Self.inside(view.corners, picture) >= CardSettings.leastInside
  }

  /// The part of a quad that lies in a picture, of a lattice of points.
  static func inside(_ quad: Quad<TrackerSpace>, _ picture: GreyPicture) -> Double {
    guard let map = Homography<PrintSpace, TrackerSpace>(rectangle: 1, 1, to: quad) else {
      return 0
    }
    var count = 0
    for row in 0..<10 {
      for column in 0..<10 {
        let point = Point2<PrintSpace>((Double(column) + 0.5) / 10, (Double(row) + 0.5) / 10)
        guard let place = map(point) else { continue }
        if place.x > 0, place.y > 0, place.x < Double(picture.width),
          place.y < Double(picture.height)
        {
          count += 1
        }
      }
    }
    return Double(count) / 100
  }

  /// The part of the smaller of two views that the other one covers.
  static func overlap(_ one: CardView, _ other: CardView) -> Double {
    let (a, b) =
      abs(one.corners.signedArea) < abs(other.corners.signedArea) ? (one, other) : (other, one)
    guard let map = Homography<PrintSpace, TrackerSpace>(rectangle: 1, 1, to: a.corners) else {
      return 0
    }
    var count = 0
    for row in 0..<8 {
      for column in 0..<8 {
        let point = Point2<PrintSpace>((Double(column) + 0.5) / 8, (Double(row) + 0.5) / 8)
        if let place = map(point), b.corners.contains(place) { count += 1 }
      }
    }
    return Double(count) / 64
  }

  /// Whether two views are of one place: about as large, and over each other.
  private static func isSamePlace(_ one: CardView, _ other: CardView, _ share: Double) -> Bool {
    let (a, b) = (abs(one.corners.signedArea), abs(other.corners.signedArea))
    return min(a, b) > 0.6 * max(a, b) && overlap(one, other) > share
  }

  // MARK: - Searching

  private mutating func search(_ frame: CardFrame) {
    guard frame.index > 0 else {
      // A single picture has no next search.
      for factor in Self.factors {
        search(
          frame, factor, flipped: settings.mirroring == .auto ? [false, true] : [isFlippedSearch])
      }
      return
    }
    // Half of the searches see small cards larger.
    let isLarge = active.isEmpty && (searches / 2 + searches / 8) % 2 == 1
    search(frame, Self.factors[isLarge ? 1 : 0], flipped: [isFlippedSearch])
    searches += 1
  }

  /// How large searches see the picture.
  private static let factors = [1, 1.5]

  private mutating func search(_ frame: CardFrame, _ factor: Double, flipped senses: [Bool]) {
    let picture = frame.pyramid.picture
    let longer = max(picture.width, picture.height)
    let scale = min(1, Double(Self.searchSide) / Double(longer)) * factor
    let looked =
      scale == 1
      ? picture
      : picture.stretched(
        width: Int((Double(picture.width) * scale).rounded()),
        height: Int((Double(picture.height) * scale).rounded()))
    let features = PictureFeatures(looked, most: Self.searchCorners, scale: 1 / scale)
    for flipped in senses {
      for card in cards.indices { find(card, features, flipped, frame) }
    }
  }

  /// Whether the next search is for flipped pictures.
  private var isFlippedSearch: Bool {
    switch settings.mirroring {
    case .no: false
    case .yes: true
    case .auto:
      if let foundFlipped {
        searches % 8 == 7 ? !foundFlipped : foundFlipped
      } else {
        // A find is followed back, so that it may come a little later.
        searches % 2 == 1
      }
    }
  }

  private mutating func find(
    _ card: Int, _ features: PictureFeatures, _ flipped: Bool, _ frame: CardFrame
  ) {
    let reference = cards[card]
    var search = reference.search(in: features, flipped: flipped)
    var taken = active.filter { runs[$0].card == card }.compactMap { runs[$0].views.last?.corners }
    let aligner = CardAligner(reference, in: frame.pyramid)
    var attempts = 0
    while taken.count < Self.mostOfName, attempts < 4,
      let found = search.best(where: { point in !taken.contains { $0.contains(point) } })
    {
      attempts += 1
      let others = active.compactMap { runs[$0].views.last?.corners }
      guard
        let view = aligner.aligned(
          from: found.map, isHidden: { point in others.contains { $0.contains(point) } })
      else {
        guard let corners = reference.corners(found.map), corners.isConvex else { break }
        taken.append(corners)
        continue
      }
      let isFlipped = view.corners.signedArea < 0
      taken.append(view.corners)
      guard isFlipped == flipped, view.score >= settings.score,
        view.agreeing >= CardSettings.findingShare,
        Self.inside(view.corners, frame.pyramid.picture) >= CardSettings.leastInside,
        !isAnother(card, view, frame)
      else { continue }
      if active.contains(where: { index in
        guard runs[index].card == card, let its = runs[index].views.last else { return false }
        return Self.overlap(view, its) > 0.3
      }) {
        continue
      }
      foundFlipped = flipped
      // What lay at the same place and agrees less is not there.
      active.removeAll { index in
        guard let its = runs[index].views.last, Self.isSamePlace(view, its, 0.8),
          its.score < view.score - 0.3
        else { return false }
        runs[index].views.removeLast()
        return true
      }
      runs.append(CardRun(card: card, views: [view], firstFrame: frame.index))
      active.append(runs.count - 1)
    }
  }

  /// Whether another known picture agrees better with what is seen there.
  private func isAnother(_ card: Int, _ view: CardView, _ frame: CardFrame) -> Bool {
    cards.indices.contains { other in
      guard other != card, let map = cards[other].map(to: view.corners),
        let its = CardAligner(cards[other], in: frame.pyramid).view(map)
      else { return false }
      return its.score > view.score
        || (its.score == view.score && its.correlation > view.correlation)
    }
  }

  // MARK: - Tracing back

  private mutating func traceBack(_ index: Int) {
    runs[index].isTracedBack = true
    let run = runs[index]
    let card = cards[run.card]
    var views = Array(run.views.prefix(2).reversed())
    var first = run.firstFrame
    for frame in kept.reversed() where frame.index < run.firstFrame {
      guard frame.index == first - 1, let last = views.last else { break }
      let others = runs.indices.filter { $0 != index }.compactMap {
        runs[$0].view(frame.index)
      }
      let before = views.count > 1 ? views[views.count - 2] : nil
      guard
        let view = next(
          card, after: last, before: before,
          times: (timeMs(first + 1), timeMs(first), frame.timeMs), frame.pyramid,
          others.map(\.corners)),
        !runs.indices.contains(where: { other in
          guard other != index, runs[other].card == run.card,
            let its = runs[other].view(frame.index)
          else { return false }
          return Self.overlap(view, its) > 0.3
        }),
        !others.contains(where: { Self.isSamePlace(view, $0, 0.7) && $0.agreeing > view.agreeing })
      else { break }
      views.append(view)
      first = frame.index
    }
    let added = views.dropFirst(min(2, run.views.count)).reversed()
    runs[index].views.insert(contentsOf: added, at: 0)
    runs[index].firstFrame = first
  }
}
