import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Whatever the bytes: a fault or samples, never a crash.
@Suite struct FuzzTests {
  static let own = Text.file(
    #"{"timestampMs":0,"faces":[{"id":3,"matrix":\#(Text.pose),"blendshapes":{"jawOpen":0.5}}]}"#,
    #"{"timestampMs":1,"hands":[{"handedness":"Left","score":1,"gestures":[{"categoryName":"a\n"}]}]}"#,
    #"{"timestampMs":2,"images":[{"name":"é","corners":[[0,0],[1,0],[1,1],[0,1]]}],"x":[{"y":[]}]}"#
  )
  static let dump =
    #"[{"timestampMs":0,"faceLandmarks":[],"facialTransformationMatrixes":[{"data":\#(Text.pose)}],"#
    + #""faceBlendshapes":[]}, {"timestampMs":1,"landmarks":[],"x":"\"]"}]"#
  static let wrapped =
    #"{"fps":30,"frames":[{"time":"2026-05-01T10:00:00Z","results":[{"faceLandmarks":[],"x":[1]}]},"#
    + #"{"time":"2026-05-01T10:00:01Z","faceBlendshapes":{"value":[]}},],"y":[{"z":"]}"}]}"#
  let options = TrackingFileOptions(fallbackSize: PixelSize(width: 9, height: 9))

  @Test(arguments: [own, dump, wrapped])
  func `every prefix gives fewer samples or a fault`(text: String) throws {
    let scratch = try ScratchFolder()
    let whole = try samples(scratch.file(text), options)
    #expect(whole.count >= 2)
    let bytes = Array(text.utf8)
    for length in bytes.indices {
      let path = try scratch.file(bytes.prefix(length))
      let survey = Survey(path, options)
      // A text that only lacks its last newline is whole.
      #expect(survey.samples <= whole.count)
      if survey.samples == whole.count { continue }
      let isWholeLines = length > 0 && bytes[length - 1] == UInt8(ascii: "\n")
      let isLineWithoutNewline = bytes[length] == UInt8(ascii: "\n")
      #expect(
        survey.faultCount > 0 || survey.cutOff != nil || isWholeLines || isLineWithoutNewline)
    }
  }

  @Test(arguments: [own, dump, wrapped])
  func `changed bytes never crash the reader`(text: String) throws {
    let scratch = try ScratchFolder()
    let whole = try samples(scratch.file(text), options).count
    var random = SplitMix64(state: 7)
    let telling = Array("{}[]\",:0-.eE\\ntu\u{0}\u{7F}".utf8) + [0xFF, 0xC3]
    for _ in 0..<1000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = telling.randomElement(using: &random) ?? 0
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.remove(at: place)
        default: bytes.insert(telling.randomElement(using: &random) ?? 0, at: place)
        }
      }
      let survey = Survey(try scratch.file(bytes), options)
      #expect(survey.samples + survey.badSamples <= whole + 8)
      #expect(survey.faults.allSatisfy { !$0.description.contains("\n") })
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
  func `a cut recording gives its whole samples, and says where it ends`() throws {
    let data = try Data(
      contentsOf: SharedData.file("recordings/phone-portrait/tracking.jsonl"))
    let scratch = try ScratchFolder()
    for length in stride(from: 1000, to: data.count, by: 40_007) {
      let part = data.prefix(length)
      let survey = Survey(try scratch.file(part))
      let lines = part.count { $0 == UInt8(ascii: "\n") }
      #expect(survey.samples == max(0, lines - 1))
      #expect(survey.faults.isEmpty)
      let note = try #require(survey.cutOff)
      #expect(note.contains("line \(lines + 1):") && note.contains("byte \(length),"))
    }
  }
}
