/// What came of a transfer.
public struct TransferAnswer: Hashable, Sendable {
  /// The answer's head; nil where none came.
  public var head: TransferHead?
  /// What went wrong on the way; nil where the whole answer came.
  public var fault: TransferFault?
}

/// An answer's status and header.
public struct TransferHead: Hashable, Sendable {
  /// The status, 200 or more.
  public var status: Int
  /// The header's fields by their names in lower case; of several of one name the last.
  public var fields: [String: String]

  /// Makes a head.
  public init(status: Int, fields: [String: String]) {
    (self.status, self.fields) = (status, fields)
  }
}

/// Why a transfer did not come to its end.
public enum TransferFault: Error, Hashable, Sendable {
  /// It was told to stop.
  case stopped
  /// The address was refused; why.
  case addressRefused(String)
  /// The answer is longer than allowed, or its receiver took no more of it.
  case answerRefused
  /// What was to be sent cannot be read.
  case unreadableBody
  /// No connection, none in time, or one that broke: another attempt may do better. The reason.
  case broken(String)
  /// Another attempt ends in the same way: a certificate that is not trusted, a URL that is none. The reason.
  case hopeless(String)
}

extension TransferFault: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .stopped: "it was told to stop"
    case .addressRefused(let reason), .broken(let reason), .hopeless(let reason): reason
    case .answerRefused: "the answer is longer than allowed"
    case .unreadableBody: "what is to be sent cannot be read"
    }
  }
}
