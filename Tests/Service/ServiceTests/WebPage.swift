import Foundation
import Imaging
import TestSupport
import Testing

/// The service's page in a browser, over a sample whose geometry is known.
///
/// The avatars are sheets, red on the left and blue on the right, with a transparent edge.
final class WebPage {
  let stage: ServiceStage
  let service: RunningService
  let page: BrowserPage
  private let browser: Browser

  /// The picture that the page begins with, in pixels.
  static let (width, height) = (480, 360)
  /// The head that is in it: rolled, away from the middle.
  static let head = SyntheticFace(roll: 18, x: -3, y: 2, z: -42)
  /// The width of the sheets in eye distances, as their avatars say it.
  static let scale = 2.0
  /// The sheet's transparent edge, in parts of its sides.
  static let edge = 0.1

  /// Starts the service and opens the page; the avatars: `first`, `second` of another size,
  /// `keep`, which is never drawn flipped, and `driven`, which a blendshape makes larger.
  ///
  /// - Parameters:
  ///   - options: of the service.
  ///   - prepare: runs before the service starts.
  init(
    waits: Bool = true, options: [String] = [], prepare: (ServiceStage) throws -> Void = { _ in }
  ) throws {
    stage = try ServiceStage()
    let folder = stage.folder
    try FileManager.default.removeItem(atPath: folder.path("Avatars/mask"))
    for (name, fields) in [
      ("first", "\"scale\": 2"), ("second", "\"scale\": 1"),
      ("keep", "\"scale\": 2, \"offset\": {\"x\": 0.4}, \"mirror\": \"keep\""),
      (
        "driven",
        "\"scale\": 2, \"drive\": [{\"blendshape\": \"jawOpen\", \"property\": \"scale\","
          + " \"from\": [0, 1], \"to\": [1, 1.6]}]"
      ),
    ] {
      try SyntheticAvatar().adding(fields, try Self.sheet()).write("Avatars/\(name)", in: folder)
    }
    try Self.write("data/sample", [Self.faceOfLandmarks], in: folder)
    try prepare(stage)
    service = try RunningService(stage, options)
    browser = try Browser()
    page = try browser.page(width: 1300, height: 900)
    try page.open(service.url + "/")
    if waits { try settle(after: 0) }
  }

  private static var faceOfLandmarks: SyntheticFace {
    var face = head
    face.hasMatrix = false
    return face
  }

  private static func sheet() throws -> StraightRGBA8 {
    try SyntheticAvatar.drawn(60, 40) { x, y in
      let isInside = x > 6 && x < 54 && y > 4 && y < 36
      return isInside ? (x < 30 ? RGBA8(255, 0, 0) : RGBA8(0, 0, 255)) : RGBA8(0, 0, 0, 0)
    }
  }

  /// Writes `picture.jpg`, which is all green, and `tracking.jsonl` into a folder.
  static func write(_ name: String, _ faces: [SyntheticFace], in folder: ScratchFolder) throws {
    let tracking = SyntheticTracking(width: width, height: height, samples: [(0, faces)])
    try folder.write(tracking.text, to: "\(name)/tracking.jsonl")
    try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=0x206020:size=\(width)x\(height)",
        "-frames:v", "1", folder.path("\(name)/picture.jpg"),
      ], in: folder)
  }

  /// The vector from the right eye's centre to the left one's, in pixels: as the tracking file's
  /// own numbers give it.
  static var eyes: SIMD2<Double> {
    let points = head.landmarks(width: Double(width), height: Double(height))
    func centre(_ one: Int, _ other: Int) -> SIMD2<Double> {
      let sum = SIMD2(points[one][0] + points[other][0], points[one][1] + points[other][1])
      return sum / 2 * SIMD2(Double(width), Double(height))
    }
    return centre(263, 362) - centre(33, 133)
  }

  // MARK: What is seen

  /// How many pictures the page has shown.
  var frames: Double {
    get throws { try page.number("Number(document.documentElement.dataset.frame ?? 0)") }
  }

  /// Waits until the page has shown more pictures than that, and asks for no other.
  func settle(
    after frames: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try page.wait(
      until: "Number(document.documentElement.dataset.frame ?? 0) > \(frames)"
        + " && document.getElementById('stage').getAttribute('aria-busy') === 'false'",
      sourceLocation: sourceLocation)
  }

  /// Does something, and waits for the picture of it.
  func change(
    sourceLocation: SourceLocation = #_sourceLocation, _ act: () throws -> Void
  ) throws {
    let before = try frames
    try act()
    try settle(after: before, sourceLocation: sourceLocation)
  }

  /// The outline's corners in pixels of the picture, in the artwork's order.
  var quad: [SIMD2<Double>] {
    get throws {
      let points = try page.text("document.querySelector('#outline .grip').getAttribute('points')")
      return points.split(separator: " ").map { corner in
        let numbers = corner.split(separator: ",").compactMap { Double($0) }
        return SIMD2(numbers[0], numbers[1])
      }
    }
  }

  /// The picture's colours at points of the quad, given in parts of its sides; the quad is taken as
  /// a parallelogram.
  private func colours(_ places: [(s: Double, t: Double)]) throws -> [SIMD3<Double>] {
    let quad = try quad
    let points = places.map { place in
      let point = quad[0] + (quad[1] - quad[0]) * place.s + (quad[3] - quad[0]) * place.t
      return [Int(point.x), Int(point.y)]
    }
    let numbers = try page.text(
      """
      (() => { const i = document.getElementById('picture'), c = document.createElement('canvas');
        [c.width, c.height] = [i.naturalWidth, i.naturalHeight];
        const g = c.getContext('2d', {willReadFrequently: true}); g.drawImage(i, 0, 0);
        return \(points).flatMap(([x, y]) => [...g.getImageData(x, y, 1, 1).data]).join(' '); })()
      """
    ).split(separator: " ").compactMap { Double($0) }
    return stride(from: 0, to: numbers.count, by: 4).map {
      SIMD3(numbers[$0], numbers[$0 + 1], numbers[$0 + 2])
    }
  }

  /// Expects the outline to lie about the sheet: red in its left half, blue in the right one, and
  /// the background wherever the sheet ends.
  func expectSheetInOutline(
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (inside, outside) = (Self.edge + 0.06, Self.edge - 0.06)
    let rows = [inside, 0.5, 1 - inside]
    let around = [(outside, 0.5), (1 - outside, 0.5), (0.3, outside), (0.7, 1 - outside)]
    let found = try colours(rows.map { (inside, $0) } + rows.map { (1 - inside, $0) } + around)
    for left in found[..<3] {
      #expect(left.x > 150 && left.z < 100, "\(comment): \(left)", sourceLocation: sourceLocation)
    }
    for right in found[3..<6] {
      #expect(
        right.z > 150 && right.x < 100, "\(comment): \(right)", sourceLocation: sourceLocation)
    }
    for ground in found[6...] {
      #expect(
        ground.x < 90 && ground.y > 60 && ground.z < 90, "\(comment): \(ground)",
        sourceLocation: sourceLocation)
    }
  }

  var picture: String { get throws { try page.text("document.getElementById('picture').src") } }

  /// What a property's number says.
  func number(_ property: String) throws -> Double {
    try page.number(
      "document.querySelector('input[type=number][data-path=\"\(property)\"]').valueAsNumber")
  }

  /// A text of the page, empty where it is hidden.
  func text(_ id: String) throws -> String {
    try page.text(
      "(e => e.checkVisibility() ? e.textContent.trim() : '')(document.getElementById('\(id)'))")
  }

  // MARK: What a person does

  func choose(_ avatar: String) throws {
    try change { try page.click("[data-avatar=\"\(avatar)\"]") }
  }

  /// Moves a slider to a value.
  func slide(_ property: String, to value: Double) throws {
    try change {
      try page.evaluate(
        """
        (() => { const e = document.querySelector('input[type=range][data-path="\(property)"]');
          e.value = \(value); e.dispatchEvent(new Event('input', {bubbles: true})); })()
        """)
    }
  }

  /// Drags the outline from its middle; gives the move in pixels of the picture.
  func drag(by x: Double, _ y: Double) throws -> SIMD2<Double> {
    let box = try page.text(
      "(r => [r.x, r.y, r.width].join(' '))(document.getElementById('frame').getBoundingClientRect())"
    ).split(separator: " ").compactMap { Double($0) }
    let zoom = Double(Self.width) / box[2]
    let start = middle(of: try quad) / zoom + SIMD2(box[0], box[1])
    try change {
      try page.drag(
        [0, 0.3, 0.7, 1].map { (x: start.x + x * $0, y: start.y + y * $0) })
    }
    return SIMD2(x, y) * zoom
  }

  /// Where the artwork's middle lies: diagonals meet there in every perspective.
  func middle(of quad: [SIMD2<Double>]) -> SIMD2<Double> {
    let (a, b) = (quad[2] - quad[0], quad[3] - quad[1])
    let start = quad[1] - quad[0]
    let along = (start.x * b.y - start.y * b.x) / (a.x * b.y - a.y * b.x)
    return quad[0] + a * along
  }

  /// Gives files to the page by its button.
  func give(_ names: [String]) throws {
    try page.call("DOM.enable")
    let root = try page.call("DOM.getDocument")["root"] as? [String: Any]
    let node = try page.call(
      "DOM.querySelector", ["nodeId": root?["nodeId"] ?? 0, "selector": "#files"])
    try page.call(
      "DOM.setFileInputFiles",
      ["nodeId": node["nodeId"] ?? 0, "files": names.map(stage.folder.path)])
  }
}

func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }
