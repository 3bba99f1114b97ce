internal import Foundation
internal import Installation

/// Where the files of trackers are looked for.
public struct TrackerSearch: Sendable {
  /// Where the tracker shall work; in this process it takes the files that are named, and no others.
  public var place: TrackerPlace
  /// The folders of models that are not named, in the order in which they are searched.
  public var modelFolders: [String]
  /// The environment's variables.
  public var environment: [String: String]
  /// This program, beside and above which libraries are looked for.
  public var executable: String

  /// Makes a search.
  public init(
    place: TrackerPlace = .ownProcess, modelFolders: [String], environment: [String: String],
    executable: String
  ) {
    (self.place, self.modelFolders) = (place, modelFolders)
    (self.environment, self.executable) = (environment, executable)
  }

  /// The variable that names a folder of models, the last that is searched.
  public static let modelsVariable = "AVATAR_OVERLAY_MODELS"
  /// The name of a folder of models.
  public static let modelsName = "Models"

  /// Where models are searched: `Models` here, beside the avatars and where the program is installed, in
  /// the user's own folder, then the folder of `modelsVariable`.
  ///
  /// - Parameter avatars: the folder of avatars.
  /// - Returns: paths, of which one at least need not exist.
  public static func modelFolders(
    besideAvatars avatars: String, environment: [String: String], executable: String
  ) -> [String] {
    let beside = URL(filePath: avatars).deletingLastPathComponent().appending(path: modelsName).path
    let isShared = Set(InstalledFolders.shares.map { "\($0)/\(modelsName)" }).contains
    let installed = InstalledFolders.candidates(modelsName, executable: executable)
      .filter { isShared($0) || FileManager.default.fileExists(atPath: $0) }
    let own = InstalledFolders.ofUser(environment).map { ["\($0)/\(modelsName)"] } ?? []
    let named = [environment[modelsVariable]].compactMap(\.self).filter { !$0.isEmpty }
    var searched: Set<String> = []
    return ([modelsName, beside] + installed + own + named).filter {
      searched.insert(URL(filePath: $0).standardizedFileURL.path).inserted
    }
  }
}
