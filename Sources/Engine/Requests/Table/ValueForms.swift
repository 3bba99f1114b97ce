import ClipWriting
import Filters
import Geometry
import Imaging
import JSON
import Placement
import Recipe
import Recordings
import Rendering
import Snapshots
import TrackingFiles

/// The longest side of a result that may be asked for, in pixels.
let longestResultSide = 8192
/// The highest number of a frame.
let highestFrame = 1_000_000_000

/// Two whole numbers above 0 around a letter, such as `1280x720`; nil for anything else.
private func sides(_ text: String, around letter: Character, upTo longest: Int) -> (Int, Int)? {
  let parts = text.split(separator: letter, omittingEmptySubsequences: false)
  guard parts.count == 2,
    parts.allSatisfy({ $0.utf8.count <= 6 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
    let first = Int(parts[0]), let second = Int(parts[1]), (1...longest).contains(first),
    (1...longest).contains(second)
  else { return nil }
  return (first, second)
}

/// A regular expression for the whole numbers from 1 to another one, as schemas take them.
private func wholeNumber(upTo most: Int) -> String {
  let digits = String(most).compactMap(\.wholeNumberValue)
  var alternatives = digits.count > 1 ? ["[1-9][0-9]{0,\(digits.count - 2)}"] : []
  for (place, digit) in digits.enumerated() {
    let low = place == 0 ? 1 : 0
    guard digit > low else { continue }
    let before = digits[..<place].map(String.init).joined()
    let after = digits.count - place - 1
    alternatives.append("\(before)[\(low)-\(digit - 1)]" + (after > 0 ? "[0-9]{\(after)}" : ""))
  }
  return "(" + (alternatives + ["\(most)"]).joined(separator: "|") + ")"
}

extension ValueForm {
  /// A size such as `1280x720`.
  static func size<Space>(upTo longest: Int) -> ValueForm where Value == PixelSize<Space> {
    .written(
      "a size such as 1280x720, at most \(longest) a side",
      pattern: "^\(wholeNumber(upTo: longest))x\(wholeNumber(upTo: longest))$", example: "1280x720",
      placeholder: "WxH"
    ) { text throws(ValueFault) in
      sides(text, around: "x", upTo: longest).flatMap { PixelSize(width: $0, height: $1) }
    } write: {
      "\($0.width)x\($0.height)"
    }
  }
}

extension ValueForm where Value == RawFrames {
  /// What frames without a container are, such as `bgra:1280x720@30`.
  static var rawFrames: ValueForm {
    .written(
      RawFrames.expected, pattern: RawFrames.pattern, example: "bgra:1280x720@30",
      placeholder: "FORMAT:WxH@FPS"
    ) { text throws(ValueFault) in
      RawFrames(text)
    } write: {
      $0.text
    }
  }
}

extension ValueForm where Value == OutputSize {
  /// A size such as `1280x720`, or one side of it: `1280x`, `x720`.
  static var outputSize: ValueForm {
    let side = wholeNumber(upTo: longestResultSide)
    return .written(
      "a size such as 1280x720, or a side such as 1280x or x720, at most \(longestResultSide) a side",
      pattern: "^(\(side)x\(side)?|x\(side))$", example: "1280x720", placeholder: "WxH"
    ) { text throws(ValueFault) in
      let isOfOne = text.hasPrefix("x") != text.hasSuffix("x")
      guard isOfOne else {
        return sides(text, around: "x", upTo: longestResultSide).flatMap {
          OutputSize(width: $0, height: $1)
        }
      }
      let whole = text.hasPrefix("x") ? "1" + text : text + "1"
      return sides(whole, around: "x", upTo: longestResultSide).flatMap {
        OutputSize(
          width: text.hasPrefix("x") ? nil : $0, height: text.hasSuffix("x") ? nil : $1)
      }
    } write: {
      "\($0.width.map(String.init) ?? "")x\($0.height.map(String.init) ?? "")"
    }
  }
}

extension ValueForm where Value == PixelSize<OutputSpace> {
  /// The longest side, or a box; in untrusted input the longest side.
  static var bounds: ValueForm {
    let notation = ValueShape.Notation(
      expected:
        "the longest side in pixels, or a size such as 1280x720, at most \(longestResultSide)"
        + " a side",
      pattern: "^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$", example: "1280x720")
    return ValueForm(
      .wholeOrWritten(1...longestResultSide, notation), remote: .whole(16...longestResultSide),
      placeholder: "N|WxH"
    ) {
      value in
      switch value {
      case .integer(let side): PixelSize(clamping: side, side)
      case .string(let text):
        sides(text, around: "x", upTo: longestResultSide).map { PixelSize(clamping: $0, $1) }
      default: nil
      }
    } write: {
      $0.width == $0.height ? .integer($0.width) : .string("\($0.width)x\($0.height)")
    }
  }
}

extension ValueForm where Value == Int {
  /// A number of bytes such as `8M`: `k`, `M` and `G` are thousands, millions and milliards of them.
  static var bytes: ValueForm {
    let range = 1000...1_000_000_000_000
    let units: KeyValuePairs = ["k": 1000, "M": 1_000_000, "G": 1_000_000_000]
    let notation = ValueShape.Notation(
      expected: "a number of bytes such as 8M or 500k, from 1k to 1000G",
      pattern: "^[1-9][0-9]{0,11}[kMG]$",
      example: "8M")
    return ValueForm(.wholeOrWritten(range, notation), placeholder: "N[k|M|G]") { value in
      switch value {
      case .integer(let count): return count
      case .string(let text):
        guard let unit = units.first(where: { text.hasSuffix($0.key) })?.value,
          text.utf8.count <= 13, let count = Int(text.dropLast()), count > 0,
          case let (bytes, overflow) = count.multipliedReportingOverflow(by: unit), !overflow
        else { return nil }
        return range.contains(bytes) ? bytes : nil
      default: return nil
      }
    } write: {
      .integer($0)
    }
  }
}

extension ValueForm where Value == TimeOffset {
  /// Milliseconds, or the word that means the first frame.
  static var timeOffset: ValueForm {
    let first = "first"
    return ValueForm(.numberOrWord(TimeOffset.range, first), placeholder: "N|\(first)") {
      switch $0 {
      case .number(let offset): .ms(offset)
      case .string(first): .first
      default: nil
      }
    } write: {
      switch $0 {
      case .ms(let offset): .number(offset)
      case .first: .string(first)
      }
    }
  }
}

extension ValueForm where Value == ClipMoment {
  /// Seconds on the clip's timeline, up to a third of a year, or an event of the session with an offset.
  static var moment: ValueForm {
    let notation = ValueShape.Notation(
      expected: EventMoment.form, pattern: EventMoment.pattern, example: "gatePassed-2s")
    return ValueForm(.numberOrWritten(0...1e7, notation), placeholder: "S|EVENT") {
      value throws(ValueFault) in
      switch value {
      case .number(let seconds): return .second(seconds)
      case .string(let text):
        do throws(EventMoment.Fault) {
          return .event(try EventMoment(parsing: text))
        } catch {
          throw .message("\(error)")
        }
      default: return nil
      }
    } write: {
      switch $0 {
      case .second(let seconds): .number(seconds)
      case .event(let moment): .string(moment.description)
      }
    }
  }
}

extension ValueForm where Value == ClosedRange<Int> {
  /// Frame numbers such as `10-99`, or a single `10`.
  static var frames: ValueForm {
    .written(
      "two frame numbers such as 0-99, counted from 0", pattern: "^[0-9]{1,10}(-[0-9]{1,10})?$",
      example: "0-99", placeholder: "A-B"
    ) { text throws(ValueFault) in
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
        first >= 0, first <= last, last <= highestFrame
      else { return nil }
      return first...last
    } write: {
      "\($0.lowerBound)-\($0.upperBound)"
    }
  }
}

extension ValueForm where Value == RenderRequest.BestFrames {
  /// Whether the best frame is taken, or how many are; of untrusted input whether it is.
  static var bestFrames: ValueForm {
    ValueForm(.flagOrWhole(BestFrame.counts), remote: .flag) {
      switch $0 {
      case .bool(let areWanted): RenderRequest.BestFrames(areWanted)
      case .integer(let count): RenderRequest.BestFrames(count: count)
      default: nil
      }
    } write: {
      $0.count.map { .integer($0) } ?? .bool($0.areWanted)
    }
  }
}

extension ValueForm where Value == PictureFormat {
  /// A format that is written; of untrusted input one that takes little time.
  static var pictureFormat: ValueForm {
    var form = choice("format")
    form.remote = .choice(PictureFormat.usual.map(\.rawValue), noun: "format")
    return form
  }
}

extension ValueForm where Value == CropShape {
  /// A shape such as `4:5`, or a size such as `1080x1350`.
  static var crop: ValueForm {
    .written(
      "a shape such as 1:1, 4:5, 9:16 or 16:9, or a size such as 1080x1350, at most"
        + " \(longestResultSide) a side",
      pattern: "^([1-9][0-9]{0,3}:[1-9][0-9]{0,3}|[1-9][0-9]{0,3}x[1-9][0-9]{0,3})$",
      example: "4:5", placeholder: "W:H|WxH"
    ) { text throws(ValueFault) in
      if let ratio = AspectRatio(text) { return .ratio(ratio) }
      return sides(text, around: "x", upTo: longestResultSide).map {
        .size(PixelSize(clamping: $0, $1))
      }
    } write: {
      $0.description
    }
  }
}

extension ValueForm where Value == ContactSheetJob.Layout {
  /// Columns and rows such as `6x4`.
  static var sheet: ValueForm {
    let most = ContactSheetJob.Layout.maximumFrames
    return .written(
      "columns x rows such as 6x4, at most \(most) frames",
      pattern: "^[1-9][0-9]{0,2}x[1-9][0-9]{0,2}$", example: "6x4", placeholder: "CxR"
    ) { text throws(ValueFault) in
      sides(text, around: "x", upTo: most).flatMap {
        ContactSheetJob.Layout(columns: $0, rows: $1)
      }
    } write: {
      "\($0.columns)x\($0.rows)"
    }
  }
}

extension ValueForm where Value == [PictureFilter] {
  /// Looks with their options, such as `snow:seed=7`, a text for one and a list for several.
  ///
  /// In untrusted input a look's file is the name of what is sent beside.
  static var filters: ValueForm {
    let kinds = PictureFilter.Kind.allCases.filter { $0 != .lut }.map(\.rawValue)
    func notation(_ file: String, _ pattern: String) -> ValueShape.Notation {
      ValueShape.Notation(
        expected: "one of \(kinds.joined(separator: ", ")), lut:\(file), with options such as"
          + " snow:seed=7",
        pattern: "^((\(kinds.joined(separator: "|")))(:.*)?|lut:\(pattern))$",
        example: "snow:seed=7")
    }
    let most = PictureFilter.maximumChain
    return ValueForm(
      .writtenList(notation("FILE.cube", ".+"), most: most),
      remote: .writtenList(
        notation("NAME", PlainName.pattern.dropFirst().dropLast() + "(,.*)?"), most: most),
      placeholder: "NAME[:OPTION=N,...]"
    ) { value throws(ValueFault) in
      let items: [JSONValue] = if case .array(let items) = value { items } else { [value] }
      guard (1...most).contains(items.count) else {
        throw .message("\(items.count) found, 1 to \(most) expected")
      }
      var filters: [PictureFilter] = []
      for item in items {
        guard case .string(let text) = item else { return nil }
        do throws(FilterError) {
          filters.append(try PictureFilter(parsing: text))
        } catch {
          throw .message("\(error)")
        }
        if let file = filters.last?.file { _ = try ValueShape.path(file) }
      }
      return filters
    } write: {
      $0.count == 1 ? .string($0[0].description) : .array($0.map { .string($0.description) })
    }
  }
}

extension ValueForm where Value == BlendshapeChoice {
  /// A list such as `jawOpen,mouthClose`.
  static var blendshapes: ValueForm {
    let either = "(\(BlendshapeChoice.names.joined(separator: "|")))"
    return .parsed(
      "a list of MediaPipe's names of blendshapes", pattern: "^\(either)(, *\(either))*$",
      example: "jawOpen,mouthClose", placeholder: "LIST"
    ) {
      try BlendshapeChoice(parsing: $0)
    } write: {
      $0.description
    }
  }
}

extension ValueForm where Value == [String] {
  /// A list of different avatars such as `dragon,ox,pig`.
  static var avatarList: ValueForm {
    let most = RequestTable.mostRemoteAvatars
    return .written(
      "a list of at most \(most) different avatars such as dragon,ox,pig",
      pattern: "^[^,]+(,[^,]+){0,\(most - 1)}$", example: "dragon,ox,pig", placeholder: "A,B,..."
    ) { text throws(ValueFault) in
      let path = try ValueShape.path(text)
      let names = path.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard names.count <= most, Set(names).count == names.count else { return nil }
      return names.contains("") ? nil : names
    } write: {
      $0.joined(separator: ",")
    }
  }
}

extension ValueForm where Value == Occluders {
  /// A list such as `hands`, or `none`.
  static var occluders: ValueForm {
    let names = Occluders.named.map(\.name)
    let either = "(\(names.joined(separator: "|")))"
    return .parsed(
      "none, or a list of \(names.joined(separator: ", "))",
      pattern: "^(\(Occluders.none)|\(either)(,\(either))*)$",
      example: names.joined(separator: ","), placeholder: "LIST"
    ) {
      try Occluders(parsing: $0)
    } write: {
      $0.description
    }
  }
}

extension ValueForm where Value == LightChoice {
  /// A light such as `match`.
  static var light: ValueForm {
    .parsed(
      LightChoice.form, pattern: "^(studio|none|match(:[0-9.]+)?)$", example: "match",
      placeholder: "LIGHT"
    ) {
      try LightChoice(parsing: $0)
    } write: {
      $0.description
    }
  }
}

extension ValueForm where Value == Background {
  /// A colour, the file of a picture, or the clip itself; of untrusted input no file.
  static var background: ValueForm {
    let names = Background.names.map(\.name).joined(separator: "|")
    let colour = "clip|\(names)|#[0-9A-Fa-f]{6}"
    return ValueForm(
      .written(
        .init(expected: Background.form, pattern: "^(\(colour)|[^#].*)$", example: "white")),
      remote: .written(
        .init(
          expected: "clip, \(names.replacing("|", with: ", ")), or a colour such as #20a4f3",
          pattern: "^(\(colour))$", example: "white")), placeholder: "COLOUR|FILE|clip"
    ) { value throws(ValueFault) in
      guard case .string(let text) = value else { return nil }
      return try Background(parsing: ValueShape.path(text))
    } write: {
      .string($0.description)
    }
  }
}

extension ValueForm where Value == ShutterAngle {
  /// An angle such as `180`, or `auto`.
  static var shutter: ValueForm {
    .parsed(
      ShutterAngle.form, pattern: "^(auto|[0-9]+(\\.[0-9]+)?)$", example: "180",
      placeholder: "DEGREES"
    ) {
      try ShutterAngle(parsing: $0)
    } write: {
      $0.description
    }
  }
}

extension ValueForm where Value == Annotations {
  /// A list such as `landmarks,quads`, or `all`.
  static var annotations: ValueForm {
    let either = "(\(Annotations.names.joined(separator: "|")))"
    // What is printed names each annotation: a later version may have more of them than `all` meant.
    return .parsed(
      Annotations.form, pattern: "^\(either)(,\(either))*$", example: "\(Annotations.all)",
      placeholder: "LIST"
    ) {
      try Annotations(parsing: $0)
    } write: {
      $0.description
    }
  }
}
