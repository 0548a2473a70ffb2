import { changed, type Json, listed, machines, replaced, showing, whep } from './faults.ts'
import { combined, type Fault, jsonAnswer } from './faulty-proxy.ts'

/** For tests: a violation of the contract, and the one finding that has to name it. */
export interface PlantedViolation {
  readonly fault: () => Fault
  /** Topic and title of the finding. */
  readonly found: string
  /** What its evidence says. */
  readonly because: RegExp
  /**
   * Violations with the same number are planted in one run, because none of them changes what comes after it.
   */
  readonly together?: number
  /** The picture is checked too, which takes longer. */
  readonly picture?: true
  /** The app is on another origin than the platform. */
  readonly isForeign?: true
}

const MINUTE_MS = 60_000
const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString()
const SPIN = { id: 1, time: at(1), stake: 50, win: 0 }
const VISIT = {
  id: 1,
  machine: 'Nar 01',
  start: at(9),
  end: at(4),
  cashIn: 1,
  cashOut: 1,
  spins: 1,
  freeSpins: 0,
}
const MOVEMENT = { id: 1, time: at(1), amount: -100, balance: 900 }
const TOKENLESS: Fault = {
  instead: (method, path, { authorization }) =>
    `${method} ${path}` === 'GET /api/player/balance' && !authorization
      ? jsonAnswer(200, { balance: 5 })
      : undefined,
}

const limitsAnswer = (value: unknown) =>
  jsonAnswer(200, { limits: [{ kind: 'loss-day', value, used: 0, resets: at(0) }], pauseDays: [1] })

export const VIOLATIONS_OF_CALLS: Readonly<Record<string, PlantedViolation>> = {
  'a wrong password logs in': {
    together: 1,
    fault: () => ({
      answer(answer, _, path) {
        if (path === '/api/login' && answer.status === 403)
          Object.assign(answer, { status: 200, body: '{"token":"x"}' })
      },
    }),
    found: 'Login: a wrong password is refused',
    because: /status 400 or more with code 10701/,
  },
  'a balance is text': {
    fault: changed('GET /api/player/balance', (body) => ({ ...body, balance: `${body.balance}` })),
    found: 'Login: GET /player/balance names the wallet',
    because: /"balance": number, not "\d+"/,
  },
  'no token is needed': {
    fault: () => TOKENLESS,
    found: 'Login: a call without a token is refused',
    because: /status 401, or code 10 or 60000/,
  },
  'the PIN itself is sent': {
    together: 1,
    fault: changed('POST /api/login', (body) => ({ ...body, pin_code: '1234' })),
    found: 'Login: pin_code is a hash that the app can compare',
    because: /sha256:/,
  },
  'a renewal has no token': {
    together: 1,
    fault: changed('GET /api/validate', () => ({ pin_code: '' })),
    found: 'Login: GET /validate answers as the login',
    because: /"token", which is missing/,
  },
  'a permission is text': {
    together: 1,
    fault: changed('POST /api/login', (body) => ({ ...body, Permissions: [{ PermissionId: '145' }] })),
    found: 'Login: the right password logs in',
    because: /"Permissions.0.PermissionId": number/,
  },
  'a reservation is text': {
    together: 1,
    fault: machines((all) => all.map((one, index) => (index === 2 ? { ...one, reservation: 'no' } : one))),
    found: 'Floor: GET /machine/all lists the machines',
    because: /item 2: "reservation": boolean, not "no"/,
  },
  'two machines have one id': {
    fault: machines((all) => all.map((one, index) => (index === 2 ? { ...one, id: all[1]?.id } : one))),
    found: 'Floor: GET /machine/all lists the machines',
    because: /each id once \(2 is there twice\)/,
  },
  'a status is of no word of the contract': {
    together: 2,
    fault: machines((all) => all.map((one, index) => (index === 2 ? { ...one, status: 'busy' } : one))),
    found: 'Floor: GET /machine/all lists the machines',
    because: /a status of available,.* "busy" as unknown/,
  },
  'a reservation ends at no time': {
    fault: machines((all) => all.map((one) => ({ ...one, reservedUntil: '5 pm' }))),
    found: 'Floor: GET /machine/all lists the machines',
    because: /"reservedUntil" as ISO 8601 with a zone, not "5 pm"/,
  },
  'the lowest stake is above the highest': {
    fault: machines((all) => all.map((one) => ({ ...one, minStake: 200, maxStake: 100 }))),
    found: 'Floor: GET /machine/all lists the machines',
    because: /0 < "minStake" <= "maxStake" of machine \d+, not 200 and 100/,
  },
  'a big win is nothing': {
    fault: machines((all) => all.map((one) => ({ ...one, lastBigWin: 0 }))),
    found: 'Floor: GET /machine/all lists the machines',
    because: /"lastBigWin" of machine \d+ above 0/,
  },
  'more machines are free than there are': {
    fault: changed('GET /api/machine/brands', (body) =>
      Object.values(body).map((brand) => ({ ...(brand as Json), machineCount: 2, freeCount: 3 })),
    ),
    found: 'Floor: GET /machine/brands lists the brands',
    because: /no more free machines than machines of brand \w+, not 3 of 2/,
  },
  'a jackpot has a decimal point': {
    together: 1,
    fault: changed('GET /api/machine/brands', (body) =>
      Object.values(body).map((brand) => ({ ...(brand as Json), jackpot: '2500.00' })),
    ),
    found: 'Floor: GET /machine/brands lists the brands',
    because: /jackpots as whole cents .* not "2500.00"/,
  },
  'a brand lists a machine that there is not': {
    fault: changed('GET /api/machine/1', (body) => ({
      ...body,
      machines: [{ id: 77, status: 'available' }],
    })),
    found: "Floor: GET /machine/{id} lists a brand's machines",
    because: /only machines of GET \/machine\/all \(77 is not there\)/,
  },
  'an unknown brand is an empty one': {
    together: 1,
    fault: replaced('GET /api/machine/conformance-unknown', () => jsonAnswer(200, { machines: [] })),
    found: 'Floor: an unknown brand is refused',
    because: /status 400 or more/,
  },
  'an unknown brand logs the player out': {
    together: 2,
    fault: replaced('GET /api/machine/conformance-unknown', () => jsonAnswer(401, { code: 60013 })),
    found: 'Floor: an unknown brand is refused',
    because: /another status than 401/,
  },
  'a kick does nothing': {
    together: 2,
    fault: replaced('POST /api/player/kick', () => jsonAnswer(200, { status: true })),
    found: 'Kick and cancel: POST /player/kick sends the page away',
    because: /an "info" push with action "leave"/,
  },
  'a kick cashes out': {
    fault: () => ({ path: (path) => path.replace('/kick', '/cancel') }),
    found: 'Kick and cancel: a kick keeps the credit on the machine',
    because: /"credit": \d+/,
  },
  'a cancel names another amount': {
    together: 1,
    fault: changed('POST /api/player/cancel', (body) => ({ ...body, Params: { amount: 7 } })),
    found: 'Kick and cancel: POST /player/cancel moves the credit to the wallet',
    because: /"Params": \{"amount": \d+\}/,
  },
  'a cancel does nothing': {
    fault: replaced('POST /api/player/cancel', () => jsonAnswer(200, { status: true })),
    found: 'Kick and cancel: POST /player/cancel moves the credit to the wallet',
    because: /"balance": \d+/,
  },
  'a cancelled machine stays reserved': {
    together: 2,
    fault: () => {
      let isCancelled = false
      return {
        answer(answer, _, path) {
          if (path === '/api/player/cancel' && answer.status === 200) isCancelled = true
          if (isCancelled && path === '/api/machine/all')
            answer.body = answer.body.replaceAll('"reservation":false', '"reservation":true')
        },
      }
    },
    found: 'Kick and cancel: the machine is free again',
    because: /no reservation/,
  },
  'the last spins are sorted upwards': {
    together: 2,
    fault: listed('GET /api/player/spins', [
      { ...SPIN, time: at(9) },
      { ...SPIN, id: 2 },
    ]),
    found: 'Optional calls: GET /player/spins',
    because: /the newest row first/,
  },
  'a movement of money has no amount': {
    together: 1,
    fault: listed('GET /api/player/transactions', [{ id: 1, time: at(1), balance: 5 }]),
    found: 'Optional calls: GET /player/transactions',
    because: /"rows.0.amount", which is missing/,
  },
  'a cash-in is positive': {
    together: 2,
    fault: listed('GET /api/player/transactions', [
      { ...MOVEMENT, amount: 100 },
      { ...MOVEMENT, id: 2, balance: 1000 },
    ]),
    found: 'Optional calls: GET /player/transactions',
    because: /"amount": -100, the change from the balance/,
  },
  'the time of a spin has no zone': {
    together: 3,
    fault: listed('GET /api/player/spins', [{ ...SPIN, time: '2026-01-31T10:00:00' }]),
    found: 'Optional calls: GET /player/spins',
    because: /"time" as ISO 8601 with a zone/,
  },
  'a spin that is looked at again won something else': {
    together: 1,
    fault: () =>
      combined([
        replaced('GET /api/player/spins', () => jsonAnswer(200, { rows: [SPIN], recall: true }))(),
        replaced('GET /api/player/spin', () => jsonAnswer(200, { ...SPIN, win: 5 }))(),
      ]),
    found: 'Optional calls: GET /player/spin: the newest row',
    because: /as the list has them/,
  },
  'a limit changes to another value': {
    together: 2,
    fault: () =>
      combined([
        replaced('GET /api/player/limits', () => limitsAnswer(null))(),
        replaced('POST /api/player/limits', () => limitsAnswer(5))(),
      ]),
    found: 'Optional calls: POST /player/limits: the value that applies changes nothing',
    because: /"loss-day" with the value null/,
  },
  'a visit lasts seconds': {
    together: 1,
    fault: listed('GET /api/player/sessions', [{ ...VISIT, duration: 300 }]),
    found: 'Optional calls: GET /player/sessions',
    because: /"duration" in ms, about 300000/,
  },
  'a machine for guests has no picture': {
    together: 1,
    fault: showing(() => jsonAnswer(404, {}), { still: undefined }),
    found: 'Optional calls: GET /attract',
    because: /"machines.0.still", which is missing/,
  },
  'the picture for guests needs a token': {
    together: 2,
    fault: showing(() => jsonAnswer(401, { code: 10 })),
    found: 'Optional calls: a picture of GET /attract, without a token',
    because: /401 of type application\/json an image/,
  },
  'a logout leaves the token': {
    together: 1,
    fault: replaced('POST /api/player/logout', () => jsonAnswer(200, { status: true })),
    found: 'Logout: a call with the old token is refused',
    because: /status 401/,
  },
  'no preflight permits the token': {
    together: 3,
    fault: () => ({
      answer(answer, method, path) {
        if (method === 'OPTIONS' && path === '/api/login')
          answer.headers.set('access-control-allow-headers', 'content-type')
      },
    }),
    found: 'CORS: calls from https://play.example are permitted (CORS preflight)',
    because: /Authorization and Content-Type/,
    isForeign: true,
  },
  'one answer is without CORS': {
    together: 3,
    fault: changed('GET /api/validate', (body, { headers }) => {
      headers.delete('access-control-allow-origin')
      return body
    }),
    found: 'CORS: a page of https://play.example can read the answers',
    because: /GET \/api\/validate.*access-control-allow-origin: https:\/\/play.example/,
    isForeign: true,
  },
  'the picture is without CORS': {
    fault: () => ({
      answer({ headers }, _, path) {
        if (!path.startsWith('/whep/')) return
        for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name)
      },
    }),
    found: 'Picture: a page of https://play.example may offer and read the answer (CORS)',
    because: /a preflight that permits the origin/,
    picture: true,
    isForeign: true,
  },
  'the address of a picture is hidden': {
    together: 3,
    fault: whep(({ headers }) => headers.delete('access-control-expose-headers')),
    found: 'Picture: a page may end the session (CORS)',
    because: /Location among access-control-expose-headers/,
    picture: true,
    isForeign: true,
  },
  'a picture has no address': {
    fault: whep(({ headers }) => headers.delete('location')),
    found: 'Picture: the answer has a Location',
    because: /a Location, without which/,
    picture: true,
  },
  'a picture opens without a token': {
    together: 3,
    fault: () => ({
      instead: (method, path, { authorization }) =>
        method === 'POST' && path.startsWith('/whep/') && !authorization ? jsonAnswer(201, {}) : undefined,
    }),
    found: 'Picture: an offer without a token is refused',
    because: /status 401 or 403/,
    picture: true,
  },
  'a picture does not end': {
    together: 3,
    fault: () => ({ instead: (method) => (method === 'DELETE' ? jsonAnswer(200, {}) : undefined) }),
    found: 'Picture: DELETE ends the session',
    because: /no more frames/,
    picture: true,
  },
}
