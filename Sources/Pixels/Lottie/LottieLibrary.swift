internal import CLottie
internal import Digests
internal import Foundation

/// The library that draws, within this process.
///
/// Nothing but this file and the shim `CLottie` knows which one it is. An animation is read anew for each frame:
/// its values then depend on the frame alone, never on which ones were drawn before, and reading takes a tenth
/// of the time that drawing does.
@safe final class LottieLibrary: Sendable {
  /// The library's file.
  static let fileName = "librlottie.so.0-1"
  /// The package of Debian that has it.
  static let package = "librlottie0-1"

  private struct Missing: Error { var reason: String }

  nonisolated(unsafe) private let library: OpaquePointer

  private static let shared: Result<LottieLibrary, Missing> = {
    var message = [CChar](repeating: 0, count: Int(clottie_message_bytes))
    if let loaded = unsafe clottie_load(fileName, &message) {
      return .success(unsafe LottieLibrary(loaded))
    }
    let reason = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return .failure(Missing(reason: String(decoding: reason, as: UTF8.self)))
  }()

  /// The SHA-256 of the library's file, as it is loaded; nil where it is not installed.
  static let sha256: String? = {
    guard case .success = shared,
      let path = LoadedLibraries.paths.first(where: { $0.contains("/librlottie.so") })
    else { return nil }
    return try? SHA256.hex(ofFile: path)
  }()

  private init(_ library: OpaquePointer) { unsafe self.library = library }

  /// Draws a frame of what `LottieFile` wrote; the bytes are those of a `PremultipliedRGBA8`.
  static func draw(
    _ text: [UInt8], frame: Int, width: Int, height: Int
  ) throws(LottieError) -> [UInt8] {
    switch shared {
    case .success(let library):
      return try library.draw(text, frame: frame, width: width, height: height)
    case .failure(let missing): throw .noLibrary(reason: missing.reason)
    }
  }

  private func draw(
    _ text: [UInt8], frame: Int, width: Int, height: Int
  ) throws(LottieError) -> [UInt8] {
    let fit = LottieFit(of: text)
    let samples = fit.samples(max(width, height))
    let text = fit.fitted(text, width: samples * width, height: samples * height)
    let ended = text.map { CChar(bitPattern: $0) } + [0]
    guard let file = unsafe clottie_open(library, ended) else { throw .refused }
    defer { unsafe clottie_close(file) }
    let frames = unsafe clottie_frames(file)
    guard frame >= 0, frames > 0 else { throw .refused }
    var pixels = [UInt8](repeating: 0, count: 4 * width * height * samples * samples)
    unsafe clottie_draw(file, min(frame, frames - 1), &pixels, width, height, samples)
    return Array(pixels.prefix(4 * width * height))
  }
}
