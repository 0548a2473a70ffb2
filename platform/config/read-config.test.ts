import { expect, test } from 'vitest'
import { configOf as config, DEFAULT_CONFIG } from '../testing/config/default-config.ts'
import { readConfig } from './read-config.ts'

test('an empty environment results in the defaults', () => {
  expect(DEFAULT_CONFIG).toMatchObject({ port: 8080, host: '127.0.0.1', floorMachines: 48, demo: true })
  expect(DEFAULT_CONFIG.version).toMatch(/^v\d+\.\d+\.\d+$/)
})

test('an empty variable counts as unset', () => {
  expect(config({ PORT: '', DATABASE_URL: ' ' })).toEqual(DEFAULT_CONFIG)
})

test('applies the variables that are set', () => {
  const env = { PORT: '0', HOST: '::1', DATA_DIR: '/tmp/x', FLOOR_MACHINES: '1000', LOGIN_LIMIT: '5' }
  expect(config(env)).toMatchObject({
    port: 0,
    host: '::1',
    dataDir: '/tmp/x',
    floorMachines: 1000,
    limits: { calls: 1200, logins: 5 },
  })
  expect(config({ SERVE_APP: '0' }).appDir).toBeUndefined()
})

test('reads access rules, lifetimes of logins and the admin token', () => {
  const read = config({
    IP_ALLOW: '10.0.0.0/8, ::1',
    IP_DENY: '10.6.6.6',
    TRUST_PROXY: 'loopback, 192.0.2.0/24',
    COUNTRY: 'de',
    COUNTRIES: 'TR, de',
    COUNTRY_TABLE: '/tmp/countries.csv',
    TOKEN_SECONDS: '5',
    SEAT_IDLE_SECONDS: '0',
    ADMIN_TOKEN: 'an-operators-own-token-24',
    CHAT_SECRET: 'chatwoots-hmac-token',
    CSP_REPORT_URL: 'https://reports.example/csp?app=reelcast',
    LOGIN_IDLE_SECONDS: '1800',
    SIGNING_KEYS_FILE: '/etc/keys.json',
    LOG_FORMAT: 'json',
  })
  expect(read).toMatchObject({
    addresses: { allow: ['10.0.0.0/8', '::1'], deny: ['10.6.6.6'] },
    trustProxy: ['loopback', '192.0.2.0/24'],
    country: 'DE',
    countries: ['TR', 'DE'],
    countryTable: '/tmp/countries.csv',
    tokenMs: 5000,
    seatIdleMs: 0,
    adminToken: 'an-operators-own-token-24',
    chatSecret: 'chatwoots-hmac-token',
    cspReportUrl: 'https://reports.example/csp?app=reelcast',
    loginIdleMs: 30 * 60_000,
    signingKeysFile: '/etc/keys.json',
    logFormat: 'json',
  })
  expect(DEFAULT_CONFIG).toMatchObject({
    addresses: { allow: [], deny: [] },
    country: 'TR',
    countries: [],
    tokenMs: 3_600_000,
    seatIdleMs: 300_000,
    adminToken: undefined,
    chatSecret: undefined,
    cspReportUrl: undefined,
  })
})

test('serves HTTPS with a certificate and its key, plain HTTP without', () => {
  expect(config({ TLS_CERT: '/etc/tls/full.pem', TLS_KEY: '/etc/tls/key.pem' }).tls).toEqual({
    certificate: '/etc/tls/full.pem',
    key: '/etc/tls/key.pem',
  })
  expect(config({}).tls).toBeUndefined()
})

test('an external database has demo players only on request', () => {
  const DATABASE_URL = 'postgres://me:secret@db/reelcast'
  expect(config({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, demo: false })
  expect(config({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
  expect(config({ DEMO: '0' }).demo).toBe(false)
})

test('players are simulated in the demo only, and not where the operator switches it off', () => {
  const DATABASE_URL = 'postgres://me:secret@db/reelcast'
  expect(config({}).simulate).toBe(true)
  expect(config({ SIMULATE: '0' })).toMatchObject({ demo: true, simulate: false })
  expect(config({ DEMO: '0' }).simulate).toBe(false)
  expect(config({ DATABASE_URL }).simulate).toBe(false)
  expect(config({ DATABASE_URL, DEMO: '1' }).simulate).toBe(true)
})

test('machines are published to an SFU only on request, and watched where it serves WHEP', () => {
  const secret = 'a-secret-of-twenty-four-characters'
  expect(config({}).sfu).toBeUndefined()
  expect(
    config({ VIDEO_PUBLISH: 'https://whip.example/whip/{machine}', VIDEO_SFU_SECRET: secret }).sfu,
  ).toEqual({
    publishUrl: 'https://whip.example/whip/{machine}',
    watchUrl: 'https://whip.example/whep/{machine}',
    secret,
  })
  const apart = {
    VIDEO_PUBLISH: 'http://10.0.0.7:7080/in/{machine}',
    VIDEO_WATCH: 'https://sfu.example/{machine}/whep',
  }
  expect(config({ ...apart, VIDEO_SFU_SECRET: secret }).sfu).toMatchObject({
    watchUrl: 'https://sfu.example/{machine}/whep',
  })
  // The floor has cameras, and no machine is published.
  const cameras = config({ FLOOR_FILE: '/etc/floor.json', VIDEO_SFU_SECRET: secret })
  expect([cameras.sfu, cameras.cameraSecret]).toEqual([undefined, secret])
})

test('only on request the video has spectators, a marker and a socket, and draws no art in advance', () => {
  expect(DEFAULT_CONFIG.spectators).toBe(false)
  expect(DEFAULT_CONFIG.video).toMatchObject({ marker: undefined, socket: undefined, prerender: true })
  const video = { VIDEO_MARKER: 'time', VIDEO_SOCKET: '/run/video.sock', VIDEO_PRERENDER: '0' }
  expect(config({ ...video, VIDEO_SPECTATORS: '1' })).toMatchObject({
    spectators: true,
    video: { marker: 'time', socket: '/run/video.sock', prerender: false },
  })
})

test('claims are off outside the demo, and on by their amounts', () => {
  const DATABASE_URL = 'postgres://me:secret@db/reelcast'
  const off = { amount: 0, maxPerDay: 1 }
  expect(config({ DATABASE_URL })).toMatchObject({ discount: off, bonus: off })
  expect(config({ DEMO: '0' })).toMatchObject({ discount: off, bonus: off })
  expect(config({ DATABASE_URL, DEMO: '1' })).toMatchObject({ discount: { amount: 2500 } })
  const env = {
    DISCOUNT_AMOUNT: '12.50',
    BONUS_AMOUNT: '3',
    BONUS_PER_DAY: '2',
    SETTINGS_FILE: '/tmp/S.json',
  }
  expect(config({ DATABASE_URL, SERVE_APP: '0', ...env })).toMatchObject({
    discount: { amount: 1250, maxPerDay: 1 },
    bonus: { amount: 300, maxPerDay: 2 },
    settingsFile: '/tmp/S.json',
  })
  expect(config({}).settingsFile).toMatch(/dist.Settings\.json$/)
  const own = { PUBLIC_DIR: '/etc/reelcast/public' }
  expect(config(own)).toMatchObject({
    publicDir: '/etc/reelcast/public',
    settingsFile: '/etc/reelcast/public/Settings.json',
  })
  expect(config({ ...own, SETTINGS_FILE: '/tmp/S.json' }).settingsFile).toBe('/tmp/S.json')
})

test.each([
  [
    { VIDEO_PUBLISH: 'https://sfu.example/whip' },
    'VIDEO_PUBLISH must be an address like https://sfu.example/whip/{machine}',
  ],
  [
    { FLOOR_FILE: '/etc/floor.json', FLOOR_MACHINES: '8' },
    'FLOOR_MACHINES must be unset with FLOOR_FILE, which has all machines',
  ],
  [
    { VIDEO_PUBLISH: 'https://sfu.example/whip/{machine}' },
    'VIDEO_SFU_SECRET must be the secret that the front of the SFU has too: VIDEO_PUBLISH needs it',
  ],
  [
    {
      VIDEO_PUBLISH: 'https://sfu.example/in/{machine}',
      VIDEO_SFU_SECRET: 'a-secret-of-twenty-four-characters',
    },
    'VIDEO_WATCH must be the WHEP address of the SFU, as VIDEO_PUBLISH has no part named whip',
  ],
  [
    { VIDEO_SFU_SECRET: 'a-secret-of-twenty-four-characters' },
    'VIDEO_PUBLISH must be the WHIP address of the SFU when VIDEO_WATCH or VIDEO_SFU_SECRET is set',
  ],
  [{ BONUS_AMOUNT: '1e3' }, 'BONUS_AMOUNT must be an amount like 25 or 12.50'],
  [
    { SERVE_APP: '0', BONUS_AMOUNT: '5' },
    'SETTINGS_FILE must name the Settings.json of the app when SERVE_APP is 0 and claims are configured',
  ],
  [{ DEMO: '0', SIMULATE: '1' }, 'SIMULATE must be 0 or unset without DEMO=1: it moves house money'],
  [{ PORT: '99999' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535'],
  [{ FLOOR_MACHINES: '0' }, 'FLOOR_MACHINES must be a whole number from 1 to 10000'],
  [{ DATABASE_URL: 'mysql://secret@db' }, 'DATABASE_URL must look like postgres://user:password@host/name'],
  [{ DEMO: 'maybe' }, 'DEMO must be 1 or 0'],
  [{ HOST: 'my host' }, 'HOST must be a host name or an address'],
  [
    { IP_ALLOW: '10.0.0.0/8,10.0.0.0/33' },
    'IP_ALLOW must be addresses or ranges like 203.0.113.7, 10.0.0.0/8, 2001:db8::/32, separated by commas; "10.0.0.0/33" is invalid',
  ],
  // An empty list would permit everyone.
  [
    { IP_DENY: ',' },
    'IP_DENY must be addresses or ranges like 203.0.113.7, 10.0.0.0/8, 2001:db8::/32, separated by commas; "" is invalid',
  ],
  [
    { TRUST_PROXY: 'my-proxy' },
    'TRUST_PROXY must be addresses or ranges like 203.0.113.7, 10.0.0.0/8, 2001:db8::/32, loopback, linklocal, uniquelocal, separated by commas; "my-proxy" is invalid',
  ],
  [{ TLS_CERT: '/etc/tls/full.pem' }, 'TLS_KEY must name the key of TLS_CERT: HTTPS needs both'],
  [{ TLS_KEY: '/etc/tls/key.pem' }, 'TLS_CERT must name the certificate of TLS_KEY: HTTPS needs both'],
  [{ COUNTRY: 'TUR' }, 'COUNTRY must be the ISO code of a country like GB'],
  [{ COUNTRY: 'uk' }, 'COUNTRY must be the ISO code of a country like GB'],
  ...['TR;DE', 'UK', 'EU', 'QQ', 'ZZ'].map((wrong): [Record<string, string>, string] => [
    { COUNTRIES: `TR,${wrong}` },
    `COUNTRIES must be ISO codes of countries like TR, GB, separated by commas; "${wrong}" is invalid`,
  ]),
  [
    { COUNTRIES: 'TR' },
    'COUNTRY_TABLE must name the table of addresses: without it COUNTRIES refuses nobody',
  ],
  [{ TOKEN_SECONDS: '4' }, 'TOKEN_SECONDS must be a whole number from 5 to 2592000'],
  [{ SEAT_IDLE_SECONDS: '-1' }, 'SEAT_IDLE_SECONDS must be a whole number from 0 to 86400'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be text or json'],
  [{ ADMIN_TOKEN: 'secret-but-too-short-23' }, 'ADMIN_TOKEN must have at least 24 characters and no spaces'],
  [
    { ADMIN_TOKEN: 'long enough, with spaces in it' },
    'ADMIN_TOKEN must have at least 24 characters and no spaces',
  ],
  [
    { CSP_REPORT_URL: 'http://reports.example/' },
    'CSP_REPORT_URL must be an https address, or a path that begins with /',
  ],
  [
    { CSP_REPORT_URL: '//reports.example/' },
    'CSP_REPORT_URL must be an https address, or a path that begins with /',
  ],
  [
    { CSP_REPORT_URL: 'https://a.example/;script-src *' },
    'CSP_REPORT_URL must be an https address, or a path that begins with /',
  ],
  [{ CSP_REPORT_URL: 'csp' }, 'CSP_REPORT_URL must be an https address, or a path that begins with /'],
  [{ CHAT_SECRET: 'short' }, 'CHAT_SECRET must have at least 8 characters and no spaces'],
])('rejects %o in one line that names the variable and quotes no secret', (env, problem) => {
  expect(readConfig(env)).toEqual({ ok: false, problem })
})

test('reads the ICE servers and the secret of TURN', () => {
  const ICE_SERVERS = 'stun:turn.example:3478, turn:[2001:db8::1]:3478?transport=tcp'
  const TURN_SECRET = 'a-secret-of-the-turn-server'
  expect(config({ ICE_SERVERS, TURN_SECRET, TURN_TTL: '600' }).ice).toEqual({
    urls: ['stun:turn.example:3478', 'turn:[2001:db8::1]:3478?transport=tcp'],
    turnSecret: TURN_SECRET,
    ttlSeconds: 600,
  })
  expect(config({ ICE_SERVERS: 'stun:turn.example' }).ice.turnSecret).toBeUndefined()
  expect(readConfig({ ICE_SERVERS })).toEqual({
    ok: false,
    problem: 'TURN_SECRET must be set: ICE_SERVERS has a TURN server',
  })
  expect(readConfig({ ICE_SERVERS: 'stun:a', TURN_SECRET })).toMatchObject({ ok: false })
  for (const url of ['https://turn.example', 'turn:a?transport=sctp', 'turn:a>b'])
    expect(readConfig({ ICE_SERVERS: url, TURN_SECRET })).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`"${url}" is invalid`),
    })
})

test('reads the ports of the video and its public address', () => {
  const { video } = config({ VIDEO_PORTS: '50000-50999', VIDEO_PUBLIC_ADDRESS: '203.0.113.9' })
  expect(video).toMatchObject({ ports: { min: 50_000, max: 50_999 }, publicAddress: '203.0.113.9' })
  for (const VIDEO_PORTS of ['50000', '50999-50000', '80-90', '60000-70000', 'all'])
    expect(readConfig({ VIDEO_PORTS })).toMatchObject({ ok: false })
  for (const VIDEO_PUBLIC_ADDRESS of ['video.example', '203.0.113.0/24', '203.0.113.9:80'])
    expect(readConfig({ VIDEO_PUBLIC_ADDRESS })).toMatchObject({ ok: false })
})

test('several processes need a database server beside Redis', () => {
  const redis = { REDIS_URL: 'redis://:secret@127.0.0.1:6379', NODE_ADDRESS: '10.0.0.5:7401' }
  expect(config({ ...redis, DATABASE_URL: 'postgres://a@b/c' })).toMatchObject({
    redisUrl: redis.REDIS_URL,
    nodeAddress: '10.0.0.5:7401',
  })
  expect(readConfig(redis)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^REDIS_URL .*DATABASE_URL/),
  })
  for (const NODE_ADDRESS of ['10.0.0.5', '10.0.0.5:99999', '[::::]:7401', '10.0.0.500:7401'])
    expect(readConfig({ NODE_ADDRESS })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^NODE_ADDRESS /),
    })
  for (const REDIS_URL of ['localhost', 'redis://h:54x', 'redis://:50%@h', 'redis://:%E0%A4@h'])
    expect(readConfig({ REDIS_URL })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^REDIS_URL /),
    })
})
