internal import Access
package import JSON
internal import Recordings
package import ServiceConfiguration

/// The OpenAPI document of some operations.
package struct InterfaceDescription<Context> {
  private let operations: [ServiceOperation<Context>]
  private let settings: ServiceSettings

  /// Makes it.
  ///
  /// - Parameter settings: those whose limits it states.
  package init(_ operations: [ServiceOperation<Context>], _ settings: ServiceSettings) {
    (self.operations, self.settings) = (operations, settings)
  }

  /// The document.
  package var json: JSONValue {
    let tags = OperationTag.allCases.map { tag -> JSONValue in
      ["name": .string(tag.rawValue), "description": .string(tag.description)]
    }
    return [
      "openapi": "3.1.0", "info": info, "servers": [["url": "/"]], "tags": .array(tags),
      "paths": paths,
      "components": InterfaceComponents(operations, settings).json,
    ]
  }

  private var info: JSONValue {
    [
      "title": "Avatar Overlay", "version": .string(RendererVersion.number),
      "summary": "Puts avatars on the faces of pictures and recordings.",
      "description": .string(InterfaceIntroduction.text),
      "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
    ]
  }

  /// The operations by their paths, in the order of the list.
  private var paths: JSONValue {
    var order: [String] = []
    var items: [String: [ServiceOperation<Context>]] = [:]
    for operation in operations {
      if items[operation.pattern] == nil { order.append(operation.pattern) }
      items[operation.pattern, default: []].append(operation)
    }
    return .object(order.map { ($0, item(items[$0] ?? [])) })
  }

  /// A path: its parameters, and its operations.
  private func item(_ operations: [ServiceOperation<Context>]) -> JSONValue {
    let parameters = operations.first?.parameters.filter { $0.place == .path } ?? []
    return .object(
      (parameters.isEmpty ? [] : [("parameters", .array(parameters.map(\.shown)))])
        + operations.map { ($0.method.rawValue.lowercased(), operation($0)) })
  }

  private func operation(_ operation: ServiceOperation<Context>) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("operationId", .string(operation.id)), ("tags", [.string(operation.tag.rawValue)]),
      ("summary", .string(operation.summary)), ("description", .string(operation.description)),
      ("security", Self.security(operation)),
    ]
    let parameters = operation.allParameters.filter { $0.place != .path }
    if !parameters.isEmpty { members.append(("parameters", .array(parameters.map(\.shown)))) }
    if let body = operation.body { members.append(("requestBody", body.json)) }
    members.append(("responses", responses(operation)))
    let limits = limits(operation)
    if !limits.isEmpty { members.append(("x-limits", .object(limits))) }
    return .object(members)
  }

  /// Which keys open it; none does where no key is configured.
  private static func security(_ operation: ServiceOperation<Context>) -> JSONValue {
    guard !operation.isOpen else { return [] }
    let scopes = operation.scope.map { [JSONValue.string($0.rawValue)] } ?? []
    return .array(
      [["key": .array(scopes)]] + (operation.takesLinks ? [["signedLink": []]] : []) + [[:]])
  }

  private func responses(_ operation: ServiceOperation<Context>) -> JSONValue {
    let problems = operation.problems
    let answers = operation.answers.map { answer in
      let problem = problems.first { $0.status == answer.status }
      return (answer.status, answer.json(with: problem, settings))
    }
    let own = Set(operation.answers.map(\.status))
    let others = problems.filter { !own.contains($0.status) }.map { problem in
      (
        problem.status, ["$ref": .string("#/components/responses/\(problem.name)")] as JSONValue
      )
    }
    return .object((answers + others).sorted { $0.0 < $1.0 }.map { ("\($0.0)", $0.1) })
  }

  /// The settings that limit an operation, with their values.
  private func limits(_ operation: ServiceOperation<Context>) -> [(String, JSONValue)] {
    operation.limits.compactMap { option in
      ServiceSettings.table.first { $0.option == option }.map { setting in
        (option, .raw(setting.text(of: settings)))
      }
    }
  }
}

extension OperationParameter {
  /// What the document says of it where it is used.
  fileprivate var shown: JSONValue {
    component.map { ["$ref": .string("#/components/parameters/\($0)")] } ?? json
  }
}
