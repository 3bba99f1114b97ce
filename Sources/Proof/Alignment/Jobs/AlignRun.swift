internal import Foundation
internal import Geometry
internal import Placement
internal import Problems
internal import Recordings
internal import TrackingFiles

/// What `align` is given as a run: a recording to be measured, or what is left of an earlier run.
public enum AlignRun: Sendable {
  /// A recording's folder or clip.
  case recording(String)
  /// A placements sidecar.
  case placements(String)
  /// A report that `align --json` wrote.
  case report(String)

  /// The bytes that a saved report may have: 256 MiB, some hours of a face with eight layers.
  public static let maximumReportBytes = 256 << 20
  /// How much of a file is looked at to tell what it is, in bytes.
  private static let sniffedBytes = 4096

  /// Tells what a path names, by what the file begins with.
  public init(finding path: String) throws {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      throw RenderingError.recordingNotFound(path)
    }
    let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
    let name = path.lowercased()
    guard !isFolder, name.contains(".json") || name.hasSuffix(".gz") || name.hasSuffix(".zst")
    else {
      self = .recording(path)
      return
    }
    let start = try Self.start(of: path)
    if start.contains("\"avatar-alignment/") || start.hasPrefix("{\n") {
      self = .report(path)
    } else if start.contains("\"placements\"") {
      self = .placements(path)
    } else {
      throw AlignError.notARun(path, reason: "not a run")
    }
  }

  private static func start(of path: String) throws(TrackingFault) -> String {
    if path.lowercased().hasSuffix(".json"),
      let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: sniffedBytes)
    {
      return String(decoding: data, as: UTF8.self)
    }
    let lines = try JSONLines(path: path, expected: "a placements file or a report")
    return String(decoding: (try lines.next()?.bytes ?? []).prefix(sniffedBytes), as: UTF8.self)
  }

  /// Reads a saved report.
  public static func report(at path: String) throws -> AlignmentReport {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let bytes = (attributes?[.size] as? NSNumber)?.intValue else {
      throw RenderingError.recordingNotFound(path)
    }
    guard bytes <= maximumReportBytes else {
      throw AlignError.tooLarge(path, limit: "\(maximumReportBytes >> 20) MiB")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      let refusal = SystemReason.refusal(ofReading: path)
      throw AlignError.notARun(path, reason: refusal ?? "the file cannot be read")
    }
    var report: AlignmentReport
    do {
      report = try JSONDecoder().decode(AlignmentReport.self, from: data)
    } catch {
      throw AlignError.notARun(path, reason: "not a report: \(reason(error))")
    }
    guard report.format == AlignmentReport.currentFormat else {
      throw AlignError.notARun(
        path,
        reason: "a report of the format \"\(report.format.prefix(40))\", which is not"
          + " \"\(AlignmentReport.currentFormat)\"")
    }
    guard isSensible(report) else {
      throw AlignError.notARun(
        path, reason: "not a report: a figure or a corner is beyond \(farthest)")
    }
    report.source = path
    return report
  }

  /// The largest figure or coordinate that makes sense: differences of them stay finite.
  private static let farthest = 1e12

  private static func isSensible(_ report: AlignmentReport) -> Bool {
    report.metrics.values.allSatisfy { abs($0) <= farthest }
      && report.perFrame.allSatisfy { frame in
        frame.quads.allSatisfy { $0.corners.joined().allSatisfy { abs($0) <= farthest } }
      }
  }

  private static func reason(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.isEmpty
        ? "" : " at \(context.codingPath.map(\.stringValue).joined(separator: "."))"
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "no \"\(key.stringValue)\"\(place(context))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "a value of another type\(place(context))"
    case DecodingError.dataCorrupted(let context):
      return "damaged JSON\(place(context))"
    default: return "unreadable"
    }
  }

  /// What a sidecar tells by itself: residuals in pixels, shake, and where the layers are.
  ///
  /// Lengths are in pixels of the sidecar's own frames.
  public static func report(ofPlacements path: String) throws -> AlignmentReport {
    let reader = try PlacementsReader(path: path)
    var report = AlignmentReport(source: path)
    report.placements = path
    var residuals = Distribution()
    var shake = AlignQuadShake()
    var faces = Set<Int>()
    while let record = try reader.next() {
      let size = PixelSize<SceneSpace>(clamping: record.width, record.height)
      let frame = AlignPlacements(scene: size, mirrored: false).frame(record)
      frame.residuals.forEach { residuals.add($0.px) }
      shake.add(frame.quads, frame: record.frame, atMs: record.timestampMs)
      faces.formUnion(frame.covered)
      report.frames += 1
      report.perFrame.append(
        AlignedFrame(
          frame: record.frame, timestampMs: record.timestampMs, quads: frame.quads))
    }
    report.faces = faces.count
    report[.residualPx] = residuals.mean
    report[.residualP95Px] = residuals.quantile(0.95)
    report[.residualMaxPx] = residuals.maximum
    report[.overlayShakePx] = shake.value
    report.notes.append(
      "from placements alone only residuals in pixels and shake can be measured; give the"
        + " recording for the rest")
    return report
  }
}
