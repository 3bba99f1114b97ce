import Foundation
import TestSupport
import Testing

/// What lies in a store of parts and is no part, in a folder and in a bucket.
@Suite struct PartStoreTests {
  private static let verbs = [
    ["part", "plan.json", "0"], ["status", "plan.json"], ["join", "plan.json"],
  ]

  /// A plan of two parts.
  private func stage() throws -> PartsStage {
    let stage = try PartsStage(frames: 8)
    try stage.plan(parts: 2)
    return stage
  }

  /// What may lie in the place of a part's file.
  enum Spoil: String, CaseIterable {
    case link, danglingLink, linkToPipe, pipe, folder
  }

  @Test(arguments: ["data", "json"])
  func `what is no file in a part's place is made anew, and no link is followed`(
    file: String
  ) throws {
    let stage = try stage()
    for part in 0..<2 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    try stage.succeed(["join", "plan.json", "--store", "store"])
    let whole = try stage.sha256("joined.mp4")
    let files = FileManager.default
    let (name, outside) = (try stage.file(0, file), "outside")
    let bytes = try stage.folder.bytes(name)
    mkfifo(stage.folder.path("outer-pipe"), 0o600)
    for spoil in Spoil.allCases {
      let path = stage.folder.path(name)
      try files.removeItem(atPath: path)
      func link(to target: String) throws {
        try files.createSymbolicLink(
          atPath: path, withDestinationPath: stage.folder.path(target))
      }
      // The part itself, elsewhere.
      try stage.folder.write(bytes, to: outside)
      switch spoil {
      case .link: try link(to: outside)
      case .danglingLink: try link(to: "nowhere")
      case .linkToPipe: try link(to: "outer-pipe")
      case .pipe: mkfifo(path, 0o600)
      case .folder: try stage.folder.folder(name)
      }
      let status = try stage.succeed(["status", "plan.json", "--store", "store", "--json"]).text
      #expect(status.contains("\"damaged\": [0]"), "\(spoil)")
      let join = try stage.run(["join", "plan.json", "--store", "store", "--overwrite"])
      #expect(join.exitCode == 74 && join.error.contains("part 0 is damaged"), "\(join.error)")
      let made = try stage.succeed(["part", "plan.json", "0", "--store", "store"])
      #expect(!made.error.contains("was done already"), "\(spoil)")
      #expect(try stage.folder.bytes(name) == bytes && stage.folder.bytes(outside) == bytes)
      #expect(try files.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular)
      #expect(try !stage.folder.names().contains("nowhere"))
      try stage.succeed(["join", "plan.json", "--store", "store", "--overwrite"])
      #expect(try stage.sha256("joined.mp4") == whole)
    }
  }

  /// A user's files are not removed, and another try does no better.
  @Test func `a folder with something in it in a part's place never passes`() throws {
    let stage = try stage()
    let name = try stage.file(0, "data")
    try stage.folder.write("mine", to: "\(name)/file")
    let outcome = try stage.run(["part", "plan.json", "0", "--store", "store"])
    #expect(outcome.exitCode == 65 && outcome.error.contains("remove it"), "\(outcome.error)")
    #expect(try stage.folder.names(in: name) == ["file"])
  }

  @Test func `a link, a file or a pipe in the place of a plan's folder never passes`() throws {
    let stage = try stage()
    try stage.succeed(["part", "plan.json", "0", "--store", "store"])
    let files = FileManager.default
    let plan = try #require(try stage.folder.names(in: "store").first)
    let (inside, outside) = (stage.folder.path("store/\(plan)"), stage.folder.path("outside"))
    try files.moveItem(atPath: inside, toPath: outside)
    let before = try stage.folder.names(in: "outside")
    for kind in ["link", "file", "pipe"] {
      switch kind {
      case "link": try files.createSymbolicLink(atPath: inside, withDestinationPath: outside)
      case "file": try stage.folder.write("x", to: "store/\(plan)")
      default: mkfifo(inside, 0o600)
      }
      for arguments in Self.verbs {
        let outcome = try stage.run(arguments + ["--store", "store"])
        #expect(outcome.exitCode == 65 && outcome.errorLines.count == 1, "\(kind) \(outcome.error)")
        if kind == "link" { #expect(outcome.error.contains("is a link to \(outside)")) }
      }
      try files.removeItem(atPath: inside)
    }
    #expect(try stage.folder.names(in: "outside") == before)
  }

  @Test func `the store's folder is made beside others, and awaited where its share is missing`()
    throws
  {
    let stage = try stage()
    for arguments in Self.verbs.dropFirst() {
      let outcome = try stage.run(arguments + ["--store", "new"])
      #expect(outcome.exitCode == (arguments[0] == "join" ? 74 : 0), "\(outcome.error)")
    }
    #expect(try !stage.folder.names().contains("new"))
    for arguments in Self.verbs {
      let outcome = try stage.run(arguments + ["--store", "share/parts"])
      #expect(outcome.exitCode == 74, "\(arguments) \(outcome.error)")
      #expect(outcome.error.contains("mount what is shared"))
    }
    #expect(try !stage.folder.names().contains("share"))
    for part in 0..<2 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "new"]) }
    try stage.succeed(["join", "plan.json", "--store", "new"])
    try FileManager.default.removeItem(atPath: stage.folder.path("joined.mp4"))
    // What is no folder does not become one.
    try stage.folder.write("x", to: "file")
    for arguments in Self.verbs {
      for store in ["file", "file/parts"] {
        let outcome = try stage.run(arguments + ["--store", store])
        #expect(outcome.exitCode == 65 && outcome.errorLines.count == 1, "\(outcome.error)")
      }
    }
  }

  @Test func `a damaged object of a bucket is made anew, as a damaged file is`() throws {
    let (stage, bucket) = (try stage(), try PartsBucket())
    func run(_ arguments: [String]) throws -> Program.Outcome {
      try stage.run(
        arguments + ["--store", PartsBucket.place], environment: bucket.environment)
    }
    for part in 0..<2 {
      try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"])
      let made = try run(["part", "plan.json", "\(part)"])
      #expect(made.exitCode == 0, "\(made.error)")
    }
    try stage.succeed(["join", "plan.json", "--store", "store"])
    let whole = try stage.sha256("joined.mp4")
    let changes: [(String, (inout [UInt8]) -> Void)] = [
      ("00001.data", { $0[$0.count / 2] ^= 1 }), ("00001.data", { $0.removeLast(9) }),
      ("00001.json", { $0[$0.count / 2] ^= 1 }), ("00001.json", { $0 = [] }),
    ]
    for (name, change) in changes {
      try bucket.change(name, change)
      let status = try run(["status", "plan.json", "--json"])
      #expect(status.text.contains("\"damaged\": [1]"), "\(name): \(status.error)")
      let join = try run(["join", "plan.json", "--overwrite"])
      #expect(join.exitCode == 74 && join.error.contains("part 1 is damaged"), "\(join.error)")
      let made = try run(["part", "plan.json", "1"])
      #expect(made.exitCode == 0 && !made.error.contains("was done already"), "\(made.error)")
      let joined = try run(["join", "plan.json", "--overwrite"])
      #expect(joined.exitCode == 0, "\(joined.error)")
      #expect(try stage.sha256("joined.mp4") == whole)
    }
  }

  @Test func `parts in a bucket are encrypted as the variables say, and not by default`() throws {
    let (stage, bucket) = (try stage(), try PartsBucket())
    func run(_ part: Int, _ variables: [String: String]) throws -> Program.Outcome {
      try stage.run(
        ["part", "plan.json", "\(part)", "--store", PartsBucket.place],
        environment: bucket.environment.merging(variables) { $1 })
    }
    let (mode, key) = ("AVATAR_OVERLAY_S3_SSE", "AVATAR_OVERLAY_S3_SSE_KMS_KEY_ID")
    #expect(try run(0, [:]).exitCode == 0)
    let before = try bucket.encryptions
    #expect(!before.isEmpty && before.allSatisfy(\.isEmpty))
    #expect(try run(1, [mode: "aws:kms", key: "alias/parts"]).exitCode == 0)
    let field = "x-amz-server-side-encryption"
    let encrypted = try bucket.encryptions.dropFirst(before.count)
    #expect(
      !encrypted.isEmpty
        && encrypted.allSatisfy { $0 == "\(field)-aws-kms-key-id=alias/parts \(field)=aws:kms" })
    let wrong = try run(1, [mode: "aes"])
    #expect(wrong.exitCode == 65 && wrong.errorLines.count == 1, "\(wrong.error)")
  }

  /// The server would be waited for until 74 says that it is away.
  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the wait for a server that stalls`(signal: Int32) throws {
    let (stage, bucket) = (try stage(), try PartsBucket())
    try bucket.stall()
    let waiting = try stage.tool.start(
      ["part", "plan.json", "0", "--store", PartsBucket.place], in: stage.folder,
      environment: PartsStage.environment.merging(bucket.environment) { $1 })
    #expect(bucket.waitUntilStalled())
    waiting.send(signal)
    let outcome = try waiting.end()
    #expect(outcome.exitCode == 130, "\(outcome.error)")
    #expect(outcome.errorLines.count == 1 && outcome.error.contains("interrupted"))
  }
}
