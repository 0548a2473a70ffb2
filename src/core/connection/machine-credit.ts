import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { CabinetState, Capabilities } from '../../contract/live.ts'
import { onSessionEnd } from '../session/state.ts'
import { seat } from './state.ts'

/** The player's money on a machine, or on its way to or from it. */
export interface MachineCredit {
  id: string
  name: string
  /** Cents; undefined if the server does not report it. */
  credit: number | undefined
  /** Of a cabinet: money on its way to or from it, which is neither in the wallet nor in the credit. */
  transfer: CabinetState['transfer']
  /** Of a cabinet: what an attendant pays the player, cents. */
  handPay: CabinetState['handPay']
  /** Nothing can cash the credit out now: free spins are left, or a cabinet cannot give it yet. */
  isWithheld: boolean
  /** When the credit of a held machine returns to the wallet (ISO 8601), if the server reports it. */
  until?: string | undefined
  /** How long the machine is held after the open game, s, if the server reports it. */
  holdSeconds?: Capabilities['holdSeconds']
}

const playedSignal = signal<MachineCredit | undefined>()

/** The machine of the open game page. */
export const playedMachine: ReadonlySignal<MachineCredit | undefined> = playedSignal

/** Sets the machine of the open game page; undefined when the page is left. */
export function setPlayedMachine(machine: MachineCredit | undefined): void {
  playedSignal.value = machine
}

/**
 * The credit on the machine that the open game plays, else on the machine that is held for the player.
 * Undefined if there is neither, or if another window plays the machine.
 */
export const machineCredit: ReadonlySignal<MachineCredit | undefined> = computed(() => {
  const { status, id, name, machine_status, credit, reservedUntil, cabinet } = seat.value ?? {}
  if (playedSignal.value || !status || id == null || machine_status === 'playing') return playedSignal.value
  const { transfer, handPay, status: cabinetStatus = '' } = cabinet ?? {}
  return {
    ...{ id, name: name || id, transfer, handPay },
    isWithheld:
      machine_status === 'in-bonus' || !!transfer || ['hand-pay', 'unreachable'].includes(cabinetStatus),
    // Until the cabinet has answered, or its attendant has been there, nothing can return.
    until: transfer || handPay ? undefined : (reservedUntil ?? undefined),
    // A cabinet still shows what it is cashing out.
    credit: transfer?.direction === 'cash-out' ? 0 : (credit ?? undefined),
  }
})

onSessionEnd(() => setPlayedMachine(undefined))
