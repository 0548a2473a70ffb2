import { renderToString } from 'preact-render-to-string'
import { Login } from './App.tsx'
import { Mark } from './ui/Mark.tsx'

/** What index.html holds before any script: the wait, and the login as a guest sees it. Only the build calls it. */
export function prerender(): { splash: string; login: string } {
  return { splash: renderToString(<Mark spinning />), login: renderToString(<Login />) }
}
