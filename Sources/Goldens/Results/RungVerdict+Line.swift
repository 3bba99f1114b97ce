public import Comparison
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
