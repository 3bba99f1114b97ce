import Foundation
import Geometry
import Imaging
import MediaComparison
import Placement
import Recipe
import Recordings
import Requests
import Review

/// Renders a case, compares it with its goldens, and explains what differs.
struct CaseVerifier {
  let suite: GoldenSuite
  let results: SuiteResults
  /// The record of approvals; nil where that cannot be read, which is told once.
  let provenance: ProvenanceFile?
  let inputs: InputsHash
  let renderer: CaseRenderer

  /// The most frames of a case that are explained: the worst ones.
  ///
  /// An explanation takes as long as rendering a dozen frames, and the next frame's is the same.
  static let explainedFrames = 8

  /// What was found of the case, which is kept among the results.
  ///
  /// - Throws: only what stops the other cases as well: results that cannot be written, a link that
  ///   leads out of the suite, and a request to stop.
  func verify(_ single: GoldenCase, _ scene: RenderedScene) throws(GoldenError) -> CaseResult {
    results.clear(single.name)
    var result = CaseResult(
      rendererVersion: RendererVersion.number, checkedAt: Timestamp.now,
      inputs: inputs.hash(of: scene), isComplete: false,
      review: ReviewCase(name: single.name, verdict: .passed))
    let expected = try KeptPlacements.read(
      suite.paths.place(suite.paths.placements(of: single.name)))
    if let fault = expected.fault { result.notes.append("placements of the golden: \(fault)") }
    var pictures = Pictures()
    var session: SessionCheck.Finding?
    do {
      if scene.holds.holdsAny {
        session = try SessionCheck(paths: suite.paths, cancellation: renderer.cancellation)
          .check(single.name, scene)
      }
      if let clip = single.judging.clip {
        try compareClip(single, scene, clip, expected, &result)
      } else {
        try comparePictures(single, scene, expected, &pictures, &result)
      }
    } catch {
      switch error {
      case RenderingError.interrupted, GoldenError.interrupted: throw .interrupted
      case GoldenError.file(let inner): throw .file(inner)
      case GoldenError.leadsOut(let words): throw .leadsOut(words)
      default: result.review.verdict = .error
      }
      result.review.explanation = ["\(error)"]
    }
    if single.judging.clip == nil { add(pictures, to: &result, single, expected) }
    session?.add(to: &result)
    try results.keep(result)
    return result
  }

  /// What was rendered of pictures, and found, as far as it came.
  private struct Pictures {
    var findings: [FrameCheck.Finding] = []
    var sidecar: [UInt8] = []
    var faces: Set<Int> = []
  }

  private func comparePictures(
    _ single: GoldenCase, _ scene: RenderedScene, _ expected: KeptPlacements,
    _ pictures: inout Pictures, _ result: inout CaseResult
  ) throws {
    let check = FrameCheck(
      suite: suite, results: results, single: single, variants: variants)
    let doubts = try renderer.render(scene) { picture in
      picture.placements?.append(to: &pictures.sidecar)
      pictures.sidecar.append(UInt8(ascii: "\n"))
      let record = expected.record(ofFrame: single.isStill ? nil : picture.frame)
      pictures.faces.formUnion(picture.faces.keys)
      pictures.findings.append(try check.compare(picture, expected: record, explains: false))
    }
    result.notes += doubts.map { "\(single.name): \($0)" }
    let records = expected.all + pictures.findings.compactMap(\.placements)
    let faults =
      single.judging.regions.faultsOfNames(in: records, faces: pictures.faces)
      + Set(pictures.findings.compactMap(\.regionFault)).sorted()
    if !faults.isEmpty { throw CaseRenderer.Fault.regions(faults) }
    result.isComplete = true
    try explain(&pictures.findings, check, scene, expected)
  }

  private var variants: GoldenVariants { GoldenVariants(suite: suite, provenance: provenance) }

  private func add(
    _ pictures: Pictures, to result: inout CaseResult, _ single: GoldenCase,
    _ expected: KeptPlacements
  ) {
    let findings = pictures.findings
    result.placements = String(decoding: pictures.sidecar, as: UTF8.self)
    for finding in findings { finding.kept.map { result.pictures[$0.path] = $0.sha256 } }
    result.notes += findings.compactMap { $0.review.expected }.compactMap(handMade)
    result.notes += findings.flatMap { finding in
      finding.notes
        + variants.faults(
          of: suite.paths.golden(
            of: single.name, frame: single.isStill ? nil : finding.review.frame))
    }
    let moved = findings.filter { $0.review.verdict == .failed }.compactMap(\.placements)
    let shift = PlacementShift.words(expected: expected.all, actual: moved)
    CaseSummary(findings, single.judging.thresholds, isStill: single.isStill, shift: shift)
      .fill(&result.review)
  }

  /// A note on a golden that is not the one that was recorded.
  func handMade(_ golden: String) -> String? {
    guard let provenance else { return nil }
    guard let record = provenance[golden] else {
      return "\(golden): there is no record of who recorded it; approve it"
    }
    return suite.goldens.sha256(golden) == record.sha256
      ? nil
      : "\(golden): changed by hand since \(record.by) recorded it at \(record.at); approve it"
  }

  /// Explains the worst of the frames that failed.
  private func explain(
    _ findings: inout [FrameCheck.Finding], _ check: FrameCheck, _ scene: RenderedScene,
    _ expected: KeptPlacements
  ) throws {
    let worst = findings.indices
      .filter { findings[$0].review.verdict == .failed }
      .sorted { severity(findings[$0]) > severity(findings[$1]) }
      .prefix(Self.explainedFrames)
    guard !worst.isEmpty else { return }
    var backgrounds: [Int: StraightRGBA8] = [:]
    var faces: [Int: [Int: [Point2<OutputSpace>]]] = [:]
    if !scene.request.passes.overlayOnly, scene.request.avatars != [AvatarSelection.none] {
      let chosen = Set(worst.map { findings[$0].review.frame })
      // Without the background there is less to explain by, and nothing else to complain of.
      _ = try? renderer.render(scene, only: chosen, isBackground: true) {
        (backgrounds[$0.frame], faces[$0.frame]) = ($0.picture, $0.faces)
      }
    }
    for index in worst {
      let old = findings[index]
      guard let kept = old.kept, let picture = try? results.place(kept.path).picture()
      else { continue }
      let ground =
        scene.request.passes.overlayOnly
        ? PixelSize<OutputSpace>(width: picture.width, height: picture.height)
          .map { StraightRGBA8(size: $0) }
        : backgrounds[old.review.frame]
      let isStill = check.single.isStill
      let record = expected.record(ofFrame: isStill ? nil : old.review.frame)
      findings[index].review.explanation = check.explanation(
        of: CasePicture(
          picture: picture, placements: old.placements, faces: faces[old.review.frame] ?? [:]),
        golden: old.review.expected, expected: record, ground: ground)
      let others = check.variants.valid(of: old.review.expected ?? "").map(\.environment)
      if !others.isEmpty {
        findings[index].review.explanation.append(
          "no variant fits either: \(others.joined(separator: ", "))")
      }
    }
  }

  private func severity(_ finding: FrameCheck.Finding) -> Double {
    finding.judgement?.severity ?? 0
  }
}
