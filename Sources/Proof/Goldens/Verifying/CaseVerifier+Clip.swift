import Comparison
import Digests
import Explaining
import Foundation
import Geometry
import Imaging
import MediaComparison
import Placement
import Review

/// Clips: all frames are rendered, and compared with hashes, placements and reduced frames.
extension CaseVerifier {
  /// The most failing frames of a clip whose pictures are kept: the worst ones.
  static let keptFailingFrames = 24
  /// About the most other frames whose pictures are kept, evenly over the clip.
  static let keptOtherFrames = 48
  /// The most sentences about layers.
  static let toldSpans = 8

  private struct Rendered {
    var clip = ReducedClip()
    var frames: [ClipComparison.Frame] = []
    var records: [PlacementRecord] = []
    var faces: Set<Int> = []
    var size = (width: 0, height: 0)
    var regionFaults: Set<String> = []
  }

  func compareClip(
    _ single: GoldenCase, _ scene: RenderedScene, _ thresholds: ClipThresholds,
    _ expected: KeptPlacements, _ result: inout CaseResult
  ) throws {
    var rendered = Rendered()
    let doubts = try renderer.render(scene) { picture in
      try add(picture, to: &rendered, single, expected.record(ofFrame: picture.frame))
    }
    result.notes += doubts.map { "\(single.name): \($0)" }
    let faults =
      single.judging.regions.faultsOfNames(
        in: expected.all + rendered.records, faces: rendered.faces)
      + rendered.regionFaults.sorted()
    if !faults.isEmpty { throw CaseRenderer.Fault.regions(faults) }
    try compare(rendered, with: expected, single, thresholds, &result)
    result.isComplete = true
  }

  private func add(
    _ picture: CasePicture, to rendered: inout Rendered, _ single: GoldenCase,
    _ expected: PlacementRecord?
  ) throws {
    guard rendered.frames.count < SuiteLimits.framesOfCase else {
      throw CaseRenderer.Fault.tooManyFrames
    }
    rendered.clip.add(picture.picture)
    rendered.size = (picture.picture.width, picture.picture.height)
    picture.placements.map { rendered.records.append($0) }
    rendered.faces.formUnion(picture.faces.keys)
    rendered.frames.append(
      ClipComparison.Frame(
        frame: picture.frame, timestampMs: picture.timestampMs,
        sha256: SHA256.hex(of: picture.picture.bytes),
        mask: mask(of: picture, single, expected, &rendered.regionFaults).map { mask in
          let size = rendered.clip.frames.last.map { ($0.width, $0.height) } ?? (1, 1)
          return mask.reduced(toWidth: size.0, height: size.1)
        }))
  }

  /// The pixels of the full picture that are compared; nil for all.
  private func mask(
    of picture: CasePicture, _ single: GoldenCase, _ expected: PlacementRecord?,
    _ faults: inout Set<String>
  ) -> PixelMask? {
    let (width, height) = (picture.picture.width, picture.picture.height)
    var context = PictureJudge.Context()
    context.actualPlacements = picture.placements
    if expected?.width == width, expected?.height == height {
      context.expectedPlacements = expected
    }
    (context.regions, context.faces) = (single.judging.regions, picture.faces)
    let (kept, _, fault) = PictureJudge.compared(context, width: width, height: height)
    if let fault { faults.insert(fault) }
    guard single.judging.region != .all else { return kept }
    let inside = OverlayRegion.mask(context, width: width, height: height)
    guard let region = single.judging.region.mask(inside: inside) else { return kept }
    return kept.map { region.intersection($0) } ?? region
  }

  private func compare(
    _ rendered: Rendered, with expected: KeptPlacements, _ single: GoldenCase,
    _ thresholds: ClipThresholds, _ result: inout CaseResult
  ) throws(GoldenError) {
    let clip = rendered.clip.fitting
    guard let size = clip.size, let picture = clip.picture else {
      throw .unfitCase(
        single.name,
        reason: rendered.frames.isEmpty
          ? "the clip has no frame"
          : "the clip's frames have several sizes; give the case a \"size\"")
    }
    let now = ClipFrameList(
      header: .init(
        width: rendered.size.width, height: rendered.size.height, reducedWidth: size.width,
        reducedHeight: size.height, frames: rendered.frames.count),
      frames: rendered.frames.map {
        .init(frame: $0.frame, timestampMs: $0.timestampMs, sha256: $0.sha256)
      })
    result.frames = now.text
    var sidecar: [UInt8] = []
    for record in rendered.records {
      record.append(to: &sidecar)
      sidecar.append(UInt8(ascii: "\n"))
    }
    result.placements = String(decoding: sidecar, as: UTF8.self)
    let file = suite.paths.clip(of: single.name)
    guard suite.paths.place(file).exists else {
      return try keepUncompared(
        rendered, clip, picture, as: .missing, "there is no golden yet", &result)
    }
    result.notes += [file].compactMap(handMade)
    let golden: ClipFrameList
    let kept: ReducedClip
    do throws(GoldenError) {
      golden = try ClipFrameList(suite.paths.place(suite.paths.frames(of: single.name)))
      kept = try goldenClip(file, golden.header)
    } catch {
      if error.isLeadingOut { throw error }
      // As with pictures: what was rendered can be looked at, and approved in its place.
      return try keepUncompared(
        rendered, clip, picture, as: .error, "the golden cannot be read: \(error)", &result)
    }
    if let mismatch = Self.mismatch(now, golden) {
      return try keepUncompared(rendered, clip, picture, as: .mismatch, mismatch, &result)
    }
    let spans = LayerSpans.find(
      expected: expected.all, actual: rendered.records, where: single.judging.regions.tells)
    let comparison = ClipComparison(judging: single.judging, thresholds: thresholds)
    let frames = rendered.frames.map { frame in
      var frame = frame
      frame.mask = frame.mask?.reduced(toWidth: size.width, height: size.height)
      return frame
    }
    let popping = Set(spans.filter(\.isFlicker).flatMap(\.frames))
    let findings = comparison.findings(
      frames, clip.frames, golden: golden, kept.frames, popping: popping)
    let summary = ClipSummary(findings, spans, comparison)
    let moved = zip(findings, rendered.records).filter { $0.0.failed }.map(\.1)
    summary.fill(
      &result.review, shift: PlacementShift.words(expected: expected.all, actual: moved))
    addQuads(rendered, expected, size, &result)
    guard now != golden || clip.frames != kept.frames else { return }
    try keep(picture, &result)
    try keepPictures(summary.shownFrames, clip, kept, &result)
  }

  /// Keeps a clip whose frames cannot be held against a golden's.
  private func keepUncompared(
    _ rendered: Rendered, _ clip: ReducedClip, _ picture: StraightRGBA8,
    as verdict: ReviewCase.Verdict, _ reason: String, _ result: inout CaseResult
  ) throws(GoldenError) {
    result.review.verdict = verdict
    result.review.explanation = [reason]
    result.review.frames = rendered.frames.map {
      ReviewFrame(frame: $0.frame, timestampMs: $0.timestampMs, verdict: verdict)
    }
    try keep(picture, &result)
    try keepPictures(Array(clip.frames.indices), clip, nil, &result)
  }

  private func goldenClip(
    _ file: String, _ header: ClipFrameList.Header
  ) throws(GoldenError) -> ReducedClip {
    let picture = try suite.goldens.picture(file)
    guard
      let clip = ReducedClip(
        picture, width: header.reducedWidth, height: header.reducedHeight, count: header.frames)
    else {
      throw .unreadable(
        suite.paths.path(file),
        reason:
          "\(picture.width) x \(picture.height) pixels cannot hold the \(header.frames) frames"
          + " of \(header.reducedWidth) x \(header.reducedHeight) that the .frames.jsonl beside it"
          + " names; approve the case again")
    }
    return clip
  }

  /// What two clips differ in so that frames cannot be held against each other; nil for nothing.
  private static func mismatch(_ now: ClipFrameList, _ golden: ClipFrameList) -> String? {
    let (a, b) = (now.header, golden.header)
    if a.frames != b.frames { return "the clip has \(a.frames) frames, its golden \(b.frames)" }
    if a.width != b.width || a.height != b.height {
      return
        "sizes differ: the clip is \(a.width) x \(a.height), its golden \(b.width) x \(b.height)"
    }
    let other = zip(now.frames, golden.frames).first { $0.frame != $1.frame }
    return other.map { "frame \($0.frame) stands where the golden has frame \($1.frame)" }
  }

  /// Where layers went in frames that failed, in pixels of the reduced frames.
  private func addQuads(
    _ rendered: Rendered, _ expected: KeptPlacements, _ size: (width: Int, height: Int),
    _ result: inout CaseResult
  ) {
    let scale = AffineMap<OutputSpace, OutputSpace>(
      Double(size.width) / Double(max(1, rendered.size.width)), 0, 0, 0,
      Double(size.height) / Double(max(1, rendered.size.height)), 0)
    let target = PixelSize<OutputSpace>(clamping: size.width, size.height)
    let byFrame = Dictionary(rendered.records.map { ($0.frame, $0) }) { first, _ in first }
    for index in result.review.frames.indices
    where result.review.frames[index].verdict != .passed {
      let frame = result.review.frames[index].frame
      result.review.frames[index].quads =
        ReviewQuad.quads(
          of: expected.record(ofFrame: frame)?.mapped(by: scale, to: target), .expected)
        + ReviewQuad.quads(of: byFrame[frame]?.mapped(by: scale, to: target), .actual)
    }
  }

  /// Keeps the clip as it is now.
  private func keep(_ picture: StraightRGBA8, _ result: inout CaseResult) throws(GoldenError) {
    let kept = try results.keep(picture, of: result.review.name, as: "clip")
    result.clip = kept.path
    result.pictures[kept.path] = kept.sha256
  }

  /// Keeps reduced frames, for the page.
  ///
  /// - Parameters:
  ///   - wanted: the places of the frames whose pictures matter most.
  ///   - golden: the golden's frames; nil where there is none to show.
  private func keepPictures(
    _ wanted: [Int], _ clip: ReducedClip, _ golden: ReducedClip?, _ result: inout CaseResult
  ) throws(GoldenError) {
    let step = max(1, clip.frames.count / Self.keptOtherFrames)
    let failing = golden == nil ? [] : Array(wanted.prefix(Self.keptFailingFrames))
    let others = stride(from: 0, to: clip.frames.count, by: step).filter { !failing.contains($0) }
    for index in failing + others {
      let name = result.review.name
      let frame = result.review.frames[index].frame
      let number = GoldenPaths.padded(frame)
      if let golden {
        let kept = try results.keep(golden.frames[index], of: name, as: "\(number)-golden")
        result.pictures[kept.path] = kept.sha256
        result.review.frames[index].expected = kept.path
        if golden.frames[index] == clip.frames[index] { continue }
      }
      let kept = try results.keep(clip.frames[index], of: name, as: number)
      result.pictures[kept.path] = kept.sha256
      result.review.frames[index].actual = kept.path
    }
  }
}
