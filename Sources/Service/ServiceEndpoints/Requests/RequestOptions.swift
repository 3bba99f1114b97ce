internal import JSON
internal import Problems
internal import Recordings
internal import Requests
internal import ServiceInterface

extension OptionsReader {
  /// The request that the part `options` and the parts `avatar` make, by the one table of what may be
  /// said in this place: untrusted options name no path, no output and no limit.
  ///
  /// - Parameters:
  ///   - keys: names beside those of the table.
  ///   - read: reads those; its faults are told with the others.
  func request(
    of parts: RequestParts, in context: RequestContext, keys: [String] = [],
    _ read: (OptionObject, inout RenderRequest) -> Void = { _, _ in }
  ) throws(ServiceProblem) -> RenderRequest {
    let table = RequestReader(context)
    let object = try options(of: parts, keys: table.keys + keys)
    let layer = table.layer(of: object)
    var request = RenderRequest()
    request.apply(layer)
    read(object, &request)
    for contradiction in request.contradictions(in: context) {
      let fault = RequestFault(contradiction, in: layer)
      log.report(.contradiction("\(fault.kind)"), at: fault.place, path: fault.path)
    }
    if let names = try shortAvatars(of: parts) { request.avatars = names }
    try check()
    guard !request.avatars.isEmpty else {
      throw ServiceProblem(
        .missingPart,
        "no avatar is named; name one as avatar or avatars in the options, or in a part \"avatar\"",
        faults: [.init(pointer: "/avatar", detail: "missing")])
    }
    return request
  }

  /// The same with what is said of the recording's origin.
  func requestWithProvenance(
    of parts: RequestParts, in context: RequestContext
  ) throws(ServiceProblem) -> (RenderRequest, RecordingProvenance) {
    var provenance = RecordingProvenance()
    let request = try request(of: parts, in: context, keys: RecordingProvenance.keys) { object, _ in
      provenance = RecordingProvenance(object)
    }
    return (request, provenance)
  }

  /// The avatars of the parts `avatar`, the short way for curl, in place of those that the options
  /// name; nil where there are none.
  private func shortAvatars(of parts: RequestParts) throws(ServiceProblem) -> [String]? {
    let short = parts.all("avatar")
    guard !short.isEmpty else { return nil }
    let most = RequestTable.mostRemoteAvatars
    guard short.count <= most else {
      throw ServiceProblem(
        .invalidOptions, "\(short.count) parts \"avatar\" found, at most \(most) allowed")
    }
    var names: [String] = []
    for part in short {
      let name = try part.text()
      guard PlainName.isFit(name) else {
        let expected = "expected \(PlainName.expected)"
        throw ServiceProblem(
          .invalidOptions, "avatar: \(expected)",
          faults: [.init(pointer: "avatar", detail: expected)])
      }
      names.append(name)
    }
    return names
  }
}
