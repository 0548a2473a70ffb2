import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { openSigningKeys, readOrCreate, replaceKeys, rotateKeys } from './signing-keys.ts'

const HOUR = 60 * 60_000
const GRACE = 20_000
let dir: string
let file: string
let time: number
beforeEach(() => {
  dir = scratchFolder()
  file = join(dir, 'signing-keys.json')
  time = Date.parse('2026-11-20T12:00:00Z')
})
const open = () => openSigningKeys(file, { tokenMs: HOUR, now: () => time })

test('creates one key, readable by its owner only, and keeps it', async () => {
  const keys = await open()
  expect(keys.current().key).toHaveLength(32)
  expect(keys.verifying(keys.current().kid)).toEqual(keys.current().key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  chmodSync(file, 0o644)
  expect((await open()).current()).toEqual(keys.current())
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dir)).toEqual(['signing-keys.json'])
})

test.runIf(process.geteuid?.() === 0)(
  "root's command leaves the file to the user of the platform",
  async () => {
    await open()
    chownSync(file, 65_534, 65_534)
    await rotateKeys(file, time)
    expect(statSync(file)).toMatchObject({ uid: 65_534, gid: 65_534 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await replaceKeys(file, time)
    expect(statSync(file).uid).toBe(65_534)
  },
)

test('processes that start at the same time use one key', async () => {
  const all = await Promise.all([open(), open(), open()])
  expect(new Set(all.map((keys) => keys.current().kid)).size).toBe(1)
})

test('the single key of an older build becomes the first and verifies tokens without a kid', async () => {
  const secret = new Uint8Array(32).fill(9)
  writeFileSync(join(dir, 'secret'), secret)
  const keys = await open()
  expect(keys.current().key).toEqual(secret)
  expect(keys.verifying(undefined)).toEqual(secret)
  expect(keys.pseudonymKey).toEqual(secret)
})

test('a new key is known at once, signs from its time on, and the old one retires after its last token', async () => {
  const keys = await open()
  const old = keys.current()
  await rotateKeys(file, time + 60_000)
  expect(keys.verifying(old.kid)).toEqual(old.key)
  await keys.reload()
  expect(keys.current()).toEqual(old)
  time += 60_000
  const next = keys.current()
  expect(next.kid).not.toBe(old.kid)
  time += HOUR + GRACE - 1
  expect(keys.verifying(old.kid)).toEqual(old.key)
  time += 1
  expect(keys.verifying(old.kid)).toBeUndefined()
  expect(keys.verifying(undefined)).toBeUndefined()
  expect(keys.verifying(next.kid)).toEqual(next.key)
  expect(keys.verifying('unknown')).toBeUndefined()
})

test('rotation keeps pseudonyms, and drops keys when no token of theirs can be valid', async () => {
  const { pseudonymKey } = await readOrCreate(file)
  await rotateKeys(file, time)
  expect(await rotateKeys(file, time + HOUR)).toHaveLength(3)
  const kept = await rotateKeys(file, time + 31 * 24 * HOUR)
  expect(kept.map(({ signsFrom }) => signsFrom)).toEqual([time + HOUR, time + 31 * 24 * HOUR])
  expect((await readOrCreate(file)).pseudonymKey).toEqual(pseudonymKey)
})

test('replacement refuses the tokens of all keys before', async () => {
  const keys = await open()
  const { kid } = keys.current()
  await replaceKeys(file, time)
  await keys.reload()
  expect(keys.verifying(kid)).toBeUndefined()
  expect(keys.verifying(keys.current().kid)).toEqual(keys.current().key)
})

test('a damaged file is refused without being quoted, and a running platform keeps its keys', async () => {
  const keys = await open()
  const before = keys.current()
  writeFileSync(file, '{"pseudonymKey": "half-of-a-key')
  await expect(keys.reload()).rejects.toThrow(/^\S+signing-keys\.json is damaged: (?!.*half-of)/)
  expect(keys.current()).toEqual(before)
  await expect(open()).rejects.toThrow('is damaged')
  rmSync(file)
  writeFileSync(join(dir, 'secret'), 'short')
  await expect(open()).rejects.toThrow('is damaged')
})

test('a file whose time JavaScript cannot read is damaged: its key would never sign', async () => {
  await open()
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('1970-01-01T00:00:00.000Z', '2026-11-26T01:02:03+03'),
  )
  await expect(open()).rejects.toThrow('is damaged')
})

test('does not replace an unreadable file', async () => {
  mkdirSync(file)
  await expect(open()).rejects.toThrow('cannot be read')
})
