import { computed, effect, untracked } from '@preact/signals-react'
import type * as v from 'valibot'
import { RulesAnswer, SpinsAnswer } from '../../../contract/rules.ts'
import { settings } from '../../../core/settings/settings.ts'
import { call, type Result } from '../../../net/api.ts'
import { startPlayRecord } from '../play-record/record-play.ts'
import { machine } from '../state.ts'
import {
  applyRules,
  applySpins,
  beginRulesRequest,
  beginSpinsRequest,
  forgetMachine,
  rulesLoad,
  setInfoPanelOpen,
  spinsCursor,
  spinsLoad,
} from './state.ts'

/** Spins that are asked for at once. */
const PAGE = 20

const orWhy = <T extends object>(answer: Result<T>): T | 'absent' | 'failed' =>
  answer.ok ? answer.value : answer.error.status === 404 ? 'absent' : 'failed'

/** Asks for the rules of the machine, once; again when they did not come. */
export async function fetchRules(): Promise<void> {
  const id = machine.peek()?.id
  if (!id || rulesLoad.peek() === 'ready' || rulesLoad.peek() === 'loading') return
  const asked = beginRulesRequest()
  applyRules(asked, orWhy(await call(RulesAnswer, 'GET', `/machine/${encodeURIComponent(id)}/rules`)))
}

/** Asks for the player's last spins on the machine, or for the page of older ones after those. */
export async function fetchSpins(more = false): Promise<void> {
  const machineId = machine.peek()?.id
  const is = spinsLoad.peek()
  if (!machineId || is === 'loading' || (!more && is === 'ready')) return
  const asked = beginSpinsRequest()
  const query = { machineId, limit: PAGE, cursor: spinsCursor.peek() }
  const answer: Result<v.InferOutput<typeof SpinsAnswer>> = await call(SpinsAnswer, 'GET', '/player/spins', {
    query,
  })
  applySpins(asked, orWhy(answer))
}

/** Where a symbol's picture is: a path is one of the API. Undefined for what is no address. */
export function pictureAddress(picture: string | null | undefined): string | undefined {
  if (!picture) return undefined
  if (/^\/(?![/\\])/.test(picture)) return settings.peek().apiUrl + picture
  return /^https?:\/\//.test(picture) ? picture : undefined
}

/** Records the visit for as long as a machine is played; the result stops it and closes the panel. */
export function startInfoPanel(clock = Date.now): () => void {
  const stopRecord = startPlayRecord(clock)
  // What was fetched belongs to one machine.
  const machineId = computed(() => machine.value?.id)
  const stop = effect(() => {
    machineId.value
    untracked(forgetMachine)
  })
  return () => {
    stop()
    stopRecord()
    forgetMachine()
    setInfoPanelOpen(false)
  }
}
