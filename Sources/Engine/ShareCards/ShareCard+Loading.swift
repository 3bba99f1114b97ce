import Foundation
import Imaging

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
    guard FileManager.default.fileExists(atPath: path) else { throw .notFound(path: path) }
    let folder = URL(filePath: path).resolvingSymlinksInPath()
    let bytes: [UInt8]
    do throws(ImagingError) {
      bytes = try FileBytes.read(
        path: folder.appending(path: ShareCardLayout.fileName).path,
        limit: ShareCardLimits.layoutBytes)
    } catch {
      throw .notACard(path: path, reason: "\(ShareCardLayout.fileName): \(error)")
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
      let file = folder.appending(path: image.name).resolvingSymlinksInPath().path
      guard file.hasPrefix(folder.path + "/") else {
        report(.unsafePath(image.name, reason: "is a link that leads out of the card's folder"))
        continue
      }
      do throws(ImagingError) {
        let picture = try PNG.read(path: file, limits: ShareCardLimits.artwork)
        pixels += picture.width * picture.height
        artwork[image.name] = picture
      } catch {
        let reason = if case .file(_, let inner) = error { inner } else { error }
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
    let card = ShareCard(id: folder.lastPathComponent, layout: reading.layout, artwork: artwork)
    return (card, faults)
  }
}
