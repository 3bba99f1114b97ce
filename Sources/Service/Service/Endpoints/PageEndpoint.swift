internal import Files
internal import Foundation
internal import Geometry
internal import HTTPServer
internal import Imaging
internal import SampleRecording
internal import Synchronization
internal import Tracking
internal import TrackingFiles

/// `/`: a page that shows the service working, and the sample that it begins with.
struct PageEndpoint {
  let context: ServiceContext

  /// What the page may load: itself, what it asks the service for, pictures that it was given.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    + " img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  var routes: [HTTPRoute] {
    [
      file("/", "text/html; charset=utf-8") { ServicePageSource.html },
      file("/studio.css", "text/css; charset=utf-8") { ServicePageSource.css },
      file("/studio.js", "text/javascript; charset=utf-8") { ServicePageSource.js },
      sample(SampleStill.pictureName, PictureFormat.jpeg.mediaType),
      sample(SampleStill.trackingName, "application/jsonl"),
    ]
  }

  private func file(
    _ pattern: String, _ mediaType: String,
    _ content: @escaping @Sendable () -> [UInt8]
  ) -> HTTPRoute {
    var operation = Operation("GET", pattern)
    operation.isOpen = true
    return context.route(operation) { _, _ in
      .bytes(
        content(), mediaType: mediaType,
        headers: [
          HTTPField("Content-Security-Policy", Self.policy),
          HTTPField("Referrer-Policy", "no-referrer"), HTTPField("Cache-Control", "no-cache"),
        ])
    }
  }

  /// A file of the sample, which is drawn when it is asked for the first time.
  private func sample(_ name: String, _ mediaType: String) -> HTTPRoute {
    let folder = context.folders.sample
    var operation = Operation("GET", "/sample/\(name)")
    operation.isOpen = true
    operation.pool = .compute
    return context.route(operation) { _, _ in
      try SampleStill(folder: folder).make()
      return HTTPResponse(
        headers: [
          HTTPField("Content-Type", mediaType), HTTPField("Cache-Control", "public, max-age=300"),
        ], body: .file(path: "\(folder)/\(name)"))
    }
  }
}

/// A picture of the sample recording with its tracking, as files.
struct SampleStill {
  static let pictureName = "picture.jpg"
  static let trackingName = "tracking.jsonl"

  /// Where the files lie.
  let folder: String

  private static let size = PixelSize<TrackerSpace>(clamping: 960, 540)
  /// In seconds of the sample's story: one subject is near then, turned a little, its mouth closed.
  private static let moment = 1.5

  /// The page asks for both files at once: the second asker waits for what the first one draws.
  private static let drawing = Mutex(())

  /// Draws the picture and writes both files, unless both are there already.
  func make() throws {
    try Self.drawing.withLock { _ in try makeAlone() }
  }

  private func makeAlone() throws {
    let files = FileManager.default
    let (picture, tracking) = ("\(folder)/\(Self.pictureName)", "\(folder)/\(Self.trackingName)")
    guard !files.fileExists(atPath: picture) || !files.fileExists(atPath: tracking) else { return }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let drawn = try SampleStage.frame(of: .visit, at: Self.moment, size: Self.size)
    try AtomicFile.write(
      drawn.encoded(as: PictureEncoding(.jpeg)), to: picture, replacing: true)
    let writer = try TrackingWriter(
      path: tracking, header: TrackingHeader(size: Self.size), video: Self.pictureName,
      tracker: TrackerNote(name: "Avatar Overlay sample recording", version: "1"))
    var sample = SampleScript.visit.tracking(at: Self.moment, size: Self.size)
    sample.timestampMs = 0
    try writer.write(sample)
    try writer.finish()
  }
}
