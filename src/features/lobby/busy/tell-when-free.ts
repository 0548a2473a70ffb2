import { effect, untracked } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { findRoute } from '../../../core/router/find-route.ts'
import { gamePath } from '../../../core/router/machine-paths.ts'
import { pathname } from '../../../core/router/pathname.ts'
import { t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { loadAllMachines } from '../all-machines/actions.ts'
import { findMachine } from '../all-machines/state.ts'
import { setWatched, watchedIds } from '../watched/state.ts'

const NOTICE_MS = 12_000

/** Reports a free machine; outside a game a tap on the notice opens it. */
function report(machine: { id: string; name: string }): void {
  const name = machine.name || machine.id
  const isInGame = findRoute(pathname.peek())?.page === 'game'
  toast(t(isInGame ? 'busy.free' : 'busy.freeTap', { name }), {
    id: `free-${machine.id}`,
    kind: 'good',
    ms: NOTICE_MS,
    ...(!isInGame && { onTap: () => navigate(gamePath(machine)) }),
  })
}

let isStarted = false

/** Watches the pushed statuses on every page, and reports each watched machine once. */
function startReports(): void {
  if (isStarted) return
  isStarted = true
  effect(() => {
    for (const id of watchedIds.value) {
      const machine = findMachine(id)
      if (machine?.status !== 'available') continue
      untracked(() => {
        setWatched(id, false)
        report(machine)
      })
    }
  })
}

/** Starts or stops watching a machine. Its brand's list may be closed meanwhile. */
export function tellWhenFree(id: string, isWanted: boolean): void {
  setWatched(id, isWanted)
  if (!isWanted) return
  void loadAllMachines()
  startReports()
}
