internal import Digests
internal import HTTPMessages
package import HTTPServer
internal import Problems
internal import Requests
package import ServiceInterface
internal import ServicePackages
internal import Text

/// An operation of the service.
package typealias Operation = ServiceOperation<ServiceContext>

extension ServiceContext {
  /// The route of an operation: rights, rates and media types before the body is read.
  package func route(_ operation: Operation) -> HTTPRoute {
    let (query, mediaTypes) = (operation.queryNames, operation.mediaTypes)
    let largeBody = operation.recordingPart.map { part in
      HTTPRoute.LargeBody(
        part: part.name, bytes: settings[keyPath: part.bytes], pool: .recording)
    }
    var route = HTTPRoute(
      operation.method.rawValue, operation.pattern,
      body: operation.body?.policy(settings) ?? .none, pool: operation.pool, largeBody: largeBody,
      isHealth: operation.isHealth
    ) { head in
      operation.noteName(in: head)
      let caller =
        operation.isOpen
        ? Caller.local
        : try self.gate.admit(head, scope: operation.scope, takesLinks: operation.takesLinks)
      _ = try Query(head, known: query)
      if let body = operation.body { try Self.check(head, mediaType: body.mediaType) }
      if operation.negotiated == .answers { _ = try Negotiation(head).choose(mediaTypes) }
      try operation.admit(self, head, caller)
    } handle: { request in
      var reading: PackageReading?
      // Before the answer is sent: what a request replaced is gone by then, if no other one reads it.
      defer { reading?.end() }
      do {
        let caller =
          operation.isOpen
          ? Caller.local : try self.gate.caller(request.head, takesLinks: operation.takesLinks)
        reading = self.packageReaders.begin(caller.tenant)
        let estimate = operation.cost(request)
        self.gate.charge(caller, units: estimate)
        let start = MeasuredCost.threadSeconds()
        // However it ends: what is refused may have taken long as well.
        defer {
          let seconds = MeasuredCost.threadSeconds() - start
          if operation.isMeasured,
            let units = MeasuredCost.units(seconds: seconds, estimate: estimate)
          {
            self.gate.charge(caller, units: units, counted: max(estimate, 1))
          }
        }
        var response = try operation.handle(self, request, caller)
        if case .file = response.body {
          // It may be one of a package, and is opened by the server.
          (response.keeping, reading) = (reading, nil)
        }
        return response
      } catch {
        return self.answer(error, to: request.head, names: request.fileNames)
      }
    }
    route.id = operation.id
    route.cost = operation.cost
    if operation.body != nil, !operation.isOpen {
      route.received = { head, bytes in
        // Who has no right any more meanwhile has no bucket either.
        guard let caller = try? self.gate.caller(head, takesLinks: operation.takesLinks) else {
          return
        }
        self.gate.charge(caller, units: 1 + RequestCost.receiving(bytes))
      }
    }
    return route
  }

  private static func check(
    _ head: HTTPRequestHead, mediaType expected: String
  ) throws(ServiceProblem) {
    let type = MediaType.name(head.header("Content-Type") ?? "")
    guard type == expected else {
      throw ServiceProblem(
        .unsupportedMediaType,
        "Content-Type: \(type.isEmpty ? "nothing" : Shown.text(type)) found, \(expected) expected",
        headers: head.method == "POST" ? [HTTPField("Accept-Post", expected)] : [])
    }
  }
}

extension Operation {
  /// Notes what the path names, where it can be such a name.
  fileprivate func noteName(in head: HTTPRequestHead) {
    guard let name = head.parameters["id"] else { return }
    if tag == .renders {
      if RandomName.isFit(name) { head.facts.note(.job, name) }
    } else if PlainName.isFit(name) {
      head.facts.note(.name, name)
    }
  }
}
