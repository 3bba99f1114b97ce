public import Session
package import Tracking

/// How the session of a recording is replayed.
public struct SessionPlan: Sendable {
  /// A kept state, and the file that it came from.
  public typealias KeptState = (path: String, bytes: [UInt8])

  /// What the session asks for; nil for the game's own, or a kept state's.
  public var settings: SessionSettings?
  /// The state to go on from.
  public var resuming: KeptState?
  /// Whether the recording goes on, so that its end is not the session's.
  public var isPart: Bool

  /// How far the clip's pictures show teeth, for sessions that ask for it; nil before the clip was looked at.
  package var teeth: TeethReadings?

  /// Makes a plan; without anything, of the game's own session.
  public init(
    settings: SessionSettings? = nil, resuming: KeptState? = nil, isPart: Bool = false
  ) {
    (self.settings, self.resuming, self.isPart) = (settings, resuming, isPart)
  }

  /// Begins the session, or goes on with it.
  ///
  /// - Parameter path: the tracking file, for messages.
  package func begin(
    _ header: TrackingHeader, of path: String
  ) throws(SessionError) -> BrushingSession {
    var session = try opened(header)
    guard session.settings.teeth.signal != .teethVisible || teeth != nil else {
      throw .withoutPictures(path)
    }
    session.teeth = teeth
    return session
  }

  /// What the session asks for, where that is what a clip's pictures show, which is read before it begins; else nil.
  package func settings(
    askingForPictures header: TrackingHeader
  ) throws(SessionError) -> SessionSettings? {
    guard teeth == nil else { return nil }
    let settings = try opened(header).settings
    return settings.teeth.signal == .teethVisible ? settings : nil
  }

  private func opened(_ header: TrackingHeader) throws(SessionError) -> BrushingSession {
    guard let resuming else {
      return BrushingSession(settings ?? SessionSettings(), header: header)
    }
    do {
      return try BrushingSession(resuming: resuming.bytes, header: header, settings: settings)
    } catch {
      throw .faulty(resuming.path, error)
    }
  }
}
