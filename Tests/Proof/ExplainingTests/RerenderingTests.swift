import Foundation
import Imaging
import MediaComparison
import Placement
import Registration
import TestSupport
import Testing

/// What is told of frames of real recordings after numbers of their avatars were changed.
///
/// All avatars on all recordings where `AVATAR_OVERLAY_CHECK_ROUNDS` is 1000 or more, which takes
/// minutes and prints the table of `Documentation/comparison.md`; a few of them otherwise.
@Suite(.serialized, .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct RerenderingTests {
  static let avatars = [
    "bear-hood", "crown", "dragon", "monkey", "ox", "pig", "shark-hat", "sheep",
  ]
  private static let frames = [
    ("phone-portrait", 8), ("gesture", 40), ("two-faces", 20), ("signing", 20),
    ("portrait-still", 0), ("expressions", 60), ("winks", 100),
  ]
  /// Under sanitizers there are fewer rounds, and all cases would take hours.
  private static let isLong =
    Int(ProcessInfo.processInfo.environment["AVATAR_OVERLAY_CHECK_ROUNDS"] ?? "") ?? 0 >= 1000

  /// Other cases where `AVATAR_OVERLAY_CHECK_SEED` says so.
  private static let shift =
    isLong
    ? UInt64(ProcessInfo.processInfo.environment["AVATAR_OVERLAY_CHECK_SEED"] ?? "") ?? 0 : 0

  /// How long an explanation took.
  private struct Time {
    private let start = (cpu: clock(), wall: ContinuousClock.now)

    /// Seconds so far, of the processor's time and of a clock on the wall.
    var seconds: (cpu: Double, wall: Double) {
      let wall = ContinuousClock.now - start.wall
      return (
        Double(clock() - start.cpu) / Double(CLOCKS_PER_SEC),
        Double(wall.components.seconds) + Double(wall.components.attoseconds) / 1e18
      )
    }
  }

  /// What came of many cases.
  private struct Tally {
    var (all, right, wrong) = (0, 0, 0)
    var pixels: [Double] = []
    var seconds: [Double] = []
    var wallSeconds: [Double] = []

    mutating func add(
      _ told: ToldMotion, _ time: (cpu: Double, wall: Double), _ words: @autoclosure () -> String
    ) {
      all += 1
      if told.isRight {
        right += 1
        pixels.append(told.worst.px)
      }
      if told.isFalse { wrong += 1 }
      seconds.append(time.cpu)
      wallSeconds.append(time.wall)
      if isLong, !told.isRight { print(told.isFalse ? "false:" : "not told:", words()) }
    }

    func row(_ name: String) -> String {
      let (px, cpu, wall) = (pixels.sorted(), seconds.sorted(), wallSeconds.sorted())
      func middle(_ values: [Double]) -> Double { values.isEmpty ? 0 : values[values.count / 2] }
      return String(
        format: "| %@ | %d | %d (%.1f %%) | %d | %.4f | %.2f | %.2f | %.2f | %.2f |", name, all,
        right, 100 * Double(right) / Double(max(1, all)), wrong, middle(px), middle(cpu),
        cpu.last ?? 0, middle(wall), wall.last ?? 0)
    }
  }

  /// The stages, each with its own random numbers.
  private func stages(
    _ seed: UInt64, short: [(String, String)],
    _ body: (RerenderingStage, inout SplitMix64) throws -> Void
  ) throws {
    let chosen =
      Self.isLong
      ? Self.frames.flatMap { frame in Self.avatars.map { (frame.0, $0) } } : short
    for (place, (recording, avatar)) in chosen.enumerated() {
      var random = SplitMix64(state: (seed &+ Self.shift &* 10) &* 1000 &+ UInt64(place))
      let frame = try #require(Self.frames.first { $0.0 == recording }).1
      let stage = try RerenderingStage(recording, frame: frame, avatar: avatar)
      try body(stage, &random)
    }
  }

  /// Changes a number of some of the layers that are shown, each of which can be seen by itself; gives
  /// which, fewer where there are not so many.
  private func change(
    _ count: Int, of stage: RerenderingStage, _ a: RerenderingStage.Frame,
    _ random: inout SplitMix64
  ) throws -> [String] {
    let shown = Set(a.placements.placements.map(\.layer))
    var changes: [(name: String, kind: NumberChange, seed: UInt64)] = []
    func apply(_ changes: [(name: String, kind: NumberChange, seed: UInt64)]) throws {
      try stage.change { layers in
        for change in changes {
          var random = SplitMix64(state: change.seed)
          for index in layers.indices where layers[index]["name"] as? String == change.name {
            change.kind.apply(to: &layers[index], by: &random)
          }
        }
      }
    }
    for name in stage.layers.filter(shown.contains).shuffled(using: &random)
    where changes.count < count {
      let change = (
        name, NumberChange.allCases.randomElement(using: &random) ?? .offset, random.next()
      )
      try apply([change])
      if Self.isSeen(a.picture, try stage.render(changed: true).picture) { changes.append(change) }
    }
    try apply(changes)
    return changes.map(\.name)
  }

  /// Whether a person could see that pictures differ: 30 pixels by more than 8 levels.
  private static func isSeen(_ a: StraightRGBA8, _ b: StraightRGBA8) -> Bool {
    let channels = a.bytes.indices.filter { abs(Int(a.bytes[$0]) - Int(b.bytes[$0])) > 8 }
    return Set(channels.map { $0 / 4 }).count >= 30
  }

  private func tally(
    changing count: Int, seed: UInt64, short: [(String, String)]
  ) throws -> Tally {
    var tally = Tally()
    try stages(seed, short: short) { stage, random in
      let a = try stage.render()
      let names = try change(count, of: stage, a, &random)
      let b = try stage.render(changed: true)
      guard names.count == count else { return }
      let start = Time()
      let judgement = try stage.explain(a, b.picture)
      let time = start.seconds
      let told = ToldMotion(judgement.changes, a.placements, b.placements)
      tally.add(
        told, time, "\(stage.recording) \(stage.avatar) \(names) \(judgement.explanation)")
    }
    return tally
  }

  @Test func `one layer that moved, turned or grew is named, with how far`() throws {
    let tally = try tally(
      changing: 1, seed: 1,
      short: [
        ("phone-portrait", "dragon"), ("portrait-still", "monkey"), ("two-faces", "ox"),
        ("expressions", "crown"), ("portrait-still", "shark-hat"),
      ])
    print(tally.row("one layer"))
    #expect(tally.all > 0 && tally.wrong == 0 && Double(tally.right) >= 0.95 * Double(tally.all))
  }

  @Test func `two layers that changed at once are both named`() throws {
    let tally = try tally(
      changing: 2, seed: 2, short: [("phone-portrait", "pig"), ("portrait-still", "sheep")])
    print(tally.row("two layers"))
    #expect(tally.all > 0 && tally.wrong == 0 && Double(tally.right) >= 0.85 * Double(tally.all))
  }

  @Test func `a change of which little is seen is the one that it was beside a large one`() throws {
    let stage = try RerenderingStage("phone-portrait", frame: 8, avatar: "crown")
    let a = try stage.render()
    // A part of the crown that ends outside of the picture was told as moved instead.
    try stage.change { layers in
      for (name, factor) in [("velvet", 1.04), ("ring", 0.944)] {
        for index in layers.indices where layers[index]["name"] as? String == name {
          layers[index]["scale"] = (layers[index]["scale"] as? Double ?? 1) * factor
        }
      }
    }
    let b = try stage.render(changed: true)
    let judgement = try stage.explain(a, b.picture)
    let told = ToldMotion(judgement.changes, a.placements, b.placements)
    #expect(told.isRight && judgement.changes.count == 2, "\(judgement.explanation)")
  }

  @Test func `one layer is named through H.264 at crf 23`() throws {
    var tally = Tally()
    try stages(3, short: [("phone-portrait", "ox")]) { stage, random in
      guard stage.recording != "portrait-still" else { return }
      let a = try stage.render()
      let names = try change(1, of: stage, a, &random)
      guard names.count == 1 else { return }
      let start = Time()
      guard let told = try stage.explainClips(frames: 2, crf: 23) else { return }
      let time = start.seconds
      tally.add(
        ToldMotion(told.changes, told.a, told.b), time,
        "\(stage.recording) \(stage.avatar) \(names) \(told.words)")
    }
    print(tally.row("one layer, H.264 at crf 23"))
    #expect(tally.all > 0 && tally.wrong == 0 && Double(tally.right) >= 0.8 * Double(tally.all))
  }

  @Test(arguments: Disturbance.allCases)
  func `what is no change of a number gets no story`(disturbance: Disturbance) throws {
    var tally = Tally()
    let short = disturbance == .face ? ("winks", "pig") : ("portrait-still", "dragon")
    try stages(4, short: [short]) { stage, random in
      let a = try stage.render()
      guard !a.placements.placements.isEmpty else { return }
      let b = try disturbance.apply(to: stage, a, by: &random)
      guard a.picture != b else { return }
      let start = Time()
      let judgement = try stage.explain(a, b)
      tally.add(
        ToldMotion(nothing: judgement.changes),
        start.seconds,
        "\(stage.recording) \(stage.avatar) \(judgement.explanation)")
    }
    print(tally.row(disturbance.rawValue))
    #expect(tally.all > 0 && tally.wrong == 0)
  }
}
