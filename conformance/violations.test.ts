import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startExample } from '../platform/testing/example.ts'
import { logIn } from '../platform/testing/process.ts'
import type { Finding } from './report/findings.ts'
import { withoutPicture } from './testing/faults.ts'
import { combined, type Fault, startFaultyProxy } from './testing/faulty-proxy.ts'
import { findingsOf } from './testing/kit.ts'
import { RIGHT_SERVERS } from './testing/right-servers.ts'
import { type PlantedViolation, VIOLATIONS_OF_CALLS } from './testing/violations-of-calls.ts'
import { VIOLATIONS_OF_SOCKETS } from './testing/violations-of-sockets.ts'

/*
 * A right platform behind a proxy that violates one rule of the contract: the kit names it once, and calls
 * nothing else wrong.
 */

const TIMEOUT_MS = 60_000
const ANNA = { username: 'anna', password: 'anna-1234' }
const EMMA = { username: 'emma', password: 'emma-1234' }
const LANES = 3

interface Platform {
  readonly address: string
  readonly stop: () => Promise<void>
}
/** The platforms that no test uses now; each has one player for the kit, and another at a machine. */
const free: Platform[] = []
const waiting: ((platform: Platform) => void)[] = []

async function startPlatform(): Promise<Platform> {
  const { address, stop } = await startExample('operator-server', { SPIN_MS: '400' })
  const token = await logIn(address, EMMA)
  const socket = io(address, { auth: { token }, transports: ['websocket'], forceNew: true })
  await socket.emitWithAck('init', { machineID: '3', token })
  return {
    address,
    stop: async () => {
      socket.close()
      await stop()
    },
  }
}
beforeAll(async () => {
  free.push(...(await Promise.all(Array.from({ length: LANES }, startPlatform))))
}, TIMEOUT_MS)
afterAll(async () => {
  await Promise.all(free.map(({ stop }) => stop()))
})

async function withPlatform<T>(work: (address: string) => Promise<T>): Promise<T> {
  const platform = free.pop() ?? (await new Promise<Platform>((resolve) => waiting.push(resolve)))
  try {
    return await work(platform.address)
  } finally {
    const next = waiting.shift()
    if (next) next(platform)
    else free.push(platform)
  }
}

/** Ends the visit that a violation may have left. */
async function leaveMachine(address: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${await logIn(address, ANNA)}`,
    'content-type': 'application/json',
  }
  for (const machineId of ['1', '2']) {
    const body = JSON.stringify({ machineId })
    await fetch(`${address}/api/player/cancel`, { method: 'POST', headers, body })
  }
}

interface Plan {
  readonly fault: Fault
  readonly picture: boolean
  readonly isForeign: boolean
}

const check = ({ fault, picture, isForeign }: Plan) =>
  withPlatform(async (address) => {
    const proxy = await startFaultyProxy(address, picture ? fault : withoutPicture(fault))
    try {
      const { origin } = proxy
      const settings = { apiUrl: `${origin}/api`, machineUrl: origin, notificationUrl: origin }
      return await findingsOf(isForeign ? 'https://play.example' : origin, ANNA, settings)
    } finally {
      await proxy.close()
      await leaveMachine(address)
    }
  })

const nameOf = ({ topic, title }: Finding) => `${topic}: ${title}`
const of = (findings: readonly Finding[], status: Finding['status']) =>
  findings.filter((finding) => finding.status === status)
const evidenceOf = ({ sent = '', got = '', expected = '', where = '' }: Finding) =>
  [sent, got, expected, where].join(' ')

const VIOLATIONS = { ...VIOLATIONS_OF_CALLS, ...VIOLATIONS_OF_SOCKETS }
const groupOf = ([name, { together }]: readonly [string, PlantedViolation]) => together ?? name
/** The violations of each run, by what they are called. */
const RUNS = [...new Set(Object.entries(VIOLATIONS).map(groupOf))].map((group) => {
  const planted = Object.entries(VIOLATIONS).filter((entry) => groupOf(entry) === group)
  return [planted.map(([name]) => name).join(', '), planted.map(([, violation]) => violation)] as const
})

describe.concurrent('the kit', { timeout: TIMEOUT_MS }, () => {
  test.each(Object.entries(RIGHT_SERVERS))('finds nothing wrong in a right server %s', async (_, fault) => {
    const findings = await check({ fault: fault(), picture: true, isForeign: true })
    expect(of(findings, 'wrong')).toEqual([])
    expect(of(findings, 'unchecked')).toEqual([])
  })

  test.each(RUNS)('%s', async (_, planted) => {
    const fault = combined(planted.map((violation) => violation.fault()))
    const picture = planted.some((violation) => violation.picture)
    const isForeign = planted.some((violation) => violation.isForeign)
    const findings = await check({ fault, picture, isForeign })
    const wrong = of(findings, 'wrong')
    expect(wrong.map(nameOf).sort()).toEqual(planted.map(({ found }) => found).sort())
    for (const { found, because } of planted)
      expect(wrong.filter((finding) => nameOf(finding) === found).map(evidenceOf)).toEqual([
        expect.stringMatching(because),
      ])
    const causes = planted.map(({ found }) => `Follows from "${found}".`)
    expect(of(findings, 'unchecked').filter(({ note = '' }) => !causes.includes(note))).toEqual([])
  })
})
