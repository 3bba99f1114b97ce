/// The stories that a sample recording can tell.
public enum SampleStory: String, CaseIterable, Sendable {
  /// A boy visits a girl in a valley with lanterns.
  case visit
  /// A girl brushes her teeth, as the game asks for it.
  case brushing
  /// A girl shows a printed card.
  case card

  /// What happens in it.
  ///
  /// - Parameter card: gives the card; called only where the story shows one.
  public func script<Failure: Error>(
    showing card: () throws(Failure) -> PrintedCard
  ) throws(Failure) -> SampleScript {
    switch self {
    case .visit: .visit
    case .brushing: .brushing
    case .card: .showing(try card())
    }
  }
}
