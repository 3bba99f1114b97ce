internal import Digests
public import Frames
internal import JSON
public import Recordings
package import Reels
package import Rendering
public import Requests

/// How a render is divided into parts that any number of processes make, on any machine that has its inputs: the same
/// plan gives the same bytes, whichever process makes which part, and how often.
public struct RenderPlan: Sendable, Hashable {
  /// The name of the format, and its version.
  static let format = "avatar-overlay-plan"
  /// The version of the format.
  public static let version = 1
  /// The most parts.
  public static let maximumParts = 10_000
  /// The most bytes of a plan.
  public static let maximumBytes = 16 << 20

  /// What renders.
  public struct Renderer: Sendable, Hashable {
    /// The version of the program.
    public var version: String
    /// The build of the program, as `BuildID` tells it.
    public var build: String
    /// The versions of the libraries that decode and encode.
    public var libraries: String
  }

  /// A file that the render reads, or numbered ones.
  public struct Input: Sendable, Hashable {
    /// What it is.
    public enum Role: String, CaseIterable, Sendable {
      case clip, tracking, blendshapes, cues, photo, greeting, music, lut, background, logo
      case fitProfile = "fit profile"
      case session = "session's settings"
      case sessionState = "session's state"
    }

    /// How the render uses the input.
    public var role: Role
    /// The absolute path; a pattern for numbered pictures.
    public var path: String
    /// 1, or the count of numbered pictures.
    public var files: Int
    /// Length in bytes, of numbered pictures in all.
    public var bytes: Int
    /// The SHA-256 of the file; of numbered ones, that of the hashes of all.
    public var sha256: String
    /// The SHA-256 of pieces of it, by which a large one is known to each part.
    public var sample: String
  }

  /// What comes out.
  public struct Output: Sendable, Hashable {
    /// The container of a clip; nil for pictures.
    public var container: String?
    /// Seconds a tick, as two numbers.
    public var timeBase: [Int]
    /// The tick of the frames that is 0 in the output.
    public var origin: Int
    /// Whether it is a part of the clip.
    public var isPart: Bool
    /// The numbers of its frames.
    public var frames: ClosedRange<Int>
    /// When the first frame is shown and the last one ends, in milliseconds on the clip's timeline.
    public var startMs, endMs: Double
    /// The SHA-256 of the ticks of all frames.
    public var times: String
  }

  /// Frames in a row.
  public struct Part: Sendable, Hashable {
    /// The numbers of its frames.
    public var frames: ClosedRange<Int>
    /// The places of the clip's frames that they show, as far as the reader goes on.
    public var source: ClosedRange<Int>
    /// The tick of its last frame where another part follows.
    public var lastFollowed: Int?
    /// When its first frame is shown, and when that of the next part is, in milliseconds.
    public var startMs, endMs: Double
    /// The estimated work, in microseconds of a processor.
    public var cost: Int
    /// The SHA-256 of the ticks of its frames.
    public var times: String
  }

  /// Several recordings in the place of one, and when each is seen.
  package struct PlannedReel: Sendable, Hashable {
    package var reel: Reel
    package var schedule: ReelSchedule
  }

  /// The program that plans: its version, build and libraries.
  public var renderer: Renderer
  /// The folder that the request's relative paths start from.
  public var folder: String
  /// What is rendered, and where it goes.
  public var request: RenderRequest
  /// What is made of several recordings, of which the request says only where it goes; nil for one recording.
  package var reel: PlannedReel?
  /// The files that are read.
  public var inputs: [Input]
  package var packages: [PackageIdentity]
  /// What is covered of the clip's faces; nil for nothing.
  public var cover: FrameCover?
  /// What comes out.
  public var output: Output
  /// Threads of the encoder: another count gives other bytes.
  public var threads: Int
  /// The parts, in the order of their frames.
  public var parts: [Part]
  /// What the recording says of its origin, which no part's process may find otherwise.
  public var provenance = RecordingProvenance()

  /// The hash of all that the plan says: plans with the same one give the same bytes.
  public var fingerprint: String { SHA256.hex(of: value(withFingerprint: nil).bytes) }

  /// The plan as JSON.
  public var json: String { value(withFingerprint: fingerprint).lines + "\n" }

  /// Throws where the consent to use the recording has ended.
  func checkConsent() throws(RenderingError) {
    try provenance.checkConsent(to: inputs.first { $0.role == .clip }?.path ?? "the recording")
  }

  /// The number of frames.
  public var frameCount: Int { output.frames.count }

  /// A text's hash in a few digits, to tell names apart.
  public static func shortHash(of text: String) -> String {
    String(SHA256.hex(of: text.utf8).prefix(8))
  }

  /// The SHA-256 of ticks.
  static func hash(ofTicks ticks: some Sequence<Int64>) -> String {
    var hash = SHA256()
    var bytes: [UInt8] = []
    for tick in ticks {
      unsafe withUnsafeBytes(of: tick.littleEndian) { unsafe bytes.append(contentsOf: $0) }
      if bytes.count >= 1 << 16 {
        hash.append(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    hash.append(bytes)
    return hash.hex
  }
}
