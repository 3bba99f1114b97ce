package import HTTPMessages
internal import Problems
internal import Text

/// Chooses a media type by `Accept` (RFC 9110, section 12.5.1).
package struct Negotiation {
  private struct Range {
    var type: Substring
    var subtype: Substring
    var quality: Double

    /// How closely the range names a media type: 0 not at all, 3 exactly.
    func fit(_ type: Substring, _ subtype: Substring) -> Int {
      switch (self.type, self.subtype) {
      case ("*", "*"): 1
      case (type, "*"): 2
      case (type, subtype): 3
      default: 0
      }
    }
  }

  private let ranges: [Range]
  private let header: String

  /// Reads the header; without one anything is accepted.
  package init(_ head: HTTPRequestHead) {
    let values = head.headers.filter { $0.name.lowercased() == "accept" }.map(\.value)
    header = values.joined(separator: ", ")
    ranges = header.lowercased().split(separator: ",").compactMap { entry in
      let parts = entry.split(separator: ";").map { $0.trimmed }
      guard let media = parts.first else { return nil }
      let names = media.split(separator: "/", omittingEmptySubsequences: false)
      guard names.count == 2 else { return nil }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      return Range(type: names[0], subtype: names[1], quality: min(max(quality ?? 1, 0), 1))
    }
  }

  /// How much a media type is wanted, 0 (not at all) to 1.
  package func quality(of mediaType: String) -> Double {
    guard !ranges.isEmpty else { return 1 }
    let names = mediaType.split(separator: "/")
    let best = ranges.max { $0.fit(names[0], names[1]) < $1.fit(names[0], names[1]) }
    guard let best, best.fit(names[0], names[1]) > 0 else { return 0 }
    return best.quality
  }

  /// Whether a media type is named itself, rather than by `*`.
  package func names(_ mediaType: String) -> Bool {
    let names = mediaType.split(separator: "/")
    return ranges.contains { $0.fit(names[0], names[1]) == 3 && $0.quality > 0 }
  }

  /// The most wanted of some media types, the first of those that are wanted as much.
  package func choose(_ offered: [String]) throws(ServiceProblem) -> String {
    var best: (type: String, quality: Double)?
    for type in offered {
      let quality = quality(of: type)
      if quality > (best?.quality ?? 0) { best = (type, quality) }
    }
    guard let best else {
      throw ServiceProblem(
        .notAcceptable,
        "Accept: \(Shown.text(header)) found, but only these can be sent: \(offered.joined(separator: ", "))"
      )
    }
    return best.type
  }
}
