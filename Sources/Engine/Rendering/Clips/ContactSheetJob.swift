import Drawing
import Foundation
import Geometry
public import Imaging
import Placement
import Video

/// Renders frames of a recording, evenly spaced, side by side in one picture.
public struct ContactSheetJob: Sendable {
  /// How the frames are laid out.
  public struct Layout: Hashable, Sendable {
    /// Frames in a row.
    public var columns: Int
    /// Rows.
    public var rows: Int
    /// The width of a frame in pixels.
    public var cellWidth = 320

    /// The most frames of a sheet.
    public static let maximumFrames = 400

    /// Makes a layout; nil unless it has 1 to `maximumFrames` frames.
    public init?(columns: Int, rows: Int) {
      guard columns >= 1, rows >= 1, columns <= Self.maximumFrames, rows <= Self.maximumFrames,
        columns * rows <= Self.maximumFrames
      else { return nil }
      self.columns = columns
      self.rows = rows
    }
  }

  private let settings: RenderSettings
  private let layout: Layout
  private let title: String?

  /// Makes the job.
  ///
  /// - Parameter title: what stands in the first frame's corner, before its time.
  public init(_ settings: RenderSettings, layout: Layout, title: String? = nil) {
    self.settings = settings
    self.layout = layout
    self.title = title
  }

  /// Renders the sheet.
  ///
  /// - Parameter progress: is told how many of its frames are done.
  public func render(
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> (picture: StraightRGBA8, summary: RenderSummary) {
    let session = try OpenRecording(settings, for: .pictures)
    let full = session.framing.frame
    let cell = PixelSize<OutputSpace>(
      clamping: layout.cellWidth, layout.cellWidth * full.height / full.width)
    var renderer = try RecordingRenderer(
      session, settings.output.passes, in: session.framing.resized(to: cell),
      watch: RenderWatch(cancellation))
    var pictures: [StraightRGBA8] = []
    let drawn = DrawnFrames(session.textures)
    let meter = ProgressMeter(expectedFrames: layout.columns * layout.rows)
    for time in try moments(of: session) {
      try cancellation.check()
      guard let frame = try frame(of: session.clip, fromMs: time) else { break }
      let label =
        "\(pictures.isEmpty ? title.map { "\($0)  " } ?? "" : "")\(seconds(frame.timestampMs)) s"
      let state = try renderer.state(of: frame)
      drawn.count(state)
      var picture = try renderer.picture(of: frame, at: state)
      try Label(label, size: 14).draw(on: &picture, at: Point2(10, Double(cell.height) - 9))
      pictures.append(picture)
      progress(
        meter.progress(pictures.count, outTimeMs: time, isFinished: false))
    }
    guard let sheet = ContactSheet(columns: layout.columns).picture(of: pictures) else {
      throw RenderingError.noSuchFrame(reason: "there is no picture for the sheet")
    }
    return (
      sheet,
      RenderSummary(
        frames: drawn.all, facesDrawnFrames: drawn.withFaces, output: settings.output.path,
        notes: session.notes, damage: session.damage)
    )
  }

  /// The times of the frames: the middles of equal parts of the clip, in milliseconds.
  private func moments(of session: OpenRecording) throws -> [Double] {
    let count = layout.columns * layout.rows
    let whole = try session.clip.span()
    let last = whole.endMs.isFinite ? whole.endMs : whole.startMs
    let (start, end): (Double, Double) =
      switch settings.part {
      case .seconds(let start, let end): ((start ?? 0) * 1000, min((end ?? .infinity) * 1000, last))
      default: (0, last)
      }
    let first = max(start, whole.startMs)
    return (0..<count).map { first + (end - first) * (Double($0) + 0.5) / Double(count) }
  }

  private func frame(of clip: ClipReader, fromMs time: Double) throws -> VideoFrame? {
    while let frame = try clip.nextFrame() {
      if frame.timestampMs + frameToleranceMs >= time { return frame }
    }
    return nil
  }

  /// Times are compared with the tolerance that samples have.
  private var frameToleranceMs: Double { 0.5 }

  private func seconds(_ milliseconds: Double) -> String {
    String(format: "%.1f", milliseconds / 1000)
  }
}
