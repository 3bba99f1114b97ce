extension SessionEvent {
  /// What the log calls events.
  public enum Name: String, CaseIterable, Sendable {
    case state, faceFound, faceLost, handFound, handLost, gatePassed, gateReset, hint, quadrant
    case outcome

    /// The details that such an event may have; empty where it has none, nil where a session file names them.
    public var details: [String]? {
      switch self {
      case .state: SessionState.allCases.map(\.rawValue)
      case .faceFound, .faceLost, .handFound, .handLost: []
      case .gatePassed: [Self.teeth, Self.brushing]
      case .gateReset: [Self.teeth]
      case .hint: SessionHint.allCases.map(\.rawValue)
      case .quadrant: nil
      case .outcome: SessionOutcome.allCases.map(\.rawValue)
      }
    }

    /// The names of the gates.
    static let (teeth, brushing) = ("teeth", "brushing")
  }

  /// What the log calls it.
  public var name: Name {
    switch kind {
    case .state: .state
    case .faceFound: .faceFound
    case .faceLost: .faceLost
    case .handFound: .handFound
    case .handLost: .handLost
    case .teethPassed, .brushingPassed: .gatePassed
    case .teethReset: .gateReset
    case .hint: .hint
    case .quadrant: .quadrant
    case .outcome: .outcome
    }
  }

  /// Which one of its name it is: the state that was entered, the gate, the hint, the quadrant, the outcome.
  public var detail: String? {
    switch kind {
    case .state: state.rawValue
    case .faceFound, .faceLost, .handFound, .handLost: nil
    case .teethPassed, .teethReset: Name.teeth
    case .brushingPassed: Name.brushing
    case .hint(let hint): hint.rawValue
    case .quadrant(let name, _): name
    case .outcome(let outcome, _): outcome.rawValue
    }
  }
}
