/// Where members of a request may be given.
public struct RequestContext: OptionSet, Hashable, Sendable {
  /// A bit for each of the places below.
  public let rawValue: Int

  /// Makes a set of places.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The verb `render`, by options or by a file.
  public static let render = RequestContext(rawValue: 1 << 0)
  /// The verb `snapshot`, by options or by a file.
  public static let snapshot = RequestContext(rawValue: 1 << 1)
  /// The options of `align`.
  public static let align = RequestContext(rawValue: 1 << 2)
  /// The options of `inspect`.
  public static let inspect = RequestContext(rawValue: 1 << 3)
  /// The options of `probe`.
  public static let probe = RequestContext(rawValue: 1 << 4)
  /// The options of `compare`, which decodes clips too.
  public static let compare = RequestContext(rawValue: 1 << 5)
  /// The body of `POST /v1/frames`.
  public static let frames = RequestContext(rawValue: 1 << 6)
  /// The body of `POST /v1/snapshots`.
  public static let snapshots = RequestContext(rawValue: 1 << 7)
  /// The body of `POST /v1/renders`.
  public static let renders = RequestContext(rawValue: 1 << 8)
  /// A case of a golden suite, or its defaults.
  public static let suite = RequestContext(rawValue: 1 << 9)

  /// The verbs that take a whole request.
  public static let verbs: RequestContext = [.render, .snapshot]
  /// The verbs that place avatars on a recording.
  static let placing: RequestContext = [.render, .snapshot, .align]
  /// The verbs that read a recording.
  static let reading: RequestContext = [.render, .snapshot, .align, .inspect, .probe]
  /// The verbs that track a recording which has no tracking file.
  static let tracking: RequestContext = [.render, .snapshot, .align, .inspect]
  /// Files that people write by hand: requests, and suites.
  static let files: RequestContext = [.render, .snapshot, .suite]
  /// The service's bodies: untrusted input, which may name neither paths nor outputs.
  public static let service: RequestContext = [.frames, .snapshots, .renders]

  /// Whether it is untrusted input.
  public var isRemote: Bool { !isDisjoint(with: .service) }

  /// Whether the members of two places have anything in common.
  func meets(_ other: RequestContext) -> Bool { !isDisjoint(with: other) }
}
