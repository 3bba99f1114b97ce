import Files
import Frames
import Imaging
import Isolation
import Recordings

/// Renders again and again until the file has no more bytes than it may have: the best step of a ladder that does.
///
/// What was asked for is tried first, then the ladder is halved, so that the same recording and limit give the same
/// file. A try is ended as soon as its file is too large.
struct SizeSearch {
  private let settings: RenderSettings

  /// The most renders.
  static let mostTries = 8

  init(_ settings: RenderSettings) { self.settings = settings }

  func run(
    cancellation: Cancellation, progress: @escaping (RenderProgress) -> Void
  ) throws -> RenderSummary {
    let ladder = try SizeLadder(settings).steps
    var best: (step: Int, files: HeldFiles, summary: RenderSummary)?
    var tooManyFrames: ImagingError?
    var (low, high, step, tries) = (0, ladder.count - 1, 0, 0)
    while low <= high, tries < Self.mostTries {
      tries += 1
      let files = HeldFiles()
      var settings = settings
      settings.output = ladder[step].output
      do {
        let summary = try RenderJob(settings).run(
          into: files, cancellation: cancellation, progress: progress)
        best = (step, files, summary)
        high = step - 1
        tooManyFrames = nil
      } catch  where Self.isTooLarge(error) {
        tooManyFrames = error as? ImagingError
        low = step + 1
      }
      step = (low + high) / 2
    }
    guard let best else {
      if let tooManyFrames { throw tooManyFrames }
      throw RenderingError.unreachableBytes(
        path: settings.output.path, limit: settings.output.maxBytes ?? 0,
        tried: ladder.last?.words ?? "the lowest quality")
    }
    try ImagingError.ofFile { () throws(FileFault) in try best.files.publish() }
    guard best.step > 0 else { return best.summary }
    return best.summary.adding(notes: [
      "for at most \(settings.output.maxBytes ?? 0) bytes the file has \(ladder[best.step].words)"
        + " (\(tries) renders)"
    ])
  }

  private static func isTooLarge(_ error: any Error) -> Bool {
    switch error {
    // Of fewer frames a second there are fewer.
    case VideoError.overBytes, RenderingError.overBytes, ImagingError.tooManyFrames: true
    default: false
    }
  }
}
