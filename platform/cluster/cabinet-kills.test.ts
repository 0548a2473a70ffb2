import { expect, test } from 'vitest'
import { NOTHING_OFF, runCabinetKills } from '../testing/cabinet-kills.ts'
import { isPossible } from '../testing/cluster/cluster.ts'
import { startRedis } from '../testing/cluster/redis.ts'
import { startPostgres } from '../testing/store/postgres.ts'

test.skipIf(!isPossible)(
  '60 kills and cuts of controllers, line and two processes lose no cent and no game',
  async () => {
    const [server, redis] = await Promise.all([startPostgres(), startRedis()])
    try {
      const cuts = { line: 28, controller: 27, platform: 5 }
      const env = { DATABASE_URL: server?.url ?? '', REDIS_URL: redis.url }
      const found = await runCabinetKills({ cabinets: 4, cuts, processes: 2, env })
      expect(found).toMatchObject(NOTHING_OFF)
      expect(found.games).toBeGreaterThan(0)
    } finally {
      await redis.stop()
      server?.stop()
    }
  },
  240_000,
)
