import { read, write } from '../storage.ts'

const TOKEN_KEY = 'reelcast.token'
const REMEMBER_KEY = 'reelcast.remember'

/** The token a session may go on with. The inline script of index.html looks for the same key. */
export function storedToken(): string | undefined {
  return read('local', TOKEN_KEY) ?? read('session', TOKEN_KEY)
}

/** Did the player ask to be remembered on this device? */
export function remembers(): boolean {
  return read('local', REMEMBER_KEY) === '1'
}

/** Keeps the token: across visits when `remember`, else for this tab alone. */
export function keepToken(token: string, remember: boolean): void {
  write('local', TOKEN_KEY, remember ? token : undefined)
  write('session', TOKEN_KEY, remember ? undefined : token)
  write('local', REMEMBER_KEY, remember ? '1' : undefined)
}

/** Forgets the token; that the player wants to be remembered stays. */
export function dropToken(): void {
  write('local', TOKEN_KEY, undefined)
  write('session', TOKEN_KEY, undefined)
}

/** Tells when another tab logged out, taking the remembered token away. */
export function watchStoredRemoval(onRemoved: () => void): void {
  window.addEventListener('storage', (event) => {
    // A cleared storage has no key.
    if ((event.key === TOKEN_KEY || event.key === null) && event.newValue === null) onRemoved()
  })
}
