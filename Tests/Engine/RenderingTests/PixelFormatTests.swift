import ClipReading
import ClipWriting
import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// Clips of every pixel format, rendered and decoded again by FFmpeg's tool.
@Suite struct PixelFormatTests {
  /// A kind of clip: its format, the planar one of the same samples, and its colours.
  struct Kind: Sendable, CustomStringConvertible {
    var format: String
    var planar: String
    var matrix = "bt709"
    var transfer = "bt709"
    var primaries = "bt709"
    var isFull = false
    var description: String { "\(format) \(matrix) \(transfer) \(isFull)" }

    var bits: Int { planar.hasSuffix("10le") ? 10 : 8 }
    var shiftX: Int { planar.contains("444") ? 0 : 1 }
    var shiftY: Int { planar.contains("420") ? 1 : 0 }

    var clip: SyntheticClip {
      var clip = SyntheticClip(width: 161, height: 121, frames: 1)
      // The test picture has even sides only.
      clip.filter = "scale=161:121"
      clip.format = format
      clip.codec = ["-c:v", format == planar ? "ffv1" : "rawvideo"]
      clip.options = [
        "-color_range", isFull ? "pc" : "tv", "-colorspace", matrix, "-color_trc", transfer,
        "-color_primaries", primaries,
      ]
      return clip
    }
  }

  static let kinds = [
    Kind(format: "yuv420p", planar: "yuv420p", matrix: "smpte170m", isFull: true),
    Kind(format: "yuv422p", planar: "yuv422p"), Kind(format: "yuv444p", planar: "yuv444p"),
    // Raw pictures carry no tags; a picture this small is BT.601 then.
    Kind(format: "nv12", planar: "yuv420p", matrix: "smpte170m"),
    Kind(format: "yuv420p10le", planar: "yuv420p10le"),
    Kind(format: "yuv422p10le", planar: "yuv422p10le", isFull: true),
    Kind(format: "yuv444p10le", planar: "yuv444p10le"),
  ]
  static let wide = [
    Kind(
      format: "yuv420p10le", planar: "yuv420p10le", matrix: "bt2020nc", transfer: "smpte2084",
      primaries: "bt2020"),
    Kind(
      format: "yuv420p10le", planar: "yuv420p10le", matrix: "bt2020nc", transfer: "arib-std-b67",
      primaries: "bt2020"),
    Kind(
      format: "yuv422p10le", planar: "yuv422p10le", matrix: "bt2020nc", transfer: "bt2020-10",
      primaries: "bt2020"),
  ]

  static let colours = [RGBA8(255, 255, 255), RGBA8(220, 30, 40), RGBA8(20, 90, 200)]

  @Test(arguments: kinds + wide)
  func `a clip's pixel format is kept where nothing is drawn, and drawn on as the formulas say`(
    kind: Kind
  ) throws {
    let stage = try Stage(kind.clip, as: kind.format == kind.planar ? "in.mkv" : "in.nut")
    let source = Planes(
      try SyntheticClip.rawFrames(
        of: stage.clip, in: stage.folder, arguments: ["-pix_fmt", kind.planar]),
      kind)
    let avatars = try Self.colours.enumerated().map { number, colour in
      try SyntheticAvatar().adding("\"scale\": 1.5", SyntheticAvatar.solid(30, 20, colour))
        .write("patch\(number)", in: stage.folder)
    }
    let record = try stage.sidecar(avatars[0]) { $0.part = .frames(0...0) }.first
    let corners = try #require(record?.placements.first).corners.corners
    let box = Box(corners.map { SIMD2($0.x, $0.y) })
    for (number, (avatar, colour)) in zip(avatars, Self.colours).enumerated()
    where Thorough.isAsked || number == kind.format.utf8.count % avatars.count {
      let rendered = Planes(try stage.planes(avatar) { $0.output.codec = .ffv1 }, kind)
      try #require(rendered.samples.count == source.samples.count)
      let expected = Self.levels(of: colour, kind)
      var (inside, changed, worst) = (0, 0, 0.0)
      for plane in 0..<3 {
        let (width, height, stepX, stepY) = rendered.shape(plane)
        for y in 0..<height {
          for x in 0..<width {
            let value = rendered[plane, x, y]
            switch box.side(ofX: Double(x * stepX), y: Double(y * stepY)) {
            case .within:
              inside += 1
              worst = max(worst, abs(Double(value) - expected[plane]))
            case .outside: changed += value == source[plane, x, y] ? 0 : 1
            case .border: break
            }
          }
        }
      }
      #expect(inside > 100)
      #expect(worst <= 1, "\(colour)")
      #expect(changed == 0)
    }
  }

  /// The samples of a colour in the first frame of a clip, not rounded: ITU-R BT.709, BT.2020,
  /// BT.2087, BT.2100 and BT.2408, written out.
  static func levels(of colour: RGBA8, _ kind: Kind) -> [Double] {
    let artwork = SIMD3(Double(colour.red), Double(colour.green), Double(colour.blue)) / 255
    let c = kind.primaries == "bt2020" ? wideColour(artwork, kind.transfer) : artwork
    let (kr, kb) =
      switch kind.matrix {
      case "bt709": (0.2126, 0.0722)
      case "bt2020nc": (0.2627, 0.0593)
      default: (0.299, 0.114)
      }
    let y = kr * c.x + (1 - kr - kb) * c.y + kb * c.z
    let (cb, cr) = ((c.z - y) / (2 - 2 * kb), (c.x - y) / (2 - 2 * kr))
    let unit = Double(1 << (kind.bits - 8))
    let full = Double(1 << kind.bits - 1)
    return kind.isFull
      ? [full * y, 128 * unit + full * cb, 128 * unit + full * cr]
      : [(16 + 219 * y) * unit, (128 + 224 * cb) * unit, (128 + 224 * cr) * unit]
  }

  static func wideColour(_ artwork: SIMD3<Double>, _ transfer: String) -> SIMD3<Double> {
    func each(_ s: SIMD3<Double>, _ f: (Double) -> Double) -> SIMD3<Double> {
      [f(s.x), f(s.y), f(s.z)]
    }
    let light = each(artwork) { pow($0, 2.4) }
    let wide = SIMD3(
      (SIMD3(0.6274, 0.3293, 0.0433) * light).sum(), (SIMD3(0.0691, 0.9195, 0.0114) * light).sum(),
      (SIMD3(0.0164, 0.0880, 0.8956) * light).sum())
    switch transfer {
    case "smpte2084":
      return each(wide) {
        let p = pow(203 * $0 / 10000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * p) / (1 + 18.6875 * p), 78.84375)
      }
    case "arib-std-b67":
      let display = wide * 0.2031
      let luminance = (SIMD3(0.2627, 0.6780, 0.0593) * display).sum()
      return each(display * pow(luminance, -0.2 / 1.2)) {
        $0 <= 1.0 / 12
          ? (3 * $0).squareRoot() : 0.17883277 * log(12 * $0 - 0.28466892) + 0.55991073
      }
    default: return each(wide) { pow($0, 1 / 2.4) }
    }
  }

  @Test func `a clip's pixel format of high dynamic range is written as HEVC in 10 bit, tags kept`()
    throws
  {
    for kind in Self.wide.prefix(2) {
      var clip = kind.clip
      (clip.width, clip.height, clip.filter) = (160, 120, nil)
      let stage = try Stage(clip)
      for name in ["out.mp4", "out.mov", "out.mkv"] {
        let summary = try RenderJob(stage.settings("crown", to: name)).run()
        #expect(summary.notes == [])
        let found = try Program.ffprobe.succeed(
          [
            "-v", "error", "-show_entries",
            "stream=codec_name,pix_fmt,color_space,color_transfer,color_primaries", "-of",
            "csv=p=0", stage.folder.path(name),
          ], in: stage.folder)
        #expect(
          String(decoding: found, as: UTF8.self)
            == "hevc,yuv420p10le,bt2020nc,\(kind.transfer),bt2020\n")
      }
      var settings = try stage.settings("crown", to: "out8.mp4")
      settings.output.codec = .h264
      #expect(try RenderJob(settings).run().notes.contains { $0.contains("HDR") })
    }
  }

  @Test(arguments: wide)
  func `a clip's pixel format of high dynamic range gives stills with the artwork's own colours`(
    kind: Kind
  ) throws {
    let stage = try Stage(kind.clip)
    for (number, colour) in Self.colours.enumerated() {
      let avatar = try SyntheticAvatar()
        .adding("\"scale\": 1.5", SyntheticAvatar.solid(30, 20, colour))
        .write("patch\(number)", in: stage.folder)
      let picture = try #require(stage.pictures(avatar).first)
      #expect(picture.bytes.count(of: colour) > 100)
    }
  }

  /// White multiplied and black screened or added leave a picture as it is, highlights beyond
  /// reference white among it.
  @Test(arguments: wide)
  func `a clip's pixel format of high dynamic range keeps what blend modes keep`(kind: Kind) throws
  {
    var clip = kind.clip
    // Soft and pale, as sharp edges in 4:2:0 have colours that do not exist.
    clip.filter = "scale=161:121,gblur=9,hue=s=0.3"
    let stage = try Stage(clip)
    let source = Planes(try stage.planes("none"), kind)
    for (mode, colour) in [
      ("multiply", RGBA8(255, 255, 255)), ("screen", RGBA8(0, 0, 0)), ("add", RGBA8(0, 0, 0)),
    ] {
      let avatar = try SyntheticAvatar()
        .adding("\"scale\": 2, \"blend\": \"\(mode)\"", SyntheticAvatar.solid(30, 20, colour))
        .write(mode, in: stage.folder)
      let rendered = Planes(try stage.planes(avatar), kind)
      let worst = zip(rendered.samples, source.samples).map { abs($0 - $1) }.max()
      // Of 1023. It was 1 before levels were filtered for shrinking, in which colour and alpha are
      // rounded once more; that this is the cause was not shown.
      #expect((worst ?? 99) <= 2, "\(mode)")
    }
  }

  @Test func `a clip's pixel format of high dynamic range gives overlays in its own signal`() throws
  {
    let stage = try Stage(Self.wide[0].clip)
    let avatar = try SyntheticAvatar()
      .adding("\"scale\": 1.5", SyntheticAvatar.solid(30, 20, RGBA8(255, 255, 255)))
      .write("patch", in: stage.folder)
    var settings = try stage.settings(avatar, to: "out.mkv")
    settings.passes.overlayOnly = true
    _ = try RenderJob(settings).run()
    let raw = try SyntheticClip.rawFrames(
      of: stage.folder.path("out.mkv"), in: stage.folder, arguments: ["-pix_fmt", "rgba64le"])
    let words = stride(from: 0, to: raw.count, by: 2).map { Int(raw[$0]) | Int(raw[$0 + 1]) << 8 }
    let opaque = stride(from: 0, to: words.count, by: 4).filter { words[$0 + 3] == 65535 }
    #expect(opaque.count > 100)
    // Reference white is 58 % of PQ.
    for place in opaque { #expect(abs(Double(words[place]) / 65535 - 0.5807) < 0.0005) }

    settings = try stage.settings(avatar, to: "out.mov")
    settings.passes.overlayOnly = true
    _ = try RenderJob(settings).run()
    let planes = try SyntheticClip.rawFrames(
      of: stage.folder.path("out.mov"), in: stage.folder, arguments: ["-pix_fmt", "yuva444p12le"])
    let luma = stride(from: 0, to: 2 * 161 * 121, by: 2).map {
      Int(planes[$0]) | Int(planes[$0 + 1]) << 8
    }
    // ITU-R BT.2100 table 9; ProRes is lossy.
    let (found, white) = (Double(luma.max() ?? 0) / 16, 16 + 219 * 0.5807)
    #expect(abs(found - white) < 0.5)
  }
}

/// The box around a layer that may be turned a little.
private struct Box {
  enum Side { case within, border, outside }
  var low, high: SIMD2<Double>

  init(_ corners: [SIMD2<Double>]) {
    low = corners.reduce(corners[0]) { pointwiseMin($0, $1) }
    high = corners.reduce(corners[0]) { pointwiseMax($0, $1) }
  }

  /// Where a place lies: within the middle, which is covered all over, or outside, which no sample
  /// of the layer reaches.
  func side(ofX x: Double, y: Double) -> Side {
    let place = SIMD2(x, y)
    let inset = (high - low) / 4
    if all(place .> low + inset .& place .< high - inset) { return .within }
    return any(place .< low - 5 .| place .> high + 5) ? .outside : .border
  }
}

/// The samples of planar frames.
private struct Planes {
  var samples: [Int]
  let kind: PixelFormatTests.Kind
  let width = 161, height = 121

  init(_ bytes: [UInt8], _ kind: PixelFormatTests.Kind) {
    self.kind = kind
    samples =
      kind.bits == 8
      ? bytes.map { Int($0) }
      : stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
  }

  /// A plane's columns and rows, and the pixels that a sample of it answers for.
  func shape(_ plane: Int) -> (width: Int, height: Int, stepX: Int, stepY: Int) {
    let (x, y) = plane == 0 ? (0, 0) : (kind.shiftX, kind.shiftY)
    return ((width + (1 << x) - 1) >> x, (height + (1 << y) - 1) >> y, 1 << x, 1 << y)
  }

  /// A sample of the first frame.
  subscript(plane: Int, x: Int, y: Int) -> Int {
    let chroma = shape(1)
    let start = plane == 0 ? 0 : width * height + (plane - 1) * chroma.width * chroma.height
    return samples[start + y * shape(plane).width + x]
  }
}

extension [UInt8] {
  /// How many pixels of packed RGBA have a colour.
  fileprivate func count(of colour: RGBA8) -> Int {
    stride(from: 0, to: count, by: 4).count {
      self[$0] == colour.red && self[$0 + 1] == colour.green && self[$0 + 2] == colour.blue
    }
  }
}
