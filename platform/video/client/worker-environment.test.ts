import { existsSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { startVideo } from './engine.ts'

/* What the video process, which parses strangers' SDP, has of the platform. As Linux tells. */

const SLOW = 120_000
const isLinux = existsSync('/proc/self/environ')

afterEach(() => {
  vi.unstubAllEnvs()
})

test.skipIf(!isLinux)(
  'the environment of the video process holds its options and nothing of the platform',
  async () => {
    for (const name of 'DATABASE_URL REDIS_URL ADMIN_TOKEN TURN_SECRET VIDEO_SFU_SECRET ANYTHING'.split(' '))
      vi.stubEnv(name, `secret-of-${name}`)
    vi.stubEnv('TMPDIR', '/tmp')
    const engine = startVideo({ prerender: false })
    try {
      const { pid } = await vi.waitFor(
        async () => {
          const stats = await engine.stats()
          if (!stats) throw new Error('the video process is not ready')
          return stats
        },
        { timeout: SLOW },
      )
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
      const names = variables.map((variable) => variable.split('=')[0])
      // NODE_CHANNEL_*: the pipe to the platform.
      expect(names.filter((name) => !name?.startsWith('NODE_CHANNEL_')).sort()).toEqual([
        'TMPDIR',
        'VIDEO_OPTIONS',
      ])
      expect(variables.join()).not.toContain('secret-of')
      // Where memory runs out, the kernel ends it in place of the platform.
      expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000')
    } finally {
      await engine.stop()
    }
  },
  SLOW,
)
