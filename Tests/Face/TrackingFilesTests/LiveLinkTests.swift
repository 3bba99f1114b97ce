import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Coefficients that Live Link Face logged, laid over a tracked clip.
@Suite struct LiveLinkTests {
  private static let columns =
    "Timecode,BlendShapeCount,EyeBlinkLeft,EyeBlinkRight,JawOpen,TongueOut,HeadYaw"

  /// How far an eye is closed and a jaw open at a time.
  private static func blink(_ ms: Double) -> Double {
    let phase = (ms / 1700).truncatingRemainder(dividingBy: 1)
    return abs(phase - 0.5) < 0.06 ? 0.9 : 0.1
  }

  private static func jaw(_ ms: Double) -> Double { 0.4 + 0.3 * sin(ms / 430) + 0.1 * sin(ms / 97) }

  private static func timecode(_ ms: Double, fps: Double, from start: Double = 51_131) -> String {
    let seconds = start + ms / 1000 + 1e-9
    let whole = Int(seconds)
    let frame = (seconds - Double(whole)) * fps
    return String(
      format: "%02d:%02d:%02d:%06.3f", whole / 3600 % 24, whole / 60 % 60, whole % 60, frame)
  }

  /// A log of so many seconds, whose clock is late by `lateMs` against the clip.
  private static func csv(
    seconds: Double, fps: Double = 60, lateMs: Double = 0, from start: Double = 51_131
  ) -> String {
    let rows = (0..<Int(seconds * fps)).map { row in
      let ms = Double(row) * 1000 / fps
      let t = ms - lateMs
      return "\(timecode(ms, fps: fps, from: start)),61,\(blink(t)),\(blink(t)),\(jaw(t)),0.5,0.1"
    }
    return ([columns] + rows).joined(separator: "\r\n") + "\r\n"
  }

  private static func tracking(seconds: Double, blendshapes: Bool, mirrored: Bool = false) -> String
  {
    let header =
      #"{"format":"avatar-tracking/1","width":100,"height":200,"mirrored":\#(mirrored)}"#
    let lines = (0..<Int(seconds * 30)).map { place in
      let ms = Double(place) * 1000 / 30
      let scores =
        blendshapes
        ? #","blendshapes":{"eyeBlinkLeft":\#(blink(ms)),"eyeBlinkRight":\#(blink(ms)),"jawOpen":\#(jaw(ms))}"#
        : ""
      return #"{"timestampMs":\#(ms),"faces":[{"matrix":\#(Text.pose)\#(scores)}]}"#
    }
    return ([header] + lines).joined(separator: "\n")
  }

  private func read(
    _ tracking: String, with csv: String, offsetMs: Double = 0
  ) throws -> (samples: [TrackingSample], notes: [String]) {
    let folder = try ScratchFolder()
    var options = TrackingFileOptions()
    options.blendshapesFile = try folder.write(csv, to: "face.csv")
    options.blendshapesOffsetMs = offsetMs
    let reader = try TrackingReader(bytes: Array(tracking.utf8), options: options)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (samples, reader.notes)
  }

  @Test(arguments: [24.0, 25, 30, 60], [51_131, 86_398.0])
  func `rows lie where their timecode says, whatever its rate, past midnight too`(
    fps: Double, start: Double
  ) throws {
    let (samples, _) = try read(
      Self.tracking(seconds: 3, blendshapes: false),
      with: Self.csv(seconds: 4, fps: fps, from: start))
    for sample in samples {
      let found = try #require(sample.faces.first?.blendshapes)
      // Joined linearly between rows.
      let step = 1000 / fps
      let row = (sample.timestampMs / step + 1e-6).rounded(.down)
      let part = max(sample.timestampMs / step - row, 0)
      let expected = Self.jaw(row * step) * (1 - part) + Self.jaw((row + 1) * step) * part
      #expect(abs(found[.jawOpen] - expected) < 1e-4, "at \(sample.timestampMs)")
      #expect(found[.tongueOut] == 0.5 && found[.mouthPucker] == 0)
    }
  }

  @Test(arguments: [0.0, 130, -240, 700])
  func `how late the coefficients come is measured, and the option that mends it`(
    late: Double
  ) throws {
    let tracking = Self.tracking(seconds: 12, blendshapes: true)
    let csv = Self.csv(seconds: 14, lateMs: late)
    let notes = try read(tracking, with: csv).notes.joined()
    if late == 0 {
      #expect(notes.contains("agree with the tracker's in time"), "\(notes)")
      return
    }
    let words = notes.split(separator: " ")
    let place = try #require(words.firstIndex(of: "come"))
    let found = try #require(Double(words[place + 1])) * (words[place + 3] == "after" ? 1 : -1)
    #expect(abs(found - late) < 8, "\(notes)")
    let option = try #require(words.firstIndex(of: "--blendshapes-offset-ms"))
    let offset = try #require(Double(words[option + 1]))
    #expect(try read(tracking, with: csv, offsetMs: offset).notes.joined().contains("agree with"))
  }

  @Test func `sides are the subject's own, and what lies beside the rows keeps the tracker's`()
    throws
  {
    let csv =
      Self.columns + "\n"
      + (0..<90).map { row in
        "\(Self.timecode(Double(row) * 1000 / 60, fps: 60)),61,0.8,0.2,0.3,0,0"
      }.joined(separator: "\n")
    for mirrored in [false, true] {
      let tracking = Self.tracking(seconds: 3, blendshapes: true, mirrored: mirrored)
      let (samples, _) = try read(tracking, with: csv, offsetMs: 1000)
      #expect(samples[0].faces[0].blendshapes[.jawOpen] == Self.jaw(0))
      let laid = samples[45].faces[0].blendshapes
      #expect(abs(laid[mirrored ? .eyeBlinkRight : .eyeBlinkLeft] - 0.8) < 1e-6)
      #expect(abs(laid[mirrored ? .eyeBlinkLeft : .eyeBlinkRight] - 0.2) < 1e-6)
    }
  }

  @Test func `alone it is refused, since it has no place in the picture`() throws {
    let csv = Self.csv(seconds: 1)
    for text in [csv, "\u{FEFF}" + csv] {
      let fault = #expect(throws: TrackingFault.self) {
        try TrackingReader(
          bytes: Array(text.utf8), options: .init(fallbackSize: PixelSize(width: 9, height: 9)))
      }
      #expect(fault?.problem == .withoutPlace)
      #expect(fault?.description.contains("--blendshapes-from") == true)
    }
  }

  /// Files with a fault, and words of what is told.
  private static let faults: [(csv: String, words: String)] = [
    ("Timecode,BlendShapeCount,HeadYaw\n1:1:1:1,1,0", "line 1: found no blendshape's column"),
    ("{}", "found another first line"),
    (columns, "found no row with coefficients"),
    (columns + "\n10:61:00:00,1,0,0,0,0,0", "line 2: Timecode: found 10:61:00:00"),
    (columns + "\n10:00:00:nan,1,0,0,0,0,0", "line 2: Timecode"),
    (columns + "\n10:00:00:00,1,0,x,0,0,0", "line 2: eyeBlinkRight: found x"),
    (columns + "\n10:00:00:00,1,0,0", "line 2: jawOpen: found nothing"),
    (columns + "\n10:00:02:00,1,0,0,0,0,0\n10:00:01:00,1,0,0,0,0,0", "expected rising times"),
    (columns + "\n" + String(repeating: "1", count: 70_000), "line 2: found more than 64 KiB"),
  ]

  @Test(arguments: faults)
  func `what is wrong with it is named`(csv: String, words: String) {
    let fault = #expect(throws: TrackingFault.self) {
      try read(Self.tracking(seconds: 1, blendshapes: false), with: csv)
    }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "none")")
  }
}
