internal import Tracking

/// The name of each card's identity, which is one in the whole file.
struct ImageNames {
  private var names: [Int: String] = [:]

  /// Finds identities that an earlier sample has under another name.
  mutating func check(_ images: [ImageSample], _ findings: inout [Finding]) {
    for (index, image) in images.enumerated() {
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
