internal import Synchronization

/// What is found out about a request while it is answered, for the log and the metrics at its end.
///
/// One for each request, which all copies of its head share.
public final class RequestFacts: Sendable {
  /// What a fact is.
  public enum Name: String, Sendable, CaseIterable {
    /// The id of the key that it came with, which was admitted; never the key itself.
    case key
    /// Whose it is.
    case tenant
    /// The render that it is about.
    case job
    /// The name of another thing that its path names.
    case name
    /// The code of the problem that it was answered with.
    case code
  }

  private let values = Mutex<[Name: String]>([:])

  /// Makes the facts of a request of which nothing is known.
  public init() {}

  /// Notes a fact; the last one of a name counts.
  public func note(_ name: Name, _ value: String) { values.withLock { $0[name] = value } }

  /// A fact; nil where it is not known.
  public subscript(name: Name) -> String? { values.withLock { $0[name] } }

  /// What is known, in the order of the names.
  public var all: [(name: Name, value: String)] {
    let values = values.withLock { $0 }
    return Name.allCases.compactMap { name in values[name].map { (name, $0) } }
  }
}
