public import Imaging

/// What a card is filled with; what is nil is left out, and the layout closes up.
public struct ShareCardFields: Hashable, Sendable {
  /// The headline.
  public var title: String?
  /// A line below it.
  public var subtitle: String?
  /// A date: `2026-02-04`, which the card writes in its own way, or any other text as it is.
  ///
  /// Never today's: the same input gives the same bytes.
  public var date: String?
  /// A few words about the picture.
  public var caption: String?
  /// Whose picture it is.
  public var name: String?
  /// A word for the card's mark: points in a star, the character in a seal.
  public var badge: String?
  /// What the session that the picture is of came to; nil where none was played.
  public var session: SessionTally?
  /// What the QR code says, usually a web address.
  public var link: String?
  /// A picture for the sender's corner.
  public var logo: StraightRGBA8?

  /// The placeholders that a layout may name.
  package enum Placeholder: String, CaseIterable, Sendable {
    case title, subtitle, date, caption, name, badge, points, duration

    /// Whether the caller writes it, and so wants to see it.
    var isWritten: Bool { self != .points && self != .duration }
  }

  /// Makes fields without anything in them.
  public init() {}

  /// A text for every field, as people write them; without a logo.
  public static let sample: ShareCardFields = {
    var fields = ShareCardFields()
    fields.title = "A dragon in the valley"
    fields.subtitle = "Seen between the lanterns"
    fields.date = "2026-02-04"
    fields.caption = "There it was, and it smiled"
    fields.name = "Mei"
    fields.badge = "12"
    fields.link = "https://example.org/s/8Fk2"
    return fields
  }()

  /// The text for a placeholder as the caller gave it.
  package subscript(_ placeholder: Placeholder) -> String? {
    switch placeholder {
    case .title: title
    case .subtitle: subtitle
    case .date: date
    case .caption: caption
    case .name: name
    case .badge: badge
    case .points: session.map { "\($0.points)" }
    case .duration: session.map(\.durationText)
    }
  }
}
