import MediaPipe
import TestSupport
import Testing
import Tracker
import Tracking

/// MediaPipe's tasks as a tracker like any other, without the library.
@Suite struct FoundMediaPipeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What an isolated process finds that was told the names of files.
  private func found(_ change: (inout MediaPipeSetup) -> Void = { _ in }) throws -> FoundMediaPipe {
    var setup = MediaPipeSetup()
    setup.library = folder.path("libmediapipe.so")
    setup.faceModel = try folder.write("face", to: "face.task")
    setup.gestureModel = try folder.write("gesture", to: "gesture.task")
    change(&setup)
    return try setup.found(
      TrackerSearch(
        place: .thisProcess, modelFolders: [folder.path("none")], environment: [:],
        executable: "/x"))
  }

  @Test func `an isolated process takes the files that are named`() throws {
    let found = try found()
    #expect(found.library.path == folder.path("libmediapipe.so"))
    #expect(found.models.models.map(\.task) == [.face, .gesture])
    #expect(found.mostFaces == 4 && found.notes.isEmpty)
    #expect(throws: MediaPipeError.noLibrary) { try self.found { $0.library = nil } }
    let hands = try self.found { $0.faceModel = nil }
    #expect(hands.mostFaces == nil && hands.notes.count == 1)
    #expect(hands.closeUps(.video, in: .thisProcess) == nil)
  }

  @Test func `each model is of the first folder that has it; without any all are named`() throws {
    try folder.write("face", to: "a/face_landmarker.task")
    try folder.write("another face", to: "b/face_landmarker.task")
    try folder.write("hand", to: "b/hand_landmarker.task")
    let folders = ["none", "a", "b"].map(folder.path)
    let models = try MediaPipeModels(named: [:], folders: folders).models
    #expect(
      models.map(\.path) == [
        folder.path("a/face_landmarker.task"), folder.path("b/hand_landmarker.task"),
      ])
    let named = try MediaPipeModels(
      named: [.face: folder.path("b/face_landmarker.task")], folders: folders)
    #expect(named.models.first?.path == folder.path("b/face_landmarker.task"))
    let empty = [folder.path("none"), folder.path("void")]
    let fault = #expect(throws: MediaPipeError.noModel(folders: empty)) {
      try MediaPipeModels(named: [:], folders: empty)
    }
    #expect("\(fault, default: "")".contains("\(empty[0]), \(empty[1]); get the official ones"))
  }

  @Test func `what is asked of a task that does not run is told, and nothing else is`() throws {
    let hands = try found {
      $0.gestureModel = nil
      $0.options.numHands = 3
      $0.options.hands.detection = 0.7
      $0.options.cannedGestures.maxResults = 1
      $0.options.numFaces = 2
    }
    #expect(
      hands.notes.last == "without effect, since no task runs that has them: numHands,"
        + " minHandDetectionConfidence, cannedGesturesMaxResults")
    let gestures = try found {
      $0.options.cannedGestures.maxResults = 1
      ($0.faceModel, $0.options.minFace) = (nil, 40)
    }
    #expect(gestures.notes.last?.hasSuffix("that has them: minFace") == true)
    let both = try found {
      $0.options.numHands = 3
      $0.options.customGestures.scoreThreshold = 0.5
      $0.options.minFace = 40
    }
    #expect(both.notes.isEmpty)
    let unused = try found { $0.handModel = try? folder.write("hand", to: "hand.task") }
    #expect(
      unused.notes == [
        "the model of hands \(folder.path("hand.task")) is not used: \(folder.path("gesture.task"))"
          + " finds the hands too"
      ])
  }

  /// The cache finds what earlier versions kept: the names of its entries are made of this.
  @Test func `its identity is its version, its models and its options as sorted JSON`() throws {
    let identity = try found { $0.options.numFaces = 2 }.identity
    #expect(identity.version == "1.2.2")
    #expect(identity.models.map(\.task) == ["face", "gesture"])
    #expect(identity.models.allSatisfy { $0.sha256.count == 64 })
    let text = try #require(identity.options.first)
    #expect(identity.options.count == 2)
    #expect(text.hasPrefix(#"{"cannedGestures":{"categoryAllowlist":[],"#))
    #expect(text.contains(#""numFaces":2,"numHands":2,"#))
    #expect(try found { $0.options.minFace = 40 }.identity != identity)
  }
}
