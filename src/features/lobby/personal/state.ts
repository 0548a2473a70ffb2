import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { SessionPush } from '../../../contract/live.ts'
import { onSessionEnd, session } from '../../../core/session/state.ts'

const playedSignal = signal<readonly string[]>([])

const MAX_LAST = 3

/** The ids of the machines that the player played last, if the server sends them. */
export const lastMachines: ReadonlySignal<readonly string[]> = computed(() => {
  const current = session.value
  const known = current.status === 'player' ? current.user.lastMachines : undefined
  return known ? [...new Set([...playedSignal.value, ...known])].slice(0, MAX_LAST) : []
})

/** Notes the machine where the player is seated: the login's list is older. */
export function notePlayed(push: SessionPush | null | undefined): void {
  if (!push?.status || push.id == null || playedSignal.peek()[0] === push.id) return
  playedSignal.value = [...new Set([push.id, ...playedSignal.peek()])]
}

onSessionEnd(() => {
  playedSignal.value = []
})
