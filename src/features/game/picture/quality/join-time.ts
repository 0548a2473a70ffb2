import type { GameVisit } from '../../play/game-visit.ts'

let isFirstVisit = true

/**
 * The address that the document was opened at, if no login came between, which takes the player's own time.
 */
function openedAddress(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  const hasLoggedIn = performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/login'))
  return hasLoggedIn ? undefined : navigation?.name
}

/**
 * ms from the press, or from the opening of the machine's address, to the first frame of a visit, which has
 * come. Undefined where the page was hidden meanwhile: browsers show no frames then. Call it once a visit.
 */
export function joinTime({ openedAt, firstFrameAt = performance.now() }: GameVisit): number | undefined {
  const start = isFirstVisit && openedAddress() === location.href ? 0 : openedAt
  isFirstVisit = false
  const wasHidden = performance
    .getEntriesByType('visibility-state')
    .some(({ name, startTime }) => name === 'hidden' && startTime >= start && startTime <= firstFrameAt)
  return wasHidden ? undefined : firstFrameAt - start
}

/** The next visit is the document's first again. */
export function resetJoinTime(): void {
  isFirstVisit = true
}
