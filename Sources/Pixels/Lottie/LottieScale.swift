internal import JSON

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

  /// The scale of a transform that was read.
  func scale(of transform: LottieValue?) throws(LottieFault) -> LottieScale {
    guard let value = transform?["s"] else { return LottieScale() }
    var scale = LottieScale(most: 0)
    for size in try values(of: value) where size.count >= 2 {
      let (x, y) = (abs(size[0]), abs(size[1]))
      if abs(x - y) > 0.01 * max(x, y) { scale.isUneven = true }
      scale.most = max(scale.most, x / 100, y / 100)
    }
    scale.most *= try swing(of: value)
    return scale
  }

  /// The most that each number of a value becomes, without its sign.
  func most(of value: LottieValue?) throws(LottieFault) -> [Double] {
    guard let value else { return [] }
    let swing = try swing(of: value)
    var most: [Double] = []
    for numbers in try values(of: value) {
      for (index, number) in numbers.enumerated() {
        if index < most.count {
          most[index] = max(most[index], abs(number) * swing)
        } else {
          most.append(abs(number) * swing)
        }
      }
    }
    return most
  }

  /// The least that a number is at its keys.
  func least(of value: LottieValue) throws(LottieFault) -> Double {
    var least = Double.infinity
    for numbers in try values(of: value) { least = min(least, numbers.first ?? 0) }
    return least
  }

  /// The numbers at each key, or of a value that stays.
  private func values(of value: LottieValue) throws(LottieFault) -> [[Double]] {
    func numbers(_ value: LottieValue) throws(LottieFault) -> [Double] {
      guard value.isList else { return [try value.number(in: -1e12...1e12)] }
      var numbers: [Double] = []
      for number in try value.list() { numbers.append(try number.number(in: -1e12...1e12)) }
      return numbers
    }
    var all: [[Double]] = []
    for key in try keys(of: value) {
      for name in ["s", "e"] {
        if let moment = key[name] { all.append(try numbers(moment)) }
      }
    }
    return all.isEmpty ? [try numbers(value.required("k"))] : all
  }

  /// How many times the most of its keys a value may become, where its change swings beyond them.
  func swing(of value: LottieValue) throws(LottieFault) -> Double {
    var beyond = 0.0
    for key in try keys(of: value) {
      for name in ["i", "o"] {
        guard let course = key[name]?["y"] else { continue }
        let list = course.isList ? try course.list() : [course]
        for number in list {
          let number = try number.number(in: -100...100)
          beyond = max(beyond, number - 1, -number)
        }
      }
    }
    return 1 + 2 * beyond
  }

  private func keys(of value: LottieValue) throws(LottieFault) -> [LottieValue] {
    let content = try value.required("k")
    guard content.isList else { return [] }
    let list = try content.list()
    return list.first?.isObject == true ? list : []
  }
}
