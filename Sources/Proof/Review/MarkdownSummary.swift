internal import Comparison
internal import Files
internal import Foundation
internal import Imaging

/// A review as Markdown, for a comment on a pull request: counts, what failed and why, and small pictures
/// in a folder beside the file.
public struct MarkdownSummary: Sendable {
  /// The most cases that are told with their words.
  public static let mostCases = 30
  /// The most cases that are shown with pictures.
  public static let mostPictures = 10
  /// The most sentences of a case.
  public static let mostSentences = 6
  /// The longest text, in characters: GitHub takes comments of 65,536.
  public static let mostCharacters = 60_000
  /// The longest side of a picture, in pixels.
  public static let pictureSide = 480

  private let review: ReviewDocument
  private let files: ReviewedFiles

  /// Makes the summary of a review whose relative picture paths begin at a folder.
  ///
  /// - Parameter suite: the folder of the suite that is reviewed, which no link leads out of; nil where there is none.
  public init(_ review: ReviewDocument, picturesRoot: String, suite: String? = nil) {
    (self.review, files) = (review, ReviewedFiles(root: picturesRoot, suite: suite))
  }

  /// The folder of a summary's pictures: `summary-pictures` beside `summary.md`.
  public static func folder(of path: String) -> String {
    (path as NSString).deletingPathExtension + "-pictures"
  }

  /// Writes the file and the pictures; of an earlier summary the pictures go.
  public func write(to path: String, overwriting: Bool = false) throws(ReviewError) {
    let folder = Self.folder(of: path)
    let name = (folder as NSString).lastPathComponent
    do throws(ImagingError) {
      try makeFolder(folder, overwriting: overwriting)
      let text = try text { index, role, picture throws(ImagingError) in
        let file = "\(index + 1)-\(role).png"
        try PNG.write(picture, to: "\(folder)/\(file)", compression: .small, replacing: true)
        return "\(name)/\(file)"
      }
      try ImagingError.ofFile { () throws(FileFault) in
        try AtomicFile.write(Array(text.utf8), to: path, replacing: overwriting)
      }
    } catch {
      throw .unwritable(error)
    }
  }

  private func makeFolder(_ folder: String, overwriting: Bool) throws(ImagingError) {
    let manager = FileManager.default
    let old = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
    guard overwriting || old.isEmpty else {
      throw .file(path: folder, .outputExists)
    }
    for file in old where file.wholeMatch(of: /[0-9]+-(expected|actual|difference)\.png/) != nil {
      try? manager.removeItem(atPath: "\(folder)/\(file)")
    }
    do {
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .file(path: folder, .unwritable(reason: "the folder cannot be made"))
    }
  }

  /// The text.
  ///
  /// - Parameter keep: keeps a picture of a case and gives its path relative to the file.
  func text(
    keeping keep: (_ index: Int, _ role: String, StraightRGBA8) throws(ImagingError) -> String
  ) throws(ImagingError) -> String {
    var text = "## \(Self.escaped(review.title))\n\n\(counts)\n"
    let bad = review.cases.filter { $0.verdict != .passed }
    var told = 0
    for (index, one) in bad.prefix(Self.mostCases).enumerated() {
      var part = words(of: one)
      if index < Self.mostPictures {
        let pictures = try pictures(of: one) { role, picture throws(ImagingError) in
          try keep(index, role, picture)
        }
        part += pictures
      }
      // What follows takes less than the rest of the limit.
      if text.count + part.count > Self.mostCharacters - 2000 { break }
      text += part
      told += 1
    }
    if bad.count > told {
      text += "\n\(bad.count - told) more did not pass; the page shows them all.\n"
    }
    text += variants + obsolete
    return text
  }

  private var counts: String {
    let parts = ReviewCase.Verdict.allCases.map { verdict in
      (verdict, review.cases.count { $0.verdict == verdict })
    }.filter { $0.1 > 0 }
    guard !parts.isEmpty else { return "No case was verified.\n" }
    return "| cases | " + parts.map { $0.0.rawValue }.joined(separator: " | ") + " |\n"
      + "|---|" + parts.map { _ in "---|" }.joined() + "\n"
      + "| \(review.cases.count) | " + parts.map { "\($0.1)" }.joined(separator: " | ") + " |\n"
  }

  private func words(of one: ReviewCase) -> String {
    var text = "\n### \(one.verdict.rawValue): \(Self.code(one.name))\n\n"
    let sentences = one.explanation.prefix(Self.mostSentences)
    for sentence in sentences { text += "- \(Self.escaped(String(sentence.prefix(400))))\n" }
    if one.explanation.count > sentences.count {
      text += "- and \(one.explanation.count - sentences.count) more\n"
    }
    for rung in one.rungs where !rung.passed { text += "- \(Self.code(rung.line))\n" }
    return text
  }

  private func pictures(
    of one: ReviewCase,
    _ keep: (_ role: String, StraightRGBA8) throws(ImagingError) -> String
  ) throws(ImagingError) -> String {
    guard let shown = PicturePlan.shownFrame(of: one) else { return "" }
    let frame = one.frames[shown]
    let (expected, actual) = (picture(frame.expected), picture(frame.actual))
    var columns: [(String, String)] = []
    if let expected {
      columns.append(("expected", try keep("expected", expected.reduced(to: Self.pictureSide))))
    }
    if let actual {
      columns.append(("actual", try keep("actual", actual.reduced(to: Self.pictureSide))))
    }
    if let expected, let actual, let heat = PictureComparer().heatMap(expected, actual) {
      columns.append(("difference", try keep("difference", heat.reduced(to: Self.pictureSide))))
    }
    guard !columns.isEmpty else { return "" }
    let title = one.frames.count > 1 ? "\nFrame \(frame.frame):\n" : ""
    return title + "\n| " + columns.map(\.0).joined(separator: " | ") + " |\n|"
      + columns.map { _ in "---|" }.joined() + "\n| "
      + columns.map { "![\($0.0)](\(Self.address($0.1)))" }.joined(separator: " | ") + " |\n"
  }

  /// A picture of the review; nil where there is none, or it cannot be read.
  private func picture(_ path: String?) -> StraightRGBA8? {
    guard let path, let bytes = try? files.read(path, limit: ImageLimits.still.fileBytes) else {
      return nil
    }
    return (try? PNG.decode(bytes, limits: .still))?.flattened
  }

  private var variants: String {
    let met = Dictionary(
      grouping: review.cases.flatMap { one in
        Set(one.frames.compactMap(\.variant)).map { ($0, one.name) }
      }, by: \.0)
    return met.sorted { $0.key < $1.key }.map { environment, cases in
      "\n\(cases.count) case\(cases.count == 1 ? "" : "s") met the variant \(Self.code(environment)).\n"
    }.joined()
  }

  private var obsolete: String {
    guard !review.obsolete.isEmpty else { return "" }
    let listed = review.obsolete.prefix(10).map { Self.code(String($0.prefix(120))) }
    let more = review.obsolete.count - listed.count
    return "\nObsolete goldens, which no case asks for: \(listed.joined(separator: ", "))"
      + (more > 0 ? " and \(more) more" : "") + "\n"
  }

  /// Text in which nothing is markup, a mention or a link.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "\n", "\r", "\t": result += " "
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "@": result += "&#64;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "!":
        result += "\\"
        result.unicodeScalars.append(character)
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// Text as code, which is longer than any run of backticks in it.
  static func code(_ text: String) -> String {
    let plain = text.replacing("\n", with: " ").replacing("|", with: "¦")
    let longest = plain.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let space = plain.hasPrefix("`") || plain.hasSuffix("`") ? " " : ""
    return fence + space + plain + space + fence
  }

  /// A path as a link has it.
  private static func address(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }
}
