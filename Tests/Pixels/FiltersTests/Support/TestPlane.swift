import CFilters

/// A plane with a margin for a kernel, and what it holds as float64.
final class TestPlane {
  /// Never given back: kernels get views of it, which do not keep a plane alive, and the optimiser
  /// ends one after its last mention.
  private let memory: UnsafeMutableBufferPointer<Float>
  let width, height, components: Int
  private let stride: Int
  private static let margin = Int(CF_MARGIN)

  init(_ width: Int, _ height: Int, components: Int = 1, fill: (Int, Int) -> Double = { _, _ in 0 })
  {
    (self.width, self.height, self.components) = (width, height, components)
    stride = components * (width + 2 * Self.margin) + Int(CF_SLACK)
    memory = .allocate(capacity: stride * (height + 2 * Self.margin))
    memory.initialize(repeating: 0)
    guard components == 1 else { return }
    for y in -Self.margin..<(height + Self.margin) {
      for x in -Self.margin..<(width + Self.margin) {
        memory[place(x, y)] = Float(
          fill(max(0, min(width - 1, x)), max(0, min(height - 1, y))))
      }
    }
  }

  private func place(_ x: Int, _ y: Int) -> Int {
    (y + Self.margin) * stride + components * (x + Self.margin)
  }

  /// A number of a sample, by its column and row, which may lie in the margin.
  subscript(x: Int, y: Int, number: Int = 0) -> Double { Double(memory[place(x, y) + number]) }

  /// The plane for a kernel.
  var view: cf_padded {
    guard let base = memory.baseAddress else { preconditionFailure("a plane without components") }
    return cf_padded(
      at: base + place(0, 0), stride: stride, width: Int32(width), height: Int32(height),
      reach: Int32(Self.margin))
  }
}

/// The sets of kernels that this processor runs.
enum Kernels {
  static var all: [cf_kernels] {
    var sets: [cf_kernels] = []
    while let set = cf_kernels_at(Int32(sets.count)) { sets.append(set.pointee) }
    return sets
  }

  /// A Gaussian's taps as a kernel takes them, and as float64.
  static func taps(_ deviation: Double, radius: Int) -> (cf_taps, [Double]) {
    let weights = (-radius...radius).map { k in gauss(Double(k), deviation) }
    let sum = weights.reduce(0, +)
    var taps = cf_taps()
    taps.radius = Int32(radius)
    withUnsafeMutableBytes(of: &taps.tap) { bytes in
      let room = bytes.bindMemory(to: Float.self)
      for k in 0...radius { room[k] = Float(weights[radius + k] / sum) }
    }
    return (taps, weights.map { $0 / sum })
  }

  private static func gauss(_ x: Double, _ deviation: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    // The exponential by its series: no library that the product uses too.
    let t = -x * x / (2 * deviation * deviation)
    for n in 1..<80 {
      term *= t / Double(n)
      sum += term
    }
    return sum
  }
}
