public import Problems

/// Why a request cannot be taken.
public enum RequestError: Error, Hashable, Sendable {
  /// The request has faults; all of them, in the order of the text, at least one.
  case faulty(name: String, [RequestFault])
  /// There is no such file.
  case notFound(String)
  /// The file cannot be read.
  case unreadable(String, reason: String)
  /// The request has more bytes than a request may have.
  case tooLarge(name: String, limit: Int)
  /// Something without which nothing can be rendered is not there; what to do.
  case incomplete(String)
  /// Members that do not go together, in words.
  case unfit(String)
}

extension RequestError: CustomStringConvertible {
  /// How many faults are told in one line.
  private static let toldFaults = 8

  /// One line for people: every fault with its place.
  public var description: String {
    switch self {
    case .faulty(let name, let faults):
      faults.prefix(Self.toldFaults).map { "\(name):\($0)" }.joined(separator: "; ")
        + (faults.count > Self.toldFaults
          ? "; and \(faults.count - Self.toldFaults) more faults" : "")
    case .notFound(let path): "\(path): \(SystemReason.absence(of: path, "request file"))"
    case .unreadable(let path, let reason): "\(path): the request cannot be read: \(reason)"
    case .tooLarge(let name, let limit):
      "\(name): the request has more than the \(limit) bytes that a request may have"
    case .incomplete(let words), .unfit(let words): words
    }
  }
}

extension RequestError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .faulty: .badInput
    case .notFound, .unreadable: .inputNotFound
    case .tooLarge: .overLimit
    case .incomplete, .unfit: .usage
    }
  }

  /// A request is what is asked for, whatever is wrong with it.
  public var problemPlace: ProblemPlace? { .options }
}
