import Tracking

/// Counts the printed pictures of a tracking file, by name.
struct ImageTally {
  private var images: [String: InspectionReport.Image] = [:]
  private var identities: [String: Set<Int>] = [:]

  /// Names that are told apart; samples of further ones are not counted by name.
  private static let mostNames = 1024

  /// The pictures, by name.
  var report: [InspectionReport.Image] {
    images.values.sorted { $0.name < $1.name }.map { image in
      var image = image
      image.identities = identities[image.name]?.count ?? 0
      return image
    }
  }

  /// Counts those of a sample.
  mutating func add(_ sample: TrackingSample) {
    for (name, entries) in Dictionary(grouping: sample.images, by: \.name) {
      guard images[name] != nil || images.count < Self.mostNames else { continue }
      var image = images[name] ?? InspectionReport.Image(name: name)
      image.samples += 1
      for entry in entries {
        image.withMatrix += entry.pose == nil ? 0 : 1
        image.widthMm = image.widthMm ?? entry.widthMm
        if let id = entry.id { identities[name, default: []].insert(id) }
      }
      images[name] = image
    }
  }
}
