import type { CameraClaims } from './sfu-tokens.ts'

/** As many as a player's pictures of machines that the platform draws. */
const MAX_PER_PLAYER = 4

/** The viewers that servers have opened, by their ids: those of each machine's last player. */
export function createCameraSessions() {
  const machines = new Map<string, Map<string, CameraClaims>>()
  return {
    /** Returns the player's oldest viewer, if this is one too many. */
    add(id: string, claims: CameraClaims): string | undefined {
      const opened = machines.get(claims.machine) ?? new Map<string, CameraClaims>()
      machines.set(claims.machine, opened)
      for (const [other, { player }] of opened) if (player !== claims.player) opened.delete(other)
      opened.set(id, claims)
      const [oldest] = opened.keys()
      if (oldest === undefined || opened.size <= MAX_PER_PLAYER) return undefined
      opened.delete(oldest)
      return oldest
    },
    isOf: (id: string, machineId: string, playerId: string | undefined): boolean =>
      playerId !== undefined && machines.get(machineId)?.get(id)?.player === playerId,
    /** A login has ended: its viewers are nobody's. */
    forgetLogin(loginId: string): void {
      for (const opened of machines.values())
        for (const [id, { login }] of opened) if (login === loginId) opened.delete(id)
    },
  }
}
