internal import ServicePackages

extension Operation {
  /// Every operation of the service: its routes and its description are made from this list.
  package static var all: [Operation] {
    [
      [FramesEndpoint.operation, SnapshotsEndpoint.operation, ComparisonsEndpoint.operation],
      [ClipsEndpoint.operation, HeadsEndpoint.operation],
      [SessionsEndpoint.operation],
      [RenderListEndpoint.operation, RenderSubmission.operation],
      [ReelSubmission.operation],
      RenderEndpoint.operations,
      [RenderEventsEndpoint.operation, DeliveriesEndpoint.operation],
      RenderFiles.operations, [SubjectEndpoint.operation],
      PackagesEndpoint<AvatarPackages>.operations, PackageUploads<AvatarPackages>.operations,
      PackagesEndpoint<ScenePackages>.operations, PackageUploads<ScenePackages>.operations,
      [LintEndpoint.operation], FitProfilesEndpoint.operations,
      HealthEndpoint.operations,
      [MetricsEndpoint.operation, DocumentEndpoint.operation, ProblemsEndpoint.operation],
      PageEndpoint.operations, SampleEndpoint.operations,
    ].flatMap(\.self)
  }
}
