/// A text with placeholders: `{name} · {date}`.
struct ShareCardTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case field(ShareCardFields.Placeholder)
  }

  var parts: [Part]

  /// The text; nil where a placeholder has no value.
  func filled(_ value: (ShareCardFields.Placeholder) throws(ShareCardError) -> String?)
    throws(ShareCardError)
    -> String?
  {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .field(let field):
        guard let text = try value(field) else { return nil }
        result += text
      }
    }
    return result
  }
}
