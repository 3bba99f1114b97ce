extension LottieReader {
  /// How far shapes are drawn from the origin, at most; what is wrong in them is told where they are written.
  ///
  /// No farther than the library fills an outline: 16,000 pixels, of large compositions as they are scaled.
  func reach(of shapes: [LottieValue]) -> Double {
    var reach = 0.0
    var line = 0.0
    for shape in shapes {
      switch try? shape["ty"]?.text() {
      case "gr":
        let items = (try? shape["it"]?.list()) ?? []
        let own = items.last { (try? $0["ty"]?.text()) == "tr" }
        let inner = most(own?["a"]) + self.reach(of: items)
        let scale = own?["s"] == nil ? 1 : most(own?["s"]) / 100
        reach = max(reach, most(own?["p"]) + inner * scale)
      case "rc", "el": reach = max(reach, most(shape["p"]) + most(shape["s"]) / 2)
      case "sr":
        // Round tips stand out by less than as much again.
        reach = max(reach, most(shape["p"]) + 2 * max(most(shape["or"]), most(shape["ir"])))
      case "sh": reach = max(reach, 2 * most(shape["ks"]))
      case "st", "gs":
        let miter = (try? shape["ml"]?.number(in: 0...1000)) ?? 4
        line = max(line, most(shape["w"]) * max(1, miter))
      case "rp":
        let copies = most(shape["c"]) + most(shape["o"])
        let change = shape["tr"]
        reach = (reach + most(change?["a"]) + most(change?["p"]) * copies) * 2
      default: break
      }
    }
    return min(reach + line, 16_000 * max(1, side / Double(LottieLimits.side)))
  }

  /// The longest that a value becomes, as a way from the origin.
  private func most(_ value: LottieValue?) -> Double {
    guard let value else { return 0 }
    if value.isList {
      return ((try? value.list()) ?? []).reduce(0) { max($0, most($1)) }
    }
    if value.isObject {
      if value["v"] != nil { return max(most(value["v"]), most(value["i"]) + most(value["o"])) }
      // A key's own curve is not of its value.
      let names = value["t"] == nil ? ["k", "x", "y"] : ["s", "e", "to", "ti"]
      return names.reduce(0) { max($0, most(value[$1])) }
    }
    let number = try? value.number(in: -LottieLimits.coordinate...LottieLimits.coordinate)
    return abs(number ?? 0) * 2.0.squareRoot()
  }
}
