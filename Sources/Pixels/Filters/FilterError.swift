public import Imaging
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
  /// `lut` without a file.
  case noFile
  /// The file of `lut` is not there or cannot be read.
  case unreadable(path: String, ImagingError)
  /// The file of `lut` holds a fault: where, and what was found and expected.
  case badTable(path: String, line: Int, reason: String)
  /// A file of `lut` of more than `limit` of something.
  case tableTooLarge(path: String, found: String, limit: String)
  /// The filter was not resolved, so that the colours of its file are not known.
  case notRead(file: String?)
  /// The season is that of the recording's date, which is unknown.
  case noDate
  /// More filters than `PictureFilter.maximumChain`.
  case tooMany(Int)
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
    case .noFile:
      "the filter lut: expected lut:FILE.cube, the file with its colours, such as lut:warm.cube"
    case .unreadable(let path, let error):
      "\(ImagingError.file(path: path, error))"
    case .badTable(let path, let line, let reason):
      "\(path):\(line): \(reason)"
    case .tableTooLarge(let path, let found, let limit):
      "\(path): \(found) found, at most \(limit) allowed"
    case .notRead(let file):
      "the colours of \(file.map { Shown.text($0) } ?? "lut") were not read: resolve the filter first"
    case .noDate:
      "the filter season: the recording does not say when it was taken; name the season:"
        + " season:kind=petals, summer, leaves or snow"
    case .tooMany(let count):
      "\(count) filters found, at most \(PictureFilter.maximumChain) allowed"
    case .highDynamicRange(let filter):
      "the filter \(filter) is for pictures of standard dynamic range and this clip is HDR (PQ or"
        + " HLG); take a snapshot, which is sRGB, or convert the clip first"
    case .unfitPicture(let reason):
      "this picture cannot be filtered: \(reason)"
    }
  }
}

extension FilterError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .unreadable(let path, let error): ImagingError.file(path: path, error).problemCode
    case .badTable: .badLUT
    case .tableTooLarge, .tooMany: .overLimit
    default: .unfitOutput
    }
  }
}
