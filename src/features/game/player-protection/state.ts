import { computed } from '@preact/signals-react'
import { playerMaxStake } from '../../../core/session/state.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { freeSpins, minStake, pending, spinning } from '../play/state.ts'
import { sessionTotals, setSessionTotals } from '../play-record/state.ts'
import { protectionOf, withReminder } from './jurisdiction.ts'
import { confirmCheck, promptOf, remindEvery, reminderOf } from './session-limits.ts'

const required = computed(() => protectionOf(playSettings.value, playerMaxStake.value))
/** The other totals change each second. */
const remind = computed(() => sessionTotals.value.remind)

export const reminder = computed(() => reminderOf(required.value, remind.value))
/** The limits in force, with the player's own reminder. */
export const limits = computed(() => withReminder(required.value, reminder.value.chosen))
/** The prompt that blocks play. */
export const openPrompt = computed(() =>
  promptOf(sessionTotals.value, limits.value, minStake.value, freeSpins.value),
)
export const isSpinUnderWay = computed(() => spinning.value || pending.value === 'spin')
/** The prompt to show: none while the reels spin, which it would cover. */
export const shownPrompt = computed(() => (isSpinUnderWay.value ? undefined : openPrompt.value))

export const continuePlay = (): void =>
  setSessionTotals(confirmCheck(sessionTotals.peek(), openPrompt.peek()))

/** Sets the player's own reality check interval, ms of play. */
export const setReminder = (ms: number): void =>
  setSessionTotals(remindEvery(sessionTotals.peek(), reminder.peek(), ms))
