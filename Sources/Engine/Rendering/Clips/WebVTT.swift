import Foundation

/// Captions as a file of WebVTT.
enum WebVTT {
  /// The file: cues by their times, without anything that would be taken for markup.
  static func text(_ cues: [CaptionsJob.Cue], language: String) -> String {
    var text = "WEBVTT\nLanguage: \(language)\n"
    let ordered = cues.enumerated().sorted {
      ($0.element.startMs, $0.offset) < ($1.element.startMs, $1.offset)
    }
    for (_, cue) in ordered {
      text += "\n\(time(cue.startMs)) --> \(time(cue.endMs))\n\(escaped(cue.text))\n"
    }
    return text
  }

  /// Hours, minutes, seconds and milliseconds.
  private static func time(_ ms: Double) -> String {
    let whole = Int(exactly: max(ms, 0).rounded()) ?? 0
    let (seconds, left) = whole.quotientAndRemainder(dividingBy: 1000)
    return String(
      format: "%02d:%02d:%02d.%03d", seconds / 3600, seconds / 60 % 60, seconds % 60, left)
  }

  /// A cue's text ends at an empty line, and `&`, `<` and `>` have meanings of their own.
  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").split(whereSeparator: \.isNewline)
      .joined(separator: "\n")
  }
}
