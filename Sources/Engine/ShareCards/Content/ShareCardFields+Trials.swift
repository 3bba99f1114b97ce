import Geometry
import Imaging

extension ShareCardFields {
  /// Fields that a layout must hold: long ones in two scripts, short ones, and none at all.
  package static let trials: [ShareCardFields] = [
    filled { "The \($0.rawValue) with many words that go on and on for the whole line" },
    filled { _ in String(repeating: "春眠不觉晓处处闻啼鸟", count: 4) },
    filled { $0 == .date ? "2026-02-04" : $0 == .badge ? "12" : $0 == .title ? "二十四节气图" : "立春" },
    ShareCardFields(),
  ]

  private static func filled(_ text: (Placeholder) -> String) -> ShareCardFields {
    var fields = ShareCardFields()
    fields.title = text(.title)
    fields.subtitle = text(.subtitle)
    fields.date = text(.date)
    fields.caption = text(.caption)
    fields.name = text(.name)
    fields.badge = text(.badge)
    fields.session = SessionTally(points: 1_234_567, durationMs: 599_000)
    fields.link = String(repeating: "x", count: ShareCardLimits.linkBytes)
    fields.logo = StraightRGBA8(
      size: PixelSize<ArtworkSpace>(clamping: 300, 300), filledWith: RGBA8(0, 0, 0))
    return fields
  }
}
