public import Imaging
internal import Synchronization

/// Draws frames of Lottie animations.
public enum LottieDrawing {
  /// Where the library runs.
  public enum Host: Hashable, Sendable {
    /// In this process: an app that brings its own animations, or a process that is isolated itself.
    case thisProcess
    /// In isolated processes of this program, by its executable, a few at most: all that reads packages of others.
    /// Where the kernel lacks a mechanism of isolation, nothing is drawn if all of them are required.
    case ownProcess(executable: String, requiresIsolation: Bool = false)
  }

  /// The processes that draw; nil where this one does.
  private static let pool = Mutex<LottiePool?>(nil)

  /// Says where the library runs from now on; before that it is this process.
  public static func use(_ host: Host) {
    var pool: LottiePool?
    if case .ownProcess(let executable, let requiresIsolation) = host {
      var settings = LottiePool.Settings(executable: executable)
      settings.requiresIsolation = requiresIsolation
      pool = LottiePool(settings)
    }
    self.pool.withLock { $0 = pool }
  }

  /// The SHA-256 of the library's file, which tells its builds apart; nil where it is not installed.
  ///
  /// It is loaded for that, and draws nothing.
  package static var librarySHA256: String? { LottieLibrary.sha256 }

  /// Draws a frame that fills a picture.
  ///
  /// The same file, frame and size give the same bytes, whatever was drawn before, in either host.
  ///
  /// - Parameters:
  ///   - frame: counted from 0; the last one where there are fewer.
  ///   - width: columns, 1 to 2048.
  ///   - height: rows, as many.
  public static func picture(
    of file: LottieFile, frame: Int, width: Int, height: Int
  ) throws(LottieError) -> StraightRGBA8 {
    let side = 1...LottieSize.mostSide
    guard side.contains(width), side.contains(height) else { throw .refused }
    let frame = min(frame, file.frames - 1)
    let pixels =
      if let pool = pool.withLock({ $0 }) {
        try pool.draw(file, frame: frame, width: width, height: height)
      } else {
        try LottieLibrary.draw(file.text, frame: frame, width: width, height: height)
      }
    guard let picture = PremultipliedRGBA8(width: width, height: height, bytes: pixels) else {
      throw .crashed(how: "gave an answer of another size")
    }
    return StraightRGBA8(picture)
  }
}
