internal import Digests
internal import Foundation
internal import Geometry
public import Tracker
internal import Tracking

/// What of the tracker is installed, where, and whether it works.
public struct MediaPipeStatus: Encodable, Sendable {
  /// The library that was found.
  public struct Library: Encodable, Sendable {
    /// Its file.
    public let path: String
    /// Its version.
    public let version: String
    /// Whether its SHA-256 is that of an official wheel.
    public let isOfficial: Bool
  }

  /// A model that was found.
  public struct Model: Encodable, Sendable {
    /// `face`, `hand` or `gesture`.
    public let task: String
    /// Its file.
    public let path: String
    /// Whether its SHA-256 is that of the official model.
    public let isOfficial: Bool
  }

  /// Whether the tracker works: its process looked at a picture.
  public let works: Bool
  /// The library; nil where none was found that can be used.
  public let library: Library?
  /// The models that were found, even one that is not used.
  public let models: [Model]
  /// The tasks without a model.
  public let missingModels: [String]
  /// Debian's packages that the library loads and that are not installed.
  public let missingPackages: [String]
  /// Why it does not work; nil where it does.
  public let fault: String?
  /// The one command that installs what is missing; nil where it works.
  public let command: String?

  /// Looks for it, as `track` does, and lets it look at a picture.
  public init(_ setup: MediaPipeSetup, _ search: TrackerSearch) {
    missingPackages = Self.packages.filter { unsafe dlopen($0.library, RTLD_LAZY) == nil }.map(
      \.name)
    let found = try? MediaPipeLibrary.find(
      named: setup.library, environment: search.environment, executable: search.executable)
    library = found.map {
      Library(path: $0.path, version: MediaPipeLibrary.version, isOfficial: $0.isOfficial)
    }
    models = MediaPipeTaskKind.allCases.compactMap { task in
      let path = MediaPipeModels.path(
        of: task, named: setup.named[task], folders: search.modelFolders)
      return path.map {
        Model(
          task: task.rawValue, path: $0,
          isOfficial: (try? SHA256.hex(ofFile: $0)) == task.modelSHA256)
      }
    }
    let tasks = Set(models.map(\.task))
    missingModels = MediaPipeTaskKind.allCases.map(\.rawValue).filter { !tasks.contains($0) }
    var fault: String?
    do {
      try Self.lookAtPicture(try setup.found(search))
    } catch {
      fault = "\(error)"
    }
    (works, self.fault) = (fault == nil, fault)
    command = fault == nil ? nil : MediaPipeError.command
  }

  /// What the library loads, by its file, and the package that has it.
  private static let packages = [
    (library: "libEGL.so.1", name: "libegl1"), (library: "libGLESv2.so.2", name: "libgles2"),
  ]

  private static func lookAtPicture(_ tracker: FoundMediaPipe) throws {
    let size = PixelSize<TrackerSpace>(clamping: 64, 64)
    let grey = [UInt8](repeating: 128, count: 3 * size.width * size.height)
    guard let picture = TrackerPicture(size: size, pixels: grey) else { return }
    _ = try tracker.start(.image, in: .ownProcess).track(picture, atMs: 0)
  }
}
