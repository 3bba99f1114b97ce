internal import Imaging

extension EncoderSettings.PixelFormatChoice: RawRepresentable, CaseIterable {
  /// All choices.
  public static var allCases: [Self] { [.playable, .clip] + YUVLayout.allCases.map(Self.layout) }

  /// The choice by its name; nil for an unknown one.
  public init?(rawValue name: String) {
    guard let choice = Self.allCases.first(where: { $0.rawValue == name }) else { return nil }
    self = choice
  }

  /// `auto`, `clip` or the name of a layout.
  public var rawValue: String {
    switch self {
    case .playable: "auto"
    case .clip: "clip"
    case .layout(let layout): layout.rawValue
    }
  }
}
