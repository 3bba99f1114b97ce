public import Problems

/// Why the store could not do what was asked.
public enum StoreError: Error, Hashable, Sendable {
  /// The queue is full: as many jobs wait as its limit allows.
  case queueFull(limit: Int)
  /// Another process holds the database, longer than the store waits.
  case locked(path: String)
  case diskFull(path: String)
  /// The database cannot be used; the reason.
  case unusable(path: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .queueFull(let limit): "\(limit) jobs wait already, the most allowed; try again later"
    case .locked(let path):
      "\(path): another process holds the database; is a second service running?"
    case .diskFull(let path): "\(path): the disk is full; free some space or shorten the retention"
    case .unusable(let path, let reason): "\(path): the database cannot be used (\(reason))"
    }
  }
}

extension StoreError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .queueFull: .queueFull
    case .locked: .storageBusy
    case .diskFull: .diskFull
    case .unusable: .badStore
    }
  }
}
