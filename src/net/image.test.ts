import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchPicture } from './image.ts'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (status: number, type: string, bytes = 10) =>
  fetched.mockResolvedValue(
    new Response(status === 204 ? null : new Blob(['x'.repeat(bytes)]), {
      status,
      headers: { 'content-type': type },
    }),
  )
const ask = (address: string) =>
  fetchPicture(address, { baseUrl: 'https://api.example', token: 't1', signal: new AbortController().signal })

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

test('a relative path is resolved against the API and sent the token; another address is not', async () => {
  answer(200, 'image/webp')
  expect((await ask('/machine/1/still'))?.size).toBe(10)
  expect(fetched.mock.calls[0]?.[0]).toBe('https://api.example/machine/1/still')
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer t1' })
  await ask('https://pictures.example/1.jpg')
  expect(fetched.mock.calls[1]?.[0]).toBe('https://pictures.example/1.jpg')
  expect(fetched.mock.calls[1]?.[1].headers).not.toHaveProperty('authorization')
})

test.each(['//evil.example/1.jpg', '/\\evil.example', 'javascript:alert(1)', 'data:image/png,x', ''])(
  '%s is not requested',
  async (address) => {
    expect(await ask(address)).toBeUndefined()
    expect(fetched).not.toHaveBeenCalled()
  },
)

test.each([
  [404, 'image/jpeg', 10],
  [204, 'image/jpeg', 0],
  [200, 'text/html', 10],
  [200, 'image/svg+xml', 10],
  [200, 'image/jpeg', 0],
  [200, 'image/jpeg', 600_000],
])('an answer %i of type %s with %i bytes is not an image', async (status, type, bytes) => {
  answer(status, type, bytes)
  expect(await ask('/a')).toBeUndefined()
})

test.each(['Image/JPEG', ''])('the type %j of an image is no reason to refuse it', async (type) => {
  answer(200, type)
  expect((await ask('/a'))?.size).toBe(10)
})

test('a network error is no image', async () => {
  fetched.mockRejectedValue(new TypeError('away'))
  expect(await ask('/a')).toBeUndefined()
})
