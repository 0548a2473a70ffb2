import { computed, effect, untracked } from '@preact/signals-react'
import type * as v from 'valibot'
import type { Dispose } from '../../../contract/result.ts'
import { RecalledSpin, RulesAnswer, SpinsAnswer } from '../../../contract/rules.ts'
import { encodePart } from '../../../core/router/machine-paths.ts'
import { settings } from '../../../core/settings/settings.ts'
import { call, type Result } from '../../../net/api.ts'
import { machine } from '../play/state.ts'
import { startPlayRecord } from '../play-record/record-play.ts'
import {
  applyRules,
  applySpins,
  beginRulesRequest,
  beginSpinsRequest,
  resetMachine,
  rulesLoad,
  setInfoPanelOpen,
  spinsCursor,
  spinsLoad,
} from './state.ts'

const PAGE_SIZE = 20

const valueOrFailure = <T>(answer: Result<T>) =>
  answer.ok ? { value: answer.value } : { failure: answer.error }

/** Fetches the machine's rules once; a failed request may be repeated. */
export async function fetchRules(): Promise<void> {
  const id = machine.peek()?.id
  if (!id || rulesLoad.peek() === 'ready' || rulesLoad.peek() === 'loading') return
  const mark = beginRulesRequest()
  applyRules(mark, valueOrFailure(await call(RulesAnswer, 'GET', `/machine/${encodePart(id)}/rules`)))
}

/** Fetches the player's last spins on the machine, or with `more` the next page of older ones. */
export async function fetchSpins(more = false): Promise<void> {
  const machineId = machine.peek()?.id
  const status = spinsLoad.peek()
  if (!machineId || status === 'loading' || (!more && status === 'ready')) return
  const mark = beginSpinsRequest()
  const query = { machineId, limit: PAGE_SIZE, cursor: spinsCursor.peek() }
  const answer: Result<v.InferOutput<typeof SpinsAnswer>> = await call(SpinsAnswer, 'GET', '/player/spins', {
    query,
  })
  applySpins(mark, valueOrFailure(answer))
}

/** Fetches one of the player's spins on the machine. */
export const fetchSpin = (id: string): Promise<Result<RecalledSpin>> =>
  call(RecalledSpin, 'GET', '/player/spin', { query: { machineId: machine.peek()?.id, id } })

/** A symbol's image URL; a path is relative to the API. Undefined for an invalid address. */
export function pictureAddress(picture: string | null | undefined): string | undefined {
  if (!picture) return undefined
  if (/^\/(?![/\\])/.test(picture)) return settings.peek().apiUrl + picture
  return /^https?:\/\//.test(picture) ? picture : undefined
}

/** Records the visit for as long as a machine is played; the result stops it and closes the panel. */
export function startInfoPanel(clock = Date.now): Dispose {
  const stopRecord = startPlayRecord(clock)
  const machineId = computed(() => machine.value?.id)
  const stop = effect(() => {
    machineId.value
    untracked(resetMachine)
  })
  return () => {
    stop()
    stopRecord()
    resetMachine()
    setInfoPanelOpen(false)
  }
}
