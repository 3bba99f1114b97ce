internal import Comparison
public import Goldens
public import Imaging
public import Placement
internal import Review
public import Testing

/// Expects a picture to be like its golden, within a tolerance.
///
/// A picture that is not fails the test with one line that says what differs and, where pixels or
/// placements tell, what moved; golden, picture and difference are attached to the test (`swift test
/// --attachments-path DIR` keeps them in a folder that is there), and the suite's review shows them too. Nothing is recorded
/// unless `AVATAR_OVERLAY_RECORD` asks for it, and then the test fails, so that the picture is looked
/// at.
///
///     @Test func `The dragon sits on the head`() throws {
///       expectGolden(try snapshot(of: "dragon"), "dragon/head", tolerance: .close)
///     }
///
/// - Parameters:
///   - picture: the picture, of `SuiteLimits.goldenPixels` at most.
///   - name: the case's name, which the suite declares as given; `/` groups.
///   - tolerance: what may differ; nil for what the suite says of the case.
///   - placements: where the layers of the picture went, for an explanation a layer.
///   - ground: the picture without overlay, which tells "not there" from "something else".
///   - store: the suite's store; nil for the one near the test's file, see `GoldenStores`.
///   - filePath: the test's file, from which the suite is looked for.
///   - sourceLocation: what is blamed.
/// - Returns: whether the expectation holds.
@discardableResult
public func expectGolden(
  _ picture: StraightRGBA8, _ name: String, tolerance: Judging? = nil,
  placements: PlacementRecord? = nil, ground: StraightRGBA8? = nil, in store: GoldenStore? = nil,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  do throws(GoldenError) {
    let store = if let store { store } else { try GoldenStores.nearest(to: filePath) }
    let outcome = try store.check(
      picture, case: name, judging: tolerance, placements: placements, ground: ground)
    guard let complaint = outcome.complaint else { return true }
    attach(picture, outcome, store, sourceLocation)
    Issue.record(Comment(rawValue: complaint), sourceLocation: sourceLocation)
  } catch {
    Issue.record(Comment(rawValue: "\(name): \(error)"), sourceLocation: sourceLocation)
  }
  return false
}

/// Expects the picture of a PNG file to be like its golden: what a test has that runs a program.
///
/// Parameters and result are those of the other `expectGolden`.
@discardableResult
public func expectGolden(
  pngFile path: String, _ name: String, tolerance: Judging? = nil,
  placements: PlacementRecord? = nil, ground: StraightRGBA8? = nil, in store: GoldenStore? = nil,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  do throws(ImagingError) {
    return expectGolden(
      try PNG.read(path: path, limits: .still), name, tolerance: tolerance,
      placements: placements, ground: ground, in: store, filePath: filePath,
      sourceLocation: sourceLocation)
  } catch {
    Issue.record(Comment(rawValue: "\(name): \(error)"), sourceLocation: sourceLocation)
    return false
  }
}

/// Attaches the picture, its golden and the difference to the test, as far as they are there.
private func attach(
  _ picture: StraightRGBA8, _ outcome: GoldenStore.Outcome, _ store: GoldenStore,
  _ location: SourceLocation
) {
  // Attached files lie in one folder.
  let name = outcome.review.name.replacing("/", with: "-")
  func attach(_ picture: StraightRGBA8?, _ role: String) {
    guard let picture, let bytes = try? PNG.encode(picture, compression: .fastest) else { return }
    Attachment.record(bytes, named: "\(name).\(role).png", sourceLocation: location)
  }
  attach(picture, "actual")
  guard !outcome.recorded, let golden = store.golden(of: outcome.review.name) else { return }
  attach(golden, "golden")
  attach(PictureComparer().heatMap(golden, picture), "difference")
}
