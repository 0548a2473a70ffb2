import childProcess, { type ChildProcess, spawn } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { startSupervisor } from './supervisor.ts'

/** A worker that is ready at once and counts the commands it gets. */
const WORKER = `
  let commands = 0
  process.on('message', ({ type, call }) => {
    if (type === 'stop') process.exit()
    commands += 1
    if (type === 'still') process.send({ type: 'answer', call, value: { still: String(commands) } })
  })
  process.send({ type: 'ready' })`
const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
const startWorker = (): ChildProcess => spawn(process.execPath, ['--eval', WORKER], { stdio: [...stdio] })

/** The next forks. */
function forkAs(...starts: (() => ChildProcess)[]) {
  const spy = vi.spyOn(childProcess, 'fork')
  for (const start of starts) spy.mockImplementationOnce(start)
  syncBuiltinESMExports()
}
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const state = { machineId: '1' } as never
const askFor = (supervisor: ReturnType<typeof startSupervisor>) =>
  supervisor.request((call) => ({ type: 'still', call, state }), 1000)

test('a worker that could not be started is started again', async () => {
  const missing = () => spawn('/missing/node', { stdio: [...stdio] })
  const refuse = () => {
    throw new Error('spawn EPERM')
  }
  forkAs(missing, refuse, startWorker)
  const logged: string[] = []
  const onExit = vi.fn()
  const supervisor = startSupervisor({ log: (message) => logged.push(message) }, { onClosed() {}, onExit })
  await expect.poll(() => askFor(supervisor), { timeout: 20_000 }).toEqual({ still: '1' })
  expect(onExit).toHaveBeenCalledTimes(2)
  expect(logged).toEqual([
    'the video process: spawn /missing/node ENOENT',
    'the video process ended (-2); started again in 100 ms',
    'the video process: spawn EPERM',
    'the video process ended (not started); started again in 200 ms',
  ])
  await supervisor.stop()
})

test('commands for a worker that is still starting are kept, a limited number', async () => {
  forkAs(startWorker)
  const supervisor = startSupervisor({}, { onClosed() {}, onExit() {} })
  for (let count = 0; count < 5000; count += 1) supervisor.send({ type: 'close', peer: `${count}` })
  await expect.poll(() => askFor(supervisor), { timeout: 20_000 }).toMatchObject({ still: '1001' })
  await supervisor.stop()
})
