public import Imaging
import JSON
import Recordings
import Rendering
public import ShareCards
import Snapshots

extension RenderRequest {
  /// The card that a picture is set in; nil for none.
  func cardStage(_ library: ShareCardLibrary) throws -> ShareCardStage? {
    guard let name = card.name else { return nil }
    return ShareCardStage(try library.load(name), ratio: try cardRatio(), fields: try card.fields())
  }

  private func cardRatio() throws(RequestError) -> ShareCardRatio {
    if let ratio = card.ratio { return ratio }
    guard let crop else { return .portrait }
    let shape = ValueForm<CropShape>.crop.written(crop)
    guard let ratio = ShareCardRatio(rawValue: shape) else {
      let known = ShareCardRatio.allCases.map(\.rawValue).joined(separator: ", ")
      throw .unfit("--crop: a card has the shapes \(known), not \"\(shape)\"")
    }
    return ratio
  }
}

extension RenderRequest.Card {
  /// The most bytes of a logo's file.
  private static let logoBytes = 32 << 20

  /// What the card is filled with.
  public func fields() throws(ImagingError) -> ShareCardFields {
    var fields = ShareCardFields()
    fields.title = title
    fields.subtitle = subtitle
    fields.date = date
    fields.caption = caption
    fields.name = person
    fields.badge = badge
    fields.link = link
    fields.logo = try logo.map { path throws(ImagingError) in try Self.picture(path) }
    return fields
  }

  private static func picture(_ path: String) throws(ImagingError) -> StraightRGBA8 {
    do {
      return try PictureFormat.decode(
        FileBytes.read(path: path, limit: logoBytes), limits: ShareCardLimits.logo)
    } catch {
      throw .file(path: path, error)
    }
  }
}

extension ValueForm {
  /// The text that is written for a value.
  func written(_ value: Value) -> String {
    if case .string(let text) = encode(value) { text } else { "" }
  }
}
