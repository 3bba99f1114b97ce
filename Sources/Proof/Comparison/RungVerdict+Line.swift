internal import Foundation

extension RungVerdict {
  /// What was found and what is allowed, in one line.
  public var line: String {
    "\(rung) \(Self.shown(found))" + (allowed.map { ", allowed \(Self.shown($0))" } ?? "")
  }

  private static func shown(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(format: "%.4g", number)
  }
}

extension RungVerdict {
  /// The verdict by another name where it is of the check outside of the overlay, so that two lists of
  /// rungs can stand in one.
  public var outside: RungVerdict {
    RungVerdict(rung: "outside.\(rung)", found: found, allowed: allowed, passed: passed)
  }
}
