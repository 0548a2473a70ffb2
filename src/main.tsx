import { effect } from '@preact/signals-react'
// biome-ignore lint/style/noRestrictedImports: the first screen does without the React layer, which is 1.2 KB of its way
import { hydrate, render } from 'preact'
import { App, inside } from './App.tsx'
import { LOGIN } from './access/routes.ts'
import { gate } from './gates/state.ts'
import { loadRest, setLocale, storedLocale } from './i18n/index.ts'
import { entryWaits } from './session/entry-token.ts'
import { keepGate, pathname } from './session/gate.ts'
import { signedOut } from './session/state.ts'
import { storedToken } from './session/stored-token.ts'
import { ChunkFailed } from './shell/lazy-page.tsx'

const html = document.documentElement
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Fetches what comes after the first screen, once nothing of it can be in the way of that screen. */
function fetchRest(): void {
  requestAnimationFrame(() => {
    setTimeout(async () => {
      // So that no figure changes its shape when it is first seen.
      void document.fonts?.load('600 1em "Reelcast Figures"')
      const { prepare } = await import('./session/actions.ts')
      await prepare()
      await Promise.all([inside.preload(), loadRest()])
      // Without it every page still works.
      import('./operator/start.ts').then(
        ({ startOperator }) => startOperator(render),
        () => {},
      )
    })
  })
}

/** Somebody stands before a gate: that is what there is to see then. */
const shut = () =>
  new Promise<void>((done) => {
    effect(() => {
      if (gate.value) done()
    })
  })

async function start(at: HTMLElement): Promise<void> {
  keepGate()
  if (storedToken() || entryWaits() || html.dataset.gate) {
    const page = inside.preload()
    const { resume } = await import('./session/actions.ts')
    await Promise.race([Promise.all([resume(), page]), shut()])
  } else {
    signedOut()
    const language = storedLocale()
    if (language) await setLocale(language)
  }
  // The form that is in index.html already is taken over as it stands, with what was typed into it.
  if (html.dataset.boot === 'login' && pathname.peek() === LOGIN && at.firstElementChild) hydrate(<App />, at)
  else {
    at.replaceChildren()
    render(<App />, at)
  }
  html.dataset.boot = 'app'
  // Sent before there was anybody to take it.
  if (html.dataset.early) document.forms[0]?.requestSubmit()
  fetchRest()
}

start(root).catch(() => {
  // What comes after the splash did not come.
  render(<ChunkFailed />, root)
  html.dataset.boot = 'app'
})
