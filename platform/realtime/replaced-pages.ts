/** Of one player at one machine. */
const MAX_REPLACED = 64

interface Pages {
  playerId: string
  /** The newest page; undefined for one without an id. */
  current: string | undefined
  replaced: Set<string>
}

/**
 * The pages of a player that a newer page replaced, by machine. A page that missed its dismissal while
 * disconnected must not take the machine back when it reconnects: the two would alternate.
 */
export function createReplacedPages() {
  const machines = new Map<string, Pages>()
  const of = (machineId: string, playerId: string) => {
    const pages = machines.get(machineId)
    return pages?.playerId === playerId ? pages : undefined
  }
  return {
    setCurrent(machineId: string, playerId: string, page: string | undefined): void {
      const pages = of(machineId, playerId) ?? { playerId, current: page, replaced: new Set() }
      machines.set(machineId, pages)
      if (pages.current === page) return
      if (pages.current !== undefined) pages.replaced.add(pages.current)
      pages.current = page
      const [oldest] = pages.replaced
      if (oldest !== undefined && pages.replaced.size > MAX_REPLACED) pages.replaced.delete(oldest)
    },
    has(machineId: string, playerId: string, page: string | undefined): boolean {
      return page !== undefined && (of(machineId, playerId)?.replaced.has(page) ?? false)
    },
  }
}
