import Digests
import Foundation

/// Files that FFmpeg's tool made, kept from run to run beside the test bundle: starting the tool takes longer than most
/// tests do with what it makes.
enum MadeClips {
  /// Files of up to this many bytes are kept, and inputs of as many are looked at.
  private static let mostBytes = 16 << 20
  /// With more bytes than this the folder begins anew.
  private static let mostBytesInAll = 1 << 30

  /// Where the files are; nil where they cannot be kept.
  private static let folder: URL? = {
    let files = FileManager.default
    let folder = URL(filePath: Program.product.path).deletingLastPathComponent()
      .appending(path: "test-clips")
    let kept = try? files.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.fileSizeKey])
    let bytes = (kept ?? []).reduce(0) {
      $0 + ((try? $1.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0)
    }
    if bytes > mostBytesInAll { try? files.removeItem(at: folder) }
    do { try files.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
      return nil
    }
    return folder
  }()

  /// What the files depend on beside the command: the tool and the libraries that are installed.
  private static let tool = [Program.ffmpeg.path, "/var/lib/dpkg/status"].map { path in
    let found = try? FileManager.default.attributesOfItem(atPath: path)
    return "\(found?[.size] ?? 0) \(found?[.modificationDate] ?? Date.distantPast)"
  }

  /// What a command does, or did when it was run before.
  ///
  /// - Parameter run: runs the command.
  static func outcome(
    of arguments: [String], run: () throws -> Program.Outcome
  ) throws -> Program.Outcome {
    guard let output = output(of: arguments), let kept = place(of: arguments, output) else {
      return try run()
    }
    if let bytes = try? Data(contentsOf: kept) {
      try bytes.write(to: output)
      return Program.Outcome(exitCode: 0, output: Data(), error: "")
    }
    let outcome = try run()
    if outcome.exitCode == 0, outcome.output.isEmpty, outcome.error.isEmpty,
      let bytes = try? Data(contentsOf: output), bytes.count <= mostBytes
    {
      try? bytes.write(to: kept, options: .atomic)
    }
    return outcome
  }

  /// The one file that a command makes; nil where it makes none or several, or reads what cannot be looked at.
  private static func output(of arguments: [String]) -> URL? {
    guard let output = arguments.last, output.hasPrefix("/"), !output.contains("%"),
      !arguments.contains("concat"), !arguments.contains("-report")
    else { return nil }
    let folder = (output as NSString).deletingLastPathComponent
    let named = arguments.indices.dropLast().filter {
      arguments[$0].hasPrefix("/") || arguments[$0].contains(folder)
    }
    guard named.allSatisfy({ $0 > 0 && arguments[$0 - 1] == "-i" }) else { return nil }
    return URL(filePath: output)
  }

  /// Where what a command makes is kept: by its words, and by what its inputs hold.
  private static func place(of arguments: [String], _ output: URL) -> URL? {
    var words = tool + arguments.dropLast() + [output.pathExtension]
    for (index, word) in arguments.enumerated().dropFirst() where arguments[index - 1] == "-i" {
      if index > 2, arguments[index - 3...index - 2] == ["-f", "lavfi"] { continue }
      guard word.hasPrefix("/"), let bytes = try? Data(contentsOf: URL(filePath: word)),
        bytes.count <= mostBytes, word != output.path
      else { return nil }
      words[tool.count + index] = SHA256.hex(of: bytes)
    }
    let key = SHA256.hex(of: Array(words.joined(separator: "\0").utf8))
    return folder?.appending(path: key)
  }
}
