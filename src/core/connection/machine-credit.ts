import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { onSessionEnd } from '../session/state.ts'
import { seat } from './state.ts'

/** The credit on the player's machine. */
export interface MachineCredit {
  id: string
  name: string
  /** Cents; undefined if the server does not report it. */
  credit: number | undefined
  /** When the credit of a held machine returns to the wallet (ISO 8601), if the server reports it. */
  until: string | undefined
}

const playedSignal = signal<MachineCredit | undefined>()

/** Sets the machine of the open game page; undefined when the page is left. */
export function setPlayedMachine(machine: MachineCredit | undefined): void {
  playedSignal.value = machine
}

/**
 * The credit on the machine that the open game plays, else on the machine that is held for the player.
 * Undefined if there is neither, or if another window plays the machine.
 */
export const machineCredit: ReadonlySignal<MachineCredit | undefined> = computed(() => {
  const { status, id, name, machine_status, credit, reservedUntil } = seat.value ?? {}
  if (playedSignal.value || !status || id == null || machine_status === 'playing') return playedSignal.value
  return { id, name: name || id, credit: credit ?? undefined, until: reservedUntil ?? undefined }
})

onSessionEnd(() => setPlayedMachine(undefined))
