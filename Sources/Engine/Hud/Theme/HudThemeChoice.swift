import Foundation
import Problems
import Text

/// Which theme the HUD has.
public enum HudThemeChoice: Hashable, Sendable {
  /// The game's own.
  case game
  /// A quiet one, for people who look at what is under it.
  case plain
  case file(String)

  /// Those that come with the program.
  public static let included: [HudThemeChoice] = [.game, .plain]

  /// The longest theme file that is read, in bytes.
  public static let byteLimit = 64 * 1024

  /// Reads a theme's name, or the path of its file: whatever has a slash in it or ends in `.json`.
  public init(parsing text: String) throws(HudError) {
    if let theme = Self.included.first(where: { $0.description == text }) {
      self = theme
    } else if text.contains("/") || text.lowercased().hasSuffix(".json") {
      self = .file(text)
    } else {
      let names = Self.included.map(\.description)
      throw .unknownTheme(text, nearest: Spelling.nearest(to: text, among: names))
    }
  }

  package func load() throws(HudError) -> HudTheme {
    let game = try Self.read(HudFile.gameTheme.bytes, onto: HudTheme(), "game.json")
    switch self {
    case .game: return game
    case .plain:
      return try Self.read(HudFile.plainTheme.bytes, onto: game, "plain.json")
    case .file(let path): return try Self.read(try Self.contents(of: path), onto: game, path)
    }
  }

  private static func read(
    _ bytes: [UInt8], onto game: HudTheme, _ path: String
  ) throws(HudError) -> HudTheme {
    do {
      return try HudTheme(json: bytes, onto: game)
    } catch {
      throw .faulty(path: path, error)
    }
  }

  /// A file's bytes, at most one more than the limit.
  private static func contents(of path: String) throws(HudError) -> [UInt8] {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .notFound(path: path, reason: SystemReason.absence(of: path, "file"))
    }
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      return [UInt8](try handle.read(upToCount: byteLimit + 1) ?? Data())
    } catch {
      throw .notFound(path: path, reason: "it cannot be read (\(SystemReason.words(of: error)))")
    }
  }
}

extension HudThemeChoice: CustomStringConvertible {
  /// The choice as it is written.
  public var description: String {
    switch self {
    case .game: "game"
    case .plain: "plain"
    case .file(let path): path
    }
  }
}
