package import AvatarFiles
package import HTTPServer
internal import Isolation
package import Jobs
package import MediaPipe
package import Rendering
internal import Requests
package import SceneFiles
package import Store

// What other parts of the program take of the settings.
extension ServiceSettings {
  /// Descriptors that the limits of the settings can need: for each connection its socket and the file
  /// that its body goes to, and some for the database, workers and what is read meanwhile.
  package var neededDescriptors: Int { 2 * http.maximumConnections + 256 }

  /// Of these, those that are left to workers, the database and the health where there are fewer.
  static let reservedDescriptors = 192

  /// The HTTP server's part of the settings.
  ///
  /// - Parameter descriptors: how many the process may have.
  package func server(spool: String, descriptors: Int) -> HTTPServerSettings {
    var server = http
    server.reservedDescriptors = min(Self.reservedDescriptors, descriptors / 4)
    server.spoolFolder = spool
    server.minimumFreeBytes = minimumFreeBytes
    return server
  }

  /// The workers' part of the settings.
  package func jobs(
    dataFolder: String, avatars: AvatarLibrary, scenes: SceneLibrary, tracker: FoundMediaPipe?
  ) -> JobsSettings {
    var jobs = JobsSettings(
      dataFolder: dataFolder, executable: WorkerProcess.ownExecutable,
      avatarsFolder: avatars.folders.first ?? AvatarPackage.kind.folder,
      scenesFolders: scenes.folders)
    jobs.readable = avatars.folders
    jobs.concurrency = concurrentJobs
    (jobs.tracker, jobs.trackSeconds) = (tracker, trackSeconds)
    jobs.limits.memoryBytes = UInt64(jobMemoryBytes)
    jobs.limits.wallSeconds = jobSeconds
    jobs.limits.cpuSeconds = UInt64(max(1, jobSeconds * 4))
    jobs.limits.fileBytes = UInt64(max(1 << 20, maximumOutputBytes))
    jobs.requiresIsolation = isolation == .required
    jobs.retentionSeconds = retentionSeconds
    jobs.retentionBytes = Int64(retentionBytes)
    jobs.setAsideSeconds = setAsideSeconds
    // Bodies may leave no more than the whole; with the same mark for both, the next byte that any client writes
    // would keep every render from its begin.
    jobs.minimumFreeBytes = minimumFreeBytes / 2
    return jobs
  }

  /// The limits of frames.
  package var frameLimits: FrameLimits {
    var limits = FrameLimits()
    limits.pixels = maximumPicturePixels
    limits.faces = maximumFaces
    limits.layers = maximumLayers
    limits.avatars = RequestTable.mostRemoteAvatars
    // The catalogue has looked the names up, a tenant's own among them.
    limits.takesPaths = true
    return limits
  }

  /// The limits of recordings.
  package var clipLimits: ClipLimits {
    var limits = ClipLimits()
    limits.maximumPixels = maximumClipPixels
    limits.maximumFrames = maximumClipFrames
    limits.maximumSeconds = maximumClipSeconds
    limits.maximumFaces = maximumFaces
    return limits
  }

  /// How many renders may wait.
  package var queueLimits: QueueLimits {
    QueueLimits(all: maximumQueue, perTenant: maximumQueuePerKey)
  }
}
