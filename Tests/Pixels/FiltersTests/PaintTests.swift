import CFilters
import Filters
import Imaging
import TestSupport
import Testing

/// The filter `vangogh`.
@Suite struct PaintTests {
  @Test func `means along a direction are those of three or six steps either way`() {
    let (width, height) = (40, 30)
    for kernels in Kernels.all {
      for (steps, length) in [(3, 1.8), (6, 2.2)] {
        // To the right and a little down.
        let direction = [
          TestPlane(width / 2, height / 2) { _, _ in 0.96 },
          TestPlane(width / 2, height / 2) { _, _ in 0.28 },
        ]
        let margin = Int(CF_MARGIN)
        let stride = 4 * (width + 2 * margin) + Int(CF_SLACK)
        func number(_ x: Int, _ y: Int, _ part: Int) -> Double {
          Double((7 * x * x + 3 * x * y + 11 * y + 5 * part) % 97)
        }
        var memory = [Float](repeating: 0, count: stride * (height + 2 * margin))
        for y in -margin..<(height + margin) {
          for x in -margin..<(width + margin) {
            for part in 0..<4 {
              memory[(y + margin) * stride + 4 * (x + margin) + part] = Float(
                number(x + 50, y + 50, part))
            }
          }
        }
        let results = (0..<4).map { _ in TestPlane(width, height) }
        memory.withUnsafeMutableBufferPointer { memory in
          var view = cf_padded(
            at: memory.baseAddress! + margin * stride + 4 * margin, stride: stride,
            width: Int32(width), height: Int32(height), reach: Int32(margin))
          kernels.line_integral(
            &view, direction.map(\.view), Int32(steps), Float(length), results.map(\.view))
        }
        for (x, y) in [(0, 0), (17, 11), (38, 28)] {
          for part in 0..<4 {
            var sum = 0.0
            for k in -steps...steps {
              let (dx, dy) = (0.96 * length * Double(abs(k)), 0.28 * length * Double(abs(k)))
              let sign = k < 0 ? -1 : 1
              // Whole samples; a pair of columns shares its steps.
              sum += number(
                x + 50 + sign * Int(dx.rounded()), y + 50 + sign * Int(dy.rounded()), part)
            }
            #expect(abs(results[part][x, y] - sum / Double(2 * steps + 1)) < 1e-3)
          }
        }
      }
    }
  }

  /// The mean difference of two pictures' greens.
  private func difference(_ a: StraightRGBA8, _ b: StraightRGBA8) -> Double {
    let all = stride(from: 1, to: a.bytes.count, by: 4).map {
      abs(Double(a.bytes[$0]) - Double(b.bytes[$0]))
    }
    return all.reduce(0, +) / Double(all.count)
  }

  /// A wall in a camera's noise, of a standard deviation of a level.
  private func wall(_ seed: UInt64) -> StraightRGBA8 {
    var random = SplitMix64(state: seed)
    var picture = Pictures.flat(RGBA8(0, 0, 0), 720, 540)
    for y in 0..<540 {
      for x in 0..<720 {
        let level = UInt8(100 + x / 12 + Int(random.next() % 4))
        picture[x, y] = RGBA8(level, level, level)
      }
    }
    return picture
  }

  @Test func `strokes stay where they are in a wall, whatever the camera's noise`() throws {
    let (one, other) = (wall(1), wall(2))
    let painted = try [one, other].map { try Pictures.filtered($0, "vangogh") }
    #expect(difference(painted[0], one) > 4)
    #expect(difference(painted[0], painted[1]) < 0.6 * difference(one, other))
    // Another seed has other swirls.
    #expect(difference(try Pictures.filtered(one, "vangogh:seed=2"), painted[0]) > 1)
  }

  @Test func `a picture without relief and marks keeps its grey`() throws {
    let picture = Pictures.flat(RGBA8(128, 128, 128), 96, 54)
    let painted = try Pictures.filtered(picture, "vangogh")
    #expect(abs(Pictures.brightness(painted) - 128) < 3)
  }
}
