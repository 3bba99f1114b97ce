internal import CHudFiles
internal import Embedding
package import Session

extension SessionSound {
  /// Its file, which lies within the program.
  package var file: [UInt8] {
    let file =
      switch self {
      case .gate: unsafe session_gate()
      case .quadrant: unsafe session_quadrant()
      case .count: unsafe session_count()
      case .hint: unsafe session_hint()
      case .completed: unsafe session_completed()
      }
    return unsafe file.contents
  }
}
