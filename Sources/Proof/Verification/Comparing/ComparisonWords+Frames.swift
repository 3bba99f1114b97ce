extension ComparisonWords {
  /// Pictures of a folder that are told of many.
  private static let listedPictures = 20

  /// What happened, by the frames that were explained (the worst first) and by what their
  /// neighbours tell.
  static func explanation(
    of explained: [ComparisonReport.Frame], shift: FrameShift.Finding?,
    in kind: ComparisonInput.Kind
  ) -> [String] {
    var sentences: [String] = []
    if let shift { sentences.append(shift.words) }
    guard let worst = explained.first else { return sentences }
    switch kind {
    case .picture: return sentences + worst.explanation
    case .folder:
      let listed = explained.prefix(listedPictures).map { frame in
        "\(frame.name ?? "\(frame.frame)"): \(frame.explanation.joined(separator: "; "))"
      }
      let rest = explained.count - listed.count
      return sentences + listed + (rest > 0 ? ["and \(rest) more pictures"] : [])
    case .clip:
      let alike = explained.filter { $0.explanation == worst.explanation }.count
      let others = alike > 1 ? " (the same in \(alike - 1) of the next worst)" : ""
      let place = "worst at frame \(worst.frame) (\(seconds(worst.timestampMs)))"
      return sentences + worst.explanation.map { "\(place): \($0)\(others)" }
    }
  }
}
