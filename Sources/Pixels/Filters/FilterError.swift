public import Problems
import Text

/// Why a filter could not be read or applied.
public enum FilterError: Error, Hashable, Sendable {
  /// There is no filter of this name; the nearest one, if any is near.
  case unknownFilter(String, nearest: String?)
  /// The filter has no option of this name; the nearest one, if any is near.
  case unknownOption(String, filter: PictureFilter.Kind, nearest: String?)
  /// What stands where `option=value` was expected.
  case notAnOption(String, filter: PictureFilter.Kind)
  /// The same option twice.
  case repeatedOption(String, filter: PictureFilter.Kind)
  /// The option's value is not a number within its range.
  case badValue(String, option: FilterOption, filter: PictureFilter.Kind)
  /// The picture is of high dynamic range, whose brightness the filters do not know.
  case highDynamicRange(PictureFilter.Kind)
  /// The planes are not those of the format, or the picture is larger than `maximumSide`.
  case unfitPicture(reason: String)
}

extension FilterError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .unknownFilter(let name, let nearest):
      "there is no filter \"\(Shown.text(name))\"; "
        + (nearest.map { "did you mean \($0)?" } ?? "expected \(PictureFilter.Kind.list)")
    case .unknownOption(let name, let filter, let nearest):
      "the filter \(filter) has no option \"\(Shown.text(name))\"; "
        + (nearest.map { "did you mean \($0)?" } ?? "it has \(filter.optionList)")
    case .notAnOption(let text, let filter):
      "the filter \(filter): expected option=value such as \(filter.example), found "
        + "\"\(Shown.text(text))\""
    case .repeatedOption(let name, let filter):
      "the filter \(filter): \(name) is given twice; give it once"
    case .badValue(let text, let option, let filter):
      "the filter \(filter): \(option.name): expected \(option.expectation), found "
        + "\"\(Shown.text(text))\""
    case .highDynamicRange(let filter):
      "the filter \(filter) is for pictures of standard dynamic range and this clip is HDR (PQ or"
        + " HLG); take a snapshot, which is sRGB, or convert the clip first"
    case .unfitPicture(let reason):
      "this picture cannot be filtered: \(reason)"
    }
  }
}

extension FilterError: ProblemReporting {
  /// The output that is asked for cannot be made, whatever it is.
  public var problemCode: ProblemCode {
    .unfitOutput
  }
}
