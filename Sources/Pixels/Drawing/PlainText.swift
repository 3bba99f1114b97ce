/// Untrusted text, made fit to be laid out.
package enum PlainText {
  /// The text without what is no text: control characters become spaces, and what turns the
  /// direction of its neighbours or hides among them goes.
  ///
  /// Line breaks stay, as one of a kind. An override of direction shows `gpj.exe` where the text
  /// says `exe.jpg`; Unicode's report on security (UTR 36, 3.1.4) advises against passing them on.
  package static func cleaned(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: clean.append("\n")
      // Half of a line break.
      case 0x0D: break
      // Embeddings, overrides and isolates; marks of direction; the byte order mark.
      case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C, 0xFEFF: break
      // Annotations, the tags of plane 14, noncharacters.
      case 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0xFDD0...0xFDEF: break
      case let value where value & 0xFFFE == 0xFFFE: break
      default:
        clean.append(scalar.properties.generalCategory == .control ? " " : scalar)
      }
    }
    return String(clean)
  }
}
