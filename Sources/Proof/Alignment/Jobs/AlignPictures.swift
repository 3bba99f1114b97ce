internal import ClipReading
import Drawing
internal import Foundation
internal import Geometry
internal import Imaging
public import Isolation
public import Recordings
import Rendering
internal import Snapshots

/// Pictures of the worst frames: the overlay, the landmarks as tracked and smoothed, the layers'
/// outlines, and in words what is bad.
public struct AlignPictures: Sendable {
  /// Narrower pictures are doubled, so that a pixel's difference can be seen, and read.
  static let narrow = 800

  private let settings: RenderSettings
  private let folder: String

  /// Makes pictures of the settings' recording in a folder, which is made if it is not there.
  public init(_ settings: RenderSettings, folder: String) {
    (self.settings, self.folder) = (settings, folder)
  }

  /// Writes the pictures as `01-frame-00042.png` and so on, and gives their paths.
  ///
  /// - Throws: `ImagingError`, and what a snapshot throws.
  public func write(
    _ frames: [AlignWorstFrame], cancellation: Cancellation = Cancellation()
  ) throws -> [String] {
    let files = PictureFiles(compression: .fast, overwrites: settings.output.overwrites)
    try files.makeFolder(folder)
    var paths: [String] = []
    for (index, frame) in frames.enumerated() {
      let picture = try picture(of: frame, rank: index + 1, of: frames.count, cancellation)
      let name = String(format: "%02d-frame-%05d.png", index + 1, frame.frame.frame)
      try files.write(picture, to: "\(folder)/\(name)")
      paths.append("\(folder)/\(name)")
    }
    try files.keep()
    return paths
  }

  private func picture(
    of frame: AlignWorstFrame, rank: Int, of count: Int, _ cancellation: Cancellation
  ) throws -> StraightRGBA8 {
    var settings = settings
    settings.part = .frames(frame.frame.frame...frame.frame.frame)
    settings.output = OutputSettings(path: "")
    if settings.avatars.names.isEmpty { settings.avatars.names = [AvatarSelection.none] }
    var picture = try SnapshotJob(settings).render(cancellation: cancellation).picture
    var zoom = 1.0
    if picture.width < Self.narrow {
      picture = picture.doubled()
      zoom = 2
    }
    draw(frame, on: &picture, zoom: zoom)
    try label(frame, rank, count, on: &picture)
    return picture
  }

  private static let quadColour = RGBA8(255, 64, 200, 255)
  private static let rawColour = RGBA8(40, 220, 255, 255)
  private static let smoothedColour = RGBA8(255, 220, 40, 255)
  private static let referenceColour = RGBA8(80, 255, 100, 255)

  private func draw(_ frame: AlignWorstFrame, on picture: inout StraightRGBA8, zoom: Double) {
    func at(_ x: Double, _ y: Double) -> (Double, Double) { (x * zoom, y * zoom) }
    for quad in frame.frame.quads {
      let corners = quad.corners.filter { $0.count == 2 }.map { at($0[0], $0[1]) }
      for (index, corner) in corners.enumerated() {
        picture.stroke(
          from: corner, to: corners[(index + 1) % corners.count], width: 1.5, Self.quadColour)
      }
    }
    // From the tracked to the smoothed landmark, so that one sees which way smoothing moved it.
    for (raw, smoothed) in zip(frame.raw, frame.smoothed) {
      for (a, b) in zip(raw, smoothed) {
        picture.stroke(from: at(a.x, a.y), to: at(b.x, b.y), width: 1, Self.rawColour)
      }
      let radius = zoom * Self.radius(of: raw)
      for point in raw { picture.dot(at(point.x, point.y), radius: radius, Self.rawColour) }
      // Smaller, so that a rim is left of the tracked ones where the two are the same.
      for point in smoothed {
        picture.dot(at(point.x, point.y), radius: 0.6 * radius, Self.smoothedColour)
      }
    }
    for point in frame.reference.joined() {
      picture.dot(at(point.x, point.y), radius: 1.6, Self.referenceColour)
    }
  }

  /// The size of a face's dots: they are to be seen on a large face, and to leave a small one free.
  private static func radius(of points: [Point2<SceneSpace>]) -> Double {
    min(max(0.008 * (FaceShape(points)?.eyeDistance ?? 0), 0.7), 3)
  }

  private func label(
    _ frame: AlignWorstFrame, _ rank: Int, _ count: Int, on picture: inout StraightRGBA8
  ) throws {
    var lines = [
      String(
        format: "%d of %d: frame %d at %.3f s", rank, count, frame.frame.frame,
        frame.frame.timestampMs / 1000)
    ]
    for face in frame.frame.faces {
      var parts = ["face \(face.face)"]
      if !face.isCovered { parts.append("no overlay") }
      func add(_ name: String, _ value: Double?) {
        if let value { parts.append(String(format: "%@ %.1f %%", name, value)) }
      }
      add("NME", face.nme)
      add("residual", face.residual)
      add("reprojection", face.reprojection)
      add("deviation", face.deviation)
      lines.append(parts.joined(separator: ", "))
    }
    lines.append(
      "cyan: tracked, yellow: smoothed, pink: layers"
        + (frame.reference.isEmpty ? "" : ", green: reference"))
    let size = 15.0
    for (index, line) in lines.enumerated() {
      try Label(line, size: size, bold: index == 0).draw(
        on: &picture, at: Point2(12, 22 + Double(index) * size * 1.5))
    }
  }
}

extension StraightRGBA8 {
  /// The picture at twice its size, every pixel four times.
  fileprivate func doubled() -> StraightRGBA8 {
    let (w, h) = (2 * width, 2 * height)
    var result = StraightRGBA8(size: PixelSize<OutputSpace>(clamping: w, h))
    for y in 0..<h {
      for x in 0..<w { result[x, y] = self[x / 2, y / 2] }
    }
    return result
  }

  fileprivate mutating func dot(
    _ centre: (Double, Double), radius: Double, _ colour: RGBA8
  ) {
    stroke(from: centre, to: centre, width: 2 * radius, colour)
  }

  /// A line with round ends, antialiased by each pixel's distance from it.
  fileprivate mutating func stroke(
    from a: (Double, Double), to b: (Double, Double), width line: Double, _ colour: RGBA8
  ) {
    let reach = line / 2 + 1
    // Quads of a face at the camera may lie far outside.
    func span(_ p: Double, _ q: Double, _ limit: Int) -> Range<Int> {
      let low = min(max(min(p, q) - reach, 0), Double(limit))
      let high = min(max(max(p, q) + reach + 1, 0), Double(limit))
      return Int(low)..<max(Int(low), Int(high))
    }
    guard [a.0, a.1, b.0, b.1].allSatisfy(\.isFinite) else { return }
    let (dx, dy) = (b.0 - a.0, b.1 - a.1)
    let length = dx * dx + dy * dy
    for y in span(a.1, b.1, height) {
      for x in span(a.0, b.0, width) {
        let (px, py) = (Double(x) + 0.5 - a.0, Double(y) + 0.5 - a.1)
        let part = length > 0 ? min(max((px * dx + py * dy) / length, 0), 1) : 0
        let (ex, ey) = (px - part * dx, py - part * dy)
        let alpha = min(max(line / 2 + 0.5 - (ex * ex + ey * ey).squareRoot(), 0), 1)
        guard alpha > 0 else { continue }
        let under = self[x, y]
        func mixed(_ u: UInt8, _ o: UInt8) -> UInt8 {
          UInt8((Double(u) + (Double(o) - Double(u)) * alpha).rounded())
        }
        self[x, y] = RGBA8(
          mixed(under.red, colour.red), mixed(under.green, colour.green),
          mixed(under.blue, colour.blue), max(under.alpha, UInt8((255 * alpha).rounded())))
      }
    }
  }
}
