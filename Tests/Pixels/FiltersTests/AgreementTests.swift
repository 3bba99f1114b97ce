import Filters
import Geometry
import Imaging
import Testing

/// Formats, sizes and instruction sets that must agree.
@Suite struct AgreementTests {
  /// The waves in planes, by the definition of Y'CbCr in float64.
  private func frame(_ layout: YUVLayout, _ encoding: YUVEncoding, padding: Int = 0) -> Frame {
    let frame = Frame(.yuv(layout, encoding), width: 96, height: 64, padding: padding)
    let coefficients = encoding.coefficients(bitDepth: layout.bitDepth)
    frame.fill { channel, x, y in
      let (across, down) = channel == 0 ? (1, 1) : (layout.subsamplingX, layout.subsamplingY)
      // The mean of the pixels that share a sample.
      var sum = 0.0
      for j in 0..<down {
        for i in 0..<across {
          let c = Pictures.waves(
            (Double(x * across + i) + 0.5) / 64, (Double(y * down + j) + 0.5) / 64)
          let held = c.clamped(lowerBound: .zero, upperBound: .init(repeating: 255)) / 255
          let levels = coefficients.levels(red: held.x, green: held.y, blue: held.z)
          sum += [levels.y, levels.cb, levels.cr][channel]
        }
      }
      return sum / Double(across * down)
    }
    return frame
  }

  /// The frame's colours as R'G'B', by the definition; of each channel all pixels.
  private func colours(_ frame: Frame, _ layout: YUVLayout, _ encoding: YUVEncoding) -> [Double] {
    let coefficients = encoding.coefficients(bitDepth: layout.bitDepth)
    let (luma, blue, red) = (frame.levels(0), frame.levels(1), frame.levels(2))
    return (0..<96 * 64).flatMap { i -> [Double] in
      let (x, y) = (i % 96, i / 96)
      let j = y / layout.subsamplingY * (96 / layout.subsamplingX) + x / layout.subsamplingX
      let c = coefficients.colour(y: luma[i], cb: blue[j], cr: red[j])
      return [c.red, c.green, c.blue].map { 255 * max(0, min(1, $0)) }
    }
  }

  /// Mean and 99th percentile of the differences of two pictures.
  private func differences(_ a: [Double], _ b: [Double]) -> (mean: Double, high: Double) {
    let all = zip(a, b).map { abs($0 - $1) }.sorted()
    return (all.reduce(0, +) / Double(all.count), all[all.count * 99 / 100])
  }

  @Test(arguments: Pictures.filters)
  func `clips look like pictures, but for what rounding and shared chroma change`(
    text: String
  ) throws {
    // Paint: the rounding of 8 bit turns a stroke's direction here and there.
    let isOil = text.hasPrefix("oil") || text.hasPrefix("vangogh")
    // A palette that raises colour differences raises what shared ones lack.
    let more = text.hasPrefix("vangogh") ? 1.4 : 1.0
    for (layout, mean, high) in [
      (YUVLayout.yuv444p, isOil ? 2.5 : 1.0, isOil ? 16.0 : 4.0),
      (.yuv444p10, isOil ? 2 : 1, isOil ? 16 : 4), (.yuv422p, 3.5 * more, 28),
      (.yuv420p, 4 * more, 30),
      (.p010, 4 * more, 30),
    ] {
      for encoding in [Pictures.limited709, Pictures.full601] {
        let frame = frame(layout, encoding)
        var painter = try Pictures.painter(text)
        try frame.withPicture { try painter.apply(to: $0, atMs: 80) }
        let picture = try Pictures.filtered(
          Pictures.waves(96, 64), text, atMs: 80, matrix: encoding.matrix)
        let expected = picture.bytes.enumerated().filter { $0.offset % 4 != 3 }
          .map { Double($0.element) }
        let found = differences(colours(frame, layout, encoding), expected)
        #expect(found.mean < mean && found.high < high, "\(layout) \(encoding.matrix) \(found)")
      }
    }
  }

  @Test(arguments: Pictures.filters)
  func `where planes are interleaved or padded makes no difference`(text: String) throws {
    for (one, other) in [(YUVLayout.yuv420p, YUVLayout.nv12), (.yuv420p10, .p010)] {
      var results: [[Double]] = []
      for (layout, padding) in [(one, 0), (one, 7), (other, 0), (other, 10)] {
        let frame = frame(layout, Pictures.limited709, padding: padding)
        var painter = try Pictures.painter(text)
        try frame.withPicture { try painter.apply(to: $0, atMs: 120) }
        results.append((0..<3).flatMap { frame.levels($0) })
        #expect(frame.behind.allSatisfy { $0 == Frame.mark })
      }
      #expect(Set(results).count == 1)
    }
  }

  @Test(arguments: Pictures.filters)
  func `all instruction sets give the same bytes`(text: String) throws {
    // Of one pixel to a sample, and of 2 x 2.
    let isOfPlanes = ["oil", "comic", "vangogh"].contains(where: text.hasPrefix)
    let large = isOfPlanes ? [(541, 540)] : []
    for (width, height) in [(61, 45)] + large {
      let picture = Pictures.waves(width, height)
      let results = try FilterPainter.instructionSets.map {
        try Pictures.filtered(picture, text, atMs: 40, set: $0)
      }
      #expect(results.allSatisfy { $0 == results[0] })
    }
    for format in Pictures.formats {
      let frames = try FilterPainter.instructionSets.map { set in
        let frame = Frame(format, width: 45, height: 31)
        frame.fill { channel, x, y in Double((channel * 40 + 7 * x * (y % 5) + 3 * y) % 220) + 16 }
        var painter = try Pictures.painter(text, set: set)
        try frame.withPicture { try painter.apply(to: $0, atMs: 40) }
        return frame.bytes
      }
      #expect(frames.allSatisfy { $0 == frames[0] }, "\(format)")
    }
  }

  @Test(arguments: Pictures.filters)
  func `any size will do`(text: String) throws {
    for (width, height) in [(1, 1), (2, 1), (1, 3), (3, 2), (17, 5), (16, 700), (700, 3)] {
      let picture = Pictures.noise(width, height)
      let once = try Pictures.filtered(picture, text, atMs: 40)
      #expect((once.width, once.height) == (width, height))
      for format in [
        PixelFormat.yuv(.yuv420p, Pictures.limited709), .yuv(.p010, Pictures.full601),
        .yuv(.yuv422p, Pictures.full601),
      ] {
        let frame = Frame(format, width: width, height: height, padding: 3)
        frame.fill { channel, x, y in Double((x * 37 + y * 11 + channel) % 256) }
        var painter = try Pictures.painter(text)
        try frame.withPicture { try painter.apply(to: $0, atMs: 40) }
        #expect(frame.behind.allSatisfy { $0 == Frame.mark })
      }
    }
  }

  @Test(arguments: ["instant:grain=0", "comic:dots=0,ink=0", "oil:relief=0"])
  func `a small picture looks like a large one made small`(text: String) throws {
    let small = try Pictures.filtered(Pictures.waves(160, 90), text)
    let large = try Pictures.filtered(Pictures.waves(640, 360), text).downscaled(
      width: 160, height: 90)
    let mean =
      zip(small.bytes, large.bytes).map { abs(Double($0) - Double($1)) }.reduce(0, +)
      / Double(small.bytes.count)
    #expect(mean < 3)
  }

  @Test func `HDR and premultiplied pictures are refused and left as they are`() throws {
    for transfer in [YUVEncoding.Transfer.pq, .hlg] {
      var encoding = Pictures.limited709
      encoding.transfer = transfer
      let frame = Frame(.yuv(.yuv420p10, encoding), width: 8, height: 8)
      let before = frame.bytes
      for kind in PictureFilter.Kind.allCases {
        var painter = FilterPainter(PictureFilter(kind))
        #expect(throws: FilterError.highDynamicRange(kind)) {
          try frame.withPicture { try painter.apply(to: $0, atMs: 0) }
        }
      }
      #expect(frame.bytes == before)
    }
    let packed = Frame(.opaqueRGB8, width: 8, height: 8)
    #expect(throws: FilterError.self) {
      try packed.withPicture {
        var painter = FilterPainter(PictureFilter(.oil))
        var picture = $0
        picture.format = .premultipliedRGBA8
        try painter.apply(to: picture, atMs: 0)
      }
    }
  }

  @Test func `planes that do not fit the size are refused`() throws {
    let frame = Frame(.yuv(.yuv420p, Pictures.limited709), width: 8, height: 8)
    #expect(throws: FilterError.self) {
      try frame.withPicture {
        var painter = FilterPainter(PictureFilter(.snow))
        var picture = $0
        picture.size = PixelSize(width: 9, height: 80)!
        try painter.apply(to: picture, atMs: 0)
      }
    }
  }

  @Test func `the longest side is the limit`() throws {
    var inside = Pictures.flat(RGBA8(9, 9, 9), FilterPainter.maximumSide, 1)
    try PictureFilter(.instant).apply(to: &inside)
    var outside = Pictures.flat(RGBA8(9, 9, 9), FilterPainter.maximumSide + 1, 1)
    #expect(throws: FilterError.self) { try PictureFilter(.instant).apply(to: &outside) }
  }
}
