/// One row of the table of options: a member of a request, the option that sets it, what its values
/// look like, where it may be given, and what it is for.
///
/// A new option is one row in `RequestTable`, its stored member in `RenderRequest`, and its use in
/// the engine. The parser, `--help`, the readers and the printer of JSON, the schemas of the service
/// and the tables of the documents follow from the row.
public struct RequestMember: Sendable {
  /// What rows of the help belong together.
  public enum Group: String, CaseIterable, Sendable {
    case recording, avatars, placement, part, output, card
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
  /// The option's one-letter name, with its dash.
  public let short: String?
  /// What stands for the value in the help; nil for a flag.
  public let placeholder: String?
  /// Whether the option turns the member off: `--no-snap`.
  public let isNegated: Bool
  /// Where it belongs in the help.
  public let group: Group
  /// Where it may be given.
  public let contexts: RequestContext
  /// What it does, in one line.
  public let help: String
  /// What the member is, where that is said otherwise than of the option.
  let note: String?
  /// The default in words, where it is more than a value.
  let defaultWords: String?
  /// Older spellings that keep working.
  let aliases: [Alias]
  /// Members that are forgotten when another source gives this one, so that it wins over them.
  let replaces: [String]
  /// Whether the object that holds the member cannot be without it, where strangers write it.
  let isRequired: Bool
  /// What its values look like.
  public let shape: ValueShape
  private let remoteShape: ValueShape?

  /// What a request has; nil where that is the default.
  let value: @Sendable (RenderRequest) -> RequestValue?
  /// The default; nil where there is none.
  let defaultValue: RequestValue?
  /// What puts a value into a request.
  let setter: @Sendable (RequestValue) throws(ValueFault) -> @Sendable (inout RenderRequest) -> Void
  /// Puts the default into a request.
  let reset: @Sendable (inout RenderRequest) -> Void

  /// Everything about a row that does not depend on the type of its values.
  struct Description {
    var option: String?
    var short: String?
    var placeholder: String?
    var isNegated = false
    var note: String?
    var defaultWords: String?
    var aliases: [Alias] = []
    var replaces: [String] = []
    var isRequired = false
  }

  /// Makes the row of a member that always has a value.
  init<Value>(
    _ path: String, _ option: String?, _ group: Group, in contexts: RequestContext,
    _ key: any WritableKeyPath<RenderRequest, Value> & Sendable, _ form: ValueForm<Value>,
    _ help: String, _ more: (inout Description) -> Void = { _ in }
  ) {
    let standard = RenderRequest()[keyPath: key]
    self.init(path, option, group, contexts, form.shape, form.remote, help, more) {
      $0[keyPath: key] == standard ? nil : form.encode($0[keyPath: key])
    } defaultValue: {
      form.encode(standard)
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
    _ help: String, _ more: (inout Description) -> Void = { _ in }
  ) {
    self.init(path, option, group, contexts, form.shape, form.remote, help, more) {
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
    _ shape: ValueShape, _ remote: ValueShape?, _ help: String,
    _ more: (inout Description) -> Void,
    value: @escaping @Sendable (RenderRequest) -> RequestValue?,
    defaultValue: () -> RequestValue?,
    setter:
      @escaping @Sendable (RequestValue) throws(ValueFault) ->
      @Sendable (inout RenderRequest) ->
      Void,
    reset: @escaping @Sendable (inout RenderRequest) -> Void
  ) {
    var description = Description(option: option, placeholder: shape.placeholder)
    more(&description)
    (self.path, self.group, self.contexts, self.help) = (path, group, contexts, help)
    (self.shape, remoteShape) = (shape, remote)
    self.option = option
    short = description.short
    placeholder = shape == .flag ? nil : description.placeholder
    isNegated = description.isNegated
    note = description.note
    defaultWords = description.defaultWords
    aliases = description.aliases
    replaces = description.replaces
    isRequired = description.isRequired
    (self.value, self.setter, self.reset) = (value, setter, reset)
    self.defaultValue = defaultValue()
  }

  /// What its values look like in a place.
  public func shape(in context: RequestContext) -> ValueShape {
    context.isRemote ? remoteShape ?? shape : shape
  }

  /// Whether the option may be given more than once.
  public var repeats: Bool { shape == .paths }

  /// The member's name in its object, and the object's name.
  var parts: (object: String?, name: String) {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : (nil, path)
  }

  /// The default, as the help tells it.
  public var defaultText: String? {
    if let defaultWords { return defaultWords }
    return if case .text(let word)? = defaultValue { word } else { nil }
  }
}

extension ValueShape {
  /// What stands for a value in the help; nil for a flag.
  var placeholder: String? {
    switch self {
    case .flag: nil
    case .choice(let words, _): words.joined(separator: "|")
    case .whole, .wholeOf, .number: "N"
    case .text: "TEXT"
    case .path: "FILE"
    case .name, .names, .paths: "NAME|PATH"
    case .written(let notation): notation.example
    case .wholeOrWritten(_, let notation): "N|\(notation.example)"
    }
  }
}
