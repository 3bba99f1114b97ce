internal import Glibc
public import Problems

/// Why a server cannot be made.
public enum HTTPServerError: Error, Hashable, Sendable {
  /// The address is neither IPv4 nor IPv6.
  case badAddress(String)
  /// The address and port cannot be listened on.
  case cannotListen(address: String, port: UInt16, reason: String)
  /// A route's pattern is not a path with variables for whole segments.
  case badPattern(String)
  /// Two routes answer the same method and path, or name the same variable differently.
  case ambiguousRoute(String, String)
  /// A setting that allows nothing, or less than the server itself needs.
  case badSetting(String)
  /// The folder for bodies cannot be made.
  case cannotSpool(folder: String, reason: String)
  /// The system has no descriptor left for what waits for sockets.
  case cannotStart
  /// A handler's answer has a header field that would break the answer apart.
  case badAnswerField(String)
}

extension HTTPServerError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .badAddress(let address):
      "cannot listen on \"\(address)\": expected a numeric IPv4 or IPv6 address"
    case .cannotListen(let address, let port, let reason):
      "cannot listen on \(address) port \(port): \(reason)"
    case .badPattern(let pattern):
      "the route \"\(pattern)\" is not a path with variables for whole segments"
    case .ambiguousRoute(let method, let pattern):
      "another route answers \(method) \(pattern) already, or names its variables differently"
    case .badSetting(let reason):
      "the server's settings: \(reason)"
    case .cannotSpool(let folder, let reason):
      "the folder for uploads \(folder) cannot be made: \(reason)"
    case .cannotStart:
      "the server cannot start: out of memory or file descriptors"
    case .badAnswerField(let name):
      "the answer's header field \"\(name)\" cannot be sent"
    }
  }
}

extension HTTPServerError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .badSetting, .badAddress: .usage
    case .cannotListen: .cannotListen
    case .cannotSpool: .cannotWrite
    case .badPattern, .ambiguousRoute, .cannotStart, .badAnswerField: .internal
    }
  }
}

/// The system's words for an error number.
func errorText(_ number: Int32) -> String {
  unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
}
