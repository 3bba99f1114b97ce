/// All that one page shows.
public struct ReviewDocument: Hashable, Codable, Sendable {
  /// The page's title: the suite's name, or what was compared.
  public var title: String
  /// When the comparison was made, ISO 8601.
  public var createdAt: String
  /// The renderer's version.
  public var rendererVersion: String
  /// The cases.
  public var cases: [ReviewCase]
  /// Goldens that no case asks for.
  public var obsolete: [String]

  /// Makes a review.
  public init(
    title: String, createdAt: String, rendererVersion: String, cases: [ReviewCase],
    obsolete: [String] = []
  ) {
    (self.title, self.createdAt, self.rendererVersion) = (title, createdAt, rendererVersion)
    (self.cases, self.obsolete) = (cases, obsolete)
  }
}
