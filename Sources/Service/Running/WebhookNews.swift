internal import Foundation
internal import Jobs
internal import Store

/// What a webhook is told of a render: what its tenant would see.
struct WebhookNews: Sendable {
  let store: SQLiteStore
  let jobsFolder: String
  let links: RenderLinks

  /// The render as JSON; nil where there is none any more.
  func json(of id: String) -> [UInt8]? {
    guard RenderID.isFit(id),
      let owner = try? String(contentsOfFile: "\(jobsFolder)/\(id)/owner", encoding: .utf8),
      let job = try? store.job(id, of: owner)
    else { return nil }
    return try? RenderJSON(links: links).value(job).bytes
  }
}
