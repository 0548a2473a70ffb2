import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedOut } from '../../core/session/state.ts'
import { wipePlayerData } from '../../core/session/wipe.ts'
import { setLocale } from '../../i18n/index.ts'

const settingsAre = async (over: object) => {
  vi.resetModules()
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(over)))
  await (await import('../../core/settings/settings.ts')).loadSettings()
  return import('./state.ts')
}

beforeEach(() => localStorage.clear())
afterEach(async () => {
  vi.unstubAllGlobals()
  await setLocale('tr')
})

test.each([
  ['layout1', true],
  ['layout2', false],
  ['layout3', false],
])(
  'the settings determine the layout (%s) and whether the navbar starts folded (%s)',
  async (layoutStyle, navbarFolded) => {
    const frame = await settingsAre({ layoutStyle, navbarFolded })
    expect(frame.layoutStyle.value).toBe(layoutStyle)
    expect(frame.folded.value).toBe(navbarFolded)
    // For the first paint, before any of this is loaded.
    expect(document.documentElement.dataset).toMatchObject({
      layout: layoutStyle,
      folded: String(navbarFolded),
    })
  },
)

test("the folded state survives a logout; without one the operator's default applies", async () => {
  const frame = await settingsAre({ navbarFolded: false })
  frame.setFolded(true)
  expect(frame.folded.value).toBe(true)
  wipePlayerData('local')
  const again = await settingsAre({ navbarFolded: false })
  expect(again.folded.value).toBe(true)
  expect(document.documentElement.dataset.folded).toBe('true')
  again.setFolded(false)
  expect((await settingsAre({ navbarFolded: true })).folded.value).toBe(false)
})

test.each([
  [true, 'layout3', 'layout3'],
  [true, 'nothing', 'layout2'],
  [false, 'layout3', 'layout2'],
])('with the extras %s and %s stored the first paint is in %s', async (extras, kept, layout) => {
  localStorage.setItem('reelcast.layout', kept)
  const frame = await settingsAre({ layoutStyle: 'layout2', extras })
  expect(document.documentElement.dataset.layout).toBe(layout)
  expect(frame.layoutStyle.value).toBe(layout)
})

test("a player's layout is stored for the next page load, and removed at the logout", async () => {
  const frame = await settingsAre({ extras: true })
  frame.setLayoutStyle('layout3')
  expect((await settingsAre({ extras: true })).layoutStyle.value).toBe('layout3')
  wipePlayerData('local')
  expect((await settingsAre({ extras: true })).layoutStyle.value).toBe('layout1')
  frame.setLayoutStyle('layout3')
  frame.setLayoutStyle(undefined)
  expect(localStorage.getItem('reelcast.layout')).toBeNull()
})

test("a player's layout and direction end with the session", async () => {
  const frame = await settingsAre({ layoutStyle: 'layout2' })
  frame.setLayoutStyle('layout3')
  frame.setDirection('rtl')
  expect([frame.layoutStyle.value, frame.direction.value]).toEqual(['layout3', 'rtl'])
  const { setSignedOut: out } = await import('../../core/session/state.ts')
  out()
  expect([frame.layoutStyle.value, frame.direction.value]).toEqual(['layout2', 'ltr'])
  setSignedOut()
})

test('the direction follows the language unless the player overrides it', async () => {
  const frame = await settingsAre({})
  const i18n = await import('../../i18n/index.ts')
  expect(frame.direction.value).toBe('ltr')
  await i18n.setLocale('ar')
  expect(frame.direction.value).toBe('rtl')
  frame.setDirection('ltr')
  expect(frame.direction.value).toBe('ltr')
  frame.setDirection('')
  expect(frame.direction.value).toBe('rtl')
})
