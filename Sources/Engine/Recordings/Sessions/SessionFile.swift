import Foundation
import Problems
public import Recipe
public import Session

/// Files that say what a session asks for, or where it stood.
public enum SessionFile {
  /// Reads a session file.
  public static func settings(_ path: String) throws(SessionError) -> SessionSettings {
    let bytes = try contents(of: path, upTo: SessionSettings.byteLimit)
    do {
      return try SessionSettings(json: bytes)
    } catch {
      throw .faulty(path, error)
    }
  }

  /// Reads a kept state; what is wrong with it shows when the session goes on.
  public static func state(_ path: String) throws(SessionError) -> [UInt8] {
    try contents(of: path, upTo: BrushingSession.stateByteLimit)
  }

  /// Reads what players do in some recordings.
  public static func labels(_ path: String) throws(SessionError) -> SessionLabels {
    let bytes = try contents(of: path, upTo: SessionLabels.byteLimit)
    do {
      return try SessionLabels(json: bytes)
    } catch {
      throw .faulty(path, error)
    }
  }

  /// A file's bytes, at most one more than the limit.
  private static func contents(of path: String, upTo limit: Int) throws(SessionError) -> [UInt8] {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .notFound(path, reason: SystemReason.absence(of: path, "file"))
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      return [UInt8](try handle.read(upToCount: limit + 1) ?? Data())
    } catch {
      throw .notFound(path, reason: "it cannot be read (\(SystemReason.words(of: error)))")
    }
  }
}
