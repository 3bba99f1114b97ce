import AvatarFiles
import Foundation
import Geometry
import Imaging
import ShareCards
import TestSupport

/// The cards that come with the program.
let shippedCards = ShareCardLibrary(
  folder: SharedData.packageRoot.appending(path: "Cards").path)

/// A picture of one colour that no card has.
func magenta(_ width: Int = 640, _ height: Int = 480) -> StraightRGBA8 {
  StraightRGBA8(
    size: PixelSize<OutputSpace>(clamping: width, height), filledWith: RGBA8(255, 0, 255))
}

/// Fields with everything in them.
func fullFields(link: String = "https://example.org/s/8Fk2") -> ShareCardFields {
  var fields = ShareCardFields()
  fields.title = "立春"
  fields.subtitle = "Start of spring"
  fields.date = "2026-02-04"
  fields.caption = "By the river"
  fields.name = "Mei"
  fields.badge = "龙"
  fields.link = link
  fields.logo = StraightRGBA8(
    size: PixelSize<OutputSpace>(clamping: 60, 40), filledWith: RGBA8(0, 90, 200))
  return fields
}

/// A card of a test's own: its `card.json` in a folder.
struct TestCard {
  let folder: ScratchFolder

  init(_ json: String) throws {
    folder = try ScratchFolder()
    try folder.write(json, to: "card/card.json")
  }

  var path: String { folder.path("card") }

  /// A layout with these elements, and this box in all ratios.
  static func json(elements: String = #""p": {"type": "picture"}"#, box: String = #""p""#) -> String
  {
    let layouts = ShareCardRatio.allCases.map { "\"\($0.rawValue)\": \(box)" }.joined(
      separator: ",")
    return "{\"version\": 1, \"elements\": {\(elements)},\n \"layouts\": {\(layouts)}}"
  }
}
