import Comparison
import Imaging

/// Compares the frames of a clip with its golden.
struct ClipComparison {
  /// A frame of the clip as it is now.
  struct Frame {
    var frame: Int
    var timestampMs: Double
    var sha256: String
    /// The pixels of the reduced frame that are compared; nil for all.
    var mask: PixelMask?
  }

  /// What was found of a frame.
  struct Finding {
    var frame: Frame
    var measures: PictureMeasures
    /// The flicker since the frame before, in levels.
    var flicker = 0.0
    var differs = false
    /// Whether it is over a threshold.
    var failed = false
    /// Whether only pixels of the full size differ, by less than the reduced frame shows.
    var differsInFullSizeOnly = false

    /// How bad it is.
    var severity: Double {
      (failed ? 1e6 : 0) + measures.meanColourDifference * Double(measures.comparedPixels) + flicker
    }
  }

  let judging: Judging
  let thresholds: ClipThresholds

  /// Whether every pixel of the full size must be the same.
  private var isExact: Bool {
    judging.thresholds == .exact && judging.region == .all && judging.regions.isEmpty
  }

  /// Compares frames, as many as the golden has.
  ///
  /// - Parameter popping: the frames in which a layer is gone, there or elsewhere for a moment.
  func findings(
    _ frames: [Frame], _ actual: [StraightRGBA8], golden: ClipFrameList,
    _ expected: [StraightRGBA8],
    popping: Set<Int>
  ) -> [Finding] {
    let comparer = PictureComparer(judging.options)
    var flicker = Flicker()
    var findings: [Finding] = []
    for (index, frame) in frames.enumerated() {
      let (a, b) = (expected[index], actual[index])
      var finding = Finding(
        frame: frame,
        measures: comparer.measure(a, b, in: frame.mask)
          ?? PictureMeasures(width: b.width, height: b.height, comparedPixels: 0))
      finding.flicker = flicker.next(expected: a, actual: b, in: frame.mask)
      let isOtherInFull = isExact && golden.frames[index].sha256 != frame.sha256
      finding.differsInFullSizeOnly = isOtherInFull && finding.measures.isIdentical
      finding.differs = finding.measures.changedPixels > 0 || isOtherInFull
      finding.failed =
        !judging.thresholds.passes(finding.measures) || isOtherInFull
        || finding.differs && finding.flicker > thresholds.maxFlicker
        || popping.contains(frame.frame)
      findings.append(finding)
    }
    return findings
  }

  /// The worst frame's rungs, and those of the whole clip.
  func rungs(_ findings: [Finding]) -> [RungVerdict] {
    guard let worst = findings.max(by: { $0.severity < $1.severity }) else { return [] }
    let share = share(findings)
    // Coming back to the golden is no fault of the frame that does.
    let flicker = findings.filter(\.differs).map(\.flicker).max() ?? 0
    return judging.thresholds.verdicts(for: worst.measures) + [
      RungVerdict(
        rung: "maxDifferingShare", found: share, allowed: thresholds.maxDifferingShare,
        passed: thresholds.maxDifferingShare.map { share <= $0 } ?? true),
      RungVerdict(
        rung: "maxFlicker", found: flicker, allowed: thresholds.maxFlicker,
        passed: flicker <= thresholds.maxFlicker),
    ]
  }

  /// The share of the frames that differ at all.
  func share(_ findings: [Finding]) -> Double {
    Double(findings.count { $0.differs }) / Double(max(1, findings.count))
  }

  /// Whether too many frames differ.
  func hasTooManyDiffering(_ findings: [Finding]) -> Bool {
    thresholds.maxDifferingShare.map { share(findings) > $0 } ?? false
  }
}

extension PixelMask {
  /// The mask of a smaller picture: a pixel counts where all pixels that it covers do.
  func reduced(toWidth newWidth: Int, height newHeight: Int) -> PixelMask {
    guard newWidth < width || newHeight < height else { return self }
    var small = PixelMask(width: newWidth, height: newHeight, filled: true)
    for y in 0..<newHeight {
      let rows = (y * height / newHeight)..<(((y + 1) * height + newHeight - 1) / newHeight)
      for x in 0..<newWidth {
        let columns = (x * width / newWidth)..<(((x + 1) * width + newWidth - 1) / newWidth)
        small[x, y] = rows.allSatisfy { row in
          columns.allSatisfy { bytes[row * width + $0] != 0 }
        }
      }
    }
    return small
  }
}
