import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestCameras } from '../../testing/video/sfu/cameras.ts'
import type { Cameras } from './cameras.ts'

/* When the viewers of a camera are ended. The tests with a server of pictures show that they end. */

let cameras: Cameras
let owner: string | undefined
let changeSeat: (machineId: string) => void
let answer: () => Promise<Pick<Response, 'ok' | 'status' | 'json'>>
const ask = vi.fn(() => answer())
const nobody = async () => ({ ok: true, status: 200, json: async () => ({ pageCount: 0, items: [] }) })

beforeEach(() => {
  vi.stubGlobal('fetch', ask.mockClear())
  answer = nobody
  owner = undefined
})
afterEach(() => {
  cameras.close()
  vi.unstubAllGlobals()
})

function open(api: string | undefined): void {
  const opened = openTestCameras({
    cameras: new Map([['101', { url: 'https://pictures.example/hall/101/whep', api }]]),
    secret: 'a-secret-of-twenty-four-characters',
    ownerOf: () => owner,
    isInService: () => true,
  })
  cameras = opened.cameras
  changeSeat = opened.changeSeat
}
/** The seat changes, and everything is done that has an answer. Returns how often a server was asked. */
async function seat(next: string | undefined): Promise<number> {
  const before = ask.mock.calls.length
  owner = next
  changeSeat('101')
  await setImmediate()
  return ask.mock.calls.length - before
}

test('a MediaMTX is asked at each change of the seat, also one that has not answered yet', async () => {
  open('http://127.0.0.1:9997')
  await setImmediate()
  expect([await seat('alice'), await seat(undefined), await seat('bob'), await seat('carol')]).toEqual([
    1, 1, 1, 1,
  ])
  answer = () => new Promise(() => {})
  expect([await seat(undefined), await seat('bob')]).toEqual([1, 1])
  answer = () => Promise.reject(new TypeError('away'))
  expect([await seat(undefined), await seat('carol')]).toEqual([1, 1])
})

test('the front of Janus is told of each player, and takes no token from before', async () => {
  open(undefined)
  await seat('alice')
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  for (const next of [undefined, 'bob']) {
    const before = ask.mock.calls.length
    await seat(next)
    // Its token is signed first.
    await vi.waitFor(() => expect(ask.mock.calls.length).toBe(before + 1))
  }
})
