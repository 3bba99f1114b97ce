import Foundation
import Imaging

/// Multi-scale structural similarity as the paper writes it, in float64.
///
/// Moments of both pictures, each window filtered for itself. Slow.
enum NaiveSimilarity {
  /// What each scale's contrast and structure counts, from the finest; the last also has luminance.
  static let weights = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]
  static let windowSide = 11
  private static let (c1, c2) = (6.5025, 58.5225)

  struct Plane {
    var width: Int
    var height: Int
    var values: [Double]

    var halved: Plane {
      let (w, h) = ((width + 1) / 2, (height + 1) / 2)
      var half = Plane(width: w, height: h, values: [])
      for y in 0..<h {
        for x in 0..<w {
          let right = min(2 * x + 1, width - 1)
          let (top, below) = (2 * y * width, min(2 * y + 1, height - 1) * width)
          half.values.append(
            (values[top + 2 * x] + values[top + right] + values[below + 2 * x]
              + values[below + right]) / 4)
        }
      }
      return half
    }

    /// Only where the whole window lies in the plane.
    func filtered(_ kx: [Double], _ ky: [Double]) -> Plane {
      let w = width - kx.count + 1
      let h = height - ky.count + 1
      var rows = Plane(width: w, height: height, values: [])
      for y in 0..<height {
        for x in 0..<w {
          var sum = 0.0
          for i in kx.indices { sum += kx[i] * values[y * width + x + i] }
          rows.values.append(sum)
        }
      }
      var all = Plane(width: w, height: h, values: [])
      for y in 0..<h {
        for x in 0..<w {
          var sum = 0.0
          for i in ky.indices { sum += ky[i] * rows.values[(y + i) * w + x] }
          all.values.append(sum)
        }
      }
      return all
    }
  }

  static func window(_ side: Int) -> [Double] {
    let middle = Double(side - 1) / 2
    let values = (0..<side).map { exp(-(Double($0) - middle) * (Double($0) - middle) / 4.5) }
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }

  static func measure(_ a: StraightRGBA8, _ b: StraightRGBA8, in mask: PixelMask?) -> Double {
    var (x, y) = (luma(a), luma(b))
    var share: Plane?
    if let mask {
      share = Plane(width: a.width, height: a.height, values: mask.bytes.map(Double.init))
      for i in x.values.indices where mask.bytes[i] == 0 {
        let mean = (x.values[i] + y.values[i]) / 2
        x.values[i] = mean
        y.values[i] = mean
      }
    }
    var scales = 1
    var side = (min(a.width, a.height) + 1) / 2
    while scales < weights.count, side >= windowSide {
      scales += 1
      side = (side + 1) / 2
    }
    let total = weights[0..<scales].reduce(0, +)
    var product = 1.0
    for scale in 0..<scales {
      if scale > 0 { (x, y, share) = (x.halved, y.halved, share?.halved) }
      let (full, contrast) = means(x, y, share)
      let value = scale == scales - 1 ? full : contrast
      product *= pow(max(0, value), weights[scale] / total)
    }
    return product
  }

  private static func means(_ x: Plane, _ y: Plane, _ share: Plane?) -> (Double, Double) {
    let kx = window(min(windowSide, x.width))
    let ky = window(min(windowSide, x.height))
    func product(_ a: Plane, _ b: Plane) -> Plane {
      Plane(width: a.width, height: a.height, values: zip(a.values, b.values).map { $0 * $1 })
    }
    let mx = x.filtered(kx, ky)
    let my = y.filtered(kx, ky)
    let (xx, yy) = (product(x, x).filtered(kx, ky), product(y, y).filtered(kx, ky))
    let xy = product(x, y).filtered(kx, ky)
    var (full, contrast, weight) = (0.0, 0.0, 0.0)
    var weights = [Double](repeating: 1, count: mx.values.count)
    if let share {
      for v in 0..<mx.height {
        for u in 0..<mx.width {
          weights[v * mx.width + u] = share.values[(v + ky.count / 2) * x.width + u + kx.count / 2]
        }
      }
      if !weights.contains(where: { $0 > 0 }) {
        for v in 0..<x.height {
          for u in 0..<x.width {
            let nearest = (
              min(max(u - kx.count / 2, 0), mx.width - 1),
              min(max(v - ky.count / 2, 0), mx.height - 1)
            )
            weights[nearest.1 * mx.width + nearest.0] += share.values[v * x.width + u]
          }
        }
      }
    }
    for i in mx.values.indices {
      let (m, n) = (mx.values[i], my.values[i])
      let (vx, vy, cov) = (xx.values[i] - m * m, yy.values[i] - n * n, xy.values[i] - m * n)
      let cs = (2 * cov + c2) / (vx + vy + c2)
      let l = (2 * m * n + c1) / (m * m + n * n + c1)
      full += weights[i] * l * cs
      contrast += weights[i] * cs
      weight += weights[i]
    }
    return weight > 0 ? (full / weight, contrast / weight) : (1, 1)
  }

  private static func luma(_ picture: StraightRGBA8) -> Plane {
    var plane = Plane(width: picture.width, height: picture.height, values: [])
    for i in stride(from: 0, to: picture.bytes.count, by: 4) {
      let (r, g) = (Double(picture.bytes[i]), Double(picture.bytes[i + 1]))
      plane.values.append(0.2126 * r + 0.7152 * g + 0.0722 * Double(picture.bytes[i + 2]))
    }
    return plane
  }
}
