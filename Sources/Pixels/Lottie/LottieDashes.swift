/// The dashes of a stroke whose lengths stay, as rlottie 0.1 draws them right: each dash and each gap has a length.
enum LottieDashes: Equatable {
  /// Without a gap.
  case line
  /// Without a dash.
  case nothing
  /// Dashes and gaps by turns, and what is to be added to the offset, as the first dash may be another one.
  case dashes([Double], shift: Double)

  /// - Parameters:
  ///   - lengths: of dashes and gaps by turns, as many of the one as of the other.
  ///   - hasEnds: whether a dash of no length is seen, by its round or square ends.
  init(_ lengths: [Double], hasEnds: Bool) {
    let total = lengths.reduce(0, +)
    // As SVG says.
    guard total > 0 else {
      self = .line
      return
    }
    var lengths = lengths
    if hasEnds {
      for index in stride(from: 0, to: lengths.count, by: 2)
      where lengths[index] < LottieReader.shortestDash {
        let missing = min(LottieReader.shortestDash - lengths[index], lengths[index + 1])
        lengths[index] += missing
        lengths[index + 1] -= missing
      }
    }
    var parts: [(isDash: Bool, length: Double)] = []
    for (index, length) in lengths.enumerated() where length > 0 {
      let isDash = index % 2 == 0
      if parts.last?.isDash == isDash {
        parts[parts.count - 1].length += length
      } else {
        parts.append((isDash, length))
      }
    }
    guard parts.contains(where: { !$0.isDash }) else {
      self = .line
      return
    }
    guard parts.contains(where: \.isDash) else {
      self = .nothing
      return
    }
    // Of two alike at the ends of the circle one is made; it begins with a dash.
    var shift = 0.0
    if parts[0].isDash, parts[parts.count - 1].isDash {
      let last = parts.removeLast()
      parts[0].length += last.length
      shift = last.length
    } else if !parts[0].isDash {
      let first = parts.removeFirst()
      shift = -first.length
      if parts[parts.count - 1].isDash {
        parts.append(first)
      } else {
        parts[parts.count - 1].length += first.length
      }
    }
    self = .dashes(parts.map(\.length), shift: shift)
  }

  /// Dashes and gaps that begin so far into others.
  static func pattern(_ lengths: [Double], from offset: Double) -> [Double] {
    let total = lengths.reduce(0, +)
    var rest = offset.truncatingRemainder(dividingBy: total)
    if rest < 0 { rest += total }
    for (index, length) in lengths.enumerated() {
      guard rest >= length else {
        let turned = lengths[(index + 1)...] + lengths[..<index]
        // Within a gap it begins with a dash of no length, which is passed over.
        return index % 2 == 0
          ? [length - rest] + turned + [rest, 0] : [0, length - rest] + turned + [rest]
      }
      rest -= length
    }
    return lengths
  }
}
