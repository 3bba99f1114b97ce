import JSON
import Text

/// What one source says of a request: the options of a command line, or an object of JSON.
///
/// Layers are laid over each other, so that an option wins over the member of a file and a case of a
/// suite over the suite's defaults.
public struct RequestLayer: Sendable {
  /// One member that is given.
  struct Entry: Sendable {
    let member: RequestMember
    /// Where it stands; nil for an option.
    let place: TextPlace?
    /// Puts the value into a request.
    let put: @Sendable (inout RenderRequest) -> Void
  }

  private(set) var entries: [Entry] = []

  /// Makes a layer that says nothing.
  public init() {}

  /// Whether it says nothing.
  public var isEmpty: Bool { entries.isEmpty }

  /// Whether a member is given.
  public func gives(_ path: String) -> Bool { entries.contains { $0.member.path == path } }

  /// Where a member stands; nil where it is not given, or is an option.
  func place(of path: String) -> TextPlace? {
    entries.first { $0.member.path == path }?.place
  }

  mutating func add(_ member: RequestMember, _ value: JSONValue, at place: TextPlace? = nil)
    throws(ValueFault)
  {
    entries.append(Entry(member: member, place: place, put: try member.setter(value)))
  }

  /// Takes an option of a command line.
  ///
  /// - Parameter words: what was given, in order; of a flag `true` or `false`.
  /// - Throws: `RequestError.unfit` in words that name the option.
  public mutating func add(_ member: RequestMember, words: [String]) throws(RequestError) {
    do throws(ValueFault) {
      if member.repeats {
        var items: [JSONValue] = []
        for word in words {
          if case .array(let more) = try member.shape.value(ofOption: word) { items += more }
        }
        return try add(member, .array(items))
      }
      guard let word = words.last else { return }
      let value = try member.shape.value(ofOption: word)
      if case .bool(let flag) = value, member.isNegated {
        return try add(member, .bool(!flag))
      }
      try add(member, value)
    } catch {
      let name = member.option ?? member.path
      switch error {
      case .unfit(let expected):
        throw .unfit("\(name): expected \(expected), found \"\(words.last ?? "")\"")
      case .message(let message): throw .unfit("\(name): \(message)")
      }
    }
  }
}

extension RenderRequest {
  /// Takes what a layer gives, in place of what it gives otherwise.
  public mutating func apply(_ layer: RequestLayer) {
    let replaced = Set(layer.entries.flatMap(\.member.more.replaces))
    for member in RequestTable.members where replaced.contains(member.path) {
      member.reset(&self)
    }
    for entry in layer.entries { entry.put(&self) }
  }
}

extension RequestFault {
  /// What does not go together in a file, where the first of it stands.
  public init(_ contradiction: RequestContradiction, in layer: RequestLayer) {
    self.init(
      .contradiction(contradiction.message { "\"\($0)\"" }),
      place: contradiction.members.lazy.compactMap(layer.place).first
        ?? TextPlace(line: 1, column: 1),
      path: contradiction.members.first(where: layer.gives) ?? "")
  }
}
