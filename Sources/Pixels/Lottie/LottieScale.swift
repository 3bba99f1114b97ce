/// How much larger something is drawn than its own pixels.
struct LottieScale {
  /// At most, over its time and its two axes.
  var most = 1.0
  /// Whether it ever is another one across than down.
  var isUneven = false

  /// Both, one within the other.
  func times(_ inner: LottieScale) -> LottieScale {
    LottieScale(most: most * inner.most, isUneven: isUneven || inner.isUneven)
  }
}

extension LottieReader {
  /// The note of strokes that rlottie 0.1 draws of one width, which the format scales across and down.
  static let unevenStrokes = "strokes that are wider across than down"

  func scale(of transform: LottieValue?) throws(LottieFault) -> LottieScale {
    guard let value = transform?["s"] else { return LottieScale() }
    var scale = LottieScale(most: 0)
    for size in try values(of: value) where size.count >= 2 {
      let (x, y) = (abs(size[0]), abs(size[1]))
      if abs(x - y) > 0.01 * max(x, y) { scale.isUneven = true }
      scale.most = max(scale.most, x / 100, y / 100)
    }
    return scale
  }

  /// The most that each number of a value becomes, without its sign.
  func most(of value: LottieValue?) throws(LottieFault) -> [Double] {
    guard let value else { return [] }
    var most: [Double] = []
    for numbers in try values(of: value) {
      for (index, number) in numbers.enumerated() {
        if index < most.count {
          most[index] = max(most[index], abs(number))
        } else {
          most.append(abs(number))
        }
      }
    }
    return most
  }

  /// The least that a number is at its keys.
  func least(of value: LottieValue) throws(LottieFault) -> Double {
    var least = Double.infinity
    for numbers in try values(of: value, swings: false) { least = min(least, numbers.first ?? 0) }
    return least
  }

  /// The numbers at each key, and those that a change beyond them comes to; or of a value that stays.
  private func values(
    of value: LottieValue, swings: Bool = true
  ) throws(LottieFault) -> [[Double]] {
    func numbers(_ value: LottieValue) throws(LottieFault) -> [Double] {
      guard value.isList else { return [try value.number(in: -1e12...1e12)] }
      var numbers: [Double] = []
      for number in try value.list() { numbers.append(try number.number(in: -1e12...1e12)) }
      return numbers
    }
    var all: [[Double]] = []
    let keys = try keys(of: value)
    for (index, key) in keys.enumerated() {
      let start = try key["s"].map(numbers)
      let next = index + 1 < keys.count ? keys[index + 1]["s"] : nil
      let end = try (key["e"] ?? next).map(numbers)
      all += [start, end].compactMap(\.self)
      guard swings, let start, let end else { continue }
      var handles: [(x: Double, y: Double)] = []
      for name in ["i", "o"] { handles += try key[name].map(self.handles) ?? [] }
      for part in LottieKey<Numbers>.swings(handles) {
        all.append(zip(start, end).map { $0 + ($1 - $0) * part })
      }
    }
    return all.isEmpty ? [try numbers(value.required("k"))] : all
  }

  private func keys(of value: LottieValue) throws(LottieFault) -> [LottieValue] {
    let content = try value.required("k")
    guard content.isList else { return [] }
    let list = try content.list()
    return list.first?.isObject == true ? list : []
  }
}
