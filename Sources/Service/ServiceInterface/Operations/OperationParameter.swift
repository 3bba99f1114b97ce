internal import Access
internal import Foundation
package import JSON

/// A parameter of an operation.
package struct OperationParameter: Sendable {
  /// Where it stands.
  package enum Place: String, Sendable { case path, query, header }

  package let place: Place
  package let name: String
  /// Its name among the components of the document; nil where one path alone has it.
  let component: String?
  package let description: String
  package let schema: JSONSchema
  /// A value of it.
  package let example: JSONValue?

  package init(
    _ place: Place, _ name: String, as component: String? = nil, _ description: String,
    _ schema: JSONSchema, example: JSONValue? = nil
  ) {
    (self.place, self.name, self.component) = (place, name, component)
    (self.description, self.schema, self.example) = (description, schema, example)
  }

  /// What the document says of it.
  package var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("name", .string(name)), ("in", .string(place.rawValue)),
    ]
    if place == .path { members.append(("required", true)) }
    members += [("description", .string(description)), ("schema", schema.json)]
    if let example { members.append(("example", example)) }
    return .object(members)
  }
}

extension OperationParameter {
  /// The query of signed links, by the fields that one has.
  static let ofLinks: [Self] = SignedLink.fields.map { field in
    switch field {
    case "expires":
      Self(
        .query, field, as: "LinkExpires",
        "When the link expires, in seconds since 1970; part of a signed link, to be used exactly as it"
          + " was given.", .text(pattern: "^[1-9][0-9]{0,15}$"))
    case "tenant":
      Self(
        .query, field, as: "LinkTenant", "For whom a signed link was made.",
        .text(pattern: "^[a-z0-9][a-z0-9._-]{0,63}$"))
    case "key":
      Self(
        .query, field, as: "LinkKey", "Which key signed a link.",
        .text(pattern: "^[A-Za-z0-9_-]{1,64}$"))
    default:
      Self(
        .query, field, as: "Link\(field.capitalized)", "A link's \(field).",
        .text(pattern: "^[A-Za-z0-9_-]{1,64}$"))
    }
  }
}
