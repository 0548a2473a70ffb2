/* Separate from floor.ts, so that the page's first script can use them without the schemas of the answers. */

/** The brands with their jackpots. */
export const BRANDS_PATH = '/machine/brands'
/** The machines of all brands. */
export const ALL_MACHINES_PATH = '/machine/all'
/** The machines of a brand; `id`: encoded as a segment of a path. */
export const machinesPath = (id: string): string => `/machine/${id}`

/**
 * The paths of the lists that the lobby shows first. `showLobby`: the setting of that name. `brand`: the
 * encoded id of the brand, if the lobby shows the machines of one.
 */
export const lobbyListPaths = (showLobby: boolean, brand?: string): string[] => {
  if (!showLobby) return [ALL_MACHINES_PATH]
  return brand ? [BRANDS_PATH, machinesPath(brand)] : [BRANDS_PATH]
}
