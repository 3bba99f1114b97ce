import AvatarFiles
import ClipReading
import Filters
import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import SceneFiles
import Snapshots
import TestSupport
import Testing
import TrackingFiles

/// Single pictures as bytes, beside what the jobs make of the same pictures as recordings.
@Suite struct FrameRendererTests {
  /// One for all tests, as a service has it: textures are made once.
  private static let renderer = FrameRenderer(library: Stage.shipped)
  private var shipped: FrameRenderer { Self.renderer }

  /// Where the golden suite's stills lie.
  private func still(_ name: String) -> URL {
    SharedData.packageRoot.appending(path: "Golden/recordings/\(name)")
  }

  private func request(_ still: String, _ avatars: String...) throws -> FrameRequest {
    let folder = self.still(still)
    return FrameRequest(
      picture: [UInt8](try Data(contentsOf: folder.appending(path: "picture.png"))),
      tracking: [UInt8](try Data(contentsOf: folder.appending(path: "tracking.jsonl"))),
      avatars: avatars)
  }

  /// What `SnapshotJob` makes of a still, and its sidecar.
  private func snapshot(
    _ still: String, _ avatars: [String], _ library: AvatarLibrary = Stage.shipped,
    change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> (picture: StraightRGBA8, placements: PlacementRecord) {
    let folder = try ScratchFolder()
    let path = self.still(still).path
    var settings = RenderSettings(
      recording: try RecordingLocation(
        video: path + "/picture.png", tracking: path + "/tracking.jsonl"),
      avatars: AvatarSelection(names: avatars, library: library),
      output: OutputSettings(path: folder.path("a.png")))
    settings.output.placements = folder.path("a.jsonl")
    change(&settings)
    let picture = try SnapshotJob(settings).render().picture
    let line = Data(try folder.bytes("a.jsonl"))
    return (picture, try JSONDecoder().decode(PlacementRecord.self, from: line))
  }

  private struct Away: Error {}

  @Test func `libraries of scenes are asked for only by a frame with cards`() throws {
    var frame = try request("speaking-head", "none")
    frame.sceneLibrary = { throw Away() }
    #expect(try shipped.render(frame).faceCount == 1)
    frame.tracking = Array(SyntheticScene().tracking(width: 240, height: 240, frames: 1).utf8)
    #expect(throws: Away.self) { try shipped.render(frame) }
    let folder = try ScratchFolder()
    try SyntheticScene().write("Scenes/greeting", in: folder)
    frame.sceneLibrary = { [path = folder.path("Scenes")] in SceneLibrary(folder: path) }
    let items = try shipped.render(frame).placements.placements.filter { $0.scene != nil }
    #expect(items.contains { $0.layer == "square" })
  }

  @Test(arguments: ["speaking-head", "turned-head"], ["dragon", "crown", "sheep"])
  func `a PNG becomes the snapshot of it, to the bit`(still: String, avatar: String) throws {
    let expected = try snapshot(still, [avatar])
    let result = try shipped.render(request(still, avatar))
    #expect(result.format == .png && result.faceCount == 1)
    #expect(try PNG.decode(result.bytes) == expected.picture)
    // The sidecar holds 15 digits.
    let pairs = zip(result.placements.placements, expected.placements.placements)
    #expect(result.placements.placements.count == expected.placements.placements.count)
    for (ours, theirs) in pairs {
      #expect((ours.layer, ours.face, ours.mode) == (theirs.layer, theirs.face, theirs.mode))
      for (a, b) in zip(ours.corners.corners, theirs.corners.corners) {
        #expect(a.distance(to: b) < 0.01)
      }
    }
  }

  @Test(arguments: ["blend", "opacity", "letter-keep", "letter-follow"], [false, true])
  func `blends, opacities and mirrors are those of the snapshot`(
    avatar: String, mirrored: Bool
  ) throws {
    let library = AvatarLibrary(
      folder: SharedData.packageRoot.appending(path: "Golden/avatars").path)
    let expected = try snapshot("turned-head", [avatar], library) {
      $0.passes.mirrored = mirrored
    }
    var request = try request("turned-head", avatar)
    request.passes.mirrored = mirrored
    let result = try FrameRenderer(library: library).render(request)
    #expect(try PNG.decode(result.bytes) == expected.picture)
  }

  @Test func `options lead to what the snapshot's lead to`() throws {
    let wanted = try #require(OutputSize(width: 200, height: 260))
    for (overlayOnly, size, mode) in [
      (true, nil, PlacementOptions.Mode.auto), (false, wanted, .landmarks), (true, wanted, .matrix),
    ] {
      let expected = try snapshot("speaking-head", ["ox"]) {
        $0.passes.overlayOnly = overlayOnly
        ($0.output.size, $0.output.fit) = (size, .stretch)
        $0.placement.mode = mode
      }
      var request = try request("speaking-head", "ox")
      request.passes.overlayOnly = overlayOnly
      (request.size, request.fit) = (size, .stretch)
      request.placement.mode = mode
      let result = try PNG.decode(shipped.render(request).bytes)
      // Scaled by the same filter, here with an alpha beside it.
      let isExact = overlayOnly || size == nil
      try #require(
        (result.width, result.height) == (expected.picture.width, expected.picture.height))
      #expect(difference(result, expected.picture).largest <= (isExact ? 0 : 2))
    }
  }

  @Test(
    arguments: [
      "instant:seed=3", "comic", "oil", "snow:amount=1", "vangogh", "season:kind=petals,amount=1",
      "oil+season:kind=leaves",
    ], [false, true])
  func `filters do what they do to the snapshot`(text: String, mirrored: Bool) throws {
    let filters = try text.split(separator: "+").map { try PictureFilter(parsing: String($0)) }
    let expected = try snapshot("speaking-head", ["dragon"]) {
      $0.passes.filters = filters
      $0.passes.mirrored = mirrored
    }
    var request = try request("speaking-head", "dragon")
    request.passes.mirrored = mirrored
    let plain = try PNG.decode(shipped.render(request).bytes)
    request.passes.filters = filters
    let result = try PNG.decode(shipped.render(request).bytes)
    #expect(result == expected.picture && result != plain)
    // On the planes of a JPEG the same look: but for the codec, far nearer than the plain picture.
    request.picture = try jpeg("speaking-head", ["-quality", "98", "-sample", "1x1"])
    request.encoding = PictureEncoding(.jpeg, quality: 98)
    let seen = try JPEG.decode(shipped.render(request).bytes)
    #expect(difference(seen, result).psnr > difference(seen, plain).psnr + 3)
  }

  @Test func `a filter without a picture is refused`() throws {
    var request = try request("speaking-head", "dragon")
    request.passes.filters = [PictureFilter(.oil)]
    request.passes.overlayOnly = true
    #expect(throws: PassError.self) { try shipped.render(request) }
  }

  /// How pictures of one size differ: at most, and as a signal to noise ratio in dB.
  private func difference(
    _ a: StraightRGBA8, _ b: StraightRGBA8
  ) -> (largest: Int, psnr: Double) {
    var (largest, squares) = (0, 0.0)
    for (x, y) in zip(a.bytes, b.bytes) {
      let difference = abs(Int(x) - Int(y))
      largest = max(largest, difference)
      squares += Double(difference * difference)
    }
    return (largest, 10 * log10(255 * 255 * Double(a.bytes.count) / max(squares, 1e-9)))
  }

  /// A still's picture as a JPEG by libjpeg-turbo's tool.
  private func jpeg(_ still: String, _ options: [String]) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let picture = self.still(still).appending(path: "picture.png").path
    try Program.ffmpeg.succeed(
      ["-v", "error", "-nostdin", "-i", picture, "-pix_fmt", "rgb24", "a.ppm"], in: folder)
    let made = try Program(named: "cjpeg").succeed(options + ["a.ppm"], in: folder)
    return [UInt8](made)
  }

  private static let subsamplings = [["1x1"], ["2x1"], ["2x2"], ["1x2"]]

  @Test(arguments: subsamplings, [false, true])
  func `a JPEG becomes what its pixels become, but for the codec`(
    subsampling: [String], mirrored: Bool
  ) throws {
    var request = try request("speaking-head", "dragon")
    request.picture = try jpeg("speaking-head", ["-quality", "95", "-sample"] + subsampling)
    request.passes.mirrored = mirrored
    request.encoding = PictureEncoding(.jpeg, quality: 98)
    let result = try shipped.render(request)
    #expect(result.format == .jpeg)
    request.encoding = PictureEncoding(.png)
    let exact = try PNG.decode(shipped.render(request).bytes)
    let seen = try JPEG.decode(result.bytes)
    // Chroma at half size costs the artwork's coloured edges.
    let least = subsampling == ["2x2"] ? 30.0 : subsampling == ["2x1"] ? 32 : 38
    #expect(difference(seen, exact).psnr > least)
    // The subsampling is kept; those that no planes have are drawn on in RGB.
    let frame = try #require(Data(result.bytes).firstRange(of: Data([0xFF, 0xC0])))
    let factors = ["1x1": UInt8(0x11), "2x1": 0x21, "2x2": 0x22, "1x2": 0x11][subsampling[0]]
    #expect(result.bytes[frame.lowerBound + 11] == factors)
  }

  @Test func `what no layer touches keeps its decoded value`() throws {
    var request = try request("speaking-head", "crown")
    request.picture = try jpeg("speaking-head", ["-quality", "90", "-sample", "2x2"])
    request.encoding = PictureEncoding(.jpeg, quality: 100)
    let result = try shipped.render(request)
    let (before, after) = try (JPEG.decode(request.picture), JPEG.decode(result.bytes))
    // Blocks of 16 x 16, and one more for the chroma's interpolation.
    let corners = result.placements.placements.flatMap(\.corners.corners)
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let columns = try (#require(xs.min()) - 32)...(#require(xs.max()) + 32)
    let rows = try (#require(ys.min()) - 32)...(#require(ys.max()) + 32)
    var (outside, largest, changed) = (0, 0, 0)
    for y in 0..<before.height {
      for x in 0..<before.width {
        let (a, b) = (before[x, y], after[x, y])
        let difference = max(
          abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)),
          abs(Int(a.blue) - Int(b.blue)))
        if columns.contains(Double(x)), rows.contains(Double(y)) {
          changed = max(changed, difference)
        } else {
          outside += 1
          largest = max(largest, difference)
        }
      }
    }
    // At quality 100 a step is one level of a frequency: what is left is the transform's rounding.
    #expect(outside > 10_000 && largest <= 3 && changed > 50)
  }

  @Test func `a turned JPEG is drawn on upright`() throws {
    let upright = try jpeg("speaking-head", ["-quality", "95", "-sample", "1x1"])
    let folder = try ScratchFolder()
    try folder.write(upright, to: "a.jpg")
    let stored = [UInt8](
      try Program(named: "jpegtran").succeed(["-rotate", "270", "-trim", "a.jpg"], in: folder))
    let exif: [UInt8] =
      [0xFF, 0xE1, 0, 34] + Array("Exif".utf8)
      + [0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
      + [0, 0, 0, 0]
    var request = try request("speaking-head", "dragon")
    request.picture = upright
    let expected = try JPEG.decode(shipped.render(request).bytes)
    request.picture = Array(stored.prefix(2)) + exif + stored.dropFirst(2)
    let result = try shipped.render(request)
    let seen = try JPEG.decode(result.bytes)
    try #require((seen.width, seen.height) == (expected.width, expected.height))
    #expect(difference(seen, expected).psnr > 35)
    #expect(Data(result.bytes).firstRange(of: Data("Exif".utf8)) == nil)
  }

  @Test func `a WebP comes back as WebP, and as what is asked for`() throws {
    var request = try request("speaking-head", "dragon")
    let exact = try PNG.decode(shipped.render(request).bytes)
    request.picture = try PNG.decode(request.picture).encoded(
      as: PictureEncoding(.webp, quality: 95))
    let result = try shipped.render(request)
    #expect(result.format == .webp)
    #expect(try difference(WebP.decode(result.bytes), exact).psnr > 30)
    request.passes.overlayOnly = true
    request.encoding = PictureEncoding(.webp)
    #expect(try !WebP.decode(shipped.render(request).bytes).isOpaque)
  }

  @Test func `avatars alone on a JPEG come as PNG, and never as JPEG`() throws {
    var request = try request("speaking-head", "dragon")
    request.picture = try jpeg("speaking-head", ["-quality", "95"])
    request.passes.overlayOnly = true
    let result = try shipped.render(request)
    #expect(result.format == .png)
    #expect(try !PNG.decode(result.bytes).isOpaque)
    request.encoding = PictureEncoding(.jpeg)
    #expect(throws: RenderingError.self) { try shipped.render(request) }
  }

  @Test func `a picture without tracking comes back as it is, without what it knew`() throws {
    var request = try request("speaking-head", "dragon")
    let plain = try PNG.decode(request.picture)
    request.tracking = nil
    let result = try shipped.render(request)
    #expect(try PNG.decode(result.bytes) == plain)
    #expect(result.faceCount == 0 && result.placements.placements.isEmpty)
    #expect(result.alternativeText == "a picture without a tracked face")
    request.avatars = ["none"]
    #expect(try PNG.decode(shipped.render(request).bytes) == plain)
  }

  @Test func `many threads get the same bytes`() throws {
    let png = try request("speaking-head", "dragon")
    var jpeg = png
    jpeg.picture = try self.jpeg("speaking-head", ["-quality", "90"])
    let requests = [png, jpeg]
    let expected = try requests.map { try shipped.render($0).bytes }
    let fresh = FrameRenderer(library: Stage.shipped)
    let wrong = Wrong()
    DispatchQueue.concurrentPerform(iterations: 24) { i in
      let bytes = try? fresh.render(requests[i % 2]).bytes
      if bytes != expected[i % 2] { wrong.count() }
    }
    #expect(wrong.total == 0)
  }
}

/// Counts from several threads.
private final class Wrong: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var total = 0
  func count() { lock.withLock { total += 1 } }
}
