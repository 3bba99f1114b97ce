internal import Comparison

/// The worst of every rung over the frames.
struct WorstRungs {
  private(set) var rungs: [RungVerdict] = []

  mutating func add(_ others: [RungVerdict]) {
    guard !rungs.isEmpty else {
      rungs = others
      return
    }
    for (index, other) in others.enumerated() where index < rungs.count {
      // The names say which way is worse.
      let isWorse =
        other.rung.hasPrefix("min")
        ? other.found < rungs[index].found : other.found > rungs[index].found
      if isWorse { rungs[index].found = other.found }
      if !other.passed { rungs[index].passed = false }
    }
  }
}
