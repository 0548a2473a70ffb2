import { renderToString } from 'preact-render-to-string'
import { Logo } from '../ui/Logo.tsx'
import { Login, loginPage } from './App.tsx'

// While this module is read, not when it is called: by then the build has closed what fetches modules.
await loginPage.preload()

/**
 * What index.html holds before any script: the wait, and the login as a guest sees it. Only the build calls it; throws
 * rather than draw what stands in the login's place where that is missing.
 */
export function prerender(): { splash: string; login: string } {
  if (typeof loginPage.loaded.peek() !== 'function') throw new Error('the login is not there to be drawn')
  return { splash: renderToString(<Logo spinning />), login: renderToString(<Login />) }
}
