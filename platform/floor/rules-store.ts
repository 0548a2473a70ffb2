import { definitionOf, parseDefinition } from '../games/definition.ts'
import type { GameDef } from '../games/game.ts'
import type { Rules } from '../machines/driver.ts'
import { recordOperatorAction } from '../players/operator-log.ts'
import type { Db } from '../store/db.ts'

/** The rules that spins were played by. What was staked is played to its end by the rules of its stake. */
export interface RulesStore {
  /** Stores rules once, permanently and as an action of the operator. */
  keep(def: GameDef, at: Date): Promise<Rules>
  /** The rules of these hashes that are stored. */
  find(hashes: readonly (string | null)[]): Promise<ReadonlyMap<string, Rules>>
}

export function createRulesStore(db: Db): RulesStore {
  const known = new Map<string, Rules>()
  return {
    async keep(def, at) {
      const { hash, text } = definitionOf(def)
      const rules = known.get(hash) ?? { hash, def }
      if (!known.has(hash)) await store(db, def.id, hash, text, at)
      known.set(hash, rules)
      return rules
    },
    async find(hashes) {
      const missing = hashes.filter((hash) => hash !== null && !known.has(hash))
      if (missing.length > 0) {
        const rows = await db
          .selectFrom('game_definitions')
          .select(['hash', 'definition'])
          .where('hash', 'in', missing)
          .execute()
        for (const { hash, definition } of rows) known.set(hash, { hash, def: parseDefinition(definition) })
      }
      return known
    },
  }
}

function store(db: Db, game: string, hash: string, text: string, at: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const kept = await trx
      .insertInto('game_definitions')
      .values({ hash, game, definition: text, created_at: at })
      .onConflict((same) => same.doNothing())
      .returning('game')
      .executeTakeFirst()
    const action = { action: 'game definition', outcome: 'done', ip: 'local', at }
    if (kept) await recordOperatorAction(trx, { ...action, target: { game, hash } })
  })
}
