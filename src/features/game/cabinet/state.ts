import { computed, signal } from '@preact/signals-react'
import type { CabinetButton, CabinetState } from '../../../contract/live.ts'
import { blockedBy, capabilities, game, ownCreditOf, pending, spinning, videoBlock } from '../play/state.ts'

/** Why a cabinet takes no command: its status, or `transfer`, money on its way. */
type CabinetBlock = Exclude<CabinetState['status'], 'ready'> | 'transfer'

/** Whether the machine is a cabinet, as far as the server has told. */
export const isCabinet = computed(() =>
  Boolean(game.value?.cabinet || capabilities.value.cabinetButtons?.length),
)

/** Undefined: the cabinet's buttons answer, or the machine is no cabinet. */
export const cabinetBlock = computed<CabinetBlock | undefined>(() => {
  const { status = 'ready', transfer } = game.value?.cabinet ?? {}
  if (status !== 'ready') return status
  return transfer ? 'transfer' : undefined
})

/** The cabinet's buttons that lower and raise the stake: beside its amount, as those of other machines. */
export const stakeButtons = computed(() => {
  const all = capabilities.value.cabinetButtons
  const find = (of: CabinetButton['kind']) => all?.find(({ kind }) => kind === of)
  return { down: find('stake-down'), up: find('stake-up') }
})

/** The cabinet's other buttons, in its own order. */
export const ownButtons = computed(() => {
  const { down, up } = stakeButtons.value
  return capabilities.value.cabinetButtons?.filter((button) => button !== down && button !== up) ?? []
})

const isTransferLongSignal = signal(false)

/** Sets whether the transfer takes long enough to be worth a line. */
export function setTransferLong(next: boolean): void {
  isTransferLongSignal.value = next
}

/** Money on its way, unless it has only just left. */
export const longTransfer = computed(() =>
  isTransferLongSignal.value ? game.value?.cabinet?.transfer : undefined,
)

/**
 * The player's part of the credit, cents. A cabinet may hold credit that nobody loaded, and still shows what
 * it is cashing out.
 */
export const playerCredit = computed(() => {
  const state = game.value
  if (state?.cabinet?.transfer?.direction === 'cash-out') return 0
  return state && ownCreditOf(state)
})

/**
 * The cents of the credit that are neither played nor cashed out at the moment. A cabinet that is locked or
 * has a fault may still give its credit.
 */
export const withheldCredit = computed(() => {
  const { status, transfer, foreignCredit } = game.value?.cabinet ?? {}
  const isWithheld = transfer || status === 'hand-pay' || status === 'unreachable'
  return isWithheld ? Number.POSITIVE_INFINITY : (foreignCredit ?? 0)
})

/**
 * Like a spin, a press needs a current picture and a cabinet that answers. A win may be gambled before its
 * game has ended. Reads signals.
 */
export const isPressBlocked = ({ kind }: CabinetButton): boolean =>
  (videoBlock.value ?? blockedBy.value) !== undefined ||
  pending.value !== undefined ||
  (spinning.value && kind !== 'gamble')
