import { type Command, endWith } from '../lib/command.ts'
import { messageOf } from '../lib/message-of.ts'
import {
  MIN_ROTATION_DELAY_MS,
  ROTATION_DELAY_MS,
  readOrCreate,
  replaceKeys,
  retiresAt,
  rotateKeys,
  signingKeysFile,
} from '../players/signing-keys.ts'
import { configOf } from './config-of.ts'

/*
 * `npm run keys`, with the platform's environment: lists the keys that sign the players' tokens. `rotate
 * [seconds]` adds a key that signs after that time (60 s, 20 s at least); the others verify until their last
 * token has expired. `replace` replaces all keys by a new one, which logs out all players. A running platform
 * applies the change within 10 s.
 */

const fail = (reason: string): never => endWith(reason, 1)

export const keys: Command = async ({ args, env, write }) => {
  const config = configOf(env, fail)
  const file = signingKeysFile(config)
  const [command = 'list', given, ...rest] = args
  const seconds = given ?? String(ROTATION_DELAY_MS / 1000)
  const isUsable =
    rest.length === 0 &&
    ['list', 'rotate', 'replace'].includes(command) &&
    // A replacement never waits.
    (given === undefined || command === 'rotate') &&
    /^\d{1,6}$/.test(seconds)
  if (!isUsable) fail('Usage: npm run keys -- [list | rotate [seconds] | replace]')

  const delayMs = Number(seconds) * 1000
  if (command === 'rotate' && delayMs < MIN_ROTATION_DELAY_MS)
    fail(
      `A new key signs after ${MIN_ROTATION_DELAY_MS / 1000} s or more: a process that has not read the file yet refuses its tokens.`,
    )

  const now = Date.now()
  const change = () => {
    if (command === 'rotate') return rotateKeys(file, now + delayMs)
    if (command === 'replace') return replaceKeys(file, now)
    return readOrCreate(file).then(({ keys }) => keys)
  }
  const changed = await change().catch((error: unknown) => fail(messageOf(error)))
  for (const [at, { kid, signsFrom }] of changed.entries()) {
    const end = retiresAt(changed, at, config.tokenMs)
    const isOver = end !== undefined && end <= now
    const last =
      end === undefined ? '' : `, ${isOver ? 'retired' : 'verifies until'} ${new Date(end).toISOString()}`
    const since = signsFrom === 0 ? 'the first key' : `signs from ${new Date(signsFrom).toISOString()}`
    write(`${kid}  ${since}${last}\n`)
  }
  return 0
}
