import Covering
import Frames
import JSON

extension ValueForm where Value == CoverChoice {
  /// A word, or the path of a file; of untrusted input a word.
  static var cover: ValueForm {
    ValueForm(
      .path, remote: .choice([CoverChoice.faces.text, CoverChoice.others.text], noun: "cover"),
      placeholder: "faces|others|FILE"
    ) { value in
      guard case .string(let text) = value else { return nil }
      return CoverChoice(text)
    } write: {
      .string($0.text)
    }
  }
}

extension ValueForm where Value == CoverStyle {
  /// A style such as `blur`.
  static var coverStyle: ValueForm {
    let words = FrameCover.Style.allCases.map(\.rawValue)
    var form = ValueForm.written(
      "one of \(words.joined(separator: ", ")), or avatar:NAME",
      pattern: "^(\(words.joined(separator: "|"))|avatar:.+)$", example: "pixelate",
      placeholder: "blur|pixelate|solid|avatar:NAME"
    ) { text throws(ValueFault) in
      CoverStyle(text)
    } write: {
      $0.text
    }
    form.remote = .choice(words, noun: "style of a cover")
    return form
  }
}
