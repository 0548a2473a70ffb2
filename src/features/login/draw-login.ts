import { LOCALES, type Locale } from '../../contract/locales.ts'
import { remembers } from '../../core/session/stored-token.ts'

const html = document.documentElement

/** The text of a key, as "group.name". Anything else stays as it is, but for the language of a link. */
function textOf(key: string, language: Locale): string {
  const [group = '', name = ''] = key.split('.')
  return window.reelcastTexts?.[language]?.[group]?.[name] ?? key.replace(/#\w+$/, `#${language}`)
}

/**
 * Inserts the prerendered login (prerender.tsx), which has keys in the place of its texts, into the page.
 * Returns a function that draws it in a language, with the languages to choose from. Undefined if the page
 * has no prerendered login, as in development.
 */
function insertLogin(): ((language: Locale, offers: readonly string[]) => void) | undefined {
  const template = document.querySelector('template')
  const root = document.getElementById('root')
  if (!template || !root) return undefined
  root.append(template.content)
  Object.assign(document.getElementById('remember') ?? {}, {
    checked: !('kiosk' in html.dataset) && remembers(),
  })
  const parts: ((language: Locale) => void)[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const key = `${text.nodeValue}`
    parts.push((language) => (text.nodeValue = textOf(key, language)))
  }
  for (const name of ['aria-label', 'href'])
    for (const element of root.querySelectorAll(`[${name}]`)) {
      const key = `${element.getAttribute(name)}`
      parts.push((language) => element.setAttribute(name, textOf(key, language)))
    }
  const buttons = [...root.querySelectorAll<HTMLElement>('[lang]')]
  return (language, offers) => {
    for (const write of parts) write(language)
    for (const button of buttons) button.setAttribute('aria-pressed', `${button.lang === language}`)
    root.querySelector('fieldset')?.replaceChildren(...buttons.filter(({ lang }) => offers.includes(lang)))
    html.lang = language
    html.dir = LOCALES[language].dir
  }
}

let draw: ReturnType<typeof insertLogin>

/**
 * Draws the login. `words`: its language, then the languages to choose from. A later call changes the same
 * elements, because the player may be typing: Settings.json can differ from the settings in the page. Returns
 * false if the page has no prerendered login.
 */
export function drawLogin(words: string): boolean {
  const [language, ...offers] = words.split(',') as [Locale, ...Locale[]]
  draw ??= insertLogin()
  draw?.(language, offers)
  return draw !== undefined
}
