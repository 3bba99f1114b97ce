internal import Digests
internal import Foundation
internal import HTTPMessages
internal import Isolation
internal import Jobs
internal import Problems
internal import Recordings
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface

extension ServiceContext {
  /// Looks into a recording in a process of its own, before any work on it begins: all of its
  /// tracking and as much of the clip as tells what the work would cost.
  func preflight(
    _ job: JobRequest, in folder: UploadFolder, cancellation: Cancellation
  ) throws -> RecordingProbe {
    try metrics.measure("probe") {
      try runner.preflight(
        job, in: folder, limits: settings.clipLimits, cancellation: cancellation)
    }
  }

  /// The same for files that are to become no job.
  func preflight(
    video: String, tracking: String?, _ options: RenderRequest, cancellation: Cancellation
  ) throws -> RecordingProbe {
    let id = RandomName.make()
    let folder = try runner.folders.beginUpload(id)
    defer { runner.folders.dropUpload(id) }
    let recording = folder.recording
    // The names of the parts, which faults name too.
    let names = (video: "video", tracking: "tracking")
    var render = RenderRequest()
    (render.avatars, render.tracking) = (["none"], options.tracking)
    var job = JobRequest(
      media: names.video, tracking: tracking.map { _ in names.tracking }, render: render)
    job.isTrackedAutomatically = tracking == nil && options.needsTracking
    try FileManager.default.linkItem(atPath: video, toPath: "\(recording)/\(names.video)")
    if let tracking {
      try FileManager.default.linkItem(atPath: tracking, toPath: "\(recording)/\(names.tracking)")
    }
    return try preflight(job, in: folder, cancellation: cancellation)
  }

  /// Throws where the disk has less room than what is to be kept needs.
  func checkDisk() throws(ServiceProblem) {
    guard let free = folders.freeBytes, free < settings.minimumFreeBytes else { return }
    throw ServiceProblem(
      .diskFull, "not enough disk space; try again later",
      headers: [HTTPField("Retry-After", "60")])
  }
}
