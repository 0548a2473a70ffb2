import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readInTurns } from './reading-turns.ts'

test('three calls of a player run at once, the others later, and nobody else waits', async () => {
  const started: string[] = []
  /** Of the calls that run. */
  const running: { succeed(value?: unknown): void; fail(reason: Error): void }[] = []
  const reader = readInTurns(
    () => (request) => {
      started.push(request.headers.authorization?.at(-1) ?? '')
      return new Promise((succeed, fail) => void running.push({ succeed, fail }))
    },
    { signedBy: async (token) => (token === '-' ? undefined : { playerId: token, loginId: 'x' }) },
  )
  const call = (token: string) => {
    const request = { headers: { authorization: `Bearer ${token}` } } as FastifyRequest
    return reader(async () => {})(request, {} as FastifyReply).catch(() => 'failed')
  }
  const calls = [...'aaaaab-'].map(call)
  await expect.poll(() => started.toSorted().join('')).toBe('-aaab')
  running[started.indexOf('a')]?.fail(new Error('the database is away'))
  await expect.poll(() => started.toSorted().join('')).toBe('-aaaab')
  const succeedAll = () => {
    for (const { succeed } of running) succeed()
    return started.length
  }
  await expect.poll(succeedAll).toBe(calls.length)
  succeedAll()
  expect((await Promise.all(calls)).filter(Boolean)).toEqual(['failed'])
  // The places are free again.
  const again = [...'aaa'].map(call)
  await expect.poll(() => started.length).toBe(calls.length + 3)
  succeedAll()
  await Promise.all(again)
})
