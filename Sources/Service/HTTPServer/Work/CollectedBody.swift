internal import HTTPMessages

/// A body that a worker has.
///
/// Its collector belongs to one thread at a time: from the one that serves the sockets it goes to a light worker,
/// and from there to another one. With it go the files of the body.
final class CollectedBody: @unchecked Sendable {
  private var collector: BodyCollector?
  private var content: HTTPBody?

  init(_ collector: BodyCollector) { self.collector = collector }

  func finish() throws -> HTTPBody {
    if let content { return content }
    let finished = try collector?.finish() ?? .none
    content = finished
    return finished
  }

  /// Lets the files go that the handler has left.
  func drop() { (collector, content) = (nil, nil) }
}
