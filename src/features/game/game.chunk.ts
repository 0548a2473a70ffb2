/* The game, in one chunk: the connection is made before the page is drawn. */

export { GamePage } from './GamePage.tsx'
export { cancelPreconnect, connectAhead, preconnect } from './play/preconnect.ts'
