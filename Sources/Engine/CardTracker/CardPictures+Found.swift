internal import Digests
public import Tracker

extension CardPictures {
  /// What looks for the pictures in clips.
  public func found(_ settings: CardSettings = CardSettings()) -> FoundImages {
    var key = SHA256()
    let asked = [
      PrintedCardTracker.version, "\(settings.score)", "\(settings.every)",
      settings.mirroring.rawValue, "\(settings.resetMs)",
      settings.verticalFieldOfViewDegrees.map { "\($0)" } ?? "auto",
    ]
    // A width is in no picture's bytes, and makes the poses.
    let looked = pictures.flatMap { [$0.name, $0.sha256, $0.widthMm.map { "\($0)" } ?? "none"] }
    for part in asked + looked { key.append(Array("\(part.utf8.count):\(part)".utf8)) }
    return FoundImages(identity: "printed pictures \(key.hex)") {
      try PrintedCardTracker(self, settings)
    }
  }
}
