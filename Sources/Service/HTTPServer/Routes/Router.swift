import HTTPMessages

/// Finds the route of a method and a path.
struct Router: Sendable {
  private enum Segment: Hashable {
    case fixed(String)
    case variable(String)
  }

  private struct Entry {
    var segments: [Segment]
    var routes: [String: HTTPRoute]

    /// Fixed segments before variables, from the left: `/a/b` is asked before `/a/{x}`.
    var rank: [Int] { segments.map { if case .fixed = $0 { 0 } else { 1 } } }
  }

  private var entries: [Entry] = []
  private var everyMethod: [String] = []

  struct Match {
    var route: HTTPRoute
    var parameters: [String: String]
  }

  /// Sorts the routes.
  init(_ routes: [HTTPRoute]) throws(HTTPServerError) {
    for route in routes {
      let segments = try Self.segments(of: route.pattern)
      let shape = Self.shape(segments)
      if let index = entries.firstIndex(where: { Self.shape($0.segments) == shape }) {
        guard entries[index].segments == segments, entries[index].routes[route.method] == nil else {
          throw .ambiguousRoute(route.method, route.pattern)
        }
        entries[index].routes[route.method] = route
      } else {
        entries.append(Entry(segments: segments, routes: [route.method: route]))
      }
    }
    entries.sort { $0.rank.lexicographicallyPrecedes($1.rank) }
    everyMethod = Self.allowed(Set(routes.map(\.method)))
  }

  /// Finds a route; `HEAD` finds the route of `GET`.
  ///
  /// - Throws: `notFound`, `methodNotAllowed`.
  func match(_ method: String, _ target: RequestTarget) throws(HTTPFault) -> Match {
    let found = entries.compactMap { entry in
      Self.parameters(entry.segments, target.segments).map { (entry, $0) }
    }
    for (entry, parameters) in found {
      let route = entry.routes[method] ?? (method == "HEAD" ? entry.routes["GET"] : nil)
      if let route { return Match(route: route, parameters: parameters) }
    }
    guard !found.isEmpty else { throw .notFound(path: target.path) }
    throw .methodNotAllowed(allowed: Self.allowed(Set(found.flatMap(\.0.routes.keys))))
  }

  /// The methods for a target: those of its path, or all for the server.
  func allowed(_ target: RequestTarget) throws(HTTPFault) -> [String] {
    if target.isServer { return everyMethod }
    do {
      // No route has a method without a name, so that this always throws.
      _ = try match("", target)
    } catch .methodNotAllowed(let allowed) {
      return allowed
    }
    return []
  }

  private static func allowed(_ methods: Set<String>) -> [String] {
    let implied = methods.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"]
    return methods.union(implied).sorted()
  }

  private static func shape(_ segments: [Segment]) -> [Segment] {
    segments.map { if case .fixed = $0 { $0 } else { .variable("") } }
  }

  private static func segments(of pattern: String) throws(HTTPServerError) -> [Segment] {
    guard pattern.hasPrefix("/") else { throw .badPattern(pattern) }
    if pattern == "/" { return [] }
    var segments: [Segment] = []
    for text in pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      if text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 {
        segments.append(.variable(String(text.dropFirst().dropLast())))
      } else if !text.isEmpty, !text.contains("{"), !text.contains("}") {
        segments.append(.fixed(String(text)))
      } else {
        throw .badPattern(pattern)
      }
    }
    return segments
  }

  /// The variables where a path fits a pattern.
  private static func parameters(_ pattern: [Segment], _ path: [String]?) -> [String: String]? {
    guard let path, path.count == pattern.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, text) in zip(pattern, path) {
      switch segment {
      case .fixed(let fixed): if fixed != text { return nil }
      case .variable(let name): parameters[name] = text
      }
    }
    return parameters
  }
}
