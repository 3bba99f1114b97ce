import JSON

/// One row of the table of options: a member of a request, the option that sets it, what its values
/// look like, where it may be given, and what it is for.
///
/// A new option is one row in `RequestTable`, for something that the engine's settings hold. The parser, `--help`, the readers and the printer of JSON, the schemas of the service
/// and the tables of the documents follow from the row.
public struct RequestMember: Sendable {
  /// What rows of the help belong together.
  public enum Group: String, CaseIterable, Sendable {
    case recording, tracker, avatars, placement, scenes, live, part, output, card, session
  }

  /// An older spelling of a member.
  struct Alias: Sendable {
    /// The name, at the top of the object.
    var name: String
    /// Where it may stand.
    var contexts: RequestContext
    /// Whether it says the opposite: `noSnap` is `snap` turned round.
    var isInverted = false
    /// Whether it is a single text for a list of one.
    var isSingle = false
  }

  /// The member's path in JSON, such as `tracking.size`.
  public let path: String
  /// The option's name with its dashes; nil where it is the verb's argument.
  public let option: String?
  /// What stands for the value in the help; nil for a flag.
  public let placeholder: String?
  /// Where it belongs in the help.
  public let group: Group
  /// Where it may be given.
  public let contexts: RequestContext
  /// What it does, in one line.
  public let help: String
  /// What its values look like.
  public let shape: ValueShape
  let more: Particulars
  private let remoteShape: ValueShape?

  /// What a request has; nil where that is the default.
  let value: @Sendable (RenderRequest) -> JSONValue?
  /// The default; nil where there is none.
  let defaultValue: JSONValue?
  /// What puts a value into a request.
  let setter: @Sendable (JSONValue) throws(ValueFault) -> @Sendable (inout RenderRequest) -> Void
  /// Puts the default into a request.
  let reset: @Sendable (inout RenderRequest) -> Void

  /// What few rows have to say.
  struct Particulars: Sendable {
    /// The option's one-letter name, with its dash.
    var short: String?
    /// What stands for the value in the help, where its form says something else.
    var placeholder: String?
    /// Whether the option turns the member off: `--no-snap`.
    var isNegated = false
    /// What the member is, where that is said otherwise than of the option.
    var note: String?
    /// The default in words, where it is more than a value.
    var defaultWords: String?
    /// Older spellings that keep working.
    var aliases: [Alias] = []
    /// Members that are forgotten when another source gives this one, so that it wins over them.
    var replaces: [String] = []
    /// Whether the object that holds the member cannot be without it, in untrusted input.
    var isRequired = false
    /// Whether the option is often needed, so that a verb's short help shows it.
    var isBasic = false
  }

  /// Whether what a request says of the member may be said where this row holds.
  public func takesValue(of request: RenderRequest) -> Bool {
    guard let value = value(request) else { return true }
    return (try? setter(value)) != nil
  }

  /// Makes the row of a member that always has a value.
  init<Value>(
    _ path: String, _ option: String?, _ group: Group, in contexts: RequestContext,
    _ key: any WritableKeyPath<RenderRequest, Value> & Sendable, _ form: ValueForm<Value>,
    _ help: String, _ more: Particulars = Particulars()
  ) {
    let standard = RenderRequest()[keyPath: key]
    self.init(path, option, group, contexts, form.shape, form.remote, form.placeholder, help, more)
    {
      $0[keyPath: key] == standard ? nil : form.encode($0[keyPath: key])
    } defaultValue: {
      let written = form.encode(standard)
      return written == .string("") ? nil : written
    } setter: { value throws(ValueFault) in
      let value = try form.decode(value)
      return { $0[keyPath: key] = value }
    } reset: {
      $0[keyPath: key] = standard
    }
  }

  /// Makes the row of a member that may have none.
  init<Value>(
    _ path: String, _ option: String?, _ group: Group, in contexts: RequestContext,
    _ key: any WritableKeyPath<RenderRequest, Value?> & Sendable, _ form: ValueForm<Value>,
    _ help: String, _ more: Particulars = Particulars()
  ) {
    self.init(path, option, group, contexts, form.shape, form.remote, form.placeholder, help, more)
    {
      $0[keyPath: key].map(form.encode)
    } defaultValue: {
      nil
    } setter: { value throws(ValueFault) in
      let value = try form.decode(value)
      return { $0[keyPath: key] = value }
    } reset: {
      $0[keyPath: key] = nil
    }
  }

  private init(
    _ path: String, _ option: String?, _ group: Group, _ contexts: RequestContext,
    _ shape: ValueShape, _ remote: ValueShape?, _ placeholder: String?, _ help: String,
    _ more: Particulars,
    value: @escaping @Sendable (RenderRequest) -> JSONValue?,
    defaultValue: () -> JSONValue?,
    setter:
      @escaping @Sendable (JSONValue) throws(ValueFault) ->
      @Sendable (inout RenderRequest) ->
      Void,
    reset: @escaping @Sendable (inout RenderRequest) -> Void
  ) {
    (self.path, self.group, self.contexts, self.help) = (path, group, contexts, help)
    (self.shape, remoteShape) = (shape, remote)
    self.option = option
    self.placeholder = more.placeholder ?? placeholder ?? shape.placeholder
    self.more = more
    (self.value, self.setter, self.reset) = (value, setter, reset)
    self.defaultValue = defaultValue()
  }

  /// What its values look like in a place.
  public func shape(in context: RequestContext) -> ValueShape {
    context.isRemote ? remoteShape ?? shape : shape
  }

  /// What stands in the help for a number that may follow the option; nil for none.
  public var optionalPlaceholder: String? {
    if case .flagOrWhole = shape { "N" } else { nil }
  }

  /// The option's one-letter name, with its dash.
  public var short: String? { more.short }

  /// Whether the option turns the member off: `--no-snap`.
  public var isNegated: Bool { more.isNegated }

  /// Whether the option is often needed, so that a verb's short help shows it.
  public var isBasic: Bool { more.isBasic }

  /// Whether the option may be given more than once.
  public var repeats: Bool {
    if case .writtenList = shape { return true }
    return shape == .paths || shape == .assignments
  }

  /// The member's name in its object, and the object's name.
  var parts: (object: String?, name: String) {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : (nil, path)
  }

  /// The default, as the help tells it.
  public var defaultText: String? {
    if let defaultWords = more.defaultWords { return defaultWords }
    return if case .string(let word)? = defaultValue { word } else { nil }
  }
}

extension ValueShape {
  /// What stands for a value in the help; nil for a flag.
  var placeholder: String? {
    switch self {
    case .flag, .flagOrWhole: nil
    case .choice(let words, _): words.joined(separator: "|")
    case .whole, .wholeOf, .number: "N"
    case .text: "TEXT"
    case .path: "FILE"
    case .name, .names, .paths: "NAME|PATH"
    case .assignments, .assignedNames: "NAME=VALUE"
    case .written(let notation), .writtenList(let notation, _): notation.example
    case .wholeOrWritten(_, let notation): "N|\(notation.example)"
    case .numberOrWord(_, let word): "N|\(word)"
    case .numberOrWritten(_, let notation): "N|\(notation.example)"
    }
  }
}
