internal import CFeatures

/// A flat picture at one size, ready to be aligned: its brightness normalised in 8 x 11 blocks, its changes,
/// and their products.
package final class PlaneTemplate: Sendable {
  /// Blocks of a template, row by row.
  package static let columns = Int(CF_COLUMNS)
  /// Rows of blocks.
  package static let rows = Int(CF_ROWS)
  /// Columns and rows of cells.
  package let width, height: Int
  /// The standard deviation of the brightness of each block, in levels of 255.
  package let deviations: [Float]
  /// The middle of each block, in the plane.
  package let middles: [(x: Double, y: Double)]

  let value, across, down: [Float]
  let own: [OwnSums]
  private let geometry: Geometry

  /// What of the kernel's template is no pointer.
  private struct Geometry: Sendable {
    var stride: Int
    var stepX, stepY, x, y: Float
    var columns, rows: [Int32]
  }

  /// The sums of a block with itself.
  struct OwnSums: Sendable {
    var count: Double
    var slopes, products, normal: [Double]
  }

  /// Makes the template of a picture.
  ///
  /// - Parameters:
  ///   - aspect: the height of its plane, which is 1 wide; nil for that of the picture.
  ///   - width, height: cells, at least 24 and 24.
  package init(_ picture: GreyPicture, aspect: Double? = nil, width: Int, height: Int) {
    let (width, height) = (max(width, 24), max(height, 24))
    (self.width, self.height) = (width, height)
    var smaller = picture
    while smaller.width >= 4 * width, smaller.height >= 4 * height, let half = smaller.half {
      smaller = half
    }
    let cells = smaller.means(columns: width, rows: height)
    let stride = (width + 7) / 8 * 8
    let aspect = Float(aspect ?? Double(picture.height) / Double(picture.width))
    let (stepX, stepY) = (1 / Float(width), aspect / Float(height))
    func edges(_ cells: Int, _ blocks: Int) -> [Int32] {
      // Cells at the very edge hold what lies beside the print as soon as it is a little off.
      (0...blocks).map { Int32(1 + (cells - 2) * $0 / blocks) }
    }
    let geometry = Geometry(
      stride: stride, stepX: stepX, stepY: stepY, x: -0.5 + stepX / 2, y: (-aspect + stepY) / 2,
      columns: edges(width, Self.columns), rows: edges(height, Self.rows))
    self.geometry = geometry
    var value = [Float](repeating: 0, count: stride * height + 8)
    var (across, down) = (value, value)
    var deviations: [Float] = []
    var middles: [(x: Double, y: Double)] = []
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let xs = Int(geometry.columns[column])..<Int(geometry.columns[column + 1])
        let ys = Int(geometry.rows[row])..<Int(geometry.rows[row + 1])
        var (sum, squares) = (0.0, 0.0)
        for y in ys {
          for x in xs {
            let cell = Double(cells[y * width + x])
            sum += cell
            squares += cell * cell
          }
        }
        let count = Double(max(xs.count * ys.count, 1))
        let mean = sum / count
        let deviation = max(squares / count - mean * mean, 0).squareRoot()
        deviations.append(Float(deviation))
        middles.append(
          (
            Double(geometry.x) + Double(stepX) * Double(xs.lowerBound + xs.upperBound - 1) / 2,
            Double(geometry.y) + Double(stepY) * Double(ys.lowerBound + ys.upperBound - 1) / 2
          ))
        // A plain block has nothing to align by.
        guard deviation > 0.5 else { continue }
        let factor = Float(1 / deviation)
        for y in ys {
          for x in xs {
            let at = y * width + x
            value[y * stride + x] = (cells[at] - Float(mean)) * factor
            across[y * stride + x] = (cells[at + 1] - cells[at - 1]) * factor / (2 * stepX)
            down[y * stride + x] = (cells[at + width] - cells[at - width]) * factor / (2 * stepY)
          }
        }
      }
    }
    (self.value, self.across, self.down) = (value, across, down)
    (self.deviations, self.middles) = (deviations, middles)
    own = unsafe Self.kernel(geometry, width, height, value, across, down) { template in
      var sums = [cf_own_sums](repeating: cf_own_sums(), count: Self.columns * Self.rows)
      unsafe withUnsafePointer(to: template) { unsafe cf_own($0, &sums) }
      return sums.map { sums in
        OwnSums(
          count: Double(sums.count), slopes: numbers(sums.slopes), products: numbers(sums.products),
          normal: numbers(sums.normal))
      }
    }
  }

  private static func kernel<Result>(
    _ geometry: Geometry, _ width: Int, _ height: Int, _ value: [Float], _ across: [Float],
    _ down: [Float], _ body: (cf_template) -> Result
  ) -> Result {
    func call(
      _ value: UnsafePointer<Float>, _ across: UnsafePointer<Float>, _ down: UnsafePointer<Float>
    ) -> Result {
      var template = unsafe cf_template()
      unsafe template.width = Int32(width)
      unsafe template.height = Int32(height)
      unsafe template.stride = Int32(geometry.stride)
      unsafe (template.step_x, template.step_y) = (geometry.stepX, geometry.stepY)
      unsafe (template.x, template.y) = (geometry.x, geometry.y)
      unsafe withUnsafeMutableBytes(of: &template.columns) { bytes in
        unsafe geometry.columns.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
      }
      unsafe withUnsafeMutableBytes(of: &template.rows) { bytes in
        unsafe geometry.rows.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
      }
      unsafe (template.value, template.across, template.down) = (value, across, down)
      return unsafe body(template)
    }
    return unsafe call(value, across, down)
  }

  func withKernel<Result>(_ body: (cf_template) -> Result) -> Result {
    unsafe Self.kernel(geometry, width, height, value, across, down) { unsafe body($0) }
  }
}

/// The numbers of an array in C.
private func numbers<Tuple>(_ tuple: Tuple) -> [Double] {
  unsafe withUnsafeBytes(of: tuple) { unsafe $0.bindMemory(to: Float.self).map(Double.init) }
}
