public import Imaging
internal import Synchronization

/// Draws frames of Lottie animations.
public enum LottieDrawing {
  /// Where the library runs.
  public enum Host: Hashable, Sendable {
    /// In this process: an app that brings its own animations, or a process that is isolated itself.
    case thisProcess
    /// In an isolated process of this program, by its executable: all that reads packages of others. Where the
    /// kernel lacks a mechanism of isolation, nothing is drawn if all of them are required.
    case ownProcess(executable: String, requiresIsolation: Bool = false)
  }

  private static let host = Mutex(Host.thisProcess)
  private static let process = Mutex<LottieProcess?>(nil)

  /// Says where the library runs from now on; before that it is this process.
  public static func use(_ host: Host) { self.host.withLock { $0 = host } }

  /// The SHA-256 of the library's file, which tells its builds apart; nil where it is not installed.
  ///
  /// It is loaded for that, and draws nothing.
  package static var librarySHA256: String? { LottieLibrary.sha256 }

  /// Draws a frame, whole and in the middle of a picture.
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
    let pixels: [UInt8]
    switch host.withLock({ $0 }) {
    case .thisProcess:
      pixels = try LottieLibrary.draw(file.text, frame: frame, width: width, height: height)
    case .ownProcess(let executable, let requiresIsolation):
      pixels = try drawn(file, frame, width, height) {
        LottieProcess(executable: executable, requiresIsolation: requiresIsolation)
      }
    }
    guard let picture = PremultipliedRGBA8(width: width, height: height, bytes: pixels) else {
      throw .crashed(how: "gave an answer of another size")
    }
    return StraightRGBA8(picture)
  }

  /// Draws in the other process; one that ended over somebody else's frame is asked again, started anew.
  private static func drawn(
    _ file: LottieFile, _ frame: Int, _ width: Int, _ height: Int, by start: () -> LottieProcess
  ) throws(LottieError) -> [UInt8] {
    do throws(LottieError) {
      return try worker(start).draw(file, frame: frame, width: width, height: height)
    } catch {
      guard error == .dropped else { throw error }
      return try worker(start).draw(file, frame: frame, width: width, height: height)
    }
  }

  /// The process that draws: started with the first frame, and again where it has ended.
  private static func worker(_ start: () -> LottieProcess) -> LottieProcess {
    process.withLock { process in
      if let process, !process.hasEnded { return process }
      let started = start()
      process = started
      return started
    }
  }
}
