import ClipReading
import Foundation
import Imaging
import Isolation
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// What hands cover, kept from one render to the next.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct HandMatteCacheTests {
  private let folder: ScratchFolder
  private let gesture: String

  init() throws {
    folder = try ScratchFolder()
    gesture = try SmallGesture.short.get().write(to: folder)
  }

  private typealias Frames = [Int: StraightRGBA8]

  /// Frames of a recording with the mask alone, and what was said of the cache.
  private func render(
    _ frames: ClosedRange<Int>, avatar: String = "pig", words: [String] = [],
    cached: Bool = true, mostBytes: Int? = nil, change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> (pictures: Frames, notes: [String]) {
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: gesture),
      avatars: AvatarSelection(names: [avatar], library: Stage.shipped),
      output: OutputSettings(path: ""))
    settings.part = .frames(frames)
    settings.passes.overlayOnly = true
    settings.passes.occluders = .hands
    if cached {
      var cache = MatteCache(folder: try folder.folder("cache"), words: words)
      if let mostBytes { cache.mostBytes = mostBytes }
      settings.mattes = cache
    }
    change(&settings)
    var pictures: Frames = [:]
    let summary = try PicturesJob(settings).run { pictures[$0.placements.frame] = $0.picture }
    return (pictures, summary.notes.filter { $0.contains("what hands cover") })
  }

  /// Whether the first of some notes says something.
  private func says(_ notes: [String], _ text: String) -> Bool {
    notes.first?.contains(text) == true
  }

  private var names: [String] { get throws { try folder.names(in: "cache") } }

  @Test func `the second render takes the cuts from the first, and is the same`() throws {
    let plain = try render(8...10, cached: false)
    let first = try render(8...10)
    #expect(plain.pictures == first.pictures)
    #expect(plain.notes.isEmpty && first.notes.isEmpty, "\(plain.notes), \(first.notes)")
    // Hands are cut out of each.
    let uncut = try render(8...10, cached: false) { $0.passes.occluders = [] }
    for number in 8...10 { #expect(uncut.pictures[number] != plain.pictures[number]) }
    let name = try #require(try names.first)
    #expect(try names.count == 1 && name.hasSuffix(".mattes"))
    let before = try folder.bytes("cache/\(name)")
    let second = try render(8...10)
    #expect(second.pictures == plain.pictures)
    #expect(says(second.notes, "of 3 frames is that of an earlier run"), "\(second.notes)")
    #expect(try folder.bytes("cache/\(name)") == before)

    // A part that goes on beyond it takes what is there, and adds the rest.
    let more = try render(10...11)
    #expect(says(more.notes, "of 1 frame is that of"), "\(more.notes)")
    #expect(more.pictures[10] == plain.pictures[10])
    #expect(try names == [name] && folder.bytes("cache/\(name)").count > before.count)
    let all = try render(8...11)
    #expect(says(all.notes, "of 4 frames is that of"), "\(all.notes)")
    #expect(all.pictures[11] == more.pictures[11] && all.pictures[9] == plain.pictures[9])

    // Another mirror, another size and threads need no other cuts; another avatar or setting does.
    let mirrored = try render(9...9) {
      $0.passes.mirrored = true
      $0.threads = 2
    }
    #expect(says(mirrored.notes, "of 1 frame is that of"), "\(mirrored.notes)")
    #expect(try render(9...9, avatar: "dragon").notes.isEmpty)
    #expect(try render(9...9, words: ["smoothing ema"]).notes.isEmpty)
    #expect(try names.count == 3)
  }

  @Test func `a file that is damaged, cut or of another clip is made anew, with a note`() throws {
    let first = try render(9...9)
    let path = "cache/\(try #require(try names.first))"
    let whole = try folder.bytes(path)
    _ = try render(9...9, words: ["other"])
    let other = try #require(try names.map { "cache/\($0)" }.first { $0 != path })
    let foreign = try folder.bytes(other)
    var changed = whole
    changed[whole.count / 2] ^= 4
    var (kind, key) = (whole, whole)
    kind[0] ^= 1
    key[9] ^= 1
    let faults: [(bytes: [UInt8], word: String)] = [
      (changed, "its bytes are not those"), (Array(whole.dropLast()), "its bytes are not those"),
      (whole + [0], "its bytes are not those"), ([], "does not hold"),
      (Array(whole.prefix(40)), "does not hold"), (kind, "does not hold"),
      (key, "of another clip"), (foreign, "of another clip"),
    ]
    for fault in faults {
      try folder.write(fault.bytes, to: path)
      let again = try render(9...9)
      #expect(again.pictures == first.pictures)
      let note = try #require(again.notes.first)
      #expect(again.notes.count == 1 && note.contains("made anew"), "\(again.notes)")
      #expect(note.contains(fault.word), "\(note)")
      #expect(try folder.bytes(path) == whole)
    }
    // Nothing else is left.
    #expect(try names.count == 2)
  }

  /// To the very file that was kept, to another place, and to nowhere.
  @Test(arguments: ["moved", "secret", "nowhere"])
  func `a link is not followed but replaced, with a note; the folder itself may be one`(
    target: String
  ) throws {
    let first = try render(9...9)
    let path = "cache/\(try #require(try names.first))"
    let whole = try folder.bytes(path)
    try FileManager.default.moveItem(
      atPath: folder.path(path), toPath: folder.path("moved"))
    try folder.write("a secret", to: "secret")
    #expect(symlink(folder.path(target), folder.path(path)) == 0)
    let again = try render(9...9)
    #expect(again.pictures == first.pictures)
    #expect(again.notes.count == 1 && says(again.notes, "it is a link"), "\(again.notes)")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect(try folder.bytes(path) == whole && names.count == 1)
    #expect(try folder.bytes("moved") == whole)
    #expect(try folder.bytes("secret") == Array("a secret".utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere")))
    #expect(symlink(folder.path("cache"), folder.path("linked")) == 0)
    let linked = try render(9...9) { $0.mattes?.folder = folder.path("linked") }
    #expect(says(linked.notes, "of 1 frame is that of"), "\(linked.notes)")
  }

  @Test func `a file has no more than it may, and a render without room goes on`() throws {
    let first = try render(8...10)
    let path = "cache/\(try #require(try names.first))"
    let all = try folder.bytes(path).count
    try FileManager.default.removeItem(atPath: folder.path(path))
    let part = try render(8...10, mostBytes: all - 100)
    #expect(part.pictures == first.pictures && part.notes.isEmpty)
    let kept = try folder.bytes(path).count
    #expect(kept < all - 100 && kept > all / 3)
    let next = try render(8...10, mostBytes: all)
    #expect(next.pictures == first.pictures)
    #expect(says(next.notes, "of 2 frames is that of"), "\(next.notes)")
    #expect(try folder.bytes(path).count == all)

    try FileManager.default.removeItem(atPath: folder.path("cache"))
    let gone = try render(9...9) { $0.mattes?.folder = folder.path("gone") }
    #expect(gone.pictures[9] == first.pictures[9])
    #expect(says(gone.notes, "what hands cover cannot be kept"), "\(gone.notes)")
  }

  @Test func `a render that is ended while it looks at hands leaves nothing`() throws {
    var settings = RenderSettings(
      // Its own size, so that the look takes time.
      recording: try RecordingLocation(finding: SharedData.file("recordings/gesture").path),
      avatars: AvatarSelection(names: ["pig"], library: Stage.shipped),
      output: OutputSettings(path: folder.path("out.mp4")))
    settings.passes.occluders = .hands
    settings.part = .frames(50...195)
    settings.mattes = MatteCache(folder: try folder.folder("cache"), words: [])
    let cancellation = Cancellation()
    let clock = ContinuousClock()
    var (asked, frames): (ContinuousClock.Instant?, Int) = (nil, 0)
    #expect(throws: RenderingError.interrupted) {
      _ = try RenderJob(settings).run(cancellation: cancellation) { progress in
        // A machine on which a look takes less than a second is asked at a frame.
        guard asked == nil, progress.isLookingAtHands || progress.frame == 20 else { return }
        (asked, frames) = (clock.now, progress.frame)
        cancellation.request()
      }
    }
    let waited = clock.now - (try #require(asked))
    // The look at one frame's surroundings takes seconds, here all of it would be over a minute.
    #expect(waited < .seconds(2), "\(waited) after \(frames) frames")
    #expect(try names.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mp4")))
  }
}
