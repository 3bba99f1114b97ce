internal import Foundation

/// What the page's script is told, before any case is opened.
struct PageIndex: Encodable {
  struct Entry: Encodable {
    var name: String
    var verdict: ReviewCase.Verdict
    /// What happened, in a sentence: the explanation's first, or of a clip that of the frame shown.
    var words: String
    /// How many frames there are, and how many of them did not pass.
    var frames, failed: Int
    /// The frame that stands for the case.
    var shown: Int?
  }

  var title, createdAt, rendererVersion: String
  var obsolete: [String]
  var cases: [Entry]
  /// How it approves; nil where it cannot.
  var approval: ReviewApproval?

  init(_ review: ReviewDocument, approval: ReviewApproval?) {
    self.approval = approval
    (title, createdAt) = (review.title, review.createdAt)
    (rendererVersion, obsolete) = (review.rendererVersion, review.obsolete)
    cases = review.cases.map { one in
      let shown = PicturePlan.shownFrame(of: one)
      let ofFrame = one.frames.count > 1 ? shown.flatMap { one.frames[$0].explanation.first } : nil
      return Entry(
        name: one.name, verdict: one.verdict, words: ofFrame ?? one.explanation.first ?? "",
        frames: one.frames.count, failed: one.frames.count { $0.verdict != .passed }, shown: shown)
    }
  }
}

extension ReviewCase {
  /// The case as its page tells of it: places to a hundredth of a pixel, which is more than can be
  /// seen and a third of the bytes; of absolute paths, only the file's name.
  var forPage: ReviewCase {
    var one = self
    for i in one.frames.indices {
      let frame = one.frames[i]
      one.frames[i].landmarks = frame.landmarks.map { $0.map(Self.rounded) }
      for q in frame.quads.indices {
        one.frames[i].quads[q].corners = frame.quads[q].corners.map { $0.map(Self.rounded) }
      }
      for r in (frame.regions ?? []).indices {
        one.frames[i].regions?[r].corners =
          frame.regions?[r].corners.map { $0.map(Self.rounded) } ?? []
      }
      one.frames[i].expected = frame.expected.map(Self.shown)
      one.frames[i].actual = frame.actual.map(Self.shown)
    }
    return one
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  private static func shown(_ path: String) -> String {
    path.hasPrefix("/")
      ? String(path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst()) : path
  }
}

/// JSON as the page embeds it.
enum PageJSON {
  /// The value's JSON, safe within a script element; numbers that are none become words.
  static func of(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinite", negativeInfinity: "-infinite", nan: "not a number")
    return HTMLText.escapedJSON([UInt8]((try? encoder.encode(value)) ?? Data("null".utf8)))
  }
}
