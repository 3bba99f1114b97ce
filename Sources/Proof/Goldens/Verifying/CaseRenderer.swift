import AvatarFiles
import ClipReading
import Geometry
import Imaging
import Isolation
import Placement
import Recordings
import Rendering
import Requests

/// Renders the pictures of a case.
struct CaseRenderer {
  /// Where names of avatars are looked up.
  let library: AvatarLibrary
  let cancellation: Cancellation

  /// Why a case cannot be rendered as it says, beyond what the renderer reports.
  enum Fault: Error, CustomStringConvertible {
    case framesMissing(asked: Int, found: Int, last: Int?)
    case sameFrame(first: Double, second: Double, frame: Int)
    case cropOutside(RenderedScene.Crop, size: String)
    case tooLarge(String)
    case damaged(String)
    case untracked(clip: String, tracking: String)
    case tooManyFrames
    /// What is wrong with the case's regions, with the place of each in the suite.
    case regions([String])

    var description: String {
      switch self {
      case .framesMissing(let asked, let found, let last):
        "the case asks for \(asked) frames, the clip has only \(found) of them"
          + (last.map { " (up to frame \($0))" } ?? "")
      case .sameFrame(let first, let second, let frame):
        "seconds \(first) and \(second) are both frame \(frame); name each frame once"
      case .cropOutside(let crop, let size):
        "the crop of \(crop.width) x \(crop.height) at \(crop.x), \(crop.y) does not lie in the"
          + " picture of \(size)"
      case .tooLarge(let size):
        "the picture is \(size), a golden has at most \(SuiteLimits.goldenPixels) pixels; give the"
          + " case a \"size\" or a \"crop\""
      case .tooManyFrames:
        "the clip has more than \(SuiteLimits.framesOfCase) frames; take some of them with \"frames\" and"
          + " \"every\""
      case .regions(let faults): faults.joined(separator: "; ")
      case .damaged(let reason):
        "\(reason) (\"allowDamaged\": true accepts this)"
      case .untracked(let clip, let tracking):
        "\(clip): it has no tracking file, and a golden does not depend on which tracker is installed"
          + " where it is verified; avatar-overlay track \(clip) -o \(tracking) makes the file"
      }
    }
  }

  /// Renders the case's frames in order.
  ///
  /// - Parameters:
  ///   - chosen: the numbers of the frames to render; nil for all.
  ///   - isBackground: whether the avatars are left out.
  /// - Returns: what is doubtful about the tracking, a line each.
  @discardableResult
  func render(
    _ scene: RenderedScene, only chosen: Set<Int>? = nil, isBackground: Bool = false,
    _ body: (CasePicture) throws -> Void
  ) throws -> [String] {
    var doubts: [String] = []
    var settings = try self.settings(of: scene)
    if isBackground {
      (settings.avatars.names, settings.swipeAvatars) = ([AvatarSelection.none], [])
    }
    switch scene.frames {
    case .moment(let second):
      doubts = try run(&settings, .moment(second), scene, chosen, body)
    case .frame(let number):
      doubts = try run(&settings, .frames(number...number), scene, chosen, body)
    case .moments(let seconds):
      var last: (second: Double, frame: Int)?
      for second in seconds {
        doubts = try run(&settings, .moment(second), scene, chosen) { picture in
          if let last, last.frame == picture.frame {
            throw Fault.sameFrame(first: last.second, second: second, frame: picture.frame)
          }
          last = (second, picture.frame)
          try body(picture)
        }
      }
    case .whole:
      doubts = try run(&settings, .whole, scene, chosen, body)
    case .range(let range, let every):
      var (found, last): (Int, Int?) = (0, nil)
      let part =
        chosen.flatMap { chosen in
          chosen.min().flatMap { low in chosen.max().map { low...$0 } }
        } ?? range
      doubts = try run(
        &settings, .frames(part), scene, chosen, every: (range.lowerBound, every)
      ) {
        (found, last) = (found + 1, $0.frame)
        try body($0)
      }
      let asked = chosen?.count ?? scene.frames.count
      guard found == asked else {
        throw Fault.framesMissing(asked: asked, found: found, last: last)
      }
    }
    return doubts
  }

  private func run(
    _ settings: inout RenderSettings, _ part: ClipPart, _ scene: RenderedScene,
    _ chosen: Set<Int>?, every: (first: Int, step: Int) = (0, 1),
    _ body: (CasePicture) throws -> Void
  ) throws -> [String] {
    settings.part = part
    let summary = try PicturesJob(settings).run(
      cancellation: cancellation,
      where: { number in
        (number - every.first) % every.step == 0 && chosen?.contains(number) ?? true
      },
      { try body(try Self.cropped($0, scene.crop)) })
    if let damage = summary.damage, !scene.request.allowDamaged { throw Fault.damaged(damage) }
    return summary.trackingDoubts
  }

  private static func cropped(
    _ rendered: PicturesJob.Picture, _ crop: RenderedScene.Crop?
  ) throws -> CasePicture {
    var (picture, record) = (rendered.picture, rendered.placements)
    let (x, y) = (crop?.x ?? 0, crop?.y ?? 0)
    if let crop {
      guard
        let part = picture.cropped(x: x, y: y, width: crop.width, height: crop.height)
      else {
        throw Fault.cropOutside(crop, size: "\(picture.width) x \(picture.height)")
      }
      picture = part
      record = record.mapped(
        by: AffineMap(1, 0, -Double(x), 0, 1, -Double(y)),
        to: PixelSize(clamping: crop.width, crop.height))
    }
    guard picture.width * picture.height <= SuiteLimits.goldenPixels else {
      throw Fault.tooLarge("\(picture.width) x \(picture.height) pixels")
    }
    return CasePicture(
      picture: picture, frame: record.frame, timestampMs: record.timestampMs, placements: record,
      landmarks: rendered.landmarks.map {
        // A tenth of a pixel is as much as a page can show.
        [(($0.x - Double(x)) * 10).rounded() / 10, (($0.y - Double(y)) * 10).rounded() / 10]
      },
      faces: Dictionary(
        rendered.faces.map { face in
          (face.identity, face.landmarks.map { Point2($0.x - Double(x), $0.y - Double(y)) })
        }, uniquingKeysWith: { first, _ in first }))
  }

  private func settings(of scene: RenderedScene) throws -> RenderSettings {
    var settings = try scene.request.renderSettings(
      recording: try scene.recordingLocation(),
      avatars: AvatarSelection(names: scene.request.avatars, library: library))
    settings.scenes = try scene.request.scenes.selection(beside: library)
    settings.cues = scene.request.cues
    if scene.request.session.isAsked || scene.holds.holdsAny {
      settings.session = try scene.request.session.plan()
    }
    return settings
  }
}
