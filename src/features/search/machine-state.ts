import { t } from '../../i18n/index.ts'
import { findMachine } from '../lobby/all-machines/state.ts'
import { type Availability, canOpen, currentAvailability, statusKey } from '../lobby/availability/state.ts'
import type { Entry } from './rank.ts'

interface MachineState {
  availability: Availability
  /** The words of the machine list; without a connection what it says above its list. */
  text: string
}

/**
 * The state of an entry's machine. Undefined for another entry, and for a machine that no list contains: the
 * server checks it when it is opened.
 */
export function machineState({ kind, number = '' }: Entry): MachineState | undefined {
  const machine = kind === 'machine' ? findMachine(number) : undefined
  if (!machine) return undefined
  const availability = currentAvailability(machine)
  const text = availability === 'lost' ? t('search.offline') : t(statusKey(machine, availability))
  return { availability, text }
}

/** Whether the player can open an entry now. */
export function isOpen(entry: Entry): boolean {
  const state = machineState(entry)
  return !state || canOpen(state.availability)
}
