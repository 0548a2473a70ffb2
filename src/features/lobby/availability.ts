import type { Machine } from '../../contract/floor.ts'

export interface Who {
  /** The machine that is kept for this player, if any. */
  heldId: string | undefined
  /** Is the wallet empty where an empty wallet may not play? */
  broke: boolean
}

/** May this player sit down here: at their own machine always, else at a free one. If not, why not. */
export type Seat = 'own' | 'free' | 'status' | 'elsewhere' | 'broke'

/** The one rule for every link to a machine; the server has the last word all the same. */
export function seatAt(machine: Pick<Machine, 'id' | 'status' | 'reservation'>, who: Who): Seat {
  const works = machine.status !== 'offline' && machine.status !== 'error'
  if (machine.reservation || machine.id === who.heldId) return works ? 'own' : 'status'
  if (machine.status !== 'available') return 'status'
  if (who.heldId !== undefined) return 'elsewhere'
  return who.broke ? 'broke' : 'free'
}
