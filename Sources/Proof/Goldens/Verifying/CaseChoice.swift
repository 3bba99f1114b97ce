internal import AvatarFiles
internal import Foundation

/// Which cases of a suite are verified: those that all that is said here holds for.
public struct CaseChoice: Sendable {
  /// Patterns of names; empty for all.
  public var only: [NamePattern]
  /// A commit, branch or tag, of cases whose inputs, entry or goldens changed since; nil for all.
  public var changedSince: String?
  /// The part of these cases; nil for all.
  public var shard: SuiteShard?
  /// The file of times that parts are balanced by; nil for that of the results.
  public var times: String?

  /// Makes a choice.
  public init(
    only: [NamePattern] = [], changedSince: String? = nil, shard: SuiteShard? = nil,
    times: String? = nil
  ) {
    (self.only, self.changedSince) = (only, changedSince)
    (self.shard, self.times) = (shard, times)
  }

  /// Whether every case is meant.
  var isEverything: Bool { only.isEmpty && changedSince == nil && shard == nil }

  struct Chosen {
    var names: Set<String>
    /// How many cases were left out because nothing of them changed.
    var unchanged = 0
    var notes: [String] = []
  }

  /// Chooses among the cases that are rendered.
  ///
  /// - Throws: `GoldenError.nothingChosen` where no case has such a name, `.git`, `.unreadable`.
  func names(
    in suite: GoldenSuite, library: AvatarLibrary, times: CaseTimes
  ) throws(GoldenError) -> Chosen {
    var cases = suite.cases.filter { single in
      only.isEmpty || only.contains { $0.matches(single.name) }
    }
    guard !cases.isEmpty || only.isEmpty else {
      throw .nothingChosen(
        reason: "no case of \(suite.file) is called"
          + " \(only.map(\.description).joined(separator: " or "))")
    }
    var chosen = Chosen(names: [])
    if let changedSince {
      let changed = try ChangedCases(suite, since: changedSince, library: library)
      chosen.notes += changed.notes
      chosen.unchanged = cases.count { $0.source != .given && !changed.names.contains($0.name) }
      cases = cases.filter { changed.names.contains($0.name) }
    }
    if let shard {
      // What a test hands in is verified by that test, and what is skipped takes no time.
      let work = cases.filter { $0.source != .given && $0.skip == nil }
      let plan = ShardPlan(work, times: times, count: shard.count)
      let part = Set(plan.parts[shard.number - 1])
      chosen.notes.append(
        String(
          format: "shard \(shard): \(part.count) of \(work.count) cases, about %.1f of %.1f s; plan"
            + " \(plan.digest), which every shard must name",
          plan.seconds[shard.number - 1], plan.seconds.reduce(0, +)))
      cases = cases.filter { part.contains($0.name) }
    }
    chosen.names = Set(cases.map(\.name))
    return chosen
  }
}
