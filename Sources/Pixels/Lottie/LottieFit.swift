/// How an animation that is written fills a picture.
///
/// rlottie 0.1 keeps the proportion of its sides, and leaves a part of a pixel free where the picture's is another one:
/// what lies at the border of the animation is then seen through there, each layer by itself. So the animation gets
/// the picture's sides, and a layer that all others follow scales it.
struct LottieFit {
  /// The sides of the animation, and whether it shows pictures.
  private let width, height, pictures: Int

  /// What an animation begins with.
  private var head: String { "{\"w\":\(width),\"h\":\(height),\"e\":\(pictures)" }

  /// What it ends with: the scales of the layer that all others follow, in percents.
  private static func tail(_ x: Double, _ y: Double) -> String { "[\(x),\(y)]}}}]}" }

  private init(_ width: Int, _ height: Int, _ pictures: Int) {
    (self.width, self.height, self.pictures) = (width, height, pictures)
  }

  /// Reads an animation's beginning.
  init(of text: [UInt8]) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let numbers = text.prefix(64).split { !digits.contains($0) }.prefix(3)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    self.init(numbers[0], numbers[1], numbers[2])
  }

  /// Writes an animation's beginning.
  static func begin(
    _ width: Double, _ height: Double, hasPictures: Bool, _ text: inout LottieText
  ) {
    text.raw(String(LottieFit(Int(width), Int(height), hasPictures ? 1 : 0).head.dropFirst()))
  }

  /// Writes the layer that all others follow, as the last one of the composition, with which the animation ends.
  static func writeLayer(_ number: Int, _ text: inout LottieText) {
    text.object { text in
      text.raw("\"ty\":3,\"ddd\":0,\"ind\":\(number)")
      text.name("ks")
      text.object { text in
        text.raw("\"a\":{\"k\":[0,0]},\"p\":{\"k\":[0,0]},\"r\":{\"k\":0},\"o\":{\"k\":100}")
        text.raw("\"s\":{\"k\":[100.0,100.0]}")
      }
    }
  }

  /// Of how many samples across and down a pixel is made: of pictures the library takes the nearest pixel.
  func samples(_ side: Int) -> Int { pictures == 0 || side > 1024 ? 1 : side > 256 ? 2 : 4 }

  /// The animation for a picture of a size.
  func fitted(_ text: [UInt8], width: Int, height: Int) -> [UInt8] {
    func isWhole(_ own: Int, _ other: Int) -> Bool {
      Float(other) / Float(own) * Float(own) >= Float(other)
    }
    if self.width * height == self.height * width, isWhole(self.width, width),
      isWhole(self.height, height)
    {
      return text
    }
    // The library rounds places down to 1/64 of a pixel: the border lies on the last one's end, or just beyond.
    let (x, y) = (
      (Double(width) + 0.002) / Double(self.width), (Double(height) + 0.002) / Double(self.height)
    )
    return LottieFit(width, height, pictures).head.utf8
      + text.dropFirst(head.utf8.count)
      .dropLast(Self.tail(100, 100).utf8.count) + Self.tail(100 * x, 100 * y).utf8
  }
}
