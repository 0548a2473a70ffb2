/*
 * What a game has beside the picture, the stake and the spin, in one chunk that comes once it can be played; where
 * the operator has set a player's protection, play waits for it.
 */
export function showTools(): void {}
