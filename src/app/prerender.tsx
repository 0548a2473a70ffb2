import { renderToString } from 'preact-render-to-string'
import tr from '../../locales/tr.json'
import { LOCALE_CODES } from '../contract/locales.ts'
import { setOfferedLocales } from '../i18n/index.ts'
import { addTexts } from '../i18n/texts.ts'
import { Logo } from '../ui/Logo.tsx'
import { Login } from './App.tsx'
import { loginPage } from './late.ts'

interface Table {
  [name: string]: string | Table
}

/** A table of texts with its key, as "group.name", in the place of each text. */
const keysAsTexts = (table: Table, path = ''): Table =>
  Object.fromEntries(
    Object.entries(table).map(([name, value]) => [
      name,
      typeof value === 'string' ? path + name : keysAsTexts(value, `${path}${name}.`),
    ]),
  )

// Before the keys take the place of the name, which is the same in all languages.
const splash = renderToString(<Logo spinning />)
addTexts(keysAsTexts(tr))
setOfferedLocales(LOCALE_CODES)
// While this module is read, not when it is called: by then the build has closed what fetches modules.
await loginPage.preload()

/**
 * Renders the splash screen, and the login with keys in the place of its texts and with all languages:
 * features/login/draw-login.ts writes the texts. Only the build calls it; throws if the login is missing.
 */
export function prerender(): { splash: string; login: string } {
  if (typeof loginPage.loaded.peek() !== 'function') throw new Error('the login is not there to be drawn')
  return {
    splash,
    login: renderToString(<Login />),
  }
}
