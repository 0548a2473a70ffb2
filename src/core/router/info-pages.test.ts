import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LOCALE_CODES, LOCALES } from '../../contract/locales.ts'
import { MAX_WRONG_PINS } from '../../features/lock/state.ts'
import { INFO_PAGES, type InfoPageName, infoPagePath } from '../info-pages/info-pages.ts'

// Not imported: Vitest gives styles no content.
const [infoCss, theme] = ['public/info.css', 'src/ui/theme.css'].map((file) =>
  readFileSync(file, 'utf8'),
) as [string, string]
const files = import.meta.glob<string>('../../../public/*.html', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const html = (name: string) => files[`../../../public/${name}.html`] ?? ''
/** Parses a page as a browser does, without a request for the stylesheet. */
const parse = (name: string) =>
  new DOMParser().parseFromString(html(name).replace('rel="stylesheet"', 'rel="looks"'), 'text/html')

test('the pages of the specification are at its paths, with the accessibility statement and no others', () => {
  expect(Object.keys(INFO_PAGES).map((page) => infoPagePath(page as InfoPageName, 'en'))).toEqual([
    '/password-reset.html#en',
    '/game-rules-and-content.html#en',
    '/player-protection-information.html#en',
    '/terms-of-use.html#en',
    '/privacy-policy.html#en',
    '/paytables.html#en',
    '/accessibility-statement.html#en',
  ])
  expect(Object.keys(files).sort()).toEqual(
    Object.values(INFO_PAGES)
      .map((name) => `../../../public/${name}.html`)
      // Of browsers in which the app does not run.
      .concat('../../../public/update-browser.html')
      .sort(),
  )
})

describe.each(Object.values(INFO_PAGES))('%s', (name) => {
  const page = parse(name)
  const articles = [...page.querySelectorAll('article')]

  test('has one article for each language, in their order and direction', () => {
    expect(articles.map(({ id, lang, dir }) => [id, lang, dir])).toEqual(
      LOCALE_CODES.map((code) => [code, code, LOCALES[code].dir === 'rtl' ? 'rtl' : '']),
    )
    expect(page.documentElement.lang).toBe('tr')
    expect([...page.querySelectorAll('nav a')].map((link) => link.getAttribute('href'))).toEqual(
      LOCALE_CODES.map((code) => `#${code}`),
    )
  })

  test('has the same structure in each: headings, lists, tables and paragraphs, none empty', () => {
    const shape = (article: Element) =>
      [...article.querySelectorAll('*')]
        .filter(({ tagName }) => !/^(STRONG|DATA|SPAN|ABBR)$/.test(tagName))
        .map(({ tagName }) => tagName)
    const [turkish, ...others] = articles.map(shape)
    for (const other of others) expect(other).toEqual(turkish)
    expect(turkish?.filter((tag) => tag === 'H1')).toHaveLength(1)
    expect(turkish?.filter((tag) => tag === 'H2').length).toBeGreaterThan(3)
    for (const part of page.querySelectorAll('h1, h2, p, li, dt, dd, th, td, caption'))
      expect(part.textContent).toMatch(/\S/)
  })

  test('has the title that the app links it with, in each language', async () => {
    const key = Object.keys(INFO_PAGES).find(
      (key) => INFO_PAGES[key as InfoPageName] === name,
    ) as InfoPageName
    for (const [at, code] of LOCALE_CODES.entries()) {
      const texts = (await import(`../../../locales/${code}.json`)).default
      expect(articles[at]?.querySelector('h1')?.textContent).toBe(texts.info[key])
    }
  })

  test('has no script, no inline style and no resource of other origins', () => {
    expect(
      page.querySelectorAll('script, style, iframe, img, object, embed, form, base, meta[http-equiv]'),
    ).toHaveLength(0)
    for (const element of page.querySelectorAll('*'))
      for (const { name: attribute } of element.attributes) expect(attribute).not.toMatch(/^(style|on|src)/)
    const links = [...page.querySelectorAll('[href]')].map((link) => link.getAttribute('href'))
    expect(links.sort()).toEqual(
      [...LOCALE_CODES.map((code) => `#${code}`), '/favicon.svg', '/info.css'].sort(),
    )
    expect(html(name)).not.toMatch(/https?:/)
  })

  test('begins with a note that the operator must replace the text', () => {
    expect(html(name)).toMatch(
      /^<!doctype html>\n<!--\n {2}For the operator: [\s\S]*?counsel[\s\S]*?-->\n<html/i,
    )
  })
})

test('the stated number of wrong PINs is the one that logs out', () => {
  const told = [...parse(INFO_PAGES.passwordReset).querySelectorAll('[data-fact="pin"]')]
  expect(told.map(({ textContent }) => Number(textContent))).toEqual(LOCALE_CODES.map(() => MAX_WRONG_PINS))
})

test('the stylesheet names no language but where it marks the link of the shown one', () => {
  const named = [...infoCss.matchAll(/\[href="#(\w+)"\]/g)].map(([, code]) => code)
  expect([...new Set(named)]).toEqual(LOCALE_CODES)
  const marks = /\/\*.*?\*\/|body:(has\(#\w+:target\)|not\(:has\(:target\)\)) \[href="#\w+"\]/gs
  const rest = infoCss.replaceAll(marks, '')
  expect(LOCALE_CODES.filter((code) => rest.includes(`#${code}`))).toEqual(['tr'])
})

test("the stylesheet loads nothing, and its colours are the app's", () => {
  expect(infoCss).not.toMatch(/url\(|@import/)
  const [screen = ''] = infoCss.split('@media print')
  const tokens = (css: string) =>
    Object.fromEntries([...css.matchAll(/(--\w+): (.*?);/g)].map(([, name, value]) => [name, value]))
  const app = tokens(theme)
  for (const [name, value] of Object.entries(tokens(screen))) expect([name, app[name]]).toEqual([name, value])
  expect(screen.replace(/:root \{.*?\}/s, '')).not.toMatch(/#[0-9a-f]{3,8}\b(?=[;\s])|rgb|hsl/)
})
