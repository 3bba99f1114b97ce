import Foundation
import Parts
import Problems
import Rendering
import Requests

/// A render that this process makes in parts, several at a time, and goes on with where it was stopped.
enum PartsRun {
  /// Makes the clip or the pictures.
  ///
  /// The parts lie in a hidden folder beside the output until it is there. A run that is stopped or killed leaves
  /// those that are done, and the same command goes on from there; one that fails leaves nothing.
  static func run(
    _ request: RenderRequest, _ settings: RenderSettings, _ division: RenderPlanner.Division,
    _ interruption: Interruption, progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws -> RenderSummary {
    let plan = try RenderPlanner(request, settings).plan(division)
    var settings = settings
    settings.threads = plan.threads
    let folder = folder(besides: settings.output.path)
    let store = FolderPartStore(folder: folder, isMade: true)
    let fingerprint = plan.fingerprint
    try store.removeOthers(than: fingerprint)
    do {
      let summary = try PartsRender(plan, in: store).run(
        settings, cancellation: interruption.cancellation, progress: progress)
      try store.removeAll(of: fingerprint)
      return summary
    } catch RenderingError.interrupted {
      let status = try? PartsStatus(of: plan, in: store, readsFiles: false)
      guard let status, !status.done.isEmpty else {
        try? store.removeAll(of: fingerprint)
        throw RenderingError.interrupted
      }
      StandardStreams.message(
        "note: \(status.done.count) of \(Count.of(status.count, "part")) are kept in \(folder); the same"
          + " command goes on from there")
      throw RenderingError.interrupted
    } catch {
      try? store.removeAll(of: fingerprint)
      throw error
    }
  }

  /// The hidden folder of the parts of an output.
  private static func folder(besides output: String) -> String {
    let url = URL(filePath: output)
    let name = url.lastPathComponent.replacing("%", with: "_")
    return "\(url.deletingLastPathComponent().path)/.\(name).parts"
  }
}
