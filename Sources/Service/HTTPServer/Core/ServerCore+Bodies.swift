import HTTPMessages

/// Whether a body may come, and what takes it in.
extension ServerCore {
  /// Refuses a body that the route never takes, by what the head tells, before a byte of it is read.
  ///
  /// - Throws: `unexpectedBody`, `bodyTooLarge`, `unsupportedEncoding`.
  func checkKind(of head: HTTPRequestHead, route: HTTPRoute) throws(HTTPFault) {
    let limit = try limit(of: route)
    guard (head.contentLength ?? 0) <= limit else { throw .bodyTooLarge(limit: limit) }
    _ = try ContentCoding(head)
  }

  /// Refuses a body for which there is no room now, before a byte of it is taken in.
  ///
  /// - Throws: `bodyShareUsed` and `noRoomForBody` where neither memory nor the disk takes it.
  func checkRoom(for head: HTTPRequestHead, route: HTTPRoute) throws(HTTPFault) {
    let bytes = head.contentLength ?? 0
    if case .memory = route.body,
      bodies.refusal(ofMemory: bytes, for: head.claimant) == nil
    {
      return
    }
    if let refusal = bodies.refusal(ofDisk: bytes, for: head.claimant) { throw .noRoom(refusal) }
  }

  /// What takes a body in, by the route's policy; nil where the route takes none.
  ///
  /// - Throws: as `checkKind` and `checkRoom` do, and `cannotSpool`, `badMultipart`.
  func makeCollector(
    for head: HTTPRequestHead, route: HTTPRoute
  ) throws(HTTPFault) -> BodyCollector? {
    guard route.body != .none else { return nil }
    let (limit, coding) = (try limit(of: route), try ContentCoding(head))
    let reservation = BodyReservation(bodies, for: head.claimant)
    // How long an encoded body becomes, its length does not tell.
    let length = coding == nil ? head.contentLength : nil
    guard (length ?? 0) <= limit else { throw .bodyTooLarge(limit: limit) }
    let place = PartBytes.Place(
      reservation, isSpooled: route.body == .files(maximumBytes: limit),
      most: length ?? limit, descriptors: descriptors
    ) { [spool] () throws(HTTPFault) in try spool.makeRequestFolder() }
    if let length { try reserve(length, in: place) }
    let collector = try BodyCollector(
      head: head, limit: limit, maximumParts: settings.maximumParts, coding: coding, place: place)
    collector.atEnd = { [self] count in noteReceived(count, head, route) }
    return collector
  }

  /// Takes what a body of a known length needs: memory for a short one, the disk for a long one, and the other
  /// where the first is not to be had.
  private func reserve(_ length: Int, in place: PartBytes.Place) throws(HTTPFault) {
    let reservation = place.reservation
    if place.isSpooled { return try reservation.takeDisk(length) }
    let isShort = length <= BodyBudget.keptBodyBytes
    do throws(HTTPFault) {
      if isShort {
        try reservation.takeMemory(length)
        place.staysInMemory = true
      } else {
        try reservation.takeDisk(length)
      }
    } catch {
      if isShort { return try reservation.takeDisk(length) }
      guard (try? reservation.takeMemory(length)) != nil else { throw error }
      place.staysInMemory = true
    }
  }

  private func limit(of route: HTTPRoute) throws(HTTPFault) -> Int {
    switch route.body {
    case .none: throw .unexpectedBody
    case .memory(let limit), .files(let limit): limit
    }
  }
}
