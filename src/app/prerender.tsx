import { renderToString } from 'preact-render-to-string'
import { LOCALES } from '../contract/locales.ts'
import { readSettings } from '../contract/settings.ts'
import { offeredLocales, setLocale, setOfferedLocales } from '../i18n/index.ts'
import { Logo } from '../ui/Logo.tsx'
import { Login, loginPage } from './App.tsx'

const { language, languageSelect, arabic } = readSettings(__SETTINGS__).settings
setOfferedLocales(languageSelect, arabic)
// While this module is read, not when it is called: by then the build has closed what fetches modules.
await loginPage.preload()
// setLocale writes to the document, which a build does not have. What is drawn must not find it.
Reflect.set(globalThis, 'document', { documentElement: { dataset: {} } })
await setLocale(language)
Reflect.deleteProperty(globalThis, 'document')

/**
 * What index.html holds before any script: the wait, and the login as a guest sees it by the settings of the
 * build, with the attributes of <html> that say so to its first script. Only the build calls it; throws
 * rather than draw what stands in the login's place where that is missing.
 */
export function prerender(): { attributes: string; splash: string; login: string } {
  if (typeof loginPage.loaded.peek() !== 'function') throw new Error('the login is not there to be drawn')
  const { dir } = LOCALES[language]
  const attributes = `lang="${language}" dir="${dir}" data-words="${[language, ...offeredLocales.peek()]}"`
  return {
    attributes,
    splash: renderToString(<Logo spinning />),
    login: renderToString(<Login />),
  }
}
