import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { runCommand } from '../testing/lib/command.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { listen, logIn, startProcess } from '../testing/process.ts'
import { createScratchDatabase } from '../testing/store/database.ts'
import { players as command } from './players.ts'

/* The command beside a running platform, which needs a database server. */

const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const dataDir = scratchFolder()
let end = async () => {}
afterAll(() => end())

test.skipIf(!serverUrl)(
  'a running platform pushes a deposit, and ends the open sockets of a ban and a new password, with the reason',
  async () => {
    const scratch = await createScratchDatabase(serverUrl)
    const env = { DATABASE_URL: scratch.url, DEMO: '0', FLOOR_MACHINES: '1' }
    const { child, exited, ready } = startProcess(dataDir, env)
    end = async () => {
      child.kill('SIGTERM')
      await exited
      await scratch.drop()
    }
    const { address } = await ready()
    const players = (args: string[], input = '') => runCommand(command, args, env, input)
    await players(['add', 'deniz', '--password-stdin'], 'lobster-quartz')
    const deniz = { username: 'deniz', password: 'lobster-quartz' }
    const first = await listen(address, await logIn(address, deniz))
    await players(['credit', 'deniz', '12.50', 'till'])
    await expect.poll(() => first.balances, { timeout: 10_000 }).toMatchObject([{ balance: 1250 }])
    await players(['password', 'deniz', '--password-stdin'], 'copper-lagoon')
    await first.gone
    const second = await listen(address, await logIn(address, { ...deniz, password: 'copper-lagoon' }))
    await players(['ban', 'deniz'])
    await second.gone
    expect(first.infos).toMatchObject([{ action: 'logout', code: Code.tokenExpired }])
    expect(second.infos).toMatchObject([{ action: 'logout', code: Code.banned }])
  },
  120_000,
)

test.skipIf(!serverUrl)(
  'a generated password is printed before the wait for other transactions',
  async () => {
    const scratch = await createScratchDatabase(serverUrl)
    const env = { DATABASE_URL: scratch.url, DEMO: '0' }
    const added = await runCommand(command, ['add', 'deniz'], env)
    expect(added).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^deniz {2}player 1 {2}password \S/),
    })
    const other = new pg.Client({ connectionString: scratch.url })
    await other.connect()
    // As an import of players that is under way.
    await other.query('begin')
    await other.query(
      "insert into operator_actions (action, target, outcome, ip, at) values ('test', '{}', 'done', 'local', now())",
    )
    let end = false
    const printed: string[] = []
    const changing = command({
      ...{ args: ['password', 'deniz'], env, stdin: Readable.from([]), writeError() {} },
      write: (text) => void printed.push(text),
    }).finally(() => {
      end = true
    })
    await expect.poll(() => printed, { timeout: 10_000 }).toHaveLength(1)
    expect(end).toBe(false)
    await other.query('commit')
    expect(await changing).toBe(0)
    await other.end()
    await scratch.drop()
  },
)
