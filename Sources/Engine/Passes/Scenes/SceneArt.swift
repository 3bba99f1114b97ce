internal import Drawing
internal import Geometry
internal import Imaging
internal import Placement
internal import Scenes

/// Makes the pictures of what is no file: texts and photos in their boxes, and the shapes of particles.
enum SceneArt {
  /// The families of a text that names none.
  private static let families = ["Noto Serif CJK SC", "Noto Serif", "serif"]
  /// The size below which a text is cut rather than made smaller, in pixels.
  private static let leastSize = 4.0

  /// A text in its box.
  ///
  /// - Returns: the picture, and what a person should know of it.
  static func picture(
    of item: SceneText, text: String
  ) throws(DrawingError) -> (picture: StraightRGBA8, notes: [String]) {
    let size = MeasuredScene.pixels(of: item.box)
    let canvas = try Canvas(size: size)
    let unit = Double(size.width) / item.box.x
    var style = TextStyle(
      families: item.fonts.isEmpty ? families : item.fonts, size: max(item.size * unit, leastSize))
    style.minimumSize = leastSize
    style.maximumLines = 100
    style.colour = Colour(item.colour)
    style.alignment =
      switch item.align {
      case .start: .start
      case .middle: .middle
      case .end: .end
      }
    let (width, height) = (Double(size.width), Double(size.height))
    let plain = PlainText.cleaned(text)
    guard plain.contains(where: { !$0.isWhitespace }) else {
      return (StraightRGBA8(size: size), [])
    }
    while true {
      let lines = try TextLayout(plain, style, width: width)
      if lines.height > height, lines.size > leastSize {
        style.size = max(lines.size * 0.94, leastSize)
        continue
      }
      let room = height - lines.height
      let top: Double =
        switch item.vertical {
        case .top: 0
        case .middle: room / 2
        case .bottom: room
        }
      lines.draw(on: canvas, at: PicturePoint(0, max(0, top)))
      var notes = lines.missing.prefix(4).map(MissingGlyphs.note)
      if lines.isCut || lines.height > height {
        notes.append("a text is cut off: it does not fit its box at the smallest size")
      }
      return (try canvas.picture(), notes)
    }
  }

  /// A photo in its box.
  static func picture(
    of item: ScenePhoto, photo: StraightRGBA8
  ) throws(DrawingError) -> StraightRGBA8 {
    let size = MeasuredScene.pixels(of: item.box)
    let canvas = try Canvas(size: size)
    let unit = Double(size.width) / item.box.x
    let (width, height) = (Double(size.width), Double(size.height))
    let radius = min(item.radius * unit, width / 2, height / 2)
    let whole = Path.rounded(PicturePoint(0, 0), width: width, height: height, radius: radius)
    let (wide, high) = (Double(photo.width), Double(photo.height))
    let scale =
      switch item.fit {
      case .cover: max(width / wide, height / high)
      case .contain: min(width / wide, height / high)
      }
    try canvas.clipped(to: whole) { () throws(DrawingError) in
      try canvas.draw(
        photo, part: (PicturePoint(0, 0), wide, high),
        at: PicturePoint((width - wide * scale) / 2, (height - high * scale) / 2),
        width: wide * scale, height: high * scale)
    }
    if let border = item.border {
      let line = min(border.width * unit, width / 2, height / 2)
      canvas.stroke(
        .rounded(
          PicturePoint(line / 2, line / 2), width: width - line, height: height - line,
          radius: max(0, radius - line / 2)),
        .solid(Colour(border.colour)), width: line)
    }
    return try canvas.picture()
  }

  /// The shape of a particle in a colour; nil for one that is a picture.
  ///
  /// - Parameter side: of the picture, in pixels.
  static func picture(
    of shape: ParticleKind.Shape, _ colour: SceneColour, side: Int
  ) -> StraightRGBA8? {
    guard let coverage = coverage(of: shape) else { return nil }
    var picture = StraightRGBA8(size: PixelSize<ArtworkSpace>(clamping: side, side))
    let ink = RGBA8(colour)
    for y in 0..<side {
      for x in 0..<side {
        let u = (Double(x) + 0.5) / Double(side) * 2 - 1
        let v = (Double(y) + 0.5) / Double(side) * 2 - 1
        let alpha = UInt8((coverage(u, v) * 255).rounded())
        if alpha > 0 { picture[x, y] = RGBA8(ink.red, ink.green, ink.blue, alpha) }
      }
    }
    return picture
  }

  /// How much of a place a shape covers, from -1 to 1 each way; nil for a picture.
  static func coverage(
    of shape: ParticleKind.Shape
  ) -> ((_ u: Double, _ v: Double) -> Double)? {
    switch shape {
    case .dot: dot
    case .streak: streak
    case .spark: spark
    case .picture: nil
    }
  }

  /// A disc with a soft rim.
  private static func dot(_ u: Double, _ v: Double) -> Double {
    let radius = (u * u + v * v).squareRoot()
    return smooth((0.94 - radius) / 0.3)
  }

  /// A line down the middle, thin and soft at its ends.
  private static func streak(_ u: Double, _ v: Double) -> Double {
    smooth((0.09 - abs(u)) / 0.06) * smooth((0.94 - abs(v)) / 0.7)
  }

  /// A star of four rays about a bright middle.
  private static func spark(_ u: Double, _ v: Double) -> Double {
    let radius = (u * u + v * v).squareRoot()
    let ray = min(abs(u), abs(v))
    let rays = smooth((0.16 * (1 - radius) - ray) / 0.07) * smooth((0.94 - radius) / 0.6)
    return max(smooth((0.34 - radius) / 0.24), rays)
  }

  /// 0 below 0, 1 above 1, and without an edge between.
  private static func smooth(_ x: Double) -> Double {
    let x = min(max(x, 0), 1)
    return x * x * (3 - 2 * x)
  }

  /// The picture of a flash: one colour all over.
  static func flash(_ colour: SceneColour, side: Int) -> StraightRGBA8? {
    let ink = RGBA8(colour)
    let pixel = [ink.red, ink.green, ink.blue, 255]
    return StraightRGBA8(
      width: side, height: side, bytes: (0..<(side * side)).flatMap { _ in pixel })
  }
}

extension Colour {
  init(_ colour: SceneColour) {
    self.init(0, colour.alpha)
    (red, green, blue) = (colour.red, colour.green, colour.blue)
  }
}

extension RGBA8 {
  init(_ colour: SceneColour) {
    func level(_ part: Double) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
    self.init(level(colour.red), level(colour.green), level(colour.blue))
  }
}
