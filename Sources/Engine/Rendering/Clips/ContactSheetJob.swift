import ClipReading
import Drawing
import Foundation
import Frames
import Geometry
public import Imaging
public import Isolation
import Placement
import Recipe
public import Recordings
import Timelines

/// Renders frames of a recording, evenly spaced, side by side in one picture.
public struct ContactSheetJob: Sendable {
  /// How the frames are laid out.
  public struct Layout: Hashable, Sendable {
    /// Frames in a row.
    public var columns: Int
    /// Rows of frames.
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
      (self.columns, self.rows) = (columns, rows)
    }
  }

  private let settings: RenderSettings
  private let layout: Layout
  private let title: String?

  /// Makes the job.
  ///
  /// - Parameter title: what stands in the first frame's corner, before its time.
  public init(_ settings: RenderSettings, layout: Layout, title: String? = nil) {
    (self.settings, self.layout, self.title) = (settings, layout, title)
  }

  /// Renders the sheet.
  ///
  /// - Parameter progress: is told how many of its frames are done.
  public func render(
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> (picture: StraightRGBA8, summary: RenderSummary) {
    let recording = try OpenRecording(settings, for: .pictures)
    let full = recording.framing.frame
    let cell = PixelSize<OutputSpace>(
      clamping: layout.cellWidth, layout.cellWidth * full.height / full.width)
    let watch = RenderWatch(cancellation, tell: progress)
    watch.expect(frames: layout.columns * layout.rows)
    var driver = FrameDriver(
      recording,
      try RecordingRenderer(
        recording, recording.settings.passes, in: recording.framing.resized(to: cell), watch: watch),
      watch)
    var times = try moments(of: recording)[...]
    var pictures: [StraightRGBA8] = []
    let summary = try driver.pictures(most: times.count) { frame in
      guard let time = times.first, frame.timestampMs + Self.toleranceMs >= time else {
        return false
      }
      times.removeFirst()
      return true
    } _: { picture, state, _ in
      var picture = picture
      let label =
        "\(pictures.isEmpty ? title.map { "\($0)  " } ?? "" : "")\(seconds(state.timeMs)) s"
      try Label(label, size: 14).draw(on: &picture, at: Point2(10, Double(cell.height) - 9))
      pictures.append(picture)
    }
    guard let sheet = ContactSheet(columns: layout.columns).picture(of: pictures) else {
      throw RenderingError.noSuchFrame(reason: "there is no picture for the sheet")
    }
    return (sheet, summary)
  }

  /// The times of the frames: the middles of equal parts of the clip, in milliseconds.
  private func moments(of recording: OpenRecording) throws -> [Double] {
    let count = layout.columns * layout.rows
    let whole = try recording.clip.span()
    let last = whole.endMs.isFinite ? whole.endMs : whole.startMs
    let (start, end): (Double, Double) =
      switch settings.part {
      case .seconds(let start, let end): ((start ?? 0) * 1000, min((end ?? .infinity) * 1000, last))
      default: (0, last)
      }
    let first = max(start, whole.startMs)
    return (0..<count).map { first + (end - first) * (Double($0) + 0.5) / Double(count) }
  }

  /// The tolerance that samples have, in milliseconds.
  private static let toleranceMs = 0.5

  private func seconds(_ milliseconds: Double) -> String {
    String(format: "%.1f", milliseconds / 1000)
  }
}
