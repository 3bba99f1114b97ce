internal import JSON
internal import Text
public import Tracking

extension BrushingSession {
  /// The longest state that is read, in bytes: 40 hands with full windows have half of it.
  public static let stateByteLimit = 16 << 20

  /// Goes on from a state that was kept.
  ///
  /// - Parameters:
  ///   - settings: what the session asks for, which must be what it asked for before, except where it
  ///     begins and ends; nil for just that.
  /// - Throws: everything that is wrong with the state, or does not fit.
  public init(
    resuming bytes: some Collection<UInt8>, header: TrackingHeader, settings: SessionSettings? = nil
  ) throws(SessionFaults) {
    let log = JSONFaultLog<SessionFault.Kind>()
    let root = SettingsField.root(
      of: bytes, limit: Self.stateByteLimit, what: "the state's size", log: log)
    let session = StateReader(settings: settings, header: header).session(root)
    guard log.faults.isEmpty, let session else {
      throw SessionFaults(log)
    }
    self = session
  }
}

/// Reads a kept state; what is wrong goes into the fields' log.
private struct StateReader {
  let settings: SessionSettings?
  let header: TrackingHeader

  func session(_ root: SettingsField?) -> BrushingSession? {
    let keys = [
      "format", "settings", "picture", "machine", "player", "trackCount", "tracks",
      "sawHandWithoutWorldLandmarks",
    ]
    guard let object = root?.object(keys: keys) else { return nil }
    object.required("format")?.checkFormat(BrushingSession.stateFormat)
    var kept = SessionSettings()
    object.required("settings").map { kept.read($0) }
    if let settings, let field = object["settings"] { take(settings, into: &kept, field) }
    checkPicture(object.required("picture"))
    guard let field = object.required("machine"), let machine = field.machine(kept) else {
      return nil
    }
    var session = BrushingSession(machine, header)
    session.observer.follower.player = object["player"]?.ifAny { $0.player() }
    session.observer.tracker.trackCount =
      object.required("trackCount")?.integer(in: 0...1_000_000_000) ?? 0
    session.observer.tracker.tracks =
      object.required("tracks")?.tracks(session.observer.tracker.trackCount) ?? []
    session.observer.sawHandWithoutWorld =
      object.required("sawHandWithoutWorldLandmarks")?.truth() ?? false
    return session
  }

  /// Takes where the session begins and ends; all else must be as it was.
  private func take(
    _ settings: SessionSettings, into kept: inout SessionSettings, _ field: SettingsField
  ) {
    (kept.startMs, kept.endMs) = (settings.startMs, settings.endMs)
    if kept != settings {
      field.report(
        .contradiction(
          found: "other settings than the session file's", expected: "those it began with"))
    }
  }

  private func checkPicture(_ field: SettingsField?) {
    let picture = UprightPicture(header).description
    if let field, let found = field.text(), found != picture {
      field.report(
        .contradiction(
          found: "\"\(Shown.text(found))\"", expected: "the tracking file's: \"\(picture)\""))
    }
  }
}
