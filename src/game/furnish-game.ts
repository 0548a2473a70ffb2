import { effect } from '@preact/signals-react'
import { link, picture } from './state.ts'

/**
 * Fetches what else a game has (tools.ts): behind its picture, or at once when `urgent`. What it lacks without them
 * can be done without; a chunk that did not come is asked for again at the next machine. The answer calls it off.
 */
export function furnishGame(urgent: boolean, done: () => void): () => void {
  let asked = false
  return effect(() => {
    if (asked || (!urgent && (link.value !== 'up' || picture.value !== 'live'))) return
    asked = true
    import('./tools.ts').then(
      ({ showTools }) => {
        showTools()
        done()
      },
      () => {},
    )
  })
}
