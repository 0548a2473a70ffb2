import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/*
 * The texts of a build: those of the first screens are in the page, the other Turkish ones in the code, the
 * rest in files.
 */

vi.mock('virtual:all-texts', () => ({ default: {} }))

/** The server of the files, by language and part. */
const server = {
  /** Until when an answer waits. */
  hold: new Map<string, Promise<void>>(),
  /** Number of requests that still fail, by file. */
  failing: new Map<string, number>(),
  asked: [] as string[],
}
const TEXTS: Readonly<Record<string, (language: string) => object>> = {
  lobby: (language) => ({ lobby: { title: `lobby ${language}` } }),
  game: (language) => ({ game: { spin: `spin ${language}` } }),
  rest: (language) => ({ keys: { title: `keys ${language}` }, game: { load: `load ${language}` } }),
}

const answer = (name: string, query: string) => async () => {
  server.asked.push(name + query)
  await server.hold.get(name)
  const left = server.failing.get(name) ?? 0
  server.failing.set(name, left - 1)
  if (left > 0) throw new TypeError('no network')
  const [language = '', part = ''] = name.split(' ')
  return { default: TEXTS[part]?.(language) ?? {} }
}

let build = 0
/** The time, in each new request for a file that did not come. */
let now = 0
/** A page of a build of its own. */
async function load() {
  document.documentElement.dataset.build = `b${++build}`
  for (const language of ['en', 'ar'])
    for (const part of Object.keys(TEXTS))
      for (const query of ['', ...Array.from({ length: 9 }, (_, at) => `?${at + 1}`)])
        vi.doMock(
          `/assets/texts-${part}-${language}-b${build}.js${query}`,
          answer(`${language} ${part}`, query),
        )
  const ofPage = (language: string) => ({ login: { title: `login ${language}` } })
  vi.stubGlobal('reelcastTexts', { tr: ofPage('tr'), en: ofPage('en'), ar: ofPage('ar') })
  vi.resetModules()
  const texts = await import('./texts.ts')
  const { t } = await import('./index.ts')
  texts.addTexts({
    game: { spin: 'spin tr', load: 'load tr' },
    keys: { title: 'keys tr' },
  })
  const shown = () => [t('login.title'), t('game.spin'), t('game.load')]
  return { ...texts, shown }
}

beforeEach(() => {
  now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => ++now)
  server.hold.clear()
  server.failing.clear()
  server.asked = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('Turkish needs no file, and is available at once', async () => {
  const { setLocale, needTexts, locale, shown } = await load()
  await needTexts('game')
  void setLocale('tr')
  expect(locale.value).toBe('tr')
  expect(shown()).toEqual(['login tr', 'spin tr', 'load tr'])
  expect(server.asked).toEqual([])
})

test('a page in English fetches each part before the first code that shows it, and no login', async () => {
  const { setLocale, needTexts, shown } = await load()
  await setLocale('en')
  expect(shown()).toEqual(['login en', 'spin tr', 'load tr'])
  expect(server.asked).toEqual([])
  await needTexts('game')
  expect(shown()).toEqual(['login en', 'spin en', 'load tr'])
  await Promise.all([needTexts('rest'), needTexts('rest')])
  // Two parts may contribute to one group.
  expect(shown()).toEqual(['login en', 'spin en', 'load en'])
  expect(server.asked).toEqual(['en game', 'en rest'])
})

test('a switch waits for the texts of all loaded parts; later parts load in the new language', async () => {
  const { setLocale, needTexts, locale, shown } = await load()
  await needTexts('game')
  let arrive = () => {}
  server.hold.set('ar game', new Promise((done) => (arrive = done)))
  const switched = setLocale('ar')
  // A part that is requested during the switch.
  await needTexts('rest')
  expect(locale.value).toBe('tr')
  expect(document.documentElement.dir).not.toBe('rtl')
  arrive()
  await switched
  expect([locale.value, document.documentElement.lang, document.documentElement.dir]).toEqual([
    'ar',
    'ar',
    'rtl',
  ])
  expect(shown()).toEqual(['login ar', 'spin ar', 'load ar'])
  await setLocale('en')
  expect(shown()).toEqual(['login en', 'spin en', 'load en'])
  await setLocale('ar')
  expect(server.asked.filter((asked) => asked.startsWith('ar'))).toHaveLength(2)
})

test('of two switches the later one applies, in any order of arrival', async () => {
  const { setLocale, needTexts, locale } = await load()
  await needTexts('game')
  let arrive = () => {}
  server.hold.set('en game', new Promise((done) => (arrive = done)))
  const first = setLocale('en')
  await setLocale('ar')
  arrive()
  await first
  expect(locale.value).toBe('ar')
})

test('texts that fail to load are requested a second time, at another address', async () => {
  const { setLocale, needTexts, failedLocale, locale } = await load()
  await needTexts('game')
  server.failing.set('en game', 1)
  await setLocale('en')
  expect(server.asked).toEqual(['en game', 'en game?1'])
  expect([locale.value, failedLocale.value]).toEqual(['en', undefined])
})

test('a part that fails to load stays in Turkish, is reported, and is fetched again after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { setLocale, needTexts, failedLocale, shown } = await load()
  await setLocale('en')
  server.failing.set('en game', Infinity)
  await needTexts('game')
  expect(shown()).toEqual(['login en', 'spin tr', 'load tr'])
  expect(failedLocale.value).toBe('en')
  server.failing.clear()
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(() => expect(failedLocale.value).toBeUndefined())
  expect(shown()).toEqual(['login en', 'spin en', 'load tr'])
})

test('if a language fails to load, the page keeps its own, reports it, and retries after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { setLocale, needTexts, failedLocale, locale, shown } = await load()
  await setLocale('en')
  await needTexts('game')
  server.failing.set('ar game', Infinity)
  await setLocale('ar')
  expect([locale.value, failedLocale.value, document.documentElement.dir]).toEqual(['en', 'ar', 'ltr'])
  // Parts that load now are in the language of the page.
  await needTexts('rest')
  expect(shown()).toEqual(['login en', 'spin en', 'load en'])
  server.failing.clear()
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(() => expect(locale.value).toBe('ar'))
  expect(failedLocale.value).toBeUndefined()
  expect(shown()).toEqual(['login ar', 'spin ar', 'load ar'])
})

test('no language is fetched again once another one is chosen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { setLocale, needTexts, failedLocale, locale } = await load()
  await needTexts('game')
  server.failing.set('ar game', Infinity)
  await setLocale('ar')
  await setLocale('en')
  expect([locale.value, failedLocale.value]).toEqual(['en', undefined])
  const { length } = server.asked
  vi.advanceTimersByTime(60_000)
  expect(server.asked).toHaveLength(length)
})

test('a part that fails to load in a language that was left meanwhile does not bring that language back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { setLocale, needTexts, failedLocale, locale } = await load()
  await setLocale('en')
  let arrive = () => {}
  server.hold.set('en game', new Promise((done) => (arrive = done)))
  server.failing.set('en game', Infinity)
  const needed = needTexts('game')
  await setLocale('ar')
  arrive()
  await needed
  expect(failedLocale.value).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(locale.value).toBe('ar')
})

test('a part that is first needed during a switch that fails has the texts of the page that stays', async () => {
  const { setLocale, needTexts, locale, shown } = await load()
  await needTexts('lobby')
  await setLocale('en')
  let arrive = () => {}
  server.hold.set('ar lobby', new Promise((done) => (arrive = done)))
  server.failing.set('ar lobby', Infinity)
  const switched = setLocale('ar')
  await needTexts('game')
  arrive()
  await switched
  expect(locale.value).toBe('en')
  await vi.waitFor(() => expect(shown()).toEqual(['login en', 'spin en', 'load tr']))
})
