/// A request's work in a pool.
package struct PoolJob: Sendable {
  var claimant: String
  /// The request; nil for work that belongs to none.
  var exchange: Exchange?
  /// The request's body, whose files go with it.
  var body: CollectedBody?
  /// Its estimated cost, in units: 1 is a composited frame of 1280 x 720.
  var cost: Double
  var run: @Sendable () -> Void
  /// Called instead of `run`, where the job gives its waiting place to another claimant's; on the thread
  /// that adds that one.
  var drop: @Sendable () -> Void

  /// The estimated cost of a state, of a list, of a look at rights: 0.2 ms.
  static let lightCost = 0.025

  /// The seconds of one core that a unit takes (EPYC of 2023, a JPEG in and out, one avatar).
  package static let secondsPerUnit = 0.008
}
