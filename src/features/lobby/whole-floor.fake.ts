import { vi } from 'vitest'
import type { Machine } from '../../contract/floor.ts'
import type { MachineChange } from '../../contract/live.ts'
import { setLatestChanges } from './pushed-figures.ts'
import { applyChanges } from './state.ts'

/** A free machine of the brand Nar, for tests. */
export const machine = (id: string, more: Partial<Machine> = {}): Machine => ({
  id,
  name: `Nar ${id}`,
  brand: 'nar',
  status: 'available',
  reservation: false,
  ...more,
})

/** Pushes changes, as the notification channel does. */
export function push(changes: MachineChange[]): void {
  applyChanges(changes)
  setLatestChanges(changes)
}

/**
 * A server that answers `GET /machine/all`, in place of `fetch` until the test calls vi.unstubAllGlobals().
 * `requests` receives each address.
 */
export function stubWholeFloor(machines: () => Machine[] | undefined) {
  const requests = vi.fn<(url: string) => void>()
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: unknown) => {
    requests(String(url))
    const list = machines()
    return list ? Response.json({ machines: list }) : Response.json({}, { status: 500 })
  })
  return requests
}
