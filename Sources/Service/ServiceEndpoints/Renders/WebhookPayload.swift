internal import JSON
package import Store

/// What a webhook is told of a render: what its tenant would see.
package struct WebhookPayload: Sendable {
  let store: any JobStore
  let links: RenderLinks

  package init(store: any JobStore, links: RenderLinks) {
    (self.store, self.links) = (store, links)
  }

  /// The render as JSON; nil where there is none any more.
  ///
  /// The record alone is asked: of a render that was cancelled no file is left.
  package func json(of id: String) throws -> [UInt8]? {
    guard let job = try store.job(id) else { return nil }
    return try RenderJSON(links: links).value(job, for: .webhook).bytes
  }
}
