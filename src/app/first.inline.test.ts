import { parseSync } from 'vite'
import { describe, expect, test, vi } from 'vitest'
import html from '../../index.html?raw'
import { compileBrowserCheck, compileFirstScript } from '../../vite/first-script.ts'
import { authorize } from '../core/router/authorize.ts'

/* The page's first script, as the build compiles it, on the pages and in the browsers that it may meet. */
const FILES = {
  login: ['/assets/login.js'],
  lobby: ['/assets/lobby.js', '/assets/lobby.css'],
  game: ['/assets/early-offer.js', '/assets/game.js'],
}
/** The texts of the login that the tests look at. */
const textsOf = (title: string, show: string) => ({ login: { title, show } })
const TEXTS = {
  tr: textsOf('Giriş yap', 'Şifreyi göster'),
  en: textsOf('Log in', 'Show password'),
  ar: textsOf('تسجيل الدخول', 'إظهار كلمة المرور'),
  de: textsOf('Anmelden', 'Passwort anzeigen'),
}
const { code } = await compileFirstScript(FILES, TEXTS)
/** A build with German as one more language. */
const { code: codeWithGerman } = await compileFirstScript(FILES, TEXTS, [
  {
    name: 'with-german',
    transform: {
      filter: { id: /contract\/locales\.ts$/ },
      handler: (source) =>
        source.replace('ar: {', "de: { dir: 'ltr', decimal: ',', optIn: false },\n  ar: {"),
    },
  },
])

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROME = `${WINDOWS} Chrome/126.0.0.0 Safari/537.36`

interface Given {
  at?: string
  agent?: string
  /** Whether Safari says that it runs from the home screen. */
  standalone?: boolean
  /** Local storage; 'blocked' throws. */
  kept?: Record<string, string> | 'blocked'
  tab?: Record<string, string>
  rtc?: boolean
  /**
   * What Settings.json holds; 'down': it can not be fetched; 'text': it is none; 'never': no answer has come
   * yet.
   */
  settings?: object | 'down' | 'text' | 'never'
  /** Whether the page is still being parsed when its first script runs. */
  loading?: true
  /** The prerendered login. */
  login?: string
  /** What the server says of Settings.json in the page. */
  stamp?: object | undefined
  script?: string
}

/** The names that scripts find on the window. */
const LISTED = ['RTCPeerConnection', 'reelcastTexts', 'reelcastSettings', 'reelcastRead']

const answerOf = async (settings: Exclude<Given['settings'], undefined>): Promise<Response> => {
  if (settings === 'down') throw new TypeError('no network')
  return new Response(settings === 'text' ? '<!doctype html>' : JSON.stringify(settings))
}

/** The login as prerender.tsx renders it, in its parts that the first script changes. */
const LOGIN = `<template><h1>login.title</h1><form>
  <input id="username" name="username" minlength="4" value><input id="password" name="password" minlength="4" value>
  <input id="remember" type="checkbox">
  <button type="submit" aria-disabled="true" aria-label="login.show">TR</button></form>
  <a href="/password-reset.html#tr">login.unknown</a>
  <fieldset>${['ar', 'tr', 'en', 'de'].map((code) => `<button lang="${code}" aria-pressed="${code === 'tr'}"></button>`).join('')}</fieldset></template>`

/** The login that the first script has drawn. */
function loginOf({ documentElement: html }: Document) {
  const root = html.querySelector('#root')
  const choice = [...(root?.querySelectorAll<HTMLElement>('fieldset button') ?? [])]
  return {
    boot: html.dataset.boot,
    lang: html.lang,
    dir: html.dir,
    title: root?.querySelector('h1')?.textContent,
    label: root?.querySelector('[aria-label]')?.getAttribute('aria-label'),
    link: root?.querySelector('a')?.getAttribute('href'),
    choice: choice.map(({ lang }) => lang),
    pressed: choice
      .filter((button) => button.getAttribute('aria-pressed') === 'true')
      .map(({ lang }) => lang),
    // CSS hides one without a button.
    hasChoice: choice.length > 0,
  }
}

async function run({
  at = '/',
  agent = CHROME,
  standalone,
  kept = {},
  tab = {},
  rtc = true,
  settings = {},
  loading,
  login = LOGIN,
  stamp,
  script: source = code,
}: Given = {}) {
  const page = new DOMParser().parseFromString(
    `<html lang="tr" data-boot="splash" data-build="b1"><head></head><body><div id="root"></div>${login}</body></html>`,
    'text/html',
  )
  if (stamp) page.documentElement.dataset.settings = JSON.stringify(stamp)
  let isParsed = !loading
  Object.defineProperty(page, 'readyState', { get: () => (isParsed ? 'interactive' : 'loading') })
  const replaceState = vi.fn()
  const addEventListener = vi.fn<(type: string, handle: (event: Event) => void) => void>()
  const requests: string[] = []
  let answerLate: (response: Promise<Response>) => void = () => {}
  const tokens: (string | undefined)[] = []
  const sockets: string[] = []
  const storage = (of: Record<string, string> | 'blocked') => ({
    getItem(key: string) {
      if (of === 'blocked') throw new DOMException('blocked', 'SecurityError')
      return of[key] ?? null
    },
  })
  // These are the browser's properties. What the script adds to the window is the host's own.
  const browser = { localStorage: storage(kept), sessionStorage: storage(tab) }
  const host = Object.assign(Object.create(browser), rtc && { RTCPeerConnection: class {} })
  const names = ['window', 'document', 'location', 'history', 'navigator', 'fetch', 'WebSocket']
  const script = new Function(...names, 'addEventListener', source)
  script(
    host,
    page,
    new URL(at, 'https://play.example'),
    { state: null, replaceState },
    { userAgent: agent, standalone },
    (path: string, { headers }: { headers?: Record<string, string> }) => {
      requests.push(path)
      if (path === '/Settings.json')
        return settings === 'never'
          ? new Promise<Response>((done) => (answerLate = done))
          : answerOf(settings)
      tokens.push(headers?.authorization)
      return Promise.reject(new TypeError('no network'))
    },
    class {
      constructor(url: string) {
        sockets.push(url)
      }
    },
    addEventListener,
  )
  const before = page.documentElement.dataset.boot
  if (settings !== 'never') await Reflect.get(host, 'reelcastRead')
  const { boot, gate, words } = page.documentElement.dataset
  return {
    /** Before the settings were read, and after. */
    before,
    boot,
    gate,
    /** The language to begin with, and those to choose from. */
    words,
    requests,
    /** Whose calls they were, and the connections that were opened. */
    tokens,
    sockets,
    page,
    /** Settings.json comes after all. */
    async come(late: object) {
      answerLate(answerOf(late))
      await Reflect.get(host, 'reelcastRead')
    },
    finishParsing() {
      isParsed = true
      page.dispatchEvent(new Event('readystatechange'))
    },
    /** What the address was changed to. */
    address: replaceState.mock.calls.map(([, , url]) => String(url)),
    token: Reflect.get(host, 'reelcastToken'),
    host,
    /** Dispatches an event to the script's listeners on the window. */
    dispatch(event: Event) {
      for (const [type, handle] of addEventListener.mock.calls) if (type === event.type) handle(event)
    },
  }
}

describe('the texts of another language are requested with the code', () => {
  const asked = async (given: Given) => {
    const { page } = await run({ settings: 'never', ...given })
    const links = [...page.head.querySelectorAll('link')]
    return links
      .map((link) => `${link.rel} ${link.getAttribute('href')}`)
      .filter((link) => link.includes('texts'))
  }
  const PLAYER = { 'reelcast.token': 't1' }

  test.each<[string, Given, string[]]>([
    ['none for a guest: the page has those of the login', { stamp: { language: 'en' } }, []],
    ['none in Turkish', { kept: PLAYER, stamp: {} }, []],
    [
      'those of the lobby, in the language that the player chose',
      { kept: { ...PLAYER, 'reelcast.language': 'ar' }, stamp: { arabic: true } },
      ['modulepreload /assets/texts-lobby-ar-b1.js'],
    ],
    [
      'none of a language that may not be chosen',
      { kept: { ...PLAYER, 'reelcast.language': 'en' }, stamp: { languageSelect: false } },
      [],
    ],
    [
      'those of a game that is opened by its address',
      { at: '/game/7/x', kept: PLAYER, stamp: { language: 'en' } },
      ['modulepreload /assets/texts-game-en-b1.js'],
    ],
    [
      'those of Settings.json, once that has come',
      { kept: PLAYER, settings: { language: 'en' } },
      ['modulepreload /assets/texts-lobby-en-b1.js'],
    ],
    [
      'none of a language that does not exist',
      { kept: { ...PLAYER, 'reelcast.language': 'constructor' } },
      [],
    ],
  ])('%s', async (_, given, links) => {
    expect(await asked(given)).toEqual(links)
  })
})

describe('settings that the server embeds in the page', () => {
  const OWN = { language: 'tr', languageSelect: true, arabic: false, countryCheck: false }

  test('show the login before Settings.json has been read', async () => {
    expect(await run({ stamp: OWN, settings: 'never' })).toMatchObject({ before: 'login', words: 'tr,tr,en' })
    expect(await run({ settings: 'never' })).toMatchObject({ before: 'splash' })
  })

  test('show no login before a check', async () => {
    const stamp = { ...OWN, countryCheck: true }
    expect(await run({ stamp, settings: 'never' })).toMatchObject({ before: 'splash' })
  })

  test('show the login as soon as the page is parsed', async () => {
    const seen = await run({ stamp: { ...OWN, language: 'en' }, settings: 'never', loading: true })
    expect(seen.before).toBe('splash')
    seen.finishParsing()
    expect(loginOf(seen.page)).toMatchObject({ boot: 'login', title: 'Log in' })
  })

  test('do not show the login with a stored token, or at a page without a login', async () => {
    const kept = { 'reelcast.token': 't1' }
    expect(await run({ stamp: OWN, kept, settings: 'never' })).toMatchObject({ before: 'splash' })
    expect(await run({ stamp: OWN, at: '/pages/x', settings: 'never' })).toMatchObject({ before: 'splash' })
  })

  test('give way to a country check that Settings.json has since', async () => {
    const settings = { countryCheck: true }
    expect(await run({ stamp: OWN, settings })).toMatchObject({ before: 'login', boot: 'splash' })
  })

  test('give way to another language of Settings.json in the same elements, so that a player types on', async () => {
    const { page, come } = await run({ stamp: OWN, settings: 'never' })
    const elements = [...page.querySelectorAll('#root :not([lang])')]
    page.querySelector('[type=submit]')?.setAttribute('aria-disabled', 'false')
    await come({ language: 'ar', arabic: true })
    expect(loginOf(page)).toMatchObject({ boot: 'login', dir: 'rtl', title: TEXTS.ar.login.title })
    expect(loginOf(page)).toMatchObject({ label: TEXTS.ar.login.show, link: '/password-reset.html#ar' })
    expect(loginOf(page)).toMatchObject({ choice: ['ar', 'tr', 'en'], pressed: ['ar'] })
    const after = [...page.querySelectorAll('#root :not([lang])')]
    expect(after.map((element) => elements.indexOf(element))).toEqual([...elements.keys()])
    expect(page.querySelector('[type=submit]')?.getAttribute('aria-disabled')).toBe('false')
  })

  test('give way to another choice of languages, as to none or to one', async () => {
    const { page, come } = await run({ stamp: { ...OWN, languageSelect: false }, settings: 'never' })
    expect(loginOf(page)).toMatchObject({ hasChoice: false })
    await come({})
    expect(loginOf(page)).toMatchObject({ hasChoice: true, choice: ['tr', 'en'], pressed: ['tr'] })
    const other = await run({ stamp: OWN, settings: { languageSelect: false } })
    expect(loginOf(other.page)).toMatchObject({ hasChoice: false })
  })

  test.each(['down', 'text'] as const)('stay where Settings.json is not read: %s', async (settings) => {
    const { page, words, gate } = await run({ stamp: { ...OWN, language: 'en' }, settings })
    expect([words, gate]).toEqual(['en,tr,en', undefined])
    expect(loginOf(page)).toMatchObject({ boot: 'login', title: 'Log in' })
  })

  test('are followed by those of the last visit where Settings.json is not read, as in the app', async () => {
    const kept = { 'reelcast.settings': JSON.stringify({ language: 'ar', arabic: true }) }
    expect(await run({ kept, stamp: OWN, settings: 'down' })).toMatchObject({ words: 'ar,tr,en,ar' })
    expect(await run({ kept, settings: 'down' })).toMatchObject({ boot: 'login', words: 'ar,tr,en,ar' })
  })
})

describe('a token in the address', () => {
  test.each([
    ['/?token=t1', '/', 't1'],
    ['/lobby/3/Nar?from=a%20b&token=t1&x=%26#row', '/lobby/3/Nar?from=a%20b&x=%26#row', 't1'],
    // Opaque text: `+` is no space, and a broken encoding stays.
    ['/?token=a+b/==', '/', 'a+b/=='],
    ['/?token=50%&to=c+d&x', '/?to=c+d&x', '50%'],
    ['/?token=%E0%A4%A', '/', '%E0%A4%A'],
    ['/?token=a%ffb', '/', 'a%ffb'],
    ['/?token=a%2Bb%3D', '/', 'a+b='],
    ['/?%74oken=t1&x=1', '/?x=1', 't1'],
    ['/?token=t1&token=t2', '/', 't1'],
    ['/?token=', '/', undefined],
    ['/?x=1&token#y', '/?x=1#y', undefined],
    ['https://play.example//evil.example/?token=t1', 'https://play.example//evil.example/', 't1'],
  ])('%s becomes %s', async (at, left, token) => {
    const seen = await run({ at })
    expect(seen.address).toEqual([new URL(left, new URL(at, 'https://play.example')).href])
    expect(seen.token).toBe(token)
  })

  test('is passed on in a hidden property, not in the document', async () => {
    const { host, page } = await run({ at: '/?token=secret' })
    expect(JSON.stringify(host)).not.toContain('secret')
    expect(Object.keys(host)).toEqual(LISTED)
    expect(page.documentElement.outerHTML).not.toContain('secret')
    expect(Reflect.deleteProperty(host, 'reelcastToken')).toBe(true)
  })

  test('shows the splash; an empty one is ignored', async () => {
    expect((await run({ at: '/?token=t1' })).boot).toBe('splash')
    expect((await run({ at: '/?token=' })).boot).toBe('login')
  })

  test.each(['/', '/?x=1&tokens=2', '/#?token=t1', '/?x=token%3Dt1'])('is not in %s', async (at) => {
    expect(await run({ at })).toMatchObject({ address: [], token: undefined, boot: 'login' })
  })

  test('is removed before the page sends a request', () => {
    const script = html.indexOf('<!--first-script-->')
    expect(html.search(/<(link|style|img|script [^>]*src)\b/)).toBeGreaterThan(script)
    expect(script).toBeGreaterThan(html.indexOf('name="referrer" content="no-referrer"'))
  })

  test('leaves no global name for other scripts', () => {
    const { program, errors } = parseSync('first.js', code, { sourceType: 'script' })
    expect([errors, program.body.map(({ type }) => type)]).toEqual([[], ['ExpressionStatement']])
  })
})

describe('before the first script', async () => {
  const check = await compileBrowserCheck()
  /** Where the page leads in a browser without these functions. */
  const leadsTo = (...missing: string[]) => {
    const replace = vi.fn()
    const supports = (condition: string) => !missing.some((name) => condition.includes(name))
    const window = missing.includes('CompressionStream') ? {} : { CompressionStream: class {} }
    const names = ['window', 'CSS', 'location', 'navigator']
    new Function(...names, check)(window, { supports }, { replace }, { language: 'ar-EG' })
    return replace.mock.lastCall?.[0]
  }

  test.each(['CompressionStream', ':has', 'color-mix'])(
    'a browser without %s shows what to update',
    (name) => {
      expect(leadsTo(name)).toBe('/update-browser.html#ar')
      expect(leadsTo()).toBeUndefined()
    },
  )
})

test('browser translation is off: a translated copy of a balance would not update', () => {
  expect(html).toMatch(/^<!doctype html>\s*<html lang="tr" translate="no" data-boot="splash">/)
})

test('kiosk mode applies from the first script: by the address, for the life of the tab', async () => {
  const isKiosk = async (given: Given) => 'kiosk' in (await run(given)).page.documentElement.dataset
  expect(await isKiosk({ at: '/?kiosk' })).toBe(true)
  expect(await isKiosk({ tab: { 'reelcast.kiosk': '1' } })).toBe(true)
  expect(await isKiosk({})).toBe(false)
})

test("the operator's colours of the last visit apply from the first paint", async () => {
  const look = '--colorBrandBackground:#2fd0c8;--colorNeutralBackground1:#0b1020'
  const { page } = await run({ kept: { 'reelcast.look': look } })
  expect(page.documentElement.style.getPropertyValue('--colorBrandBackground')).toBe('#2fd0c8')
  expect((await run()).page.documentElement.style.length).toBe(0)
  expect((await run({ kept: 'blocked' })).page.documentElement.style.length).toBe(0)
})

describe('by its user agent the browser is', () => {
  const RECOMMENDED = {
    'Chrome on Windows': CHROME,
    'Chrome on Android': `${ANDROID} Chrome/126.0.0.0 Mobile Safari/537.36`,
    'Chrome on iOS': `${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    'Chrome on iOS, desktop site': `${MAC} CriOS/126 Version/11.1.1 Safari/605.1.15`,
    'Chrome without a window':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.6478.61 Safari/537.36',
    Chromium:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/80.0.3987.87 Chrome/80.0.3987.87 Safari/537.36',
    'Safari on macOS': `${MAC} Version/17.5 Safari/605.1.15`,
    'Safari on iOS': `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
  }
  const OTHERS = {
    'Firefox on Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
    'Firefox Focus on iOS': `${IPHONE} Focus/127.0 Mobile/15E148 Version/17.0`,
    Edge: `${WINDOWS} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    Opera: `${WINDOWS} Chrome/126.0.0.0 Safari/537.36 OPR/112.0.0.0`,
    'Samsung Internet':
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'a web view on Android':
      'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36',
    'a web view on iOS': `${IPHONE} Mobile/15E148`,
    'WeChat on iOS': `${IPHONE} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/tr`,
    'one that says nothing': '',
  }

  test.each(Object.entries(RECOMMENDED))('recommended: %s', async (_, agent) => {
    expect(await run({ agent })).toMatchObject({ gate: undefined, boot: 'login' })
  })

  test("recommended: Safari's app on an iPhone's home screen, which has no Safari in its name", async () => {
    const agent = `${IPHONE} Mobile/15E148`
    expect(await run({ agent, standalone: true })).toMatchObject({ gate: undefined, boot: 'login' })
    expect(await run({ agent, standalone: false })).toMatchObject({ gate: 'browser' })
  })

  test.each(Object.entries(OTHERS))('another: %s', async (_, agent) => {
    expect(await run({ agent })).toMatchObject({ gate: 'browser', boot: 'splash' })
    // Once: who went on is not asked again.
    expect(await run({ agent, kept: { 'reelcast.browser': '1' } })).toMatchObject({
      gate: undefined,
      boot: 'login',
    })
  })
})

describe('before the login', () => {
  test('the notice is shown without WebRTC, in any browser, also after an earlier Continue', async () => {
    for (const agent of [CHROME, 'Firefox/1'])
      for (const kept of [{}, { 'reelcast.browser': '1', 'reelcast.gated': '1' }])
        expect(await run({ agent, kept, rtc: false })).toMatchObject({ gate: 'webrtc', boot: 'splash' })
  })

  test('the splash is shown if the last visit had a country check', async () => {
    expect(await run({ kept: { 'reelcast.gated': '1' } })).toMatchObject({ gate: 'settings', boot: 'splash' })
  })

  test('the splash is shown with a token, remembered or of this tab', async () => {
    expect((await run({ kept: { 'reelcast.token': 't' } })).boot).toBe('splash')
    expect((await run({ tab: { 'reelcast.token': 't' } })).boot).toBe('splash')
  })

  test('the splash, without text, is shown until the settings are read', async () => {
    expect(await run()).toMatchObject({ before: 'splash', boot: 'login', requests: ['/Settings.json'] })
    expect(await run({ settings: 'never' })).toMatchObject({ before: 'splash', boot: 'splash' })
  })

  test.each<[string, Given, string]>([
    ['the defaults', {}, 'tr,tr,en'],
    [
      'a language that the build has beside these',
      { settings: { language: 'de' }, script: codeWithGerman },
      'de,tr,en,de',
    ],
    ['the language of the settings', { settings: { language: 'en' } }, 'en,tr,en'],
    ['Arabic', { settings: { language: 'ar', arabic: true } }, 'ar,tr,en,ar'],
    ['a choice of Arabic', { settings: { arabic: true } }, 'tr,tr,en,ar'],
    ['no choice', { settings: { language: 'en', languageSelect: false } }, 'en'],
    ["the player's own choice", { kept: { 'reelcast.language': 'en' } }, 'en,tr,en'],
    [
      'the language of the settings, as the choice is none any more',
      { kept: { 'reelcast.language': 'tr' }, settings: { language: 'en', languageSelect: false } },
      'en',
    ],
    [
      'the language of the settings, as Arabic may not be chosen any more',
      { kept: { 'reelcast.language': 'ar' }, settings: { language: 'en' } },
      'en,tr,en',
    ],
    ['the defaults, as the settings can not be fetched', { settings: 'down' }, 'tr,tr,en'],
    ['the defaults, as the settings can not be read', { settings: 'text' }, 'tr,tr,en'],
    [
      'the defaults, as the values are wrong',
      { settings: { language: 7, languageSelect: 0, arabic: 'yes' } },
      'tr,tr,en',
    ],
    ['the default, as the choice is no language', { kept: { 'reelcast.language': 'xx' } }, 'tr,tr,en'],
  ])('the login is shown at once in %s', async (_, given, words) => {
    const { page, ...seen } = await run(given)
    const [language = '', ...offers] = words.split(',')
    expect(seen).toMatchObject({ boot: 'login', words })
    expect(loginOf(page)).toEqual({
      boot: 'login',
      lang: language,
      dir: language === 'ar' ? 'rtl' : 'ltr',
      title: Reflect.get(TEXTS, language).login.title,
      label: Reflect.get(TEXTS, language).login.show,
      link: `/password-reset.html#${language}`,
      choice: ['ar', 'tr', 'en', 'de'].filter((code) => offers.includes(code)),
      pressed: offers.filter((code) => code === language),
      hasChoice: offers.length > 0,
    })
  })

  test('a page without a prerendered login, as in development, keeps the splash', async () => {
    expect(await run({ login: '' })).toMatchObject({ boot: 'splash', words: 'tr,tr,en' })
  })

  test('the country check is shown before a first login', async () => {
    expect(await run({ settings: { countryCheck: true } })).toMatchObject({
      before: 'splash',
      boot: 'splash',
      gate: 'settings',
    })
    expect(await run({ settings: { countryCheck: 1 } })).toMatchObject({ boot: 'login', gate: undefined })
  })

  test('the login is shown with blocked storage', async () => {
    expect(await run({ kept: 'blocked' })).toMatchObject({ gate: undefined, boot: 'login' })
  })
})

test.each(
  `/ /login /logout /lobby /Lobby/3/Nar /game /game/7/Kervan /profile/3 /slot-sessions
  /transactions /callback /pages/errors/error-404 /pages/errors/error-500 /nowhere /documentation
  /lobbyists`.split(/\s+/),
)('the login is shown to a guest at %s if the guard redirects there, else the splash', async (at) => {
  let verdict = authorize([], at, false)
  if (verdict.startsWith('/')) verdict = authorize([], verdict, false)
  const login = verdict === 'login' || at === '/login'
  expect((await run({ at })).boot).toBe(login ? 'login' : 'splash')
})

describe('the prerendered login, until the app takes it over', () => {
  const openLogin = async () => {
    const { page, dispatch } = await run()
    const button = page.querySelector('button')
    return {
      page,
      button,
      dispatch,
      /** Whether the form can be submitted after this has been typed. */
      canSubmit(...texts: [username: string, password: string]) {
        page.querySelectorAll('input').forEach((field, at) => {
          field.value = texts[at] ?? ''
        })
        dispatch(new Event('input'))
        return button?.getAttribute('aria-disabled') === 'false'
      },
    }
  }

  test.each([
    ['deniz', 'secret', true],
    ['den', 'secret', false],
    ['deniz', 'sec', false],
    [' den ', 'secret', false],
    ['deniz', ' sec', true],
    ['', '', false],
  ])('can be submitted with "%s" and "%s": %s', async (username, password, expected) => {
    expect((await openLogin()).canSubmit(username, password)).toBe(expected)
  })

  test.each([
    ['', '', 'username'],
    ['deniz', 'sec', 'password'],
  ])(
    'a press with "%s" and "%s" goes to the %s; the app names what it lacks, unless the player types on',
    async (...given) => {
      const [username, password, field] = given
      const { page, button, dispatch, canSubmit } = await openLogin()
      const focus = vi.spyOn(HTMLElement.prototype, 'focus')
      expect(canSubmit(username, password)).toBe(false)
      const event = new Event('submit', { cancelable: true })
      dispatch(event)
      expect(focus.mock.contexts).toEqual([page.getElementById(field)])
      focus.mockRestore()
      expect([event.defaultPrevented, page.documentElement.dataset.early]).toEqual([true, 'true'])
      expect(button?.getAttribute('aria-busy')).toBeNull()
      expect(canSubmit('deniz', 'secret')).toBe(true)
      expect(page.documentElement.dataset.early).toBeUndefined()
    },
  )

  test('keeps a submitted form for the app', async () => {
    const { page, button, dispatch, canSubmit } = await openLogin()
    expect(canSubmit('deniz', 'secret')).toBe(true)
    const event = new Event('submit', { cancelable: true })
    dispatch(event)
    expect(event.defaultPrevented).toBe(true)
    expect(page.documentElement.dataset.early).toBe('true')
    expect(button?.getAttribute('aria-busy')).toBe('true')
    expect(canSubmit('deniz', 'secret')).toBe(true)
    expect(page.documentElement.dataset.early).toBe('true')
  })

  test.each<[string, Given, boolean]>([
    ['at first', {}, true],
    ['after a login without it', { kept: { 'reelcast.remember': '0' } }, false],
    ['after a login with it, of an earlier release', { kept: { 'reelcast.remember': '1' } }, true],
    ['at a kiosk', { at: '/?kiosk' }, false],
    ['at a kiosk, after a reload', { tab: { 'reelcast.kiosk': '1' } }, false],
    ['where storage is blocked', { kept: 'blocked' }, true],
  ])('presets "remember me" %s', async (_, given, expected) => {
    const { page } = await run(given)
    expect(page.querySelector<HTMLInputElement>('#remember')?.checked).toBe(expected)
  })

  test('is left to the app once that shows the page', async () => {
    const { page, dispatch, canSubmit } = await openLogin()
    page.documentElement.dataset.boot = 'app'
    expect(canSubmit('deniz', 'secret')).toBe(false)
    const event = new Event('submit', { cancelable: true })
    dispatch(event)
    expect(event.defaultPrevented).toBe(false)
    expect(page.documentElement.dataset.early).toBeUndefined()
  })
})

test('the role examples wait for the settings that enable them', async () => {
  expect(await run({ at: '/auth/guest-role-example' })).toMatchObject({ gate: 'settings', boot: 'splash' })
})

describe('ahead of the app', () => {
  const STAMP = {
    ...{ language: 'tr', languageSelect: true, arabic: false, countryCheck: false, showLobby: true },
    ...{ socketToken: 'auth', apiUrl: '/api', machineUrl: '', notificationUrl: '' },
  }
  const login = (api: string, more: object = {}) => JSON.stringify({ ahead: 0, api, ...more })
  const REMEMBERED = { 'reelcast.token': 't1', 'reelcast.login': login('/api') }
  const SOCKET = 'wss://play.example/socket.io/?EIO=4&transport=websocket'
  /** What is sent for a stored token, beside the request for the settings. */
  async function sent(given: Given) {
    const { requests, tokens, sockets } = await run({
      kept: REMEMBERED,
      stamp: STAMP,
      settings: STAMP,
      ...given,
    })
    return {
      calls: requests.filter((path) => path !== '/Settings.json'),
      tokens: [...new Set(tokens)],
      sockets,
    }
  }
  const NOTHING = { calls: [], tokens: [], sockets: [] }
  const jwt = (exp: number) => `h.${btoa(JSON.stringify({ iat: exp - 60, exp }))}.s`
  const nowS = () => Math.round(Date.now() / 1000)

  test.each([
    ['/', ['/api/validate', '/api/machine/brands'], [SOCKET]],
    ['/lobby', ['/api/validate', '/api/machine/brands'], [SOCKET]],
    ['/lobby/', ['/api/validate', '/api/machine/brands'], [SOCKET]],
    ['/lobby/3', ['/api/validate', '/api/machine/brands', '/api/machine/3'], [SOCKET]],
    ['/lobby/a%20b/Nar', ['/api/validate', '/api/machine/brands', '/api/machine/a%20b'], [SOCKET]],
    ['/lobbyists', ['/api/validate'], []],
    ['/game/7/Nar', ['/api/validate'], [SOCKET]],
    ['/profile', ['/api/validate'], []],
  ])('%s sends %j', async (at, calls, sockets) => {
    expect(await sent({ at, settings: 'never' })).toEqual({ calls, tokens: ['Bearer t1'], sockets })
    // Where the server does not say its settings in the page, once they are read.
    expect(await sent({ at, stamp: undefined })).toEqual({ calls, tokens: ['Bearer t1'], sockets })
  })

  test('embedded settings and the settings file together send each call once', async () => {
    expect((await sent({ at: '/lobby' })).calls).toEqual(['/api/validate', '/api/machine/brands'])
  })

  test.each(['/lobby', '/lobby/3/Nar'])(
    'all machines are requested at %s where the operator shows no brands',
    async (at) => {
      expect((await sent({ at, stamp: { ...STAMP, showLobby: false } })).calls).toEqual([
        '/api/validate',
        '/api/machine/all',
      ])
    },
  )

  test.each<[string, Given]>([
    ['without a stored token', { kept: {} }],
    ['with blocked storage', { kept: 'blocked' }],
    ['at /logout', { at: '/logout' }],
    ['at /Logout/', { at: '/Logout/' }],
    ['with a token in the address', { at: '/lobby?token=t2' }],
    ['with an empty token in the address', { at: '/lobby?token=' }],
    ['without WebRTC', { rtc: false }],
    ['in a browser that is not recommended', { agent: 'Other/1' }],
    ['where a country check comes first', { stamp: { ...STAMP, countryCheck: true }, settings: 'never' }],
    ['where the last visit had a country check', { kept: { ...REMEMBERED, 'reelcast.gated': '1' } }],
    ['at the role examples, which wait for the settings', { at: '/auth/guest-role-example' }],
    ['before the settings are known', { stamp: undefined, settings: 'never' }],
    ['without settings', { stamp: undefined, settings: 'down' }],
    ['where the settings name no address', { stamp: {}, settings: {} }],
    [
      'to another address than the token came from',
      { stamp: { ...STAMP, apiUrl: '/v2' }, settings: 'never' },
    ],
    [
      'to another server than the token came from',
      { stamp: undefined, settings: { ...STAMP, apiUrl: 'https://new.example/api' } },
    ],
    [
      "to the page's own server with a token of another",
      { kept: { 'reelcast.token': 't1', 'reelcast.login': login('https://old.example/api') } },
    ],
  ])('nothing is sent %s', async (_, given) => {
    expect(await sent(given)).toEqual(NOTHING)
  })

  test('a token goes to the server that it came from, once the settings name it', async () => {
    const api = 'https://api.example/v1'
    const kept = { 'reelcast.token': 't1', 'reelcast.login': login(api) }
    const settings = { ...STAMP, apiUrl: api, machineUrl: 'https://live.example' }
    expect(await sent({ at: '/game/7/Nar', kept, settings, stamp: undefined })).toEqual({
      calls: [`${api}/validate`],
      tokens: ['Bearer t1'],
      sockets: [],
    })
  })

  test('no connection is opened where its address would hold the token', async () => {
    const stamp = { ...STAMP, socketToken: 'query' }
    expect((await sent({ at: '/lobby', stamp, settings: 'never' })).sockets).toEqual([])
  })

  test('a JWT that has expired by the clock of its server is not sent', async () => {
    const kept = (exp: number, ahead = 0) => ({
      'reelcast.token': jwt(exp),
      'reelcast.login': login('/api', { ahead }),
    })
    expect(await sent({ kept: kept(nowS() - 120) })).toEqual(NOTHING)
    // A clock that was behind at the login may be right now.
    const live = [
      kept(nowS() + 600),
      kept(nowS() - 30),
      kept(nowS() - 120, 600_000),
      kept(nowS() + 600, -900_000),
    ]
    for (const one of live) expect((await sent({ kept: one })).calls).toContain('/api/validate')
  })

  test('the session of this tab goes before the remembered one, with its own address', async () => {
    const tab = { 'reelcast.token': 't2', 'reelcast.login': login('/api') }
    const { tokens } = await sent({ tab })
    expect(tokens).toEqual(['Bearer t2'])
    const other = { ...tab, 'reelcast.login': login('https://old.example/api') }
    expect(await sent({ tab: other })).toEqual(NOTHING)
  })

  test('builds the first number format of a player in the language of the page, and none of a guest', async () => {
    const build = vi.spyOn(Intl, 'NumberFormat')
    await run({ settings: STAMP })
    expect(build).not.toHaveBeenCalled()
    await run({ kept: REMEMBERED, settings: { ...STAMP, language: 'en' } })
    expect(build.mock.calls).toEqual([['en']])
    build.mockRestore()
  })

  test.each<[string, Given, string[]]>([
    ['a guest', {}, ['modulepreload /assets/login.js']],
    [
      'a player at /lobby',
      { at: '/lobby', kept: REMEMBERED },
      ['modulepreload /assets/lobby.js', 'preload style /assets/lobby.css'],
    ],
    [
      'a player at /profile',
      { at: '/profile', kept: REMEMBERED },
      ['modulepreload /assets/lobby.js', 'preload style /assets/lobby.css'],
    ],
    // The file of the offer runs instead, by an import.
    ['a player in a game', { at: '/game/7/Nar', kept: REMEMBERED }, ['modulepreload /assets/game.js']],
    ['a player at an error page', { at: '/pages/errors/error-404', kept: REMEMBERED }, []],
    [
      'a player whom the address logs in',
      { at: '/?token=t2' },
      ['modulepreload /assets/lobby.js', 'preload style /assets/lobby.css'],
    ],
  ])('%s gets the files of the page', async (_, given, expected) => {
    const { page } = await run({ settings: STAMP, ...given })
    const links = [...page.querySelectorAll('link, script')]
    const names = ['rel', 'as', 'type', 'href', 'src']
    expect(links.map((link) => names.flatMap((name) => link.getAttribute(name) ?? []).join(' '))).toEqual(
      expected,
    )
    expect(links.every((link) => link.getAttribute('crossorigin') === '')).toBe(true)
  })

  test('leaves the token in no place that scripts list', async () => {
    const { host, page } = await run({ kept: REMEMBERED, stamp: STAMP, settings: STAMP })
    expect(Reflect.get(host, 'reelcastEarly')).toMatchObject({ token: 't1' })
    expect(Object.keys(host)).toEqual(LISTED)
    expect(page.documentElement.outerHTML).not.toContain('t1')
  })
})
