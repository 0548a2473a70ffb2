import * as v from 'valibot'
import { Cents } from '../../../src/contract/money.ts'

/*
 * What a cabinet has reported, by the kind of the movement that books it. The fingerprint of the movement is
 * these facts as JSON, with the keys in this order: the chain covers them, and the audit compares the row of
 * the report with them.
 */

const OF_VISIT = { player_id: v.nullable(v.number()), visit_id: v.nullable(v.number()) }
const FACTS = {
  /** `played_at`: ms since 1970. */
  game: v.strictObject({ stake: Cents, win: Cents, credit: Cents, ...OF_VISIT, played_at: v.number() }),
  'hand-pay-due': v.strictObject({ cents: Cents, ...OF_VISIT }),
  'hand-pay': v.strictObject({ to: v.picklist(['machine', 'attendant']) }),
  /** `cents`: what the cash-out took off the cabinet. */
  'cash-out': v.strictObject({ cents: Cents }),
}
type Kind = keyof typeof FACTS
type Facts<K extends Kind> = v.InferOutput<(typeof FACTS)[K]>

/** `facts` may be a row with further columns. */
export const writeFacts = <K extends Kind>(kind: K, facts: Facts<K>): string =>
  JSON.stringify(facts, Object.keys(FACTS[kind].entries))

/** The facts of a movement; undefined if it is of another kind or its fingerprint has no such facts. */
export function readFacts<K extends Kind>(
  kind: K,
  movement: { readonly kind: string; readonly fingerprint: string },
): Facts<K> | undefined {
  if (movement.kind !== kind) return undefined
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), FACTS[kind]), movement.fingerprint)
  return read.success ? read.output : undefined
}
