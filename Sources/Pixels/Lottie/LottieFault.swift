public import JSON
public import Text

/// Why a Lottie is refused: the first thing that is wrong with it.
public struct LottieFault: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
    /// More than a Lottie may hold.
    case overLimit(what: String, found: String, limit: String)
    /// The file is something else: what it is.
    case notLottie(String)
    /// Another reason: what was found, and what was expected.
    case other(String)
  }

  /// What is wrong.
  public var kind: Kind
  /// Where in its JSON.
  public var place: TextPlace?
  /// The value, such as `layers[0].shapes[1].ks`; empty for the whole file.
  public var path: String

  /// Makes a fault.
  public init(_ kind: Kind, place: TextPlace? = nil, path: String = "") {
    (self.kind, self.place, self.path) = (kind, place, path)
  }
}

extension LottieFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .overLimit(let what, let found, let limit): JSONFault.overLimit(what, found, limit)
    case .notLottie(let found): "it is \(found); expected a Lottie animation"
    case .other(let reason): reason
    }
  }
}

extension LottieFault: CustomStringConvertible {
  /// One line: the place, the value, what is wrong and what would be right.
  public var description: String {
    let position = place.map { "\($0): " } ?? ""
    return "\(position)\(path.isEmpty ? "" : "\(path): ")\(kind)"
  }
}
