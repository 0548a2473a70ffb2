import { LOCALES, type Locale } from '../../contract/locales.ts'

const html = document.documentElement

/** The text of a key, as "group.name"; anything else stays as it is. */
function textOf(key: string | null, language: Locale): string {
  const [group = '', name = ''] = `${key}`.split('.')
  return window.reelcastTexts?.[language]?.[group]?.[name] ?? `${key}`
}

/**
 * Draws the prerendered login (prerender.tsx), which has keys in the place of its texts. `words`: its language,
 * then the languages to choose from. Returns false if the page has no prerendered login, as in development.
 */
export function drawLogin(words: string): boolean {
  const [language, ...offers] = words.split(',') as [Locale, ...Locale[]]
  const template = document.querySelector('template')
  if (!template) return false
  const login = template.content.cloneNode(true) as DocumentFragment
  const texts = document.createTreeWalker(login, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.nodeValue = textOf(texts.currentNode.nodeValue, language)
  for (const element of login.querySelectorAll('[aria-label]'))
    element.setAttribute('aria-label', textOf(element.getAttribute('aria-label'), language))
  for (const link of login.querySelectorAll('a'))
    link.setAttribute('href', `${link.getAttribute('href')}`.replace(/\w+$/, language))
  for (const button of login.querySelectorAll<HTMLElement>('[lang]')) {
    button.setAttribute('aria-pressed', `${button.lang === language}`)
    if (!offers.some((code) => code === button.lang)) button.remove()
  }
  if (offers.length === 0) login.querySelector('fieldset')?.remove()
  const root = document.getElementById('root')
  // The settings in the page may be older than Settings.json, which has come while the player typed.
  for (const { id, value } of root?.querySelectorAll<HTMLInputElement>('[id][value]') ?? [])
    Object.assign(login.getElementById(id) ?? {}, { value })
  root?.replaceChildren(login)
  html.lang = language
  html.dir = LOCALES[language].dir
  return true
}
