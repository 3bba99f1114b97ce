extension RenderRequest {
  /// The rows of what the request says otherwise than by default, in the order of the table.
  public var givenMembers: [RequestMember] {
    var paths: Set<String> = []
    return RequestTable.members.filter { $0.value(self) != nil && paths.insert($0.path).inserted }
  }
}
