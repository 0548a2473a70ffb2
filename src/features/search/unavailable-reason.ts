import { t } from '../../i18n/index.ts'
import { findMachine } from '../lobby/all-machines/state.ts'
import { currentAvailability, statusText } from '../lobby/situation.ts'
import type { Entry } from './rank.ts'

/**
 * Why the player cannot open an entry now, as text; undefined when they can. A machine whose status is
 * unknown counts as free: the server checks it when it is opened.
 */
export function unavailableReason({ kind, number = '' }: Entry): string | undefined {
  const machine = kind === 'machine' ? findMachine(number) : undefined
  if (!machine) return undefined
  const availability = currentAvailability(machine)
  if (availability === 'free' || availability === 'held') return undefined
  return availability === 'lost' ? t('search.offline') : statusText(machine, availability)
}
