/* Apart from floor.ts: the page's first script calls these and goes without the schemas of the answers. */

/** The brands with their jackpots. */
export const BRANDS_PATH = '/machine/brands'
/** The machines of all brands. */
export const ALL_MACHINES_PATH = '/machine/all'

/** The list that the lobby shows first; `showLobby` is the setting. */
export const lobbyListPath = (showLobby: boolean): string => (showLobby ? BRANDS_PATH : ALL_MACHINES_PATH)
