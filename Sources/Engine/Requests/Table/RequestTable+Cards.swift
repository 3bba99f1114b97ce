import ShareCards

extension RequestTable {
  /// The share card of a picture.
  static let cards: [RequestMember] = [
    RequestMember(
      "card.name", "--card", .card, in: [.snapshot, .snapshots], \.card.name, .name,
      "set the picture in a share card: plain, brushing, zodiac",
      .init(isRequired: true, isBasic: true)),
    RequestMember(
      "card.ratio", "--card-ratio", .card, in: [.snapshot, .snapshots], \.card.ratio,
      .choice("ratio of a card"), "the card's shape",
      .init(defaultWords: "that of --crop, else 4:5")),
    RequestMember(
      "card.title", "--title", .card, in: [.snapshot, .snapshots], \.card.title,
      .text(remoteMost: 200), "the headline"),
    RequestMember(
      "card.subtitle", "--subtitle", .card, in: [.snapshot, .snapshots], \.card.subtitle,
      .text(remoteMost: 200), "the line below it"),
    RequestMember(
      "card.date", "--date", .card, in: [.snapshot, .snapshots], \.card.date,
      .text(remoteMost: 64), "a date such as 2026-02-04, or any text"),
    RequestMember(
      "card.caption", "--caption", .card, in: [.snapshot, .snapshots], \.card.caption,
      .text(remoteMost: 300), "a few words about the picture"),
    RequestMember(
      "card.person", "--name", .card, in: [.snapshot, .snapshots], \.card.person,
      .text(remoteMost: 100), "whose picture it is"),
    RequestMember(
      "card.badge", "--badge", .card, in: [.snapshot, .snapshots], \.card.badge,
      .text(remoteMost: 32), "a word for the card's mark: points, the character of a seal"),
    RequestMember(
      "card.link", "--link", .card, in: [.snapshot, .snapshots], \.card.link,
      .text(remoteMost: ShareCardLimits.linkBytes), "what the QR code says",
      .init(placeholder: "URL")),
    RequestMember(
      "card.logo", "--logo", .card, in: .snapshot, \.card.logo, .path,
      "a picture for the sender's corner"),
    RequestMember(
      "card.folder", "--cards", .card, in: .snapshot, \.card.folder, .path,
      "where cards are looked up, before the built-in ones",
      .init(placeholder: "DIR", defaultWords: "Cards")),
  ]
}
