internal import Tracking

/// The name of each card's identity, which is one in the whole file.
struct ImageNames {
  private var names: [Int: String] = [:]

  /// Finds identities that an earlier sample has under another name.
  ///
  /// - Parameter findings: those of the sample; of entries and samples with one nothing is learnt, as they
  ///   are left out.
  mutating func check(_ images: [ImageSample], _ findings: inout [Finding]) {
    let faulty = FaultyParts(findings)
    guard !faulty.holdSample else { return }
    for (index, image) in images.enumerated() where !faulty.hold(image: index) {
      guard let id = image.id else { continue }
      if let name = names[id] {
        guard name != image.name else { continue }
        findings.append(
          Finding(
            problem: .repeatedIdentity, part: .image(index), place: "images[\(index)].id",
            found: "the id \(id), which is that of \"\(name)\" before",
            expected: "one name for each id"))
      } else if names.count < TrackingLimits.imageIdentities {
        names[id] = image.name
      }
    }
  }
}
