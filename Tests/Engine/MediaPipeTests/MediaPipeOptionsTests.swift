import MediaPipe
import Testing
import Tracker

/// The guides' ranges.
@Suite struct MediaPipeOptionsTests {
  private func fault(_ change: (inout MediaPipeOptions) -> Void) -> MediaPipeError? {
    var options = MediaPipeOptions()
    change(&options)
    do {
      try options.check()
      return nil
    } catch {
      return error
    }
  }

  @Test func `the defaults are those of the documents`() {
    let options = MediaPipeOptions()
    #expect(fault { _ in } == nil)
    #expect(options.numFaces == 4 && options.numHands == 2)
    #expect(options.secondLook && options.minFace == nil)
    #expect(options.outputFaceBlendshapes && options.outputFacialTransformationMatrixes)
    for confidences in [options.faces, options.hands] {
      #expect(
        [confidences.detection, confidences.presence, confidences.tracking] == [0.5, 0.5, 0.5])
    }
    #expect(options.cannedGestures.displayNamesLocale == "en")
    #expect(options.cannedGestures.maxResults == -1)
    #expect(options.cannedGestures.scoreThreshold == 0)
  }

  @Test(arguments: [(0, false), (1, true), (64, true), (65, false), (-1, false)])
  func `so many faces and hands may be asked for`(count: Int, isFit: Bool) {
    #expect((fault { $0.numFaces = count } == nil) == isFit)
    #expect((fault { $0.numHands = count } == nil) == isFit)
  }

  @Test(arguments: [(23, false), (24, true), (2000, true), (2001, false)])
  func `the smallest face may be so small and so large`(pixels: Int, isFit: Bool) {
    #expect((fault { $0.minFace = pixels } == nil) == isFit)
    #expect(
      fault {
        $0.minFace = pixels
        $0.secondLook = false
      } != nil)
  }

  @Test(arguments: [(-0.001, false), (0, true), (1, true), (1.001, false), (.nan, false)])
  func `confidences lie between 0 and 1`(value: Double, isFit: Bool) {
    let changes: [(inout MediaPipeOptions) -> Void] = [
      { $0.faces.detection = value }, { $0.faces.presence = value }, { $0.faces.tracking = value },
      { $0.hands.detection = value }, { $0.hands.presence = value }, { $0.hands.tracking = value },
      { $0.cannedGestures.scoreThreshold = value }, { $0.customGestures.scoreThreshold = value },
    ]
    for change in changes { #expect((fault(change) == nil) == isFit) }
  }

  @Test(arguments: [(-1, true), (0, false), (1, true), (32, true), (33, false)])
  func `so many gestures may be asked for`(count: Int, isFit: Bool) {
    #expect((fault { $0.cannedGestures.maxResults = count } == nil) == isFit)
  }

  @Test func `lists of gestures exclude each other`() {
    let lists = fault {
      $0.cannedGestures.categoryAllowlist = ["Victory"]
      $0.cannedGestures.categoryDenylist = ["None"]
    }
    #expect("\(lists, default: "")".contains("exclude each other"))
    #expect(fault { $0.customGestures.categoryDenylist = ["None"] } == nil)
    let names = (0..<64).map { "g\($0)" }
    #expect(fault { $0.customGestures.categoryAllowlist = names } == nil)
    #expect(fault { $0.customGestures.categoryAllowlist = names + ["x"] } != nil)
    #expect(fault { $0.customGestures.categoryAllowlist = [""] } != nil)
    let long = String(repeating: "x", count: 127)
    #expect(fault { $0.customGestures.categoryAllowlist = [long] } == nil)
    #expect(fault { $0.customGestures.categoryAllowlist = [long + "x"] } != nil)
  }
}
