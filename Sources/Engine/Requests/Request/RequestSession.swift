public import Recipe
import Recordings

extension RenderRequest {
  /// The files of a session.
  public struct Session: Hashable, Sendable {
    /// What the session asks for; nil for the game's own.
    public var settings: String?
    /// Where the log goes; `-` is standard output.
    public var events: String?
    /// Where the trace goes; `-` is standard output.
    public var signals: String?
    /// The state to go on from.
    public var stateIn: String?
    /// Where the state is kept for the next part; the session is not ended then.
    public var stateOut: String?

    /// Makes no session.
    public init() {}

    /// Whether a session is asked for, by one of them.
    public var isAsked: Bool { self != Session() }

    /// How the session is replayed, whose files must be there.
    public func plan() throws(SessionError) -> SessionPlan {
      var plan = SessionPlan(isPart: stateOut != nil)
      if let settings { plan.settings = try SessionFile.settings(settings) }
      if let stateIn { plan.resuming = (stateIn, try SessionFile.state(stateIn)) }
      return plan
    }
  }
}
