/// What a job shall do, as `JobRecord.request` has it in JSON: everything that decides the result's
/// bytes, so that a job that runs again gives the same ones.
public struct JobRequest: Hashable, Sendable, Codable {
  /// The clip or picture, a file in the job's folder `recording`.
  public var media: String
  /// The tracking file beside it; nil where nothing was tracked.
  public var tracking: String?
  /// Names of avatars, given to the faces from left to right; `none` draws none.
  public var avatars: [String]
  /// Options of `avatar-overlay render` that `snapshot` takes too, each as one word
  /// (`--name=value` or `--name`).
  public var sharedOptions: [String] = []
  /// Options of `render` alone.
  public var renderOptions: [String] = []
  /// The result's container, by its extension.
  public var container = "mp4"
  /// Threads of decoder and encoder.
  ///
  /// The encoder's bytes depend on it, so it goes with the job and not with the machine.
  public var threads = Self.defaultThreads
  /// The frame that the poster shows; nil for the middle one.
  public var posterFrame: Int?

  /// As many as a core more than one render hardly uses.
  public static let defaultThreads = 2
  /// The longest side of a poster, in pixels.
  public static let posterSide = 1280
  /// The containers that there are.
  public static let containers = ["mp4", "mov", "mkv", "webm"]

  /// Makes a request with defaults for the rest.
  public init(media: String, tracking: String?, avatars: [String]) {
    self.media = media
    self.tracking = tracking
    self.avatars = avatars
  }

  /// What makes the request unfit; nil where nothing does.
  ///
  /// The last door before a command line: no value may be a path out of the folder, or be taken for
  /// an option.
  var fault: String? {
    let files = [media] + [tracking].compactMap(\.self)
    if let file = files.first(where: { !Self.isPlainName($0) }) {
      return "\"\(file)\" is not a plain file name"
    }
    if avatars.isEmpty { return "no avatar is named" }
    if let avatar = avatars.first(where: { !Self.isPlainName($0) }) {
      return "\"\(avatar)\" is not the name of an avatar"
    }
    if let option = (sharedOptions + renderOptions).first(where: { !Self.isFitOption($0) }) {
      return "\"\(option)\" is not an option that a job may have"
    }
    if !Self.containers.contains(container) { return "\"\(container)\" is no container" }
    return (1...64).contains(threads) ? nil : "\(threads) threads; expected 1 to 64"
  }

  /// Options that choose how things look; those that name files are the runner's.
  private static let fitOptions: Set<String> = [
    "--placement", "--no-snap", "--mirror", "--smoothing", "--smoothing-ms", "--lost-faces",
    "--tracking-size", "--tracking-rotation", "--tracking-mirrored", "--skip-bad-samples",
    "--size", "--codec", "--pixel-format", "--crf", "--preset", "--overlay-only", "--frames",
    "--start", "--end", "--filter", "--filter-seed",
  ]

  private static func isFitOption(_ word: String) -> Bool {
    fitOptions.contains(word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? "")
  }

  /// Letters, digits, and `.`, `-`, `_` after the first.
  static func isPlainName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard let first = bytes.first, isPlain(first), bytes.count <= 128 else { return false }
    return bytes.allSatisfy { isPlain($0) || "._-".utf8.contains($0) }
  }
}
