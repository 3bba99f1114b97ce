internal import Recordings

extension RequestTable {
  /// The session that is replayed beside a render.
  static let session: [RequestMember] = [
    RequestMember(
      "session", "--session", .session, in: [.verbs, .suite], \.session.settings, .path,
      "what the session asks for, as JSON; avatars follow the session",
      .init(defaultWords: "the game's own", isBasic: true)),
    RequestMember(
      "events", "--events", .session, in: .verbs, \.session.events, .path,
      "the session's log, a JSON object a line; - for standard output",
      .init(placeholder: "FILE|-")),
    RequestMember(
      "signals", "--signals", .session, in: .verbs, \.session.signals, .path,
      "the session's trace, a JSON object a sample", .init(placeholder: "FILE|-")),
    RequestMember(
      "stateIn", "--state-in", .session, in: .verbs, \.session.stateIn, .path,
      "go on from the state of the part before"),
    RequestMember(
      "stateOut", "--state-out", .session, in: .verbs, \.session.stateOut, .path,
      "keep the state for the next part, and do not end the session; the file is replaced"),
    RequestMember(
      "sessionSounds", "--session-sounds", .session, in: [.render, .renders],
      \.sound.playsSession, .flag,
      "the session is heard: gates, quadrants and their last seconds, hints, completion"),
  ]
}
