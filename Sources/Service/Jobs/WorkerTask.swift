internal import Foundation
internal import Geometry
internal import Isolation
internal import JSON
internal import MediaPipe
internal import Recipe
internal import Recordings
internal import Reels
internal import Requests
internal import Tracker

/// What a job's workers do, each by a request on its standard input.
///
/// They run in the folder of what was sent, where files have the names of the request's parts: what a
/// worker says of them can be told as it is.
struct WorkerTask {
  let request: JobRequest
  let settings: JobsSettings
  /// The folder of what was sent.
  let recording: String
  /// The folder in which they write; empty where they write nothing.
  var output = ""

  /// The render itself: the clip and its sidecar.
  func render() -> WorkerCommand {
    if let reel = request.reel { return render(reel) }
    var render = completed(request.render)
    render.output.path = "\(output)/\(outputName)"
    render.output.placements = "\(output)/\(JobFolder.placements)"
    if request.hasSession { render.session.events = "\(output)/\(JobFolder.session)" }
    return command(
      "render", render, ["--progress=json"], limits: settings.limits, writes: true)
  }

  /// A reel, which the worker reads in the place of a request.
  private func render(_ reel: Reel) -> WorkerCommand {
    var reel = reel
    for index in reel.segments.indices {
      for place in reel.segments[index].cells.indices {
        var cell = reel.segments[index].cells[place].request
        find(&cell)
        reel.segments[index].cells[place].request = cell
      }
    }
    var command = command(
      "reel", request.render,
      ["--progress=json", "--allow-damaged", "--output=\(output)/\(outputName)", "-"],
      limits: settings.limits, writes: true)
    command.input = reel.value.bytes
    return command
  }

  /// The poster: one frame in a picture of its own, with its background: JPEG keeps no transparency.
  ///
  /// - Parameter moment: the second that it shows; nil for a frame by its number.
  func poster(frame: Int, at moment: Double? = nil) -> WorkerCommand {
    var picture = completed(request.render)
    // That of a reel is one of the clip that was made.
    if request.reel != nil { picture.video = "\(output)/\(outputName)" }
    picture.passes.overlayOnly = false
    // What is of clips alone.
    (picture.frames, picture.start, picture.end) = (nil, nil, nil)
    picture.output.speed = nil
    picture.sound = SoundChoice()
    let standard = OutputSettings()
    (picture.output.codec, picture.output.pixelFormat) = (standard.codec, standard.pixelFormat)
    (picture.output.crf, picture.output.preset) = (standard.crf, standard.preset)
    (picture.quality, picture.output.maxBytes) = (nil, standard.maxBytes)
    picture.output.isStandard = standard.isStandard
    picture.frame = moment == nil ? frame : nil
    picture.at = moment.map { .second($0) }
    picture.maxSize = PixelSize(width: JobRequest.posterSide, height: JobRequest.posterSide)
    picture.output.path = "\(output)/\(JobFolder.poster)"
    return command("snapshot", picture, limits: settings.limits, writes: true)
  }

  /// The look before the job is accepted.
  func probe() -> WorkerCommand {
    var probe = RenderRequest()
    probe.video = request.media
    probe.tracking = request.render.tracking
    probe.trackingFile = request.tracking
    return command("probe", probe, limits: settings.preflightLimits, writes: false)
  }

  var files: [String] {
    [outputName, JobFolder.poster] + (request.reel == nil ? [JobFolder.placements] : [])
      + (request.hasSession ? [JobFolder.session] : [])
  }

  var outputName: String { "output.\(request.container)" }

  /// What the workers track with, where they do.
  private var tracker: FoundMediaPipe? { request.isTrackedAutomatically ? settings.tracker : nil }

  /// A request with the files of the job.
  private func completed(_ render: RenderRequest) -> RenderRequest {
    var render = render
    render.video = request.media
    render.trackingFile = request.tracking
    find(&render)
    render.allowDamaged = true
    // The poster's worker finds in the cache what the render's has tracked.
    if let tracker { render.tracker.name(tracker, cache: "\(output)/tracking") }
    return render
  }

  /// Names the places of avatars and scenes in a request.
  private func find(_ render: inout RenderRequest) {
    // An archive was sent with the recording; anything else is a name that is looked up.
    for list in [\RenderRequest.avatars, \.swipeAvatars] {
      render[keyPath: list] = render[keyPath: list].map { $0.hasSuffix(".zip") ? "./\($0)" : $0 }
    }
    render.avatarsFolder = settings.avatarsFolder
    // A tenant's own scenes lie with the recording.
    if render.scenes.folders.isEmpty {
      let hasOwn = FileManager.default.fileExists(atPath: "\(recording)/\(JobFolder.scenes)")
      render.scenes.folders = RenderRequest.Scenes.only(
        (hasOwn ? ["./\(JobFolder.scenes)"] : []) + settings.scenesFolders)
    }
  }

  private func command(
    _ verb: String, _ request: RenderRequest, _ options: [String] = [], limits: WorkerLimits,
    writes: Bool
  ) -> WorkerCommand {
    var isolation = IsolationLimits()
    isolation.memoryBytes = limits.memoryBytes
    isolation.cpuSeconds = limits.cpuSeconds
    isolation.fileBytes = limits.fileBytes
    // A relative path, as the messages have it: clients are not told where the service keeps its data.
    isolation.readable =
      [".", settings.avatarsFolder] + settings.scenesFolders + settings.readable
      + (tracker?.files ?? [])
    isolation.writable = writes ? [output] : []
    isolation.parent = ProcessInfo.processInfo.processIdentifier
    var command = WorkerCommand(
      executable: settings.executable,
      arguments: [verb] + (verb == "reel" ? [] : ["--request=-"]) + options,
      folder: recording, wallSeconds: limits.wallSeconds
    ).isolated(
      isolation, requiresAll: settings.requiresIsolation,
      options: tracker == nil
        ? [] : AutomaticTracking.isolationOptions(seconds: settings.trackSeconds))
    command.input = Array(request.json.utf8)
    return command
  }
}
