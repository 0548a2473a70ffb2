import { expect, test } from 'vitest'
import { sharpArtOf } from './sharp-art.ts'

test('the sharp layer has the sign of the machine, too', async () => {
  const signs = await Promise.all(
    ['Nar', 'Nar Gold'].map(
      async (name) => (await sharpArtOf('nar', name, 'classic5')).cabinet(false).dark.data,
    ),
  )
  expect(Buffer.compare(...(signs as [Uint8Array, Uint8Array]))).not.toBe(0)
}, 120_000)
