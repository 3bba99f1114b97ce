import AvatarFiles
import Foundation
import Goldens
import Imaging
import Rendering
import Review
import TestSupport
import Testing

/// A suite over a small recording of its own: a clip of eight frames with a head that moves, and an
/// avatar of one plate.
struct RenderedSuite {
  let folder: ScratchFolder
  var path: String { folder.path("Golden") }
  var library: AvatarLibrary { AvatarLibrary(folder: folder.path("Avatars")) }

  init(_ cases: String...) throws {
    folder = try ScratchFolder()
    let clip = SyntheticClip(width: 96, height: 72, frames: 8)
    try clip.make("clip/in.mkv", makingFolderIn: folder)
    let tracking = SyntheticTracking(width: clip.width, height: clip.height, frames: clip.frames)
    try folder.write(tracking.text, to: "clip/in.jsonl")
    try setAvatar()
    try setCases(cases)
  }

  /// Writes the suite anew.
  func setCases(_ cases: [String]) throws {
    let list = cases.map { "{\($0)}" }.joined(separator: ",\n")
    try folder.write(
      """
      {"format": "golden-suite/1", "avatars": "../Avatars",
       "defaults": {"recording": "../clip/in.mkv", "avatar": "plate"},
       "cases": [\(list)]}
      """, to: "Golden/golden.json")
  }

  /// Writes the avatar anew, moved to the side by eye distances.
  func setAvatar(x: Double = 0, colour: RGBA8 = RGBA8(220, 30, 40)) throws {
    let picture = try SyntheticAvatar.drawn(40, 30) { px, py in
      // Something to hold on to, unlike its mirror.
      px < 14 && py < 10 ? RGBA8(20, 220, 60) : colour
    }
    try SyntheticAvatar().adding("\"scale\": 2, \"offset\": {\"x\": \(x)}", picture)
      .write("Avatars/plate", in: folder)
  }

  func suite() throws -> GoldenSuite { try GoldenSuite(path: path) }

  func verify(only: String..., jobs: Int = 2) throws -> SuiteVerifier.Outcome {
    try SuiteVerifier(
      suite(), library: library, jobs: jobs,
      choice: CaseChoice(only: only.map { NamePattern($0) })
    ).run()
  }

  @discardableResult
  func approve(
    _ choice: SuiteApproval.Choice, prunes: Bool = false, environment: [String: String] = [:]
  ) throws -> SuiteApproval.Outcome {
    try SuiteApproval(
      suite(), library: library, author: Author(name: "Ada", reason: "a test")
    ).run(choice, prunes: prunes, environment: environment)
  }

  /// Records all there is, and sees it pass.
  func recorded() throws -> RenderedSuite {
    _ = try verify()
    try approve(.all)
    let verdicts = try verify().results.map(\.review.verdict)
    try #require(verdicts.allSatisfy { $0 == .passed })
    return self
  }

  /// The suite's files by their path, hidden ones too, and what they hold; results aside.
  func files() throws -> [String: [UInt8]] {
    let walk = FileManager.default.enumerator(atPath: path)
    var found: [String: [UInt8]] = [:]
    while let entry = walk?.nextObject() as? String {
      if entry.hasPrefix(".results") { continue }
      if walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
        found[entry] = try folder.bytes("Golden/\(entry)")
      }
    }
    return found
  }
}

extension SyntheticClip {
  fileprivate func make(_ name: String, makingFolderIn folder: ScratchFolder) throws {
    try folder.folder(URL(filePath: name).deletingLastPathComponent().relativePath)
    try make(name, in: folder)
  }
}
