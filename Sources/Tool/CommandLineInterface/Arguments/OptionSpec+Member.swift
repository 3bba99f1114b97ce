import Requests

extension OptionSpec {
  /// The option of a row of the table.
  ///
  /// - Parameter hasOpposite: whether a flag may be taken back, as it must be where a request says
  ///   more than the options.
  init?(_ member: RequestMember, hasOpposite: Bool = false) {
    guard let name = member.option else { return nil }
    let standard = member.defaultText.map { " (default: \($0))" } ?? ""
    var opposite: String?
    if hasOpposite, member.placeholder == nil {
      opposite = member.isNegated ? "--" + name.dropFirst(5) : "--no-" + name.dropFirst(2)
    }
    self.init(
      name, short: member.short, placeholder: member.placeholder,
      optionalPlaceholder: member.optionalPlaceholder, repeats: member.repeats,
      opposite: opposite, isBasic: member.isBasic, help: member.help + standard)
  }
}

extension [OptionSpec] {
  /// The options of a group of the table, as a verb has them.
  init(_ group: RequestMember.Group, for context: RequestContext) {
    self = RequestTable.members(in: context).filter { $0.group == group }.compactMap {
      OptionSpec($0, hasOpposite: RequestContext.verbs.isSuperset(of: context))
    }
  }
}

extension OptionSpec {
  /// What several verbs that write files have.
  static let overwrite = flag("--overwrite", "replace an output that exists").basic
  static let avatarsFolder = value(
    "--avatars", "DIR",
    "where names of avatars are looked up, before the built-in ones (default: Avatars)")
  static let cardsFolder = value(
    "--cards", "DIR", "where cards are looked up, before the built-in ones (default: Cards)")
}
