/** Pages that were taken over from, of one player at one machine; more than anybody opens. */
const MOST = 64

interface Visits {
  playerId: string
  /** The page that came last; undefined for one without a name. */
  last: string | undefined
  replaced: Set<string>
}

/**
 * Which page of a player came last to each machine. One that was taken over from, and did not hear of it because its
 * line was down, must not take the machine back by itself when it is up again: two pages would fight.
 */
export function createReplacedPages() {
  const machines = new Map<string, Visits>()
  const of = (machineId: string, playerId: string) => {
    const known = machines.get(machineId)
    return known?.playerId === playerId ? known : undefined
  }
  return {
    /** A page of this player plays the machine from now on. */
    came(machineId: string, playerId: string, page: string | undefined): void {
      const visits = of(machineId, playerId) ?? { playerId, last: page, replaced: new Set() }
      machines.set(machineId, visits)
      if (visits.last === page) return
      if (visits.last !== undefined) visits.replaced.add(visits.last)
      visits.last = page
      const [oldest] = visits.replaced
      if (oldest !== undefined && visits.replaced.size > MOST) visits.replaced.delete(oldest)
    },
    /** Did another page of this player come after this one? */
    wasReplaced(machineId: string, playerId: string, page: string | undefined): boolean {
      return page !== undefined && (of(machineId, playerId)?.replaced.has(page) ?? false)
    },
  }
}
