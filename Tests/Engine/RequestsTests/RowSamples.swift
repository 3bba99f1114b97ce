import Requests

/// A value of a row other than the default, as JSON and as words of its option; made from the
/// row's shape, so that a new row is covered by itself.
struct RowSample {
  let member: RequestMember
  let json: String
  /// What the option is given; `true` for a flag.
  let words: [String]

  init(_ member: RequestMember, in context: RequestContext) {
    self.member = member
    switch member.shape(in: context) {
    case .flag: (json, words) = (member.isNegated ? "false" : "true", ["true"])
    case .flagOrWhole(let range): (json, words) = ("\(range.upperBound)", ["\(range.upperBound)"])
    case .choice(let choices, _):
      let standard = member.defaultText
      let word = choices.last { $0 != standard } ?? ""
      (json, words) = ("\"\(word)\"", [word])
    case .whole(let range): (json, words) = ("\(range.upperBound)", ["\(range.upperBound)"])
    case .wholeOf(let numbers):
      let number = numbers.last ?? 0
      (json, words) = ("\(number)", ["\(number)"])
    case .number(let range):
      let number = (range.lowerBound + range.upperBound) / 16
      (json, words) = ("\(number)", ["\(number)"])
    case .text, .path, .name: (json, words) = ("\"some-words\"", ["some-words"])
    case .paths: (json, words) = ("[\"one/a\", \"b\"]", ["one/a", "b"])
    case .assignments: (json, words) = ("[\"one=a\", \"b=c=d\"]", ["one=a", "b=c=d"])
    case .assignedNames: (json, words) = ("[\"one=a\", \"b=c-d\"]", ["one=a", "b=c-d"])
    case .names: (json, words) = ("[\"one\", \"two\"]", ["one", "two"])
    case .written(let notation):
      (json, words) = ("\"\(notation.example)\"", [notation.example])
    case .writtenList(let notation, _):
      let (first, second) = (notation.example, "oil")
      (json, words) = ("[\"\(first)\", \"\(second)\"]", [first, second])
    case .numberOrWord(_, let word): (json, words) = ("\"\(word)\"", [word])
    case .wholeOrWritten(_, let notation), .numberOrWritten(_, let notation):
      (json, words) = ("\"\(notation.example)\"", [notation.example])
    }
  }

  /// An object that gives the member alone.
  var object: String {
    let parts = member.path.split(separator: ".")
    let inner = "{\"\(parts.last ?? "")\": \(json)}"
    // Untrusted input names the card when it fills it.
    let named =
      member.path.hasPrefix("card.") && member.path != "card.name"
      ? "{\"name\": \"some-words\", " + inner.dropFirst() : inner
    return parts.count == 1 ? inner : "{\"\(parts[0])\": \(named)}"
  }

  static let places: [(name: String, context: RequestContext)] = [
    ("render", .render), ("snapshot", .snapshot), ("frames", .frames), ("snapshots", .snapshots),
    ("renders", .renders), ("suite", .suite),
  ]

  /// A sample of every row in every place.
  static var all: [(place: String, context: RequestContext, sample: RowSample)] {
    places.flatMap { name, context in
      RequestTable.members(in: context).map { (name, context, RowSample($0, in: context)) }
    }
  }
}
