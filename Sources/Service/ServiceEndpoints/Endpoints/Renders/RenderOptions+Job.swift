internal import Foundation
internal import JSON
internal import Jobs
internal import Recordings
internal import Requests

extension RenderOptions {
  /// The job of these options.
  func job(media: String, tracking: String?, avatars: [String], threads: Int) -> JobRequest {
    var render = request
    render.avatars = avatars
    var job = JobRequest(media: media, tracking: tracking, render: render)
    job.container = container.rawValue
    job.provenance = provenance
    if threads > 0 { job.render.threads = threads }
    return job
  }
}

extension StoredRequest {
  /// A request as the store keeps it, with what was found out beside it.
  static func text(_ request: JobRequest, _ estimate: RecordingProbe) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let job = String(decoding: try encoder.encode(request), as: UTF8.self)
    let found = JSONValue.object([
      ("frames", .integer(estimate.frames)),
      ("seconds", estimate.seconds.map { .number($0) } ?? .null),
      ("width", .integer(estimate.width)), ("height", .integer(estimate.height)),
      ("workSeconds", .number((estimate.estimatedCPUSeconds * 10).rounded() / 10)),
    ])
    return "\(job.dropLast()),\"\(key)\":\(found.text)}"
  }
}
