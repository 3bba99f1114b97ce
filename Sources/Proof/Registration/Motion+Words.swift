import Foundation

extension Motion {
  /// The motion in words and numbers: "3.1 px right, 0.4 deg clockwise, 1.02 x larger".
  ///
  /// Parts below ``leastShift``, ``leastTurn`` and ``leastGrowth`` are left out; what is below 1 has
  /// two decimals where the second is not 0. Empty where all parts are. A smaller thing is "0.98 x, smaller".
  public var words: String {
    var parts: [String] = []
    func add(_ value: Double, least: Double, unit: String, _ positive: String, _ negative: String) {
      guard value.isFinite, abs(value) >= least else { return }
      parts.append("\(Self.figure(abs(value))) \(unit) \(value > 0 ? positive : negative)")
    }
    add(dx, least: Self.leastShift, unit: "px", "right", "left")
    add(dy, least: Self.leastShift, unit: "px", "down", "up")
    add(
      rotationDegrees, least: Self.leastTurn, unit: "deg", "clockwise", "anticlockwise")
    if scale.isFinite, abs(scale - 1) >= Self.leastGrowth {
      let decimals = abs(scale - 1) < 0.01 ? 3 : 2
      let factor = String(format: "%.\(decimals)f", scale)
      parts.append(scale > 1 ? "\(factor) x larger" : "\(factor) x, smaller")
    }
    return parts.joined(separator: ", ")
  }

  /// A number of a shift or turn: one decimal, two for less than 1 unless the second is 0.
  static func figure(_ value: Double) -> String {
    guard value < 0.995 else { return String(format: "%.1f", value) }
    let text = String(format: "%.2f", value)
    return text.hasSuffix("0") ? String(text.dropLast()) : text
  }
}
