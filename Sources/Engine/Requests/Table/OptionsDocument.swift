/// The tables of `Documentation/options.md`: every option with its member.
public enum OptionsDocument {
  /// A table for each group.
  public static var text: String {
    var lines: [String] = []
    for group in RequestMember.Group.allCases {
      lines += ["", "## \(heading(of: group))", ""] + head + rows(of: group)
    }
    return lines.dropFirst().joined(separator: "\n") + "\n"
  }

  private static func heading(of group: RequestMember.Group) -> String {
    switch group {
    case .recording: "Recording"
    case .tracker: "Automatic tracking"
    case .avatars: "Avatars"
    case .placement: "Placement"
    case .scenes: "Scenes on cards"
    case .live: "As it was seen live"
    case .part: "Which part, which frame"
    case .output: "Output"
    case .card: "Share card"
    case .session: "Session"
    }
  }

  private static let head = [
    "| Option | Member | Values | Default | Where | Meaning |", "|---|---|---|---|---|---|",
  ]

  private static func rows(of group: RequestMember.Group) -> [String] {
    RequestTable.members.filter { $0.group == group }.map { member in
      let option = usage(of: member)
      let values = values(of: member.shape)
      return
        "| `\(cell(option))` | `\(member.path)` | \(cell(values))"
        + " | \(cell(member.defaultText ?? "")) | \(places(of: member)) | \(cell(meaning(of: member))) |"
    }
  }

  /// The option as the help shows it; the verb's argument where it has none.
  private static func usage(of member: RequestMember) -> String {
    guard let option = member.option else { return "<\(member.path)>" }
    let names = member.short.map { "\($0), \(option)" } ?? option
    return member.placeholder.map { "\(names) \($0)" }
      ?? member.optionalPlaceholder.map { "\(names) [\($0)]" } ?? names
  }

  private static func values(of shape: ValueShape) -> String {
    switch shape {
    case .path, .name: "a path"
    case .paths, .names: "a list of names or paths"
    case .assignments: "a list of NAME=VALUE"
    default: shape.expectation
    }
  }

  /// What a row is for; a member that an option turns off says it the other way round.
  private static func meaning(of member: RequestMember) -> String {
    guard member.isNegated, let note = member.more.note else { return member.help }
    return "\(member.help); `\(member.path)`: \(note), which is the default"
  }

  private static let names: [(RequestContext, String)] = [
    (.render, "`render`"), (.snapshot, "`snapshot`"), (.align, "`align`"),
    (.inspect, "`inspect`"), (.compare, "`compare`"), (.frames, "`/v1/frames`"),
    (.snapshots, "`/v1/snapshots`"), (.renders, "`/v1/renders`"), (.suite, "suites"),
  ]

  private static func places(of member: RequestMember) -> String {
    names.filter { !member.contexts.isDisjoint(with: $0.0) }.map(\.1).joined(separator: ", ")
  }

  /// A text as a table's cell has it.
  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
