import { effect, untracked } from '@preact/signals-react'
import { MachinesAnswer } from '../../../contract/floor.ts'
import { ALL_MACHINES_PATH } from '../../../contract/floor-paths.ts'
import { link } from '../../../core/connection/state.ts'
import { currentToken } from '../../../core/session/state.ts'
import { call } from '../../../net/api.ts'
import { latestChanges } from '../pushed-figures.ts'
import { allMachinesLoad, applyAllMachines, beginAllMachines, changeAllMachines } from './state.ts'

async function fetchAll(): Promise<void> {
  const mark = beginAllMachines()
  const answer = await call(MachinesAnswer, 'GET', ALL_MACHINES_PATH)
  applyAllMachines(mark, answer.ok ? { ok: true, value: answer.value.machines } : answer)
}

let isFollowing = false

/** Keeps the machines in sync with the pushes, and fetches them again after an interruption. */
function followPushes(): void {
  if (isFollowing) return
  isFollowing = true
  effect(() => {
    const changes = latestChanges.value
    untracked(() => changeAllMachines(changes))
  })
  let wasUp = link.peek() === 'up'
  effect(() => {
    const isUp = link.value === 'up'
    const isBack = isUp && !wasUp
    wasUp = isUp
    if (isBack && untracked(() => allMachinesLoad.value === 'ready')) void fetchAll()
  })
}

/**
 * Fetches the machines of all brands, once per login; again after a failure, but not from a server that
 * refused.
 */
export async function loadAllMachines(): Promise<void> {
  if (currentToken() === undefined) return
  followPushes()
  if (['loading', 'ready', 'absent'].includes(allMachinesLoad.peek())) return
  await fetchAll()
}
