import Foundation
import Imaging
import Testing

/// Light and signals against the figures that the recommendations print.
@Suite struct ColourTests {
  static func encoding(
    _ transfer: YUVEncoding.Transfer, _ primaries: YUVEncoding.Primaries = .bt2020
  ) -> YUVEncoding {
    YUVEncoding(matrix: .bt2020, fullRange: false, transfer: transfer, primaries: primaries)
  }

  /// Every kind of clip whose colours are not those of the artwork.
  static let encodings = [
    encoding(.pq), encoding(.hlg), encoding(.sdr), encoding(.sdr, .displayP3),
    encoding(.pq, .displayP3),
  ]

  static let grid: [SIMD3<UInt8>] = stride(from: 0, through: 255, by: 17).flatMap { r in
    stride(from: 0, through: 255, by: 17).flatMap { g in
      stride(from: 0, through: 255, by: 17).map { b in [UInt8(r), UInt8(g), UInt8(b)] }
    }
  }

  /// ITU-R BT.2408 table 1: reflectance in percent, light in cd/m2, signals in percent.
  static let levels: [(reflectance: Double, light: Double, pq: Int, hlg: Int)] = [
    (18, 26, 38, 38), (83, 162, 56, 71), (90, 179, 57, 73), (100, 203, 58, 75),
  ]

  @Test(arguments: levels)
  func `greys have the signals of BT 2408`(
    level: (reflectance: Double, light: Double, pq: Int, hlg: Int)
  ) {
    // The grey of SDR video that a reference display shows at this share of its white.
    let grey = SIMD3<Double>(repeating: pow(level.light / 203, 1 / 2.4))
    let pq = ArtworkColour(for: Self.encoding(.pq)).encoded(grey)
    let hlg = ArtworkColour(for: Self.encoding(.hlg)).encoded(grey)
    #expect(Int((pq.x * 100).rounded()) == level.pq)
    #expect(Int((hlg.x * 100).rounded()) == level.hlg)
    #expect(pq.max() - pq.min() < 1e-9 && hlg.max() - hlg.min() < 1e-9)
  }

  @Test func `the perceptual quantizer has the known points`() {
    // SMPTE ST 2084 and ITU-R BT.2390: 100, 1,000 and 4,000 cd/m2 at 50.8, 75.2 and 90.3 %.
    for (light, signal) in [(0.0, 0.0), (100, 0.508), (1000, 0.752), (4000, 0.903), (10000, 1)] {
      #expect(abs(PerceptualQuantizer.signal(ofLight: light) - signal) < 0.0005)
    }
    for signal in stride(from: 0.01, through: 1, by: 0.01) {
      let light = PerceptualQuantizer.light(ofSignal: signal)
      #expect(abs(PerceptualQuantizer.signal(ofLight: light) - signal) < 1e-9)
    }
  }

  @Test func `hybrid log-gamma has the known points`() {
    // ITU-R BT.2100: both branches meet at 1/12 and 1/2, and 1 is 1.
    #expect(abs(HybridLogGamma.signal(ofSceneLight: 1.0 / 12) - 0.5) < 1e-9)
    #expect(abs(HybridLogGamma.signal(ofSceneLight: 1.0 / 12 + 1e-9) - 0.5) < 1e-7)
    #expect(abs(HybridLogGamma.signal(ofSceneLight: 1) - 1) < 1e-6)
    // BT.2408: 75 % is 203 cd/m2 on a display of 1,000.
    #expect(abs(ReferenceWhite.hlgDisplayLight * HybridLogGamma.peak - 203) < 1)
    for signal in stride(from: 0.01, through: 1, by: 0.01) {
      let light = HybridLogGamma.sceneLight(ofSignal: signal)
      // The recommendation prints the constant `a` with eight digits.
      #expect(abs(HybridLogGamma.signal(ofSceneLight: light) - signal) < 1e-7)
    }
  }

  @Test func `BT 709 goes into BT 2020 by the matrix of BT 2087`() {
    let matrix = ColourMatrix(from: .bt709, to: .bt2020)
    let printed: [SIMD3<Double>] = [
      [0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956],
    ]
    for (row, expected) in zip([matrix.red, matrix.green, matrix.blue], printed) {
      for index in 0..<3 { #expect(abs(row[index] - expected[index]) < 0.000_06) }
    }
    // ITU-R BT.709-6 section 3: the luma coefficients are the luminances.
    let luminance = ColourMatrix.luminance(of: .bt709)
    for (share, expected) in zip(
      [luminance.x, luminance.y, luminance.z], [0.2126, 0.7152, 0.0722])
    { #expect(abs(share - expected) < 0.0001) }
  }

  @Test func `colours of plain SDR clips are left alone`() {
    let plain = YUVEncoding(matrix: .bt709, fullRange: false)
    #expect(ArtworkColour(for: plain).isIdentity)
    #expect(ArtworkColour(for: plain).encoded([0.2, 0.5, 0.9]) == [0.2, 0.5, 0.9])
    #expect(ArtworkColourTable(ArtworkColour(for: plain)) == nil)
    #expect(StillColourTable(StillColour(from: plain)) == nil)
  }

  @Test(arguments: encodings)
  func `the tables are the formulas`(encoding: YUVEncoding) throws {
    let colour = ArtworkColour(for: encoding)
    let table = try #require(ArtworkColourTable(colour))
    var worst = 0.0
    for texel in Self.grid {
      let exact = colour.encoded(SIMD3<Double>(texel) / 255)
      let fast = SIMD3<Double>(table(red: texel.x, green: texel.y, blue: texel.z))
      worst = max(worst, (fast - exact).max(), (exact - fast).max())
    }
    #expect(worst * 1023 < 0.01)
  }

  @Test(arguments: encodings)
  func `the tables of stills are the formulas`(encoding: YUVEncoding) throws {
    let colour = StillColour(from: encoding)
    let table = try #require(StillColourTable(colour))
    for texel in Self.grid {
      let signal = SIMD3<UInt16>(truncatingIfNeeded: texel) &* 257
      let exact = colour.displayed(SIMD3<Double>(texel) / 255) * 255
      let fast = SIMD3<Double>(table(red: signal.x, green: signal.y, blue: signal.z))
      #expect((fast - exact).max() < 0.51 && (exact - fast).max() < 0.51, "\(texel)")
    }
  }

  /// Artwork in a clip, seen in a still of it, has its own colours, up to where highlights begin.
  @Test(arguments: encodings)
  func `a still shows what the artwork was`(encoding: YUVEncoding) {
    let (there, back) = (ArtworkColour(for: encoding), StillColour(from: encoding))
    for texel in Self.grid {
      // Three quarters of reference white.
      let colour = SIMD3<Double>(texel) / 255 * pow(0.75, 1 / 2.4)
      let seen = back.displayed(there.encoded(colour))
      #expect((seen - colour).max() < 1e-5 && (colour - seen).max() < 1e-5, "\(texel)")
    }
  }

  @Test(arguments: [YUVEncoding.Transfer.pq, .hlg])
  func `highlights keep their order and end at white`(transfer: YUVEncoding.Transfer) {
    let still = StillColour(from: Self.encoding(transfer))
    let greys = (0...1023).map { still.displayed(SIMD3(repeating: Double($0) / 1023)).x }
    #expect(zip(greys, greys.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    #expect(abs(greys[1023] - 1) < 1e-3)
    // Reference white, and the peak of 1,000 cd/m2.
    let white = transfer == .pq ? 0.5807 : 0.75
    let peak = transfer == .pq ? 0.7518 : 1
    #expect(abs(still.displayed(SIMD3(repeating: white)).x * 255 - 241) < 1)
    #expect(abs(still.displayed(SIMD3(repeating: peak)).x - 1) < 1e-3)
  }
}
