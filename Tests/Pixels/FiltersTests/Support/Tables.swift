import Filters
import Foundation
import TestSupport

/// Files of type `.cube` that the tests share.
enum Tables {
  private static let folder = try? ScratchFolder()

  /// Writes a file and gives its path.
  static func write(_ text: String, to name: String = "\(UUID().uuidString).cube") throws -> String
  {
    guard let folder else { throw CocoaError(.fileWriteUnknown) }
    return try folder.write(text, to: name)
  }

  /// The text of a cube of a size, rows with so many digits behind the point.
  static func cube(
    _ size: Int, digits: Int = 9, _ change: (SIMD3<Double>) -> SIMD3<Double> = { $0 }
  ) -> String {
    var lines = ["LUT_3D_SIZE \(size)"]
    for i in 0..<(size * size * size) {
      let cell = SIMD3(Double(i % size), Double(i / size % size), Double(i / (size * size)))
      lines.append(row(change(cell / Double(size - 1)), digits))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text of curves.
  static func curve(
    _ size: Int, digits: Int = 9, _ change: (SIMD3<Double>) -> SIMD3<Double> = { $0 }
  ) -> String {
    let rows = (0..<size).map {
      row(change(SIMD3(repeating: Double($0) / Double(size - 1))), digits)
    }
    return (["LUT_1D_SIZE \(size)"] + rows).joined(separator: "\n") + "\n"
  }

  private static func row(_ c: SIMD3<Double>, _ digits: Int) -> String {
    [c.x, c.y, c.z].map { String(format: "%.\(digits)f", $0) }.joined(separator: " ")
  }

  /// A print's warm colours: each channel leads to the others.
  static func warmed(_ c: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      0.06 + 0.9 * c.x * (1.25 - 0.25 * c.x), 0.02 + 0.9 * c.y + 0.06 * c.x * c.z,
      0.85 * c.z * c.z + 0.1 * c.y)
  }

  /// The path of a file of them.
  static let warm = (try? write(cube(17, warmed), to: "warm.cube")) ?? ""
}
