internal import AvatarFiles
internal import Avatars
internal import Blobs
internal import HTTPMessages
internal import Jobs
internal import SceneFiles
internal import Scenes
internal import ServiceInterface
internal import Store
internal import Text
internal import Webhooks

extension StoreError: ClientFacing {
  var clientDetail: String {
    switch self {
    case .queueFull: "\(self)"
    case .locked: "the database is busy; try again in a moment"
    case .diskFull: "the disk is full"
    case .unusable: "the database cannot be used"
    }
  }

  var clientHeaders: [HTTPField] {
    switch self {
    case .queueFull: [HTTPField("Retry-After", "30")]
    case .locked: [HTTPField("Retry-After", "2")]
    case .diskFull, .unusable: []
    }
  }
}

extension JobsError: ClientFacing {
  var clientDetail: String {
    switch self {
    case .diskFull: "the disk is full"
    case .stillRunning: description
    case .blobs(let error): error.clientDetail
    case .quota(let fault): "\(fault)"
    case .badSetting, .folderInUse, .unusable: "the job's files cannot be used"
    }
  }

  var clientHeaders: [HTTPField] {
    switch self {
    case .stillRunning: [HTTPField("Retry-After", "5")]
    case .blobs(let error): error.clientHeaders
    case .badSetting, .folderInUse, .unusable, .diskFull, .quota: []
    }
  }
}

extension BlobError: ClientFacing {
  var clientDetail: String {
    switch self {
    case .full: "the storage is full"
    case .unavailable: "the service's files cannot be reached; try again in a moment"
    case .badKey, .exists, .refused, .damaged, .unusable: "the service's files cannot be used"
    }
  }

  var clientHeaders: [HTTPField] {
    if case .unavailable = self { [HTTPField("Retry-After", "5")] } else { [] }
  }
}

extension WebhookFault: ClientFacing {
  var clientDetail: String { "webhookUrl: \(self)" }
}

extension PackageLookupError {
  /// What is wrong, without where this machine has its packages.
  fileprivate func clientDetail(_ kind: LibraryKind) -> String {
    // It was there when the request was read, and was deleted since.
    guard case .unknown(_, let name, _, let known) = self else {
      return "the \(kind.noun) was removed"
    }
    let nearest = Spelling.nearest(to: name, among: known)
    return "there is no \(kind.noun) \"\(Shown.text(name))\""
      + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; GET /v1/\(kind.plural) lists them")
  }
}

extension ScenePackageError: ClientFacing {
  var clientDetail: String {
    switch self {
    case .lookup(let error): error.clientDetail(ScenePackage.kind)
    case .notAPackage(_, let reason): "not a scene package: \(reason)"
    case .tooLarge(_, let reason): reason
    case .faulty(_, let faults): "\(faults)"
    case .samePicture, .tooMany: "\(self)"
    }
  }

  var clientFaults: [ServiceProblem.Fault] {
    guard case .faulty(_, let faults) = self else { return [] }
    return faults.faults.filter { $0.severity == .error }.prefix(100).map {
      .init(pointer: JSONPointer.text(path: $0.path), detail: "\($0)")
    }
  }
}

extension AvatarPackageError: ClientFacing {
  var clientDetail: String {
    switch self {
    case .lookup(let error): error.clientDetail(AvatarPackage.kind)
    case .notAPackage(_, let reason): "not an avatar package: \(reason)"
    case .tooLarge(_, let reason): reason
    case .faulty(_, let faults): "\(faults)"
    }
  }

  var clientFaults: [ServiceProblem.Fault] {
    guard case .faulty(_, let faults) = self else { return [] }
    return faults.faults.filter { $0.severity == .error }.prefix(100).map {
      .init(pointer: JSONPointer.text(path: $0.path), detail: "\($0)")
    }
  }
}
