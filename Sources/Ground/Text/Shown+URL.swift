extension Shown {
  /// A URL, or what was to be one, without the user and password that it may have before its host.
  public static func url(_ text: String, upTo length: Int = 80) -> String {
    guard let at = text.lastIndex(of: "@") else { return self.text(text, upTo: length) }
    let scheme = text.firstRange(of: "://").map { text[..<$0.upperBound] } ?? ""
    let rest = text[text.index(after: at)...]
    // Of an @ in a path more is hidden than need be.
    return self.text("\(scheme.endIndex <= at ? scheme : "")...@\(rest)", upTo: length)
  }
}
