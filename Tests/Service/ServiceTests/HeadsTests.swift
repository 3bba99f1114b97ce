import FaceModel
import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct HeadsTests {
  private func head(
    _ service: RunningService, _ options: String
  ) throws -> RunningService.Answer {
    try service.post("/v1/heads", ["options=\(options);type=application/json"])
  }

  @Test func `a head has the pose, the scores and the time that were asked for`() throws {
    let service = try RunningService(try ServiceStage())
    let answer = try head(
      service,
      #"{"yaw": 30, "pitch": -10, "distance": 45, "timestampMs": 1200, "width": 320,"#
        + #" "blendshapes": {"cheekPuff": 0.7, "tongueOut": 1}}"#)
    #expect(answer.status == 200, "\(answer.text)")
    let picture = try #require(answer.json["picture"] as? [String: Any])
    #expect(picture["width"] as? Int == 320 && picture["height"] as? Int == 180)
    let bytes = try #require(Data(base64Encoded: picture["base64"] as? String ?? ""))
    let size = try PictureFormat.size(of: [UInt8](bytes))
    #expect(size.width == 320 && size.height == 180)

    let tracking = try #require(answer.json["tracking"] as? String)
    let lines = try tracking.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.count == 2 && lines[0]["width"] as? Int == 320)
    #expect(lines[1]["timestampMs"] as? Double == 1200)
    let face = try #require((lines[1]["faces"] as? [[String: Any]])?.first)
    let scores = try #require(face["blendshapes"] as? [String: Double])
    // ARKit's, all of them; those that were not named are 0.
    #expect(scores.count == 52)
    #expect(scores.filter { $0.value != 0 } == ["cheekPuff": 0.7, "tongueOut": 1])

    // MediaPipe's law: its matrix takes its canonical face to the landmarks, through its camera.
    let m = try #require(face["matrix"] as? [Double])
    let landmarks = try #require(face["landmarks"] as? [[Double]])
    let focal = 180 / (2 * tan(31.5 * .pi / 180))
    #expect(abs(m[11] + 45) < 1e-6)
    for (landmark, _) in CanonicalFace.fitWeights {
      let v = CanonicalFace.vertices[landmark]
      let p = (0..<3).map { row in
        let turned = zip(m[(4 * row)...], [v.x, v.y, v.z]).map { $0.0 * $0.1 }
        return turned.reduce(m[4 * row + 3], +)
      }
      #expect(abs(landmarks[landmark][0] * 320 - (160 - focal * p[0] / p[2])) < 1e-3)
      #expect(abs(landmarks[landmark][1] * 180 - (90 + focal * p[1] / p[2])) < 1e-3)
    }

    // What it gives is what frames take.
    try service.folder.write(Data(bytes), to: "head.jpg")
    try service.folder.write(tracking, to: "head.jsonl")
    let frame = try service.post(
      "/v1/frames", ["picture=@head.jpg", "tracking=@head.jsonl", "avatar=mask"])
    #expect(frame.status == 200 && frame.headers["avatar-overlay-faces"] == "1")
  }

  @Test func `what is drawn follows the scores, and the shapes differ`() throws {
    let service = try RunningService(try ServiceStage())
    func picture(_ options: String) throws -> String? {
      (try head(service, options).json["picture"] as? [String: Any])?["base64"] as? String
    }
    let rest = try #require(try picture("{}"))
    #expect(try picture("{}") == rest)
    #expect(try picture(#"{"shape": "average"}"#) == rest)
    // The drawing has no cheeks that are puffed.
    #expect(try picture(#"{"blendshapes": {"cheekPuff": 1}}"#) == rest)
    let others = try [
      #"{"blendshapes": {"jawOpen": 1}}"#, #"{"shape": "narrow"}"#, #"{"shape": "wide"}"#,
      #"{"yaw": 1}"#,
    ].map(picture)
    #expect(Set(others + [rest]).count == 5)
  }

  @Test(arguments: [
    (#"{"yaw": 91}"#, "/yaw"), (#"{"pitch": -61}"#, "/pitch"), (#"{"roll": "a"}"#, "/roll"),
    (#"{"distance": 19.9}"#, "/distance"), (#"{"distance": 201}"#, "/distance"),
    (#"{"shape": "round"}"#, "/shape"), (#"{"width": 159}"#, "/width"),
    (#"{"width": 1281}"#, "/width"), (#"{"timestampMs": -1}"#, "/timestampMs"),
    (#"{"blendshapes": {"jawOpen": 1.01}}"#, "/blendshapes/jawOpen"),
    (#"{"blendshapes": {"_neutral": 0}}"#, "/blendshapes/_neutral"), (#"{"tilt": 3}"#, "/tilt"),
  ])
  func `what is out of range is named`(options: String, pointer: String) throws {
    let service = try RunningService(try ServiceStage())
    let answer = try head(service, options)
    #expect(answer.status == 422 && answer.code == "invalid_options", "\(answer.text)")
    let faults = try #require(answer.json["errors"] as? [[String: Any]])
    #expect(faults.count == 1 && faults[0]["pointer"] as? String == pointer, "\(answer.text)")
  }

  @Test func `the ends of the ranges are taken`() throws {
    let service = try RunningService(try ServiceStage())
    for options in [
      #"{"yaw": -90, "pitch": 60, "roll": 180, "distance": 20, "width": 160, "timestampMs": 3600000}"#,
      #"{"yaw": 90, "pitch": -60, "roll": -180, "distance": 200, "width": 1280, "blendshapes": {"jawOpen": 1}}"#,
    ] {
      let answer = try head(service, options)
      #expect(answer.status == 200, "\(answer.text)")
    }
  }
}
