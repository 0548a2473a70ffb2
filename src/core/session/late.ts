/* The parts of the session that load after a page's first screen, or only where they are needed. */

/** The session's actions, which load with all that comes after the login. */
export const loadActions = () => import('./actions.ts')
/** The token's renewal, the other tabs and the reason of a logout. */
export const loadSessionLifecycle = () => import('./session-lifecycle.ts')
/** The login with a token in the address, and its question. */
export const loadUrlTokenEntry = () => import('./url-token.chunk.ts')
/** The checks of browser and country. */
export const loadGates = () => import('../gates/wait-for-gates.ts')
