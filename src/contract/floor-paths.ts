/* Separate from floor.ts, so that the page's first script can use them without the schemas of the answers. */

/** The brands with their jackpots. */
export const BRANDS_PATH = '/machine/brands'
/** The machines of all brands. */
export const ALL_MACHINES_PATH = '/machine/all'

/** The list that the lobby shows first; `showLobby` is the setting of that name. */
export const lobbyListPath = (showLobby: boolean): string => (showLobby ? BRANDS_PATH : ALL_MACHINES_PATH)
