internal import CSockets
internal import HTTPMessages

// Until when a connection may do what it does.
extension Connection {
  /// How often a client that reads slowly is looked at, in parts of the seconds that it may be silent.
  private static let looksPerIdleTime = 8.0
  /// Seconds of silence after which a body makes room for a new connection.
  static let silentBodySeconds = 2.0
  /// Seconds after which an answer that its client has not taken yet makes room for a new connection.
  static let slowAnswerSeconds = 2.0
  /// Bytes a second, over all its time, from which on a connection is never closed for another while it is sent an
  /// answer.
  static let slowAnswerBytesPerSecond = 65_536.0

  /// When the connection must be looked at again.
  var deadline: Double {
    switch phase {
    case .idle: lastActivity + settings.idleSeconds
    case .header: phaseSince + settings.headerSeconds
    case .holding, .receiving, .discarding:
      min(
        (request?.bodySince ?? request?.startedAt ?? phaseSince) + (request?.bodySeconds ?? 0),
        max(lastActivity, phaseSince) + settings.idleSeconds)
    case .lingering: phaseSince + settings.lingerSeconds
    case .answering:
      writer?.isBlocked == true
        ? loop.now + settings.idleSeconds / Self.looksPerIdleTime : .infinity
    case .admitting, .working, .closed: .infinity
    }
  }

  /// Its entry among the deadlines is due.
  func lookAtDeadline(_ entry: Double) {
    // Another entry, which was sooner, has taken its place.
    guard entry == scheduled else { return }
    scheduled = .infinity
    if case .answering = phase {
      if isReadTooSlowly { return close() }
    } else if deadline <= loop.now {
      expire()
    }
    goOn()
  }

  /// The time is over.
  private func expire() {
    switch phase {
    case .holding, .receiving:
      guard let request else { return close() }
      let fault = HTTPFault.tooSlow(seconds: request.bodySeconds)
      core.cleanUp(request.collector)
      self.request?.collector = nil
      refuseUnread(fault)
    case .discarding(let answer):
      (closesAfterAnswer, lingersAfterAnswer) = (true, true)
      begin(answer)
    case .header:
      if request != nil { request?.status = 408 }
      close()
    default: close()
    }
  }

  /// Whether a client acknowledges nothing for too long, or less than it must on the whole.
  private var isReadTooSlowly: Bool {
    guard let writer, writer.isBlocked else { return false }
    let (bytes, now) = (sockets_acknowledged(socket), loop.now)
    if bytes > acknowledged { (acknowledged, progressAt) = (bytes, now) }
    if now > progressAt + settings.idleSeconds { return true }
    guard let count = writer.bodyBytes else { return false }
    let slowest = Double(count) / Double(settings.minimumAnswerBytesPerSecond)
    // A file that is kept anyway may be read as slowly as phones do.
    let seconds = writer.takesRoom ? min(slowest, settings.maximumAnswerSeconds) : slowest
    return now > phaseSince + settings.idleSeconds + seconds
  }

  /// How soon a connection makes room for a new one: the least first.
  struct YieldRank: Comparable {
    var rank: Int
    /// Within that: since when it is silent, or the bytes a second that its client takes.
    var order: Double

    static func < (one: Self, other: Self) -> Bool {
      (one.rank, one.order) < (other.rank, other.order)
    }
  }

  /// Whether, and how soon before others, the connection makes room for a new one; nil: not at all.
  func yieldRank(_ now: Double) -> YieldRank? {
    switch phase {
    case .idle, .lingering: return YieldRank(rank: 0, order: lastActivity)
    case .header: return YieldRank(rank: 1, order: lastActivity)
    case .holding, .receiving, .discarding:
      guard now - max(lastActivity, phaseSince) >= Self.silentBodySeconds else { return nil }
      return YieldRank(rank: 2, order: lastActivity)
    case .answering:
      guard writer?.isBlocked == true, now - phaseSince >= Self.slowAnswerSeconds else {
        return nil
      }
      // Of all that the connection was sent, so that a new answer does not make a slow client a fast one.
      let rate = Double(sockets_acknowledged(socket)) / max(now - openedAt, 1)
      return rate < Self.slowAnswerBytesPerSecond ? YieldRank(rank: 3, order: rate) : nil
    case .admitting, .working, .closed: return nil
    }
  }
}
