import { renderToString } from 'preact-render-to-string'
import { Login, loginPage } from './App.tsx'
import { Mark } from './ui/Mark.tsx'

/** What index.html holds before any script: the wait, and the login as a guest sees it. Only the build calls it. */
export async function prerender(): Promise<{ splash: string; login: string }> {
  await loginPage.preload()
  return { splash: renderToString(<Mark spinning />), login: renderToString(<Login />) }
}
