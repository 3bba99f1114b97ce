internal import JSON
internal import ServiceInterface

// What paths of renders name.
extension OperationParameter {
  static let job = Self(
    .path, "id", as: "JobID", "A render's id.", .text(pattern: RenderSchemas.idPattern),
    example: .string(RenderExamples.id))
}
