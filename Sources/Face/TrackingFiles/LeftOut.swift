/// What was left out of a tracking file for its faults: of each sample the smallest part that holds one.
public struct LeftOut: Hashable, Sendable {
  /// Hands that are without their world points.
  public internal(set) var worldPoints = 0
  /// Hands.
  public internal(set) var hands = 0
  /// Blendshapes of faces.
  public internal(set) var blendshapes = 0
  /// Faces.
  public internal(set) var faces = 0
  /// Known pictures.
  public internal(set) var images = 0
  /// Whole samples.
  public internal(set) var samples = 0
  /// The faults, the first `TrackingLimits.keptFaults` of them.
  public internal(set) var faults: [TrackingFault] = []
  /// All faults, also those that are not kept.
  public internal(set) var faultCount = 0

  /// Whether nothing was.
  public var isEmpty: Bool { faultCount == 0 }

  /// What was left out in one line; nil where nothing was.
  public var summary: String? {
    let whole = [
      Self.count(hands, "bad hand"), Self.count(blendshapes, "bad blendshape"),
      Self.count(faces, "bad face"), Self.count(images, "bad picture"),
      Self.count(samples, "bad sample"),
    ].compactMap(\.self)
    let one = hands + blendshapes + faces + images + samples == 1
    let left =
      whole.isEmpty ? nil : "\(Self.list(whole)) \(one ? "was" : "were") left out"
    let points =
      worldPoints == 0
      ? nil
      : worldPoints == 1
        ? "1 hand without its world points, which are bad"
        : "\(worldPoints) hands without their world points, which are bad"
    let parts = [points, left].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The summary, and the first fault of each part that was left out.
  public var notes: [String] {
    guard let summary else { return [] }
    // A part that is full of NaN would say the same a thousand times.
    var named: [TrackingFault] = []
    for fault in faults
    where fault.line != named.last?.line || fault.element != named.last?.element
      || fault.part != named.last?.part
    {
      named.append(fault)
    }
    let rest = faults.count < faultCount ? ["  and more"] : []
    return ["\(summary):"] + named.map { "  \($0)" } + rest
  }

  /// Adds the counts of another one, without its faults.
  mutating func add(_ other: LeftOut) {
    worldPoints += other.worldPoints
    hands += other.hands
    blendshapes += other.blendshapes
    faces += other.faces
    images += other.images
  }

  private static func count(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private static func list(_ words: [String]) -> String {
    words.count < 2
      ? words.joined()
      : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }
}
