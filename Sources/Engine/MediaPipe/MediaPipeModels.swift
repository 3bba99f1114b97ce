internal import Digests
internal import Files
internal import Foundation
internal import Problems
internal import Tracking

/// The models of a run, one a task.
public struct MediaPipeModels: Hashable, Sendable {
  /// One of them.
  public struct Model: Hashable, Sendable {
    /// The MediaPipe task that loads it.
    public var task: MediaPipeTaskKind
    /// Its file.
    public var path: String
    /// The SHA-256 of the file, in hexadecimal digits.
    public var sha256: String
  }

  /// The models, in the order of the tasks.
  public let models: [Model]
  /// A line for each task that is left out for want of a model.
  public let notes: [String]

  /// The tasks that run.
  public var tasks: Set<MediaPipeTaskKind> { Set(models.map(\.task)) }

  /// Finds the models: those that are named, and for each other task the first of some folders that has it
  /// under its official name.
  ///
  /// Where there is a gesture model, it finds the hands too, and the hand's model is not used.
  ///
  /// - Throws: `MediaPipeError.modelMissing` for one that was named, `noModel` where there is none.
  public init(named: [MediaPipeTaskKind: String], folders: [String]) throws(MediaPipeError) {
    var found: [MediaPipeTaskKind: String] = [:]
    for task in MediaPipeTaskKind.allCases {
      if let path = named[task] {
        guard FilePath.isFile(path) else { throw .modelMissing(task, path: path) }
        found[task] = URL(filePath: path).path
      } else {
        found[task] = Self.path(of: task, named: nil, folders: folders)
      }
    }
    guard !found.isEmpty else { throw .noModel(folders: folders) }
    var notes: [String] = []
    for task in [MediaPipeTaskKind.face, .hand] where found[task] == nil {
      if task == .hand, found[.gesture] != nil { continue }
      notes.append(
        "no \(task == .face ? "faces" : "hands") are looked for: there is no \(task.modelName) in"
          + " \(folders.joined(separator: ", ")), and no --\(task.rawValue)-model")
    }
    if let gestures = found[.gesture] {
      if let hands = named[.hand] {
        notes.append("the model of hands \(hands) is not used: \(gestures) finds the hands too")
      }
      found[.hand] = nil
    }
    self.notes = notes
    var models: [Model] = []
    for task in MediaPipeTaskKind.allCases {
      guard let path = found[task] else { continue }
      do {
        models.append(Model(task: task, path: path, sha256: try SHA256.hex(ofFile: path)))
      } catch {
        throw .modelRefused(
          task, path: path,
          reason: SystemReason.refusal(ofReading: path) ?? "the file cannot be read")
      }
    }
    self.models = models
  }

  /// The file of a task's model: the one that is named, or the first that a folder has; nil where there is none.
  static func path(of task: MediaPipeTaskKind, named: String?, folders: [String]) -> String? {
    let paths = named.map { [$0] } ?? folders.map { "\($0)/\(task.modelName)" }
    return paths.first(where: FilePath.isFile).map { URL(filePath: $0).path }
  }

  private init(models: [Model]) {
    (self.models, notes) = (models, [])
  }

  /// The model of one task alone; nil where there is none.
  func only(_ task: MediaPipeTaskKind) -> MediaPipeModels? {
    let model = models.filter { $0.task == task }
    return model.isEmpty ? nil : MediaPipeModels(models: model)
  }

  /// The models as a tracking file's header has them.
  var note: [TrackerNote.Model] {
    models.map { TrackerNote.Model(task: $0.task.rawValue, sha256: $0.sha256) }
  }
}
