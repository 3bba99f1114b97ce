import HTTPServer
import TestSupport
import Testing

/// The laws of the order in which claimants' jobs run, by a clock that the tests turn.
@Suite struct FairQueueTests {
  /// A job of a test: whose it is, its number among its claimant's, and its real cost.
  private struct Job: Equatable {
    var claimant: String
    var number: Int
    var cost: Double
  }

  /// Workers that run jobs in simulated time, a unit of cost in a unit of time.
  private struct Simulation {
    var queue: FairQueue<Job>
    let workers: Int
    var now = 0.0
    var running: [(end: Double, job: Job, ticket: FairQueue<Job>.Ticket)] = []
    var started: [(at: Double, job: Job)] = []
    var counts: [String: Int] = [:]

    init(workers: Int, limit: Int = 100_000, rivalSeconds: Double = 3) {
      queue = FairQueue(workers: workers, limit: limit, rivalSeconds: rivalSeconds)
      self.workers = workers
    }

    /// Adds a job with an estimate, right where nothing else is said; false where it is refused.
    mutating func add(_ claimant: String, cost: Double, estimate: Double? = nil) -> (Bool, Job?) {
      let number = counts[claimant, default: 0]
      counts[claimant] = number + 1
      let job = Job(claimant: claimant, number: number, cost: cost)
      switch queue.add(job, cost: estimate ?? cost, of: claimant, at: now) {
      case .added: return (true, nil)
      case .addedInPlace(let displaced): return (true, displaced)
      case .refused: return (false, nil)
      }
    }

    mutating func start() {
      while case .job(let job, let ticket) = queue.take(at: now) {
        started.append((now, job))
        running.append((now + job.cost, job, ticket))
      }
    }

    /// Ends the job that ends first; false where none runs.
    mutating func step() -> Bool {
      guard let index = running.indices.min(by: { running[$0].end < running[$1].end }) else {
        return false
      }
      let (end, job, ticket) = running.remove(at: index)
      now = max(now, end)
      queue.finish(ticket, cost: job.cost, at: now)
      return true
    }

    /// The cost that a claimant was given in an interval, a part of a job by its part of the time.
    func work(_ claimant: String, from: Double, to: Double) -> Double {
      started.filter { $0.job.claimant == claimant }.map {
        max(min($0.at + $0.job.cost, to) - max($0.at, from), 0)
      }.reduce(0, +)
    }
  }

  @Test func `a lone claimant has all workers, and no worker waits while a job does`() {
    var random = SplitMix64(state: 1)
    for workers in 1...4 {
      var all = Simulation(workers: workers)
      for _ in 0..<200 {
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          _ = all.add("a", cost: Double.random(in: 0.5...4, using: &random))
        }
        all.start()
        #expect(all.running.count == workers || all.queue.waiting == 0)
        _ = all.step()
      }
    }
  }

  @Test func `jobs of one claimant run in their order`() {
    var random = SplitMix64(state: 2)
    var all = Simulation(workers: 3)
    for _ in 0..<500 {
      let name = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
      _ = all.add(name, cost: Double.random(in: 0.1...9, using: &random))
      if Bool.random(using: &random) { _ = all.step() }
      all.start()
    }
    while all.step() { all.start() }
    #expect(all.started.count == 500)
    for (name, count) in all.counts {
      let numbers = all.started.filter { $0.job.claimant == name }.map(\.job.number)
      #expect(numbers == Array(0..<count))
    }
  }

  @Test func `two claimants that wait are given the same, to within their largest jobs`() {
    var random = SplitMix64(state: 3)
    for round in 0..<20 {
      // The largest job of each is of another size; estimates are right in every second round.
      let largest = ["a": 10.0, "b": 1.0, "c": 4.0]
      var all = Simulation(workers: 1)
      for (name, most) in largest.sorted(by: { $0.key < $1.key }) {
        // Enough that all wait until the end.
        for _ in 0..<2000 {
          let cost = Double.random(in: most / 10...most, using: &random)
          let isGuess = round % 2 == 1
          _ = all.add(
            name, cost: cost,
            estimate: isGuess ? Double.random(in: most / 10...most, using: &random) : nil)
        }
      }
      while all.now < 1500 {
        all.start()
        _ = all.step()
      }
      for _ in 0..<200 {
        let ends = [0, 1].map { _ in Double.random(in: 0...1500, using: &random) }.sorted()
        let given = largest.mapValues { _ in 0.0 }.keys.map { name in
          (name, all.work(name, from: ends[0], to: ends[1]))
        }
        for (one, first) in given {
          for (other, second) in given where one < other {
            // Theorem 1 of start-time fair queuing, for equal weights.
            let bound = (largest[one] ?? 0) + (largest[other] ?? 0)
            #expect(abs(first - second) <= bound + 1e-9, "\(one) \(other) \(ends)")
          }
        }
      }
    }
  }

  @Test func `a job is begun before others were given more than their largest jobs since it came`()
  {
    // "a" floods; now and then one of the others comes, with a job.
    var random = SplitMix64(state: 4)
    var all = Simulation(workers: 1)
    var came: [(name: String, at: Double, rivals: Int)] = []
    for _ in 0..<3000 { _ = all.add("a", cost: Double.random(in: 1...20, using: &random)) }
    for number in 0..<300 {
      let name = "b\(number % 7)"
      if all.queue.waiting(of: name) == 0 {
        came.append((name, all.now, all.queue.waitingClaimants))
        _ = all.add(name, cost: 1)
      }
      all.start()
      _ = all.step()
    }
    for _ in 0..<50 {
      all.start()
      _ = all.step()
    }
    for entry in came {
      let start = all.started.first { $0.job.claimant == entry.name && $0.at >= entry.at }
      // The job that ran, one of "a" with an earlier start, and one of each of the others.
      #expect((start?.at ?? .infinity) - entry.at <= 20 + 20 + 7)
    }
    #expect(came.count > 100)
  }

  @Test func `a new claimant has no credit for the time before`() {
    var all = Simulation(workers: 1)
    for _ in 0..<100 { _ = all.add("a", cost: 1) }
    for _ in 0..<50 {
      all.start()
      _ = all.step()
    }
    for _ in 0..<50 { _ = all.add("b", cost: 1) }
    for _ in 0..<20 {
      all.start()
      _ = all.step()
    }
    // Had it credit for what "a" was given before, all 20 would be its own.
    let own = all.started.suffix(20).filter { $0.job.claimant == "b" }.count
    #expect((9...11).contains(own))
  }

  @Test func `an estimate that is too small is no advantage`() {
    var all = Simulation(workers: 1)
    for _ in 0..<400 {
      _ = all.add("liar", cost: 10, estimate: 0.01)
      _ = all.add("honest", cost: 10)
    }
    while all.now < 2000 {
      all.start()
      _ = all.step()
    }
    let (liar, honest) = (
      all.work("liar", from: 0, to: 2000), all.work("honest", from: 0, to: 2000)
    )
    #expect(abs(liar - honest) <= 20)
  }

  @Test(arguments: [2, 3, 4])
  func `while another works, a claimant has all workers but one`(workers: Int) {
    var all = Simulation(workers: workers)
    for number in 1...20 { _ = all.add("a", cost: Double(100 * number)) }
    all.start()
    // Alone it has all.
    #expect(all.running.count == workers)
    _ = all.add("b", cost: 1)
    _ = all.step()
    all.start()
    #expect(all.running.filter { $0.job.claimant == "b" }.count == 1)
    // "b" is at its end, and its worker stays free.
    _ = all.step()
    all.start()
    #expect(all.running.count == workers - 1)
    guard case .nothing(let seconds?) = all.queue.take(at: all.now) else {
      Issue.record("a job was given")
      return
    }
    #expect(abs(seconds - 3) < 1e-9)
    // "b" comes again within these seconds, and runs at once.
    all.now += 2.9
    _ = all.add("b", cost: 1)
    all.start()
    #expect(all.running.count == workers)
    _ = all.step()
    all.now += 2.9
    all.start()
    #expect(all.running.count == workers - 1)
    // It stays away, and "a" has all again.
    all.now += 0.2
    all.start()
    #expect(all.running.count == workers)
  }

  @Test func `refusals that take no time keep no claimant from the last worker`() {
    var all = Simulation(workers: 2)
    _ = all.add("brief", cost: 0.01)
    all.start()
    _ = all.step()
    for _ in 0..<5 { _ = all.add("a", cost: 10) }
    all.start()
    #expect(all.running.count == 2)
  }

  @Test func `a job that can run at once needs no place, and the next has none`() {
    var all = Simulation(workers: 2, limit: 0)
    #expect(all.add("a", cost: 1).0)
    #expect(all.add("a", cost: 1).0)
    #expect(!all.queue.hasRoom(for: "a", at: 0))
    #expect(!all.add("a", cost: 1).0)
    all.start()
    #expect(!all.add("a", cost: 1).0)
    _ = all.step()
    #expect(all.queue.hasRoom(for: "a", at: all.now))
    #expect(all.add("a", cost: 1).0)
  }

  @Test func `a claimant below its share takes a place of the one that has most`() {
    var all = Simulation(workers: 1, limit: 8)
    for _ in 0..<9 { #expect(all.add("a", cost: 1) == (true, nil)) }
    #expect(!all.add("a", cost: 1).0)
    all.start()
    #expect(all.queue.waiting(of: "a") == 8)
    // Half of them are the other's, one after the other; the newest go.
    for number in 0..<4 {
      #expect(all.queue.hasRoom(for: "b", at: 0))
      let (isTaken, displaced) = all.add("b", cost: 1)
      #expect(isTaken && displaced?.claimant == "a" && displaced?.number == 8 - number)
    }
    #expect(!all.queue.hasRoom(for: "b", at: 0))
    #expect(!all.add("b", cost: 1).0)
    #expect(!all.add("a", cost: 1).0)
    #expect((all.queue.waiting(of: "a"), all.queue.waiting(of: "b")) == (4, 4))
  }

  @Test func `no claimant below its share is refused, nor loses a place`() {
    var random = SplitMix64(state: 5)
    for workers in 1...3 {
      let limit = 12
      var all = Simulation(workers: workers, limit: limit)
      var (refused, displacements) = (0, 0)
      for _ in 0..<5000 {
        let name = ["a", "a", "a", "a", "b", "b", "c", "d"].randomElement(using: &random) ?? "a"
        let before = all.counts.keys.reduce(into: [:]) { $0[$1] = all.queue.waiting(of: $1) }
        let own = before[name] ?? 0
        let claimants = before.filter { $0.value > 0 || $0.key == name }.count
        let share = limit / max(claimants, 1)
        let hasRoom = all.queue.hasRoom(for: name, at: all.now)
        let (isTaken, displaced) = all.add(
          name, cost: Double.random(in: 1...5, using: &random))
        #expect(isTaken == hasRoom)
        #expect(isTaken || own >= share)
        if !isTaken { refused += 1 }
        if let displaced {
          displacements += 1
          let of = before[displaced.claimant] ?? 0
          #expect(of > share && of == before.values.max())
          #expect(displaced.claimant != name)
        }
        all.start()
        if Int.random(in: 0..<3, using: &random) == 0 { _ = all.step() }
        all.start()
        #expect(all.queue.waiting <= limit)
      }
      #expect(refused > 100 && displacements > 20)
    }
  }

  @Test func `claimants without jobs are forgotten, and never more than the limit remembered`() {
    var queue = FairQueue<Int>(workers: 1, limit: 10, maximumIdle: 16)
    func pass(_ name: String, cost: Double) {
      _ = queue.add(0, cost: cost, of: name, at: 0)
      guard case .job(_, let ticket) = queue.take(at: 0) else { return }
      // One always waits, so that the queue is never empty.
      _ = queue.add(0, cost: 1, of: "steady", at: 0)
      queue.finish(ticket, cost: cost, at: 0)
      guard case .job(_, let other) = queue.take(at: 0) else { return }
      _ = queue.add(0, cost: 1, of: "steady", at: 0)
      queue.finish(other, cost: 1, at: 0)
    }
    for number in 0..<1000 {
      pass("k\(number)", cost: 5)
      #expect(queue.knownClaimants <= 20)
    }
    // When nothing is left to do, nothing is remembered.
    while case .job(_, let ticket) = queue.take(at: 0) { queue.finish(ticket, cost: 1, at: 0) }
    #expect(queue.knownClaimants == 0)
  }

  @Test func `a job that is taken out leaves its place, and the others their order`() {
    var queue = FairQueue<Job>(workers: 1, limit: 3)
    func job(_ name: String, _ number: Int) -> Job { Job(claimant: name, number: number, cost: 1) }
    for number in 0..<2 { _ = queue.add(job("a", number), cost: 1, of: "a", at: 0) }
    _ = queue.add(job("b", 0), cost: 1, of: "b", at: 0)
    #expect(queue.remove(of: "a") { $0.number == 7 } == nil)
    #expect(queue.remove(of: "c") { _ in true } == nil)
    #expect(queue.remove(of: "a") { $0.number == 0 } == job("a", 0))
    #expect((queue.waiting, queue.waiting(of: "a"), queue.waitingClaimants) == (2, 1, 2))
    #expect(queue.remove(of: "b") { _ in true } == job("b", 0))
    #expect((queue.waiting, queue.waitingClaimants) == (1, 1))
    guard case .job(let next, let ticket) = queue.take(at: 0) else {
      Issue.record("the last job does not run")
      return
    }
    #expect(next == job("a", 1))
    queue.finish(ticket, cost: 1, at: 1)
    // The last of all: no claimant is remembered.
    _ = queue.add(job("a", 2), cost: 1, of: "a", at: 1)
    #expect(queue.remove(of: "a") { _ in true } == job("a", 2))
    #expect((queue.waiting, queue.running, queue.knownClaimants) == (0, 0, 0))
  }
}
