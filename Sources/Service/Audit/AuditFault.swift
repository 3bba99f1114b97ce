public import Problems

/// Why an audit log cannot be written or read.
public enum AuditFault: Error, Hashable, Sendable {
  /// Another process writes it.
  case inUse(path: String)
  /// There is none.
  case missing(path: String)
  /// There is no space left on the disk.
  case diskFull(path: String)
  /// It cannot be written; the reason.
  case unwritable(path: String, reason: String)
  /// It cannot be read; the reason.
  case unreadable(path: String, reason: String)
}

extension AuditFault: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .inUse(let path): "\(path): another process writes this audit log"
    case .missing(let path): "\(path): there is no audit log; serve --audit makes one"
    case .diskFull(let path): "\(path): there is no space left on the disk for the audit log"
    case .unwritable(let path, let reason): "\(path): the audit log cannot be written: \(reason)"
    case .unreadable(let path, let reason): "\(path): the audit log cannot be read: \(reason)"
    }
  }
}

extension AuditFault: ProblemReporting {
  /// Which problem of the one table each is: for clients the service is busy, and they may try again.
  public var problemCode: ProblemCode {
    switch self {
    case .inUse, .diskFull, .unwritable: .storageBusy
    case .missing: .inputNotFound
    case .unreadable: .badStore
    }
  }
}
