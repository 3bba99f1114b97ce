/// Jobs of several claimants in the order in which they are run: start-time fair queuing (Goyal, Vin and
/// Cheng, 1996), by the cost of the jobs.
///
/// Each claimant has a virtual time, the cost of what it was given. Next is the job of the claimant whose
/// virtual time is least; of one claimant's jobs the one that came first. Two claimants that both have jobs
/// waiting are given, by one worker and over any interval, costs that differ by no more than the sum of
/// their largest jobs. A job that is taken counts with its estimate, and after its end with what it really
/// took. A claimant that comes anew begins at the virtual time of the job that was taken last: what it did
/// not use before is no credit.
///
/// A value without clock or threads, whose laws can be tested; `WorkerPool` runs the jobs.
package struct FairQueue<Job> {
  /// What became of a job that was added.
  package enum Admission {
    /// It waits.
    case added
    /// It waits in the place of another claimant's job, which does not wait any more.
    case addedInPlace(of: Job)
    /// All places are taken, and its claimant has its share of them.
    case refused
  }

  package enum Next {
    /// A job, and what to call it by at its end.
    case job(Job, Ticket)
    /// Nothing now; after so many seconds jobs may run that do not yet, nil where only others can change that.
    case nothing(seconds: Double?)
  }

  /// A job that runs.
  package struct Ticket {
    fileprivate var slot: Int
    fileprivate var cost: Double
  }

  /// A job that waits.
  private struct Entry {
    var job: Job
    var cost: Double
    /// The number of jobs that were added before.
    var number: Int
  }

  /// Whose work came to its end, and when.
  private struct Rival {
    var name: String
    var at: Double
  }

  private struct Claimant {
    var name: String
    /// Its waiting jobs from `first` on, in their order.
    var entries: [Entry?] = []
    var first = 0
    var running = 0
    /// Its virtual time: the start of its next job.
    var virtualTime: Double
    /// Its index in `active`, while it has jobs that wait.
    var activeIndex: Int?

    var waiting: Int { entries.count - first }
    var isIdle: Bool { waiting == 0 && running == 0 }
    /// When its next job came.
    var number: Int { entries[first]?.number ?? .max }
  }

  /// How many jobs run at once.
  private let workers: Int
  /// The most jobs that wait.
  private let limit: Int
  /// Seconds after another's work in which a claimant is not given the last worker.
  private let rivalSeconds: Double
  /// The most claimants that are remembered, those that wait and run aside.
  private let maximumIdle: Int

  /// Claimants by index, so that choosing the next one looks up no name; those of `free` are unused.
  private var slots: [Claimant] = []
  private var free: [Int] = []
  private var slotOfName: [String: Int] = [:]
  /// The slots of those with waiting jobs, in no order.
  private var active: [Int] = []
  /// The virtual time of the job that was taken last.
  private var virtualTime = 0.0
  private var added = 0
  /// The last two claimants whose work came to its end, and when.
  private var rivals: (last: Rival?, before: Rival?)

  /// The jobs that run.
  package private(set) var running = 0
  package private(set) var waiting = 0

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - workers: how many jobs run at once, at least 1.
  ///   - limit: the most jobs that wait; one that can run at once needs no place.
  ///   - rivalSeconds: as long after another claimant's work, and while another's waits, a claimant has at
  ///     most all workers but one: a new claimant then does not wait for a whole long job. A lone claimant
  ///     has all of them.
  ///   - maximumIdle: how many claimants without jobs are remembered for what they were given; past it
  ///     those that were given least are forgotten first.
  package init(
    workers: Int, limit: Int, rivalSeconds: Double = 3, maximumIdle: Int = 10_000
  ) {
    (self.workers, self.limit) = (max(workers, 1), max(limit, 0))
    (self.rivalSeconds, self.maximumIdle) = (rivalSeconds, max(maximumIdle, 8))
  }

  /// How many claimants have jobs that wait.
  package var waitingClaimants: Int { active.count }

  /// How many claimants are remembered.
  package var knownClaimants: Int { slotOfName.count }

  /// How many jobs of a claimant wait.
  package func waiting(of name: String) -> Int { slotOfName[name].map { slots[$0].waiting } ?? 0 }

  // MARK: Waiting

  /// Adds a job of a claimant, of an estimated cost.
  ///
  /// - Parameter now: seconds of a clock that never goes back.
  package mutating func add(
    _ job: Job, cost: Double, of name: String, at now: Double
  ) -> Admission {
    var displaced: Job?
    if !hasPlace(for: name, at: now) {
      guard isBelowShare(name), let taken = takeNewestOfMost(but: name) else { return .refused }
      displaced = taken
    }
    let slot = slot(of: name)
    if slots[slot].waiting == 0 {
      slots[slot].virtualTime = max(slots[slot].virtualTime, virtualTime)
      slots[slot].activeIndex = active.count
      active.append(slot)
    }
    slots[slot].entries.append(Entry(job: job, cost: Self.fit(cost), number: added))
    added += 1
    waiting += 1
    return displaced.map { .addedInPlace(of: $0) } ?? .added
  }

  /// Whether a job of a claimant would be added.
  package func hasRoom(for name: String, at now: Double) -> Bool {
    hasPlace(for: name, at: now) || isBelowShare(name)
  }

  /// Whether a job of a claimant could wait without taking another's place.
  private func hasPlace(for name: String, at now: Double) -> Bool {
    if waiting < limit { return true }
    // Jobs that free workers are about to take need no place.
    var startable = 0
    let own = slotOfName[name]
    if running < workers {
      for slot in active {
        let jobs = slots[slot].waiting + (slot == own ? 1 : 0)
        startable += max(min(jobs, mostRunning(slot, at: now) - slots[slot].running), 0)
      }
      if waiting(of: name) == 0 {
        let mine = own.map { slots[$0].running } ?? 0
        startable += mine < mostRunning(name, isActive: false, at: now) ? 1 : 0
      }
    }
    return waiting + 1 - min(startable, workers - running) <= limit
  }

  /// Whether a claimant has fewer waiting jobs than its share of the places: all of them, divided by the
  /// claimants with waiting jobs, itself among them.
  private func isBelowShare(_ name: String) -> Bool {
    let own = waiting(of: name)
    return own < limit / (active.count + (own == 0 ? 1 : 0))
  }

  /// Takes the newest job of the claimant with the most out; of several with as many, of the one that was
  /// given the most.
  private mutating func takeNewestOfMost(but name: String) -> Job? {
    let most = active.filter { slots[$0].name != name }.max { one, other in
      (slots[one].waiting, slots[one].virtualTime)
        < (slots[other].waiting, slots[other].virtualTime)
    }
    guard let most, let entry = slots[most].entries.popLast() else { return nil }
    waiting -= 1
    settle(most)
    return entry?.job
  }

  // MARK: Running

  /// Takes the next job out.
  package mutating func take(at now: Double) -> Next {
    guard waiting > 0, running < workers else { return .nothing(seconds: nil) }
    var next: Int?
    for slot in active where slots[slot].running < mostRunning(slot, at: now) {
      if let best = next,
        (slots[best].virtualTime, slots[best].number)
          <= (slots[slot].virtualTime, slots[slot].number)
      {
        continue
      }
      next = slot
    }
    guard let next, let entry = slots[next].entries[slots[next].first] else {
      // All jobs are of one claimant: of two with waiting jobs, one has a worker left for it.
      let end = active.map { rivalEnd(of: slots[$0].name) }.min()
      return .nothing(seconds: end.map { max($0 - now, 0.001) })
    }
    slots[next].entries[slots[next].first] = nil
    slots[next].first += 1
    slots[next].running += 1
    virtualTime = max(virtualTime, slots[next].virtualTime)
    slots[next].virtualTime += entry.cost
    running += 1
    waiting -= 1
    settle(next)
    return .job(entry.job, Ticket(slot: next, cost: entry.cost))
  }

  /// A job is at its end, and had a cost: the estimate is corrected by it.
  package mutating func finish(_ ticket: Ticket, cost: Double, at now: Double) {
    let cost = Self.fit(cost)
    slots[ticket.slot].virtualTime += cost - ticket.cost
    slots[ticket.slot].running -= 1
    running -= 1
    // A refusal that took no time keeps no claimant from the last worker.
    if cost >= Self.leastRivalCost { noteWork(of: slots[ticket.slot].name, at: now) }
    settle(ticket.slot)
    if running == 0, waiting == 0 { forgetAll() }
  }

  /// Takes a waiting job of a claimant out, the first that is meant; nil where none is.
  ///
  /// It never runs, and costs its claimant nothing.
  package mutating func remove(of name: String, where isMeant: (Job) -> Bool) -> Job? {
    guard let slot = slotOfName[name] else { return nil }
    for index in slots[slot].first..<slots[slot].entries.count {
      guard let entry = slots[slot].entries[index], isMeant(entry.job) else { continue }
      slots[slot].entries.remove(at: index)
      waiting -= 1
      settle(slot)
      if running == 0, waiting == 0 { forgetAll() }
      return entry.job
    }
    return nil
  }

  /// Takes all waiting jobs out.
  package mutating func removeAll() {
    for slot in active {
      (slots[slot].entries, slots[slot].first) = ([], 0)
      slots[slot].activeIndex = nil
    }
    (active, waiting) = ([], 0)
  }

  /// The cost of the least work for which others leave a worker, a tenth of a frame.
  private static var leastRivalCost: Double { 0.1 }

  /// A cost that can be counted with.
  private static func fit(_ cost: Double) -> Double {
    cost.isFinite ? min(max(cost, 0.001), 1e6) : 1
  }

  private mutating func noteWork(of name: String, at now: Double) {
    if let last = rivals.last, last.name != name { rivals.before = last }
    rivals.last = Rival(name: name, at: now)
  }

  private func mostRunning(_ slot: Int, at now: Double) -> Int {
    mostRunning(slots[slot].name, isActive: true, at: now)
  }

  /// How many jobs of a claimant may run now.
  private func mostRunning(_ name: String, isActive: Bool, at now: Double) -> Int {
    guard workers > 1 else { return 1 }
    if active.count > (isActive ? 1 : 0) { return workers - 1 }
    return now < rivalEnd(of: name) ? workers - 1 : workers
  }

  /// Until when a claimant leaves a worker for another, whose work came to its end not long ago.
  private func rivalEnd(of name: String) -> Double {
    let rival = rivals.last.flatMap { $0.name == name ? rivals.before : $0 }
    return rival.map { $0.at + rivalSeconds } ?? -.infinity
  }

  // MARK: Claimants

  private mutating func slot(of name: String) -> Int {
    if let known = slotOfName[name] { return known }
    if slotOfName.count - active.count >= maximumIdle { forgetIdle() }
    let claimant = Claimant(name: name, virtualTime: virtualTime)
    let slot: Int
    if let empty = free.popLast() {
      slot = empty
      slots[slot] = claimant
    } else {
      slot = slots.count
      slots.append(claimant)
    }
    slotOfName[name] = slot
    return slot
  }

  /// After a job of a claimant went: drops what is not needed of it any more.
  private mutating func settle(_ slot: Int) {
    let first = slots[slot].first
    // Taken jobs are removed in batches, at a constant cost for each.
    if first > 0, first == slots[slot].entries.count || first >= 64 {
      slots[slot].entries.removeFirst(first)
      slots[slot].first = 0
    }
    guard slots[slot].waiting == 0 else { return }
    if let index = slots[slot].activeIndex {
      active.swapAt(index, active.count - 1)
      active.removeLast()
      if index < active.count { slots[active[index]].activeIndex = index }
      slots[slot].activeIndex = nil
    }
    if slots[slot].isIdle, slots[slot].virtualTime <= virtualTime { forget(slot) }
  }

  private mutating func forget(_ slot: Int) {
    slotOfName[slots[slot].name] = nil
    slots[slot] = Claimant(name: "", virtualTime: 0)
    free.append(slot)
  }

  /// Forgets claimants whose virtual time is past; where these are too few, an eighth of those without
  /// jobs, beginning with those that were given least, so that the cost is spread over many claimants.
  private mutating func forgetIdle() {
    let idle = slotOfName.values.filter { slots[$0].isIdle }.sorted {
      slots[$0].virtualTime < slots[$1].virtualTime
    }
    for (index, slot) in idle.enumerated() {
      guard slots[slot].virtualTime <= virtualTime || index <= idle.count / 8 else { return }
      forget(slot)
    }
  }

  /// Nothing waits and nothing runs: to the next claimant all are equal.
  private mutating func forgetAll() {
    (slots, free, slotOfName, active) = ([], [], [:], [])
    virtualTime = 0
  }
}
