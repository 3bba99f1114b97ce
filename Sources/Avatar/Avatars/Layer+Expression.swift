import Geometry
import Models

extension Layer {
  /// The layer as signals move it: every drive applied, in the order of the list.
  ///
  /// Drives are added to offset and rotation, multiplied into scale and opacity; the opacity ends
  /// between 0 and 1.
  public func driven(by state: some SignalState) -> Layer {
    guard !drive.isEmpty else { return self }
    var layer = self
    for drive in drive {
      let value = drive.value(at: drive.signal.strength(in: state))
      switch drive.property {
      case .offsetX: layer.offset.x += value
      case .offsetY: layer.offset.y += value
      case .offsetZ: layer.offset.z += value
      case .scale: layer.scale *= value
      case .rotation: layer.rotation += value
      case .opacity: layer.opacity *= value
      case .model(let target):
        layer.model?.changes.append(ModelChange(target: target, value: value))
      }
    }
    layer.opacity = min(max(layer.opacity, 0), 1)
    return layer
  }
}
