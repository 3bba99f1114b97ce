import Foundation
import MediaPipe
import TestSupport
import Testing
import Tracker
import Tracking

/// Pictures without people, and with hands alone: whatever looks again, and for whatever small faces,
/// finds none.
@Suite(.enabled(if: RealTracker.isThere, Comment(rawValue: RealTracker.absent)))
struct WrongFaceTests {
  /// What FFmpeg draws: fractals, growths in the colours of skin, slopes, noise, soft blobs, cards.
  static let scenes = [
    "mandelbrot=s=640x480:rate=25",
    "cellauto=s=640x480:rate=25:seed=1",
    "life=s=160x120:rate=25:mold=10:seed=1:life_color=#C0A080:death_color=#604030,scale=640:480",
    "gradients=s=640x480:rate=25:n=8:speed=0.05:seed=1",
    "sierpinski=s=640x480:rate=25:seed=1",
    "testsrc2=s=640x480:rate=25",
    "nullsrc=s=40x30:rate=25,geq=r='random(1)*255':g='random(2)*255':b='random(3)*255',"
      + "scale=640:480",
    "nullsrc=s=320x240:rate=25,geq=r='128+60*sin(X/9+N/7)*cos(Y/11-N/9)+40*sin((X+Y)/17)':"
      + "g='110+50*sin(X/9+N/7)*cos(Y/11-N/9)':b='90+50*cos(X/7-N/8)*cos(Y/13)',scale=640:480",
  ]

  /// 1,000 frames in all where everything is checked.
  private static let frames = Thorough.isAsked ? 125 : 8

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func faces(in clip: String) throws -> [Int] {
    try RealTracker.track(clip, ["--min-face", "40"], in: folder).samples.map(\.faces.count)
  }

  @Test(arguments: scenes)
  func `a clip without people has no face`(scene: String) throws {
    let clip = folder.path("scene.mp4")
    try Program.ffmpeg.succeed([
      "-v", "error", "-f", "lavfi", "-i", scene, "-frames:v", "\(Self.frames)", "-c:v", "libx264",
      "-crf", "18", "-pix_fmt", "yuv420p", clip,
    ])
    #expect(try faces(in: clip) == [Int](repeating: 0, count: Self.frames))
  }

  /// Below the chin of a person who signs, and of one who shows a thumb.
  @Test(arguments: [
    ("signing/clip.mkv", "crop=640:310:0:170"), ("gesture/clip.mp4", "crop=700:250:150:470"),
  ])
  func `a clip of hands alone has no face`(name: String, crop: String) throws {
    let clip = folder.path("hands.mp4")
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", SharedData.file("recordings/\(name)").path, "-vf", crop, "-an",
      "-frames:v", "\(Thorough.isAsked ? 60 : 30)", "-c:v", "libx264", "-crf", "14", clip,
    ])
    #expect(try faces(in: clip).allSatisfy { $0 == 0 })
  }
}
