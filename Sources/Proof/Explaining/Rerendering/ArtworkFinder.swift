package import AvatarFiles
package import Placement
package import Recordings
internal import Text

/// Finds the artwork that a sidecar names.
package struct ArtworkFinder {
  private let named: [AvatarPackage]
  /// Where the others are looked up.
  private let library: AvatarLibrary

  /// Loads the packages that are named.
  package init(_ avatars: AvatarSelection) throws(AvatarPackageError) {
    var named: [AvatarPackage] = []
    for name in avatars.names { named.append(try avatars.library.load(name, decoding: .later)) }
    (self.named, library) = (named, avatars.library)
  }

  /// The avatars that are looked for of all that sidecars name; each may be a package of 64 MiB.
  static let mostAvatars = 8
  /// Digits of a hash that are shown.
  private static let shownDigits = 12

  /// The artwork of some avatars as far as it is found, and a sentence for each that is not.
  package func find(
    _ wanted: [PlacementRecord.Artwork]
  ) -> (artwork: KnownArtwork?, notes: [String]) {
    var (found, notes) = ([AvatarPackage](), [String]())
    for artwork in wanted.prefix(Self.mostAvatars) {
      if let package = named.first(where: { $0.sha256 == artwork.sha256 }) {
        found.append(package)
        continue
      }
      let name = Shown.text(artwork.name)
      // A name from a file is only ever a name: never a path.
      guard let path = library.path(named: artwork.name),
        let package = try? AvatarPackage.load(path: path, decoding: .later)
      else {
        notes.append(
          "the avatar \"\(name)\" of the first placements is not in \(library.places), so"
            + " layers are told by pixels alone; name where it lies by --avatars or --avatar")
        continue
      }
      guard package.sha256 == artwork.sha256 else {
        notes.append(
          "the avatar \"\(name)\" in \(path) is not the one of the first"
            + " placements (its hash is \(package.sha256.prefix(Self.shownDigits)), theirs"
            + " \(Shown.text(String(artwork.sha256.prefix(Self.shownDigits))))), so layers are told"
            + " by pixels alone; name theirs by --avatar")
        continue
      }
      found.append(package)
    }
    if wanted.count > Self.mostAvatars {
      notes.append(
        "the first placements name \(wanted.count) avatars, of which the first \(Self.mostAvatars)"
          + " were looked for; layers of the others are told by pixels alone")
    }
    return (found.isEmpty ? nil : KnownArtwork(found), notes)
  }
}
