import { lazy } from '../../ui/lazy.tsx'

/** The game's page and its connection. A page of a game loads them, and so does a lobby, before a press. */
export const gameParts = lazy(() => import('./game.chunk.ts'))
