/// How bodies are taken in.
extension ServerCore {
  /// Refuses a body for which there is no room, by what the head tells, before a byte of it is read.
  func checkRoom(for head: HTTPRequestHead, route: HTTPRoute) throws(HTTPFault) {}

  /// What takes a body in, by the route's policy; nil where the route takes none.
  func makeCollector(
    for head: HTTPRequestHead, route: HTTPRoute
  ) throws(HTTPFault) -> BodyCollector? {
    var folder: RequestFolder?
    let limit: Int
    switch route.body {
    case .none: return nil
    case .memory(let bytes): limit = bytes
    case .files(let bytes):
      limit = bytes
      folder = try spool.makeRequestFolder()
    }
    return try BodyCollector(
      head: head, limit: limit, maximumParts: settings.maximumParts, folder: folder)
  }
}
