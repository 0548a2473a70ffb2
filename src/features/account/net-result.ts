import type { SlotSession } from '../../contract/player.ts'

/** What a session brought its player, cents; undefined while it goes on, because its credit is still on the machine. */
export function netOf({ end, cashIn, cashOut }: SlotSession): number | undefined {
  return end ? cashOut - cashIn : undefined
}
