internal import CKernels
internal import Imaging

/// The sRGB curve both ways, as the kernels of meshes read it.
enum MeshSignals {
  static let lights = KernelArray(
    (0...Int(CK_MESH_SIGNALS)).map {
      Float(SRGB.light(ofSignal: Double($0) / Double(CK_MESH_SIGNALS)))
    })
  // One more, which is read for white and counts nothing.
  static let signals = KernelArray(
    (0...Int(CK_MESH_LIGHTS) + 1).map {
      Float(SRGB.signal(ofLight: min(Double($0) / Double(CK_MESH_LIGHTS), 1)))
    })
  /// The light of bytes.
  static let bytes = KernelArray((0...255).map { Float(SRGB.light(ofSignal: Double($0) / 255)) })
}
