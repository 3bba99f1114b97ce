import Foundation
import Imaging

extension ShareCard {
  /// Loads the card in a folder.
  public static func load(path: String) throws(CardError) -> ShareCard {
    let (card, faults) = try read(path: path)
    guard let card, faults.isEmpty else { throw .faulty(path: path, CardFaults(faults)) }
    return card
  }

  /// Everything that is wrong with the card in a folder, with what does not fit into its boxes.
  public static func lint(path: String) throws(CardError) -> [CardFault] {
    let (card, faults) = try read(path: path)
    guard let card, faults.isEmpty else { return faults }
    return try card.crowding()
  }

  private static func read(path: String) throws(CardError) -> (ShareCard?, [CardFault]) {
    guard FileManager.default.fileExists(atPath: path) else { throw .notFound(path: path) }
    let folder = URL(filePath: path).resolvingSymlinksInPath()
    let bytes: [UInt8]
    do throws(ImagingError) {
      bytes = try FileBytes.read(
        path: folder.appending(path: CardLayout.fileName).path, limit: CardLimits.layoutBytes)
    } catch {
      throw .notACard(path: path, reason: "\(CardLayout.fileName): \(error)")
    }
    let reading = CardReading(bytes)
    var faults = reading.faults
    var artwork: [String: StraightRGBA8] = [:]
    var pixels = 0
    for image in reading.images {
      func report(_ kind: CardFault.Kind) {
        faults.append(
          CardFault(kind, file: CardLayout.fileName, place: image.place, path: image.path))
      }
      let file = folder.appending(path: image.name).resolvingSymlinksInPath().path
      guard file.hasPrefix(folder.path + "/") else {
        report(.unsafePath(image.name, reason: "is a link that leads out of the card's folder"))
        continue
      }
      do throws(ImagingError) {
        let picture = try PNG.read(path: file, limits: CardLimits.artwork)
        pixels += picture.width * picture.height
        artwork[image.name] = picture
      } catch {
        let reason = if case .file(_, let inner) = error { inner } else { error }
        report(.unreadableFile(reason: "\"\(image.name)\": \(reason)"))
      }
      if pixels > CardLimits.artworkPixels {
        report(
          .overLimit(
            what: "the artwork", found: "\(pixels) pixels",
            limit: "\(CardLimits.artworkPixels) pixels"))
        break
      }
    }
    let card = ShareCard(id: folder.lastPathComponent, layout: reading.layout, artwork: artwork)
    return (card, faults)
  }
}
