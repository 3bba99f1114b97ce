internal import ClipReading
internal import Digests
internal import Foundation
internal import Frames
internal import Recipe
public import Recordings
import Rendering
public import Requests

/// Divides a render into parts.
public struct RenderPlanner {
  /// How many parts there are.
  public enum Division: Hashable, Sendable {
    /// As many as have about so many seconds each.
    case seconds(Double)
    /// So many, or fewer of a short clip.
    case count(Int)

    /// Seconds of a part, unless the caller says otherwise.
    public static let usual = Division.seconds(15)
    /// The seconds that a part may have.
    public static let secondsRange = 0.1...86_400.0

    /// How many parts so many seconds have.
    ///
    /// - Parameter name: what messages call what is divided.
    func count(ofSeconds length: Double, of name: String) throws(PartsError) -> Int {
      let wanted: Int
      switch self {
      case .count(let count): wanted = count
      case .seconds(let seconds):
        guard Self.secondsRange.contains(seconds) else {
          throw .indivisible("--part-seconds: \(seconds) found, 0.1 to 86400 expected")
        }
        wanted = Int(exactly: (length / seconds).rounded()) ?? 1
      }
      guard wanted <= RenderPlan.maximumParts else {
        throw .overLimit(
          what: "parts of \(name)", found: wanted, limit: RenderPlan.maximumParts,
          advice: "name a larger --part-seconds")
      }
      return wanted
    }
  }

  private let request: RenderRequest
  private let settings: RenderSettings

  /// Prepares the division.
  ///
  /// - Parameters:
  ///   - request: what is rendered.
  ///   - settings: what the request stands for on this machine.
  public init(_ request: RenderRequest, _ settings: RenderSettings) {
    var (request, settings) = (request, settings)
    let threads = request.threads.flatMap { $0 > 0 ? $0 : nil } ?? RenderRequest.usualThreads
    (request.threads, settings.threads) = (threads, threads)
    // An existing output concerns the process that joins the parts.
    request.output.overwrites = false
    (self.request, self.settings) = (request, settings)
  }

  /// Makes the plan.
  ///
  /// - Throws: as `RenderJob.run` for what can be known before the first frame, and `PartsError`.
  public func plan(_ division: Division = .usual) throws -> RenderPlan {
    guard settings.recording.tracking != nil || !request.needsTrackingOfClip else {
      throw PartsError.untracked(media: settings.recording.media)
    }
    let cover: FrameCover? =
      if case .planned(let cover) = settings.recording.cover { cover } else { nil }
    let outline = try RenderOutline(settings)
    let parts = try parts(outline, division)
    // A part's process may find the recording without what says its day.
    var request = request
    try request.passes.dateFilters(outline.date)
    return RenderPlan(
      renderer: try RenderPlan.Renderer.ofThisProgram(),
      folder: FileManager.default.currentDirectoryPath, request: request,
      inputs: try RenderPlan.Input.all(of: request, settings), packages: outline.packages,
      cover: cover,
      output: RenderPlan.Output(
        container: Self.container(outline),
        timeBase: [Int(outline.timeBase.numerator), Int(outline.timeBase.denominator)],
        origin: Int(outline.origin), isPart: outline.isPart, frames: outline.numbers,
        startMs: outline.timeMs(of: outline.numbers.lowerBound), endMs: outline.endMs,
        times: Self.times(of: outline.numbers, outline)),
      threads: settings.threads, parts: parts, provenance: outline.provenance)
  }

  private static func container(_ outline: RenderOutline) -> String? {
    if case .clip(let container) = outline.kind { container.rawValue } else { nil }
  }

  private static func times(of frames: ClosedRange<Int>, _ outline: RenderOutline) -> String {
    RenderPlan.hash(ofTicks: frames.lazy.map(outline.outputTick))
  }

  private func parts(
    _ outline: RenderOutline, _ division: Division
  ) throws(PartsError) -> [RenderPlan.Part] {
    let frames = outline.numbers
    let startMs = outline.timeMs(of: frames.lowerBound)
    let wanted = try division.count(
      ofSeconds: (outline.endMs - startMs) / 1000, of: settings.recording.media)
    let cost = FrameCost(outline, annotates: !request.passes.annotations.isEmpty)
    let cuts = PartDivision(frames, keys: outline.keyNumbers, cost: cost.of)
    return cuts.parts(wanted).map { part in
      let chosen = outline.frames(part)
      let isLast = part.upperBound == frames.upperBound
      return RenderPlan.Part(
        frames: part, source: chosen.source, lastFollowed: chosen.lastFollowed.map { Int($0) },
        startMs: outline.timeMs(of: part.lowerBound),
        endMs: isLast ? outline.endMs : outline.timeMs(of: part.upperBound + 1),
        cost: Int(cuts.cost(of: part).rounded()), times: Self.times(of: part, outline))
    }
  }
}

extension RenderPlan.Renderer {
  /// What this program is.
  public static func ofThisProgram() throws -> RenderPlan.Renderer {
    RenderPlan.Renderer(
      version: RendererVersion.number, build: try ProgramFile.build(),
      libraries: "\(VideoLibraries.versions), codecs \(ProgramFile.codecs.prefix(16))")
  }

  /// Throws where a plan is of another one.
  func check(against found: RenderPlan.Renderer) throws(PartsError) {
    for (what, found, expected) in [
      ("version", found.version, version), ("libraries", found.libraries, libraries),
      ("build", String(found.build.prefix(12)), String(build.prefix(12))),
    ] where found != expected {
      throw .otherRenderer(what: what, found: found, expected: expected)
    }
  }
}

/// What this process runs.
enum ProgramFile {
  static func build() throws -> String {
    do {
      return try BuildID.ofThisProgram()
    } catch {
      throw PartsError.indivisible("\(error)")
    }
  }

  /// A hash of the builds of the libraries that decode and encode, as they are loaded: those of one version may
  /// differ.
  static let codecs: String = {
    let names = [
      "libav", "libsw", "libx264", "libx265", "libvpx", "libSvtAv1", "libdav1d", "libaom",
    ]
    let paths = LoadedLibraries.paths.filter { path in
      let name = path.split(separator: "/").last ?? ""
      return names.contains(where: name.hasPrefix)
    }
    let builds = paths.map { (try? BuildID.text(ofFile: $0)) ?? $0 }
    return SHA256.hex(of: builds.joined(separator: "\n").utf8)
  }()
}
