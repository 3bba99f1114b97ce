import AvatarFiles
import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing
import TrackingFiles

/// What `FrameRenderer` refuses, and what it keeps.
@Suite struct FrameFaultTests {
  private let side = 64

  private func request(
    faces: [SyntheticFace] = [SyntheticFace(z: -60)], _ avatars: String...
  ) throws -> FrameRequest {
    let tracking = SyntheticTracking(
      width: side, height: side, samples: [(timestampMs: 0, faces: faces)])
    return FrameRequest(
      picture: try PNG.encode(SyntheticAvatar.solid(side, side, RGBA8(90, 90, 90))),
      tracking: Array(tracking.text.utf8), avatars: avatars)
  }

  /// A library of one avatar, `mask`, of so many layers.
  private struct Masks {
    let folder: ScratchFolder
    var library: AvatarLibrary { AvatarLibrary(folder: folder.url.path) }

    init(layers: Int = 1) throws {
      folder = try ScratchFolder()
      var avatar = SyntheticAvatar()
      for _ in 0..<layers {
        avatar = avatar.adding("\"scale\": 2", try SyntheticAvatar.solid(32, 32))
      }
      try avatar.write("mask", in: folder)
    }
  }

  @Test func `each limit holds on both sides`() throws {
    let masks = try Masks(layers: 2)
    let faces = (1...3).map { SyntheticFace(id: $0, x: Double($0) * 8 - 16, z: -90) }
    var limits = FrameLimits()
    (limits.faces, limits.layers, limits.avatars) = (3, 6, 2)
    limits.pixels = side * side
    limits.sides = ImageLimits(width: side, height: side)
    var request = try request(faces: faces, "mask", "mask")
    request.size = OutputSize(width: side, height: side)
    let result = try FrameRenderer(library: masks.library, limits: limits).render(request)
    #expect(result.placements.placements.count == 6)

    func refusal(_ change: (inout FrameLimits) -> Void) -> String {
      var limits = limits
      change(&limits)
      do {
        _ = try FrameRenderer(library: masks.library, limits: limits).render(request)
        return "nothing"
      } catch {
        return "\(error)"
      }
    }
    #expect(refusal { $0.faces = 2 } == "there are 3 faces; at most 2 are allowed")
    #expect(refusal { $0.layers = 5 } == "there are 6 layers; at most 5 are allowed")
    #expect(refusal { $0.avatars = 1 } == "there are 2 avatars; at most 1 are allowed")
    #expect(refusal { $0.pixels = side * side - 1 }.contains("64 x 64"))
    #expect(refusal { $0.sides.width = side - 1 }.contains("64 x 64"))
    request.size = OutputSize(width: side + 1, height: 1)
    request.fit = .stretch
    #expect(refusal { _ in }.contains("65 x 1"))
  }

  @Test func `two samples are one too many`() throws {
    let masks = try Masks()
    var request = try request("mask")
    let two = SyntheticTracking(
      width: side, height: side,
      samples: [(timestampMs: 0, faces: []), (timestampMs: 40, faces: [])])
    request.tracking = Array(two.text.utf8)
    #expect(throws: RenderingError.self) {
      try FrameRenderer(library: masks.library).render(request)
    }
  }

  @Test(arguments: [
    "../mask", "mask/", "./mask", "/etc", "masc", "", ".", "mask.zip", "mask/avatar.json",
  ])
  func `only names of the library are avatars`(name: String) throws {
    let masks = try Masks()
    #expect {
      try FrameRenderer(library: masks.library).render(request(name))
    } throws: {
      if case AvatarPackageError.lookup(.unknown) = $0 { true } else { false }
    }
  }

  @Test func `a bad sample is refused by its place, whatever is cut off or changed`() throws {
    let masks = try Masks()
    let renderer = FrameRenderer(library: masks.library)
    var request = try request("mask")
    let tracking = try #require(request.tracking)
    for count in stride(from: 0, to: tracking.count - 4, by: 997) {
      request.tracking = Array(tracking.prefix(count))
      // A recorder that was killed leaves a last line that is none, which is left out and said.
      do {
        let notes = try renderer.render(request).notes
        #expect(
          notes.contains { $0.contains("the file ends within this sample") }, "\(count): \(notes)")
      } catch {
        #expect(error is TrackingFault)
      }
    }
    var random = SplitMix64(state: 5)
    for _ in 0..<300 {
      var changed = tracking
      changed[.random(in: changed.indices, using: &random)] = .random(in: 32...126, using: &random)
      request.tracking = changed
      // A digit for a digit is another sample, which is fine.
      do { _ = try renderer.render(request) } catch { #expect(!"\(error)".contains("\n")) }
    }
    request.tracking = Array(tracking.prefix(while: { $0 != UInt8(ascii: "\n") }))
    #expect(try renderer.render(request).faceCount == 0)
  }

  @Test func `quality goes from 1 to 100`() throws {
    let masks = try Masks()
    let renderer = FrameRenderer(library: masks.library)
    var request = try request("mask")
    for quality in [1, 100] {
      request.encoding = PictureEncoding(.jpeg, quality: quality)
      #expect(try renderer.render(request).format == .jpeg)
    }
    for quality in [0, 101] {
      request.encoding = PictureEncoding(.jpeg, quality: quality)
      #expect(throws: RenderingError.self) { try renderer.render(request) }
    }
  }

  // MARK: - Manifests

  private func manifest(_ fields: String) -> [UInt8] {
    Array("{\"version\": 1, \"layers\": [{\"name\": \"0\", \(fields)}]}".utf8)
  }

  @Test func `a manifest stands in for the avatar's own`() throws {
    let masks = try Masks()
    let renderer = FrameRenderer(library: masks.library)
    var request = try request("mask")
    let own = try renderer.render(request)
    request.manifest = try masks.folder.bytes("mask/avatar.json")
    #expect(try renderer.render(request).bytes == own.bytes)
    request.manifest = manifest("\"image\": \"0.png\", \"scale\": 4")
    let larger = try renderer.render(request)
    let (small, large) = (own.placements.placements[0], larger.placements.placements[0])
    #expect(abs(large.corners.signedArea / small.corners.signedArea - 4) < 0.01)
    // And the avatar itself is as it was.
    request.manifest = nil
    #expect(try renderer.render(request).bytes == own.bytes)
  }

  @Test func `a faulty manifest is named by its place`() throws {
    let masks = try Masks()
    let renderer = FrameRenderer(library: masks.library)
    var request = try request("mask")
    for (bytes, word) in [
      (manifest("\"image\": \"0.png\", \"scale\": 2, \"opasity\": 1"), "opacity"),
      (manifest("\"image\": \"1.png\", \"scale\": 2"), "0.png"),
      (manifest("\"image\": \"../0.png\", \"scale\": 2"), "../0.png"),
      (Array("{".utf8), "not JSON"),
      ([], "avatar.json"),
    ] {
      request.manifest = bytes
      let error = #expect(throws: AvatarPackageError.self) { try renderer.render(request) }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains(word) && !text.contains(masks.folder.url.path), "\(text)")
    }
    for avatars in [[], ["none"]] {
      request.avatars = avatars
      request.manifest = manifest("\"image\": \"0.png\"")
      #expect(throws: RenderingError.self) { try renderer.render(request) }
    }
  }

  // MARK: - What is kept

  @Test func `a replaced package is seen when its time has come`() throws {
    let masks = try Masks()
    let watchful = FrameRenderer(
      library: masks.library, limits: FrameLimits(), recheckInterval: .zero)
    let trusting = FrameRenderer(
      library: masks.library, limits: FrameLimits(), recheckInterval: .seconds(3600))
    let request = try request("mask")
    let first = try watchful.render(request).bytes
    #expect(try trusting.render(request).bytes == first)
    try masks.folder.write(
      PNG.encode(SyntheticAvatar.solid(32, 32, RGBA8(20, 200, 40))), to: "mask/0.png")
    let second = try watchful.render(request).bytes
    #expect(second != first)
    #expect(try trusting.render(request).bytes == first)
    try FileManager.default.removeItem(atPath: masks.folder.path("mask"))
    #expect(throws: AvatarPackageError.self) { try watchful.render(request) }
    // No file is touched: the one that trusts does not even miss them.
    #expect(try trusting.render(request).bytes == first)
  }

  @Test func `textures are kept within their limit, and pictures do not depend on it`() throws {
    let masks = try Masks(layers: 3)
    let request = try request("mask")
    let roomy = FrameRenderer(library: masks.library)
    let expected = try roomy.render(request).bytes
    let all = roomy.textureBytes
    #expect(all > 3 * 4 * 32 * 32)
    var limits = FrameLimits()
    for limit in [all, all - 1, all / 3, all / 3 - 1, 0] {
      limits.textureBytes = limit
      let renderer = FrameRenderer(library: masks.library, limits: limits)
      for _ in 0..<3 { #expect(try renderer.render(request).bytes == expected) }
      #expect(renderer.textureBytes <= limit)
      #expect((renderer.textureBytes == all) == (limit == all))
    }
    limits.avatarBytes = 0
    #expect(
      try FrameRenderer(library: masks.library, limits: limits).render(request).bytes == expected)
  }

  // MARK: - Words

  @Test func `the words say which faces wear which avatars`() throws {
    let renderer = FrameRenderer(library: Stage.shipped)
    let (left, right) = (SyntheticFace(id: 1, x: -8, z: -90), SyntheticFace(id: 2, x: 8, z: -90))
    var request = try request(faces: [right, left], "ox", "crown")
    #expect(
      try renderer.render(request).alternativeText
        == "two faces, one with an ox mask and one with a crown")
    request.passes.mirrored = true
    #expect(
      try renderer.render(request).alternativeText
        == "two faces, one with a crown and one with an ox mask")
    request = try self.request("dragon")
    #expect(try renderer.render(request).alternativeText == "a face with a dragon mask")
    request.avatars = ["none"]
    #expect(try renderer.render(request).alternativeText == "a face")
  }
}
