import type { Machine } from '../../../contract/floor.ts'

const MOVING: readonly (Machine['status'] | undefined)[] = ['playing', 'in-bonus', 'cashing-out']

/** Whether the picture of a machine with this status moves, because a player plays it. */
export const isMoving = (status: Machine['status'] | undefined): boolean => MOVING.includes(status)
