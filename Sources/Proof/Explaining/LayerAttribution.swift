internal import Comparison
internal import Geometry
internal import Imaging
internal import Placement
internal import Registration

/// Finds by pixels which layers of a face changed, where only the first picture's quads are known.
///
/// Quads overlap, and most of a quad is transparent: what changed within one may belong to any that
/// lies there. So the changed pixels are given to the smallest layer that accounts for all of them;
/// where none does, to the face as a whole; and a motion is only told where it explains the pixels
/// and where what it ought to have changed did change. Better nothing is told than another's motion.
struct LayerAttribution {
  let expected: StraightRGBA8
  let actual: StraightRGBA8
  let ground: StraightRGBA8?
  /// The layers that can be seen.
  let entries: [PlacementRecord.Entry]
  /// Whether the attribution is still wanted; asked before each fit.
  let wantsMore: @Sendable () -> Bool

  // What the thresholds were first measured on is not recorded; `Documentation/comparison.md` states
  // those that a reader of an explanation meets. Each was moved alone, and it says here how far until a
  // case of `LayerAttributionTests` or `PictureJudgeTests` turned out otherwise. "Not held" means that
  // none did over the range that was tried: the tests do not hold the value.

  /// The share of the changed pixels that lie where a layer was or went, if it alone changed.
  ///
  /// Not held from 0.5 to 1.
  private static let accounted = 0.97
  /// The share of a face's area from which on a layer is as good as the face; not held from 0.2 to 1.1.
  private static let wholeFace = 0.8
  /// How much larger a quad may be that holds the change as well, and is named too; not held from 1 to 10.
  private static let rival = 1.5
  /// How many layers are tried, the smallest first: each costs a fit; the cases need one.
  private static let mostTried = 3
  /// What a motion may leave of the difference, near by and from afar.
  ///
  /// Near by the cases hold from 0.2 up (at 0.1 right motions are not told any more), to 2 at least; from
  /// afar not held from 0.02 to 2.
  private static let leftNear = 0.5, leftFar = 0.3
  /// The share of pixels that a motion ought to have changed, and that have: the cases hold up to 0.8, at
  /// 0.9 a flip in a quad that leans is lost; from below not held.
  private static let leastChanged = 0.6
  /// A motion changes a pixel where what comes there differs by more than this, in levels: as
  /// much as `Registrar.codecDifference`; not held from 2 to 200.
  private static let visible = 24

  /// The part of a layer's width and height over which pixels must have changed if it moved: the
  /// cases hold from 0 to 0.7, at 0.9 motions that they expect are not told.
  private static let leastSeen = 0.3
  /// The share of a layer's quad that must lie in no other's, and the changed pixels there, for a
  /// motion to be looked for there; the share not held from 0 to 0.8, the pixels not from 10 to 20,000.
  private static let leastAlone = 0.1
  private static let leastAlonePixels = 400

  private struct Candidate {
    var entry: PlacementRecord.Entry
    var mask: PixelMask
    var area: Int
    /// The changed pixels within.
    var holds: Int
  }

  /// The layers that are not as they were, face by face.
  func changes() -> [LayerChange] {
    let everywhere = mask(of: entries.map(\.extent))
    guard
      let changed = Registrar().changedPixels(from: expected, to: actual, outside: everywhere)
    else { return [] }
    let faces = Dictionary(grouping: entries, by: \.face)
    return faces.keys.sorted().flatMap { face in
      wantsMore() ? changes(of: faces[face] ?? [], changed) : []
    }
  }

  private func changes(
    of layers: [PlacementRecord.Entry], _ changed: PixelMask
  ) -> [LayerChange] {
    let face = mask(of: layers.map(\.extent))
    let evidence = Self.common(changed, face)
    guard evidence > 0 else { return [] }
    let candidates = layers.map { layer in
      let own = mask(of: [layer.extent])
      return Candidate(
        entry: layer, mask: own, area: own.count, holds: Self.common(changed, own))
    }.sorted { $0.area < $1.area }
    if layers.count > 1,
      let one = single(candidates, evidence, changed, faceArea: face.count, face: face)
    {
      return [one]
    }
    let whole = change(within: face)
    let isKnown = whole.kind != .different && !isFalse(whole, face, changed)
    if isKnown || layers.count == 1 {
      return layers.map { layer in
        var same = LayerChange(face: layer.face, layer: layer.layer, change: whole)
        same.isFittedTogether = layers.count > 1 && whole.motion != nil
        return isKnown ? same.told(about: layer.corners) : Self.unknown(same)
      }
    }
    let alone = alone(layers, changed)
    guard alone.isEmpty, let first = layers.first else { return alone }
    return [Self.unknown(LayerChange(face: first.face, layer: "", change: whole))]
  }

  /// The motions of layers by the pixels that lie in no other's quad, where those tell.
  private func alone(
    _ layers: [PlacementRecord.Entry], _ changed: PixelMask
  ) -> [LayerChange] {
    var counts = [UInt8](repeating: 0, count: expected.width * expected.height)
    let masks = entries.map { mask(of: [$0.extent]) }
    for mask in masks {
      for i in counts.indices where mask.bytes[i] != 0 { counts[i] = min(2, counts[i] + 1) }
    }
    return zip(entries, masks).compactMap { entry, mask in
      guard entry.face == layers.first?.face else { return nil }
      var own = mask
      for y in 0..<mask.height {
        for x in 0..<mask.width where counts[y * mask.width + x] > 1 { own[x, y] = false }
      }
      guard
        Double(own.count) >= Self.leastAlone * Double(mask.count),
        Self.common(changed, own) >= Self.leastAlonePixels
      else { return nil }
      let change = change(within: own)
      guard change.motion != nil, change.determinacy.isFull, !isFalse(change, own, changed)
      else { return nil }
      return LayerChange(face: entry.face, layer: entry.layer, change: change)
        .told(about: entry.corners)
    }
  }

  /// The change of the one layer that accounts for all; nil where none does.
  private func single(
    _ candidates: [Candidate], _ evidence: Int, _ changed: PixelMask, faceArea: Int,
    face: PixelMask
  ) -> LayerChange? {
    func isAll(_ count: Int) -> Bool { Double(count) >= Self.accounted * Double(evidence) }
    let small = candidates.filter {
      2 * $0.holds >= evidence && Double($0.area) < Self.wholeFace * Double(faceArea)
    }
    for candidate in small.prefix(Self.mostTried) {
      let change = change(within: candidate.mask)
      let found = LayerChange(
        face: candidate.entry.face, layer: candidate.entry.layer, change: change)
      let isMotion = change.motion != nil
      if isMotion, isFalse(change, candidate.mask, changed) {
        continue
      }
      var reached = candidate.holds
      if isMotion {
        let there: Quad<OutputSpace> = candidate.entry.corners.map { corner in
          let shift = found.shift(atX: corner.x, y: corner.y)
          return Point2(corner.x + shift.dx, corner.y + shift.dy)
        }
        reached = Self.common(
          changed, within(face, mask(of: [candidate.entry.corners, there])))
      }
      guard isAll(reached), change.kind != .same else { continue }
      var told = found.told(about: candidate.entry.corners)
      told.layer = names(of: candidate, among: candidates, isAll)
      return Self.flippedInPlace(told, candidate.entry.corners)
    }
    guard let holder = small.first(where: { isAll($0.holds) }) else { return nil }
    // It is in this one, but what it is cannot be told.
    var told = Self.unknown(
      LayerChange(
        face: holder.entry.face, layer: holder.entry.layer,
        change: change(within: holder.mask)))
    guard told.change.kind != .same else { return nil }
    told.layer = names(of: holder, among: candidates, isAll)
    return told
  }

  /// The layer's name, with those of layers about as large that hold the change as well.
  private func names(
    of found: Candidate, among candidates: [Candidate], _ isAll: (Int) -> Bool
  ) -> String {
    let rivals = candidates.filter {
      $0.entry.layer != found.entry.layer && isAll($0.holds)
        && Double($0.area) < Self.rival * Double(found.area) && $0.area >= found.area
    }
    return ([found] + rivals).map(\.entry.layer).joined(separator: " or ")
  }

  /// Artwork that is mirrored in a quad which did not move is that and no more: a quad that leans by
  /// 4 degrees makes the picture of it mirrored and turned by 8.
  private static func flippedInPlace(
    _ found: LayerChange, _ quad: Quad<OutputSpace>
  ) -> LayerChange {
    guard found.change.kind == .mirrored || found.change.kind == .upsideDown,
      let motion = found.change.motion, abs(motion.scale - 1) < 0.01
    else { return found }
    let (dx, dy) = (quad.topRight.x - quad.topLeft.x, quad.topRight.y - quad.topLeft.y)
    let lean = PlaneAngle.degrees(sine: dy, cosine: dx)
    let side = (dx * dx + dy * dy).squareRoot()
    guard abs(motion.rotationDegrees - 2 * lean) < 1,
      max(abs(motion.dx), abs(motion.dy)) < max(1, 0.02 * side)
    else { return found }
    var flipped = found
    flipped.change.motion = Motion()
    return flipped
  }

  /// A motion that is none is something else.
  private static func unknown(_ found: LayerChange) -> LayerChange {
    guard found.change.motion != nil else { return found }
    var other = found
    other.change.kind = .different
    other.change.motion = nil
    other.change.differenceAfter = other.change.differenceBefore
    return other
  }

  /// Whether a motion is not to be believed: it leaves too much, or ought to have changed more.
  private func isFalse(_ change: RegionChange, _ mask: PixelMask, _ changed: PixelMask) -> Bool {
    guard let motion = change.motion else { return false }
    let side = Double(max(1, mask.count)).squareRoot()
    let far = max(abs(motion.dx), abs(motion.dy)) > 0.25 * side
    let isNear =
      !far && abs(motion.rotationDegrees) < 20 && motion.scale > 0.8 && motion.scale < 1.25
    let left = isNear ? Self.leftNear : Self.leftFar
    guard change.differenceAfter <= left * change.differenceBefore else { return true }
    let layer = LayerChange(face: 0, layer: "", change: change)
    let (width, height) = (expected.width, expected.height)
    // What is covered by a layer above stands still; what changed lies around what is not.
    guard let all = Self.bounds(mask, nil), let seen = Self.bounds(mask, changed),
      Double(seen.columns.count) >= Self.leastSeen * Double(all.columns.count),
      Double(seen.rows.count) >= Self.leastSeen * Double(all.rows.count)
    else { return true }
    var (ought, did) = (0, 0)
    for y in stride(from: seen.rows.lowerBound, through: seen.rows.upperBound, by: 2) {
      for x in stride(from: seen.columns.lowerBound, through: seen.columns.upperBound, by: 2)
      where mask[x, y] {
        let shift = layer.shift(atX: Double(x) + 0.5, y: Double(y) + 0.5)
        let (toX, toY) = (Double(x) + 0.5 + shift.dx, Double(y) + 0.5 + shift.dy)
        guard toX >= 0, toY >= 0, toX < Double(width), toY < Double(height) else { continue }
        let (from, to) = (expected[x, y], expected[Int(toX), Int(toY)])
        let apart = max(
          abs(Int(from.red) - Int(to.red)), abs(Int(from.green) - Int(to.green)),
          abs(Int(from.blue) - Int(to.blue)), abs(Int(from.alpha) - Int(to.alpha)))
        guard apart > Self.visible else { continue }
        ought += 1
        if changed[Int(toX), Int(toY)] { did += 1 }
      }
    }
    return Double(did) < Self.leastChanged * Double(ought)
  }

  /// What holds the pixels of a mask, or of two.
  private static func bounds(
    _ mask: PixelMask, _ other: PixelMask?
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
    for y in 0..<mask.height {
      for x in 0..<mask.width where mask[x, y] && other?[x, y] != false {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), y)
      }
    }
    return right < 0 ? nil : (left...right, top...bottom)
  }

  private func change(within mask: PixelMask) -> RegionChange {
    guard wantsMore() else { return RegionChange(kind: .same) }
    return Registrar().change(from: expected, to: actual, region: mask, ground: ground)
  }

  private func mask(of quads: [Quad<OutputSpace>]) -> PixelMask {
    var mask = PixelMask(width: expected.width, height: expected.height, filled: false)
    for quad in quads { mask.add(quad, margin: OverlayRegion.margin) }
    return mask
  }

  private func within(_ face: PixelMask, _ mask: PixelMask) -> PixelMask {
    var both = mask
    for y in 0..<mask.height {
      for x in 0..<mask.width where mask[x, y] && !face[x, y] { both[x, y] = false }
    }
    return both
  }

  private static func common(_ a: PixelMask, _ b: PixelMask) -> Int {
    zip(a.bytes, b.bytes).reduce(0) { $0 + Int($1.0 & $1.1) }
  }
}
