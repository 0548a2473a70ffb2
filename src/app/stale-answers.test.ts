import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onSessionEnd, setSignedIn, setSignedOut } from '../core/session/state.ts'
import { user } from '../core/session/user.fake.ts'
import { visitPages } from '../features/account/actions.ts'
import { loadLogins, loadProfile } from '../features/account/profile/actions.ts'
import { logins, profile } from '../features/account/profile/state.ts'
import { visits } from '../features/account/state.ts'
import { loadContacts, openChat } from '../features/extras/chat/actions.ts'
import { chatUser, contacts } from '../features/extras/chat/state.ts'
import { loadQuickPanel } from '../features/extras/quick-panel/actions.ts'
import { quickData } from '../features/extras/quick-panel/state.ts'
import { fetchRules, fetchSpins } from '../features/game/info-panel/actions.ts'
import { resetMachine, rules, spins } from '../features/game/info-panel/state.ts'
import { INIT_ACK } from '../features/game/play/game-visit.fake.ts'
import { applyInit, resetGame } from '../features/game/play/state.ts'
import { loadBrands, openMachines } from '../features/lobby/actions.ts'
import { loadAllMachines } from '../features/lobby/all-machines/actions.ts'
import { allMachines } from '../features/lobby/all-machines/state.ts'
import { brands, machineIds } from '../features/lobby/state.ts'
import { loadPreferences } from '../features/preferences/actions.ts'
import { favourites } from '../features/preferences/state.ts'
import { fetchBalance } from '../features/wallet/actions.ts'
import { balance } from '../features/wallet/state.ts'

/**
 * What is fetched and kept for a player: the request, an answer that holds a value, and the value that is
 * kept.
 */
interface Fetched {
  name: string
  load: () => Promise<unknown>
  path: RegExp
  body: (value: string) => unknown
  kept: () => unknown
  /** A second request is not sent while one is open. */
  isExclusive?: true
}

const machine = (id: string) => ({ id, name: id, brand: 'nar', status: 'available', reservation: true })
const money = (value: string) => Number(value) * 100
const spin = (id: string) => ({ id, time: '2026-01-01T10:00:00Z', stake: 10, win: 0 })
const figures = { duration: 1, cashIn: 1, cashOut: 1, spins: 1, freeSpins: 0 }
const slotSession = (id: string) => ({ id, machine: 'Nar', start: '2026-01-01T10:00:00Z', ...figures })
const quick = (value: string) => ({ events: [], notes: [{ id: value, title: value, detail: value }] })

const FETCHED: readonly Fetched[] = [
  {
    name: 'brands',
    load: loadBrands,
    path: /\/machine\/brands$/,
    body: (id) => [{ id, name: id, jackpot: '1', machineCount: 1 }],
    kept: () => brands.value[0]?.id,
  },
  {
    name: 'machines',
    load: () => openMachines(undefined),
    path: /\/machine\/all$/,
    body: (id) => ({ machines: [machine(id)] }),
    kept: () => machineIds.value[0],
  },
  {
    name: 'the machines of all brands',
    load: loadAllMachines,
    path: /\/machine\/all$/,
    body: (id) => ({ machines: [machine(id)] }),
    kept: () => [...allMachines.value.keys()][0],
    isExclusive: true,
  },
  {
    name: 'the balance',
    load: fetchBalance,
    path: /\/player\/balance$/,
    body: (value) => ({ balance: money(value), seq: Number(value) }),
    kept: () => (balance.value === undefined ? undefined : String(balance.value / 100)),
  },
  {
    name: 'the profile',
    load: loadProfile,
    path: /\/player\/profile$/,
    body: (username) => ({ id: '7', username }),
    kept: () => profile.value?.username,
  },
  {
    name: 'the open logins',
    load: loadLogins,
    path: /\/player\/logins$/,
    body: (id) => ({ rows: [{ id, time: '2026-01-01T10:00:00Z' }] }),
    kept: () => logins.value[0]?.id,
  },
  {
    name: 'a page of visits',
    load: () => visitPages.resize(25),
    path: /\/player\/sessions$/,
    body: (id) => ({ rows: [slotSession(id)] }),
    kept: () => visits.rows.value[0]?.id,
  },
  {
    name: 'preferences',
    load: loadPreferences,
    path: /\/player\/profile$/,
    body: (id) => ({ id: 7, username: 'deniz', favourites: [id] }),
    kept: () => favourites.value[0],
  },
  {
    name: 'contacts',
    load: loadContacts,
    path: /\/chat\/contacts$/,
    body: (id) => [{ id, name: id, status: 'online', unread: 0 }],
    kept: () => contacts.value[0]?.id,
  },
  {
    name: 'the chat user',
    load: openChat,
    path: /\/chat\/user$/,
    body: (id) => ({ id, status: 'online', chatList: [] }),
    kept: () => chatUser.value?.id,
  },
  {
    name: 'the quick panel',
    load: loadQuickPanel,
    path: /\/quick-panel\/data$/,
    body: quick,
    kept: () => quickData.value?.notes[0]?.id,
  },
  {
    name: "a machine's rules",
    load: fetchRules,
    path: /\/machine\/[^/]+\/rules$/,
    body: (name) => ({ name }),
    kept: () => rules.value?.name,
    isExclusive: true,
  },
  {
    name: "a machine's spins",
    load: () => fetchSpins(),
    path: /\/player\/spins$/,
    body: (id) => ({ rows: [spin(id)] }),
    kept: () => spins.value[0]?.id,
    isExclusive: true,
  },
]

let open: { path: string; answer: (body: unknown, status?: number) => void }[] = []

/** The oldest open request to this path. */
async function take(path: RegExp) {
  await vi.waitFor(() => expect(open.some((request) => path.test(request.path))).toBe(true))
  const [found] = open.splice(
    open.findIndex((request) => path.test(request.path)),
    1,
  )
  return found as (typeof open)[number]
}

/** Answers every other open request, so that the action that waits for it ends. */
const answerRest = () => {
  for (const { answer } of open.splice(0)) answer({}, 404)
}

const logIn = (id: string) => {
  setSignedIn(`token-${id}`, { ...user, id, username: id })
  applyInit(INIT_ACK)
}

beforeEach(() => {
  open = []
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname } = new URL(url, 'http://here')
    return new Promise<Response>((resolve) => {
      const answer = (body: unknown, status = 200) => resolve(new Response(JSON.stringify(body), { status }))
      open.push({ path: pathname, answer })
    })
  })
  logIn('1')
})
afterEach(() => {
  setSignedOut()
  resetGame()
  resetMachine()
  vi.unstubAllGlobals()
})
onSessionEnd(resetGame)

test.each(FETCHED)(
  '$name: an answer to an ended login is dropped, before and after the next player has their own',
  async ({ load, path, body, kept }) => {
    const [early, late] = [load(), load()]
    const requests = [await take(path)]
    if (open.some((request) => path.test(request.path))) requests.push(await take(path))
    answerRest()
    setSignedOut()
    logIn('2')
    const next = load()
    const own = await take(path)
    requests[0]?.answer(body('9'))
    answerRest()
    await early
    expect(kept()).toBeUndefined()
    own.answer(body('2'))
    await next
    expect(kept()).toBe('2')
    requests[1]?.answer(body('9'))
    await late
    expect(kept()).toBe('2')
  },
)

test.each(FETCHED.filter(({ isExclusive }) => !isExclusive))(
  '$name: of two requests the later one counts, in whatever order the answers come',
  async ({ load, path, body, kept }) => {
    for (const order of ['older first', 'newer first'] as const) {
      const both = [load(), load()]
      const [older, newer] = [await take(path), await take(path)]
      answerRest()
      if (order === 'older first') older.answer(body('3'))
      newer.answer(body('4'))
      if (order === 'newer first') older.answer(body('3'))
      await Promise.all(both)
      expect(kept()).toBe('4')
      setSignedOut()
      logIn('1')
    }
  },
)
