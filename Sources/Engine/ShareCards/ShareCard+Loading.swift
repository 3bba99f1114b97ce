public import AvatarFiles
internal import Files
import Foundation
import Imaging
internal import Text

/// Share cards that can be named.
public typealias ShareCardLibrary = PackageLibrary<ShareCard>

extension ShareCard: LibraryPackage {
  /// What it is looked up by.
  public static let kind = LibraryKind(
    "card", manifest: ShareCardLayout.fileName, hasArchives: false)

  /// The error for a card that is not found.
  public static func failure(_ error: PackageLookupError) -> ShareCardError { .lookup(error) }
}

extension PackageLibrary<ShareCard> {
  /// Loads the card that a name or a path means.
  public func load(_ nameOrPath: String) throws(ShareCardError) -> ShareCard {
    try ShareCard.load(path: path(of: nameOrPath))
  }
}

extension ShareCard {
  /// Loads the card in a folder.
  public static func load(path: String) throws(ShareCardError) -> ShareCard {
    let (card, faults) = try read(path: path)
    guard let card, faults.isEmpty else { throw .faulty(path: path, ShareCardFaults(faults)) }
    return card
  }

  /// Everything that is wrong with the card in a folder, with what does not fit into its boxes.
  public static func lint(path: String) throws(ShareCardError) -> [ShareCardFault] {
    let (card, faults) = try read(path: path)
    guard let card, faults.isEmpty else { return faults }
    return try card.crowding()
  }

  private static func read(path: String) throws(ShareCardError) -> (ShareCard?, [ShareCardFault]) {
    guard FileManager.default.fileExists(atPath: path) else { throw .lookup(.notFound(path: path)) }
    let name = ShareCardLayout.fileName
    let folder: OpenFolder
    do throws(FolderFault) {
      folder = try OpenFolder(path: path)
    } catch {
      throw .notACard(path: path, reason: error.reason)
    }
    let bytes: [UInt8]
    switch Self.read(name, in: folder, limit: ShareCardLimits.layoutBytes) {
    case .bytes(let read): bytes = read
    case .leadsOut(let reason), .unreadable(let reason):
      throw .notACard(path: path, reason: "\(name): \(reason)")
    }
    let reading = ShareCardReading(bytes)
    var faults = reading.faults
    var artwork: [String: StraightRGBA8] = [:]
    var pixels = 0
    for image in reading.images {
      func report(_ kind: ShareCardFault.Kind) {
        faults.append(
          ShareCardFault(kind, file: ShareCardLayout.fileName, place: image.place, path: image.path)
        )
      }
      switch Self.read(image.name, in: folder, limit: ShareCardLimits.artwork.fileBytes) {
      case .bytes(let bytes):
        do throws(ImagingError) {
          let picture = try PNG.decode(bytes, limits: ShareCardLimits.artwork)
          pixels += picture.width * picture.height
          artwork[image.name] = picture
        } catch {
          report(.unreadableFile(reason: "\"\(image.name)\": \(error.ofArtwork)"))
        }
      case .leadsOut(let reason): report(.unsafePath(image.name, reason: reason))
      case .unreadable(let reason):
        report(.unreadableFile(reason: "\"\(image.name)\": \(reason)"))
      }
      if pixels > ShareCardLimits.artworkPixels {
        report(
          .overLimit(
            what: "the artwork", found: "\(pixels) pixels",
            limit: "\(ShareCardLimits.artworkPixels) pixels"))
        break
      }
    }
    let id = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.lastPathComponent
    let card = ShareCard(id: id, layout: reading.layout, artwork: artwork)
    return (card, faults)
  }

  /// What reading a file of a card's folder gives.
  private enum FileReading {
    case bytes([UInt8])
    /// The path is a link, or passes through one, that leads out of the folder; why it is refused.
    case leadsOut(String)
    case unreadable(String)
  }

  /// Reads a file of a card's folder, by links that stay in it.
  private static func read(_ name: String, in folder: OpenFolder, limit: Int) -> FileReading {
    do throws(BeneathFault) {
      let (inner, last) = try folder.place(of: name)
      // One byte more than allowed tells that it is too long.
      let bytes = try inner.bytes(of: last, limit: limit + 1)
      guard bytes.count <= limit else {
        return .unreadable("\(ImagingError.fileTooLarge(byteCount: bytes.count, limit: limit))")
      }
      return .bytes(bytes)
    } catch .leadsOut(let link) {
      return .leadsOut(
        "is a link that leads out of the card's folder, to \(Shown.text(link.target)); put the file"
          + " itself in its place")
    } catch .folder(let fault) {
      return .unreadable(fault.reason)
    } catch {
      return .unreadable("not a regular file")
    }
  }
}
