import { readdirSync, readFileSync } from 'node:fs'
import { cleanup, render } from '@testing-library/preact'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyColors } from './apply-colors.ts'
import { Modal, preloadFluent, Switch } from './fluent-widgets.tsx'
import { contrast, parseHex, type Rgb } from './palette.ts'

/* Read from the file: vitest returns an empty text for a style sheet with `?raw`. */
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const theme = read('./theme.css')
const root = document.documentElement
const value = (name: string) => getComputedStyle(root).getPropertyValue(name).trim()
const color = (name: string): Rgb => {
  const rgb = parseHex(value(name))
  if (!rgb) throw new Error(`${name} is ${value(name)}`)
  return rgb
}
const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const SURFACES = [1, 2, 3, 4].map((which) => `--colorNeutralBackground${which}`)
const FILLS = ['', 'Hover', 'Pressed'].map((state) => `--colorBrandBackground${state}`)
const COINS = ['Blue', 'Green', 'Purple', 'Yellow', 'Red'].map((coin) => `--colorCoin${coin}`)

beforeEach(() => {
  const style = document.createElement('style')
  style.textContent = theme
  const meta = document.createElement('meta')
  meta.name = 'theme-color'
  document.head.append(style, meta)
})
afterEach(() => {
  document.head.replaceChildren()
  root.removeAttribute('style')
})

test('property: for any two colours every text has AA contrast', () => {
  fc.assert(
    fc.property(fc.option(hex, { nil: '' }), fc.option(hex, { nil: '' }), (accent, background) => {
      applyColors({ accent, background })
      const ink = color('--colorNeutralForegroundOnBrand')
      for (const fill of FILLS) expect(contrast(ink, color(fill)), fill).toBeGreaterThanOrEqual(4.5)
      for (const surface of SURFACES) {
        for (const text of [
          '--colorNeutralForeground1',
          '--colorNeutralForeground2',
          '--colorBrandForeground1',
        ])
          expect(contrast(color(text), color(surface)), `${text} ${surface}`).toBeGreaterThanOrEqual(4.5)
      }
      for (const surface of SURFACES.slice(0, 3))
        expect(contrast(color('--colorStatusDangerForeground1'), color(surface))).toBeGreaterThanOrEqual(4.5)
      // The words on a coin's colour.
      for (const coin of COINS)
        expect(
          contrast(color('--colorNeutralBackground1'), color(coin)),
          `${coin} ${background}`,
        ).toBeGreaterThanOrEqual(4.5)
      // So does the frame of a control, with what is inside and around it.
      for (const surface of SURFACES.slice(0, 3))
        expect(contrast(color('--colorNeutralStroke1'), color(surface)), surface).toBeGreaterThanOrEqual(3)
      // A button contrasts with the surfaces that it is used on.
      for (const surface of SURFACES.slice(0, 2))
        expect(contrast(color('--colorBrandBackground'), color(surface))).toBeGreaterThanOrEqual(3)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('the ink of the accent, which may be white, is used on the accent alone', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  const inked = sheets.flatMap((name) =>
    [...readFileSync(`src/${name}`, 'utf8').matchAll(/([^{}\n]+)\{([^{}]*)\}/g)]
      .filter(([, , rule = '']) => /\scolor: var\(--colorNeutralForegroundOnBrand\)/.test(rule))
      .map(([, selector = '', rule = '']) => ({
        at: `${name}: ${selector.trim()}`,
        grounds: [...(/\sbackground: ([^;]*);/.exec(rule)?.[1] ?? '').matchAll(/--\w+/g)].map(String),
      })),
  )
  expect(inked.length).toBeGreaterThan(10)
  for (const { at, grounds } of inked) {
    expect(grounds, at).not.toEqual([])
    expect(FILLS, at).toEqual(expect.arrayContaining(grounds))
  }
})

test('readable colours are not changed', () => {
  applyColors({ accent: '#2fd0c8', background: '#0b1020' })
  expect(value('--colorBrandBackground')).toBe('#2fd0c8')
  expect(value('--colorBrandForeground1')).toBe('#2fd0c8')
  expect(value('--colorNeutralBackground1')).toBe('#0b1020')
  expect(document.querySelector('meta[name=theme-color]')?.getAttribute('content')).toBe('#0b1020')
})

test('missing and invalid colours reset the theme; one colour leaves the other', () => {
  const names = [...theme.matchAll(/(--color\w+): (#\w{6})/g)]
  const own = Object.fromEntries(names.map(([, name = '', is]) => [name, is]))
  expect(applyColors({ accent: '#00ff00', background: '#101010' })).toMatch(
    /^--colorNeutralBackground1:#101010;/,
  )
  expect(applyColors({ accent: '', background: 'red' })).toBe('')
  for (const [name, is] of Object.entries(own)) expect([name, value(name)]).toEqual([name, is])
  applyColors({ accent: '#00ff00', background: '' })
  for (const surface of SURFACES) expect(value(surface)).toBe(own[surface])
})

test('theme.css and fluent.css set every token that the widgets of Fluent use', async () => {
  // Fluent's animations end in rejections under happy-dom; without `animate` it runs none.
  Reflect.deleteProperty(Element.prototype, 'animate')
  await preloadFluent()
  const ignore = () => {}
  render(
    <Modal title="" actions={null} onClose={ignore}>
      <Switch title="" on={false} onToggle={ignore} />
    </Modal>,
  )
  const rules = [...document.querySelectorAll<HTMLStyleElement>('style[data-make-styles-bucket]')]
    .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])])
    .map(({ cssText }) => cssText)
  cleanup()
  const used = new Set(rules.flatMap((rule) => [...rule.matchAll(/var\((--\w+)/g)].map(([, name]) => name)))
  expect([...used]).toContain('--shadow64')
  expect([...used]).toContain('--colorCompoundBrandBackground')
  const set = theme + read('./fluent.css')
  expect([...used].filter((name) => !set.includes(`${name}:`))).toEqual([])
}, 60_000)
