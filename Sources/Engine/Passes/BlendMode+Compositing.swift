package import Avatars
package import Compositing

extension BlendMode {
  /// The mode by the compositor's name.
  package var compositing: Compositor.BlendMode {
    switch self {
    case .normal: .normal
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .add: .add
    }
  }
}
