import fastify from 'fastify'
import { expect, test } from 'vitest'
import { logOptions, textLine } from './log.ts'

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

function logged(write: (log: ReturnType<typeof fastify>['log']) => void): string[] {
  const lines: string[] = []
  write(fastify({ logger: logOptions('info', { write: (line) => lines.push(line) }) }).log)
  return lines
}

test('each line is a JSON object with level, time and the code of its event', () => {
  const lines = logged((log) => {
    log.warn({ machine: '7' }, "The operator's call")
    log.error({ err: new Error(`cannot send ${TOKEN}`) })
    log.error(new Error('plain'))
    log.info({ code: 'video' }, `varies ${TOKEN}`)
    log.warn('%s of %d', 'three', 4)
  })
  const head = { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), pid: process.pid }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...head, level: 'warn', code: 'the-operator-s-call', machine: '7', msg: "The operator's call" },
    { ...head, level: 'error', code: 'an-error', err: { message: 'cannot send [token]' } },
    { ...head, level: 'error', code: 'an-error', err: { message: 'plain' } },
    { ...head, level: 'info', code: 'video', msg: 'varies [token]' },
    { ...head, level: 'warn', msg: 'three of 4' },
  ])
  expect(lines.join('')).not.toContain('eyJ')
})

test('as text, a line has time, level, message and details, and an error its stack', () => {
  const error = new Error('no answer')
  error.stack = 'Error: no answer\n    at work (file.ts:1:1)'
  const [plain = '', failure = ''] = logged((log) => {
    log.warn({ machine: '7' }, 'a command waits')
    log.error({ err: error }, 'a command failed')
  }).map(textLine)
  expect(plain).toMatch(/^\S+Z warn {2}a command waits \{"machine":"7"\}\n$/)
  expect(failure).toMatch(/^\S+Z error a command failed: no answer\n {4}at work \(file\.ts:1:1\)\n$/)
})
