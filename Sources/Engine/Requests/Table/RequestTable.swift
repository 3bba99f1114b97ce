/// The one table of what a request can say, in the order in which requests are printed.
public enum RequestTable {
  /// The rows.
  ///
  /// Two may have one path, each for places of its own, where it means something of its own.
  public static let members: [RequestMember] =
    recording + tracker + avatars + placement + scenes + live + parts + looks + outputs + cards
    + session + decoding

  /// The rows of what may be given in a place, one for each path.
  public static func members(in context: RequestContext) -> [RequestMember] {
    var paths: Set<String> = []
    return members.filter { $0.contexts.meets(context) && paths.insert($0.path).inserted }
  }

  /// The row of a path, as it is in a place.
  public static func member(_ path: String, in context: RequestContext) -> RequestMember? {
    members.first { $0.path == path && $0.contexts.meets(context) }
  }

  /// The member of a request that says which version of the format it is of.
  public static let versionKey = "version"

  /// The names that may stand at the top of an object in a place, older spellings included.
  public static func keys(in context: RequestContext) -> [String] {
    let rows = members(in: context)
    var keys: [String] = context.meets(.suite) ? [] : [versionKey]
    for row in rows {
      let name = row.parts.object ?? row.path
      if !keys.contains(name) { keys.append(name) }
    }
    let aliases = rows.flatMap(\.more.aliases).filter { $0.contexts.meets(context) }.map(\.name)
    return keys + aliases.filter { !keys.contains($0) }
  }
}
