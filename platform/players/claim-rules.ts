import { readOperatorSettings } from '../../src/contract/settings-operator.ts'
import type { Config } from '../config/config.ts'
import { readSettingsFile } from '../config/settings-file.ts'
import type { ClaimKind } from './claims.ts'

/** A credit that a player may claim once in `windowMs`. Amounts in cents. */
export interface ClaimRule {
  readonly amount: number
  readonly windowMs: number
  /** Claims per player in 24 hours. */
  readonly maxPerDay: number
  /** Refused from this balance on. */
  readonly maxBalance?: number
}

type Grants = Pick<Config, 'discount' | 'bonus' | 'settingsFile'>

/**
 * The rule of a kind; undefined while it is switched off. The conditions are read from Settings.json at each claim, so
 * that the app and the platform never disagree, also after the operator has changed the file. A missing file, or a
 * wrong value in it, has the effect that it has in the app: the default holds.
 */
export async function readClaimRule(kind: ClaimKind, config: Grants): Promise<ClaimRule | undefined> {
  const { amount, maxPerDay } = config[kind]
  if (amount === 0) return undefined
  const { autoDiscount, autoBonus, discountCheck, minDiscount, repeatWindow } = readOperatorSettings(
    await readSettingsFile(config.settingsFile),
  ).more
  if (!(kind === 'discount' ? autoDiscount : autoBonus)) return undefined
  const limit = kind === 'discount' && discountCheck ? { maxBalance: minDiscount } : {}
  return { amount, maxPerDay, windowMs: repeatWindow * 1000, ...limit }
}

/** Settings.json as the app shall see it: without the buttons of claims that are switched off here. */
export function withoutUnpaidClaims(settings: object, { discount, bonus }: Grants): object {
  return {
    ...settings,
    ...(discount.amount === 0 && { autoDiscount: false }),
    ...(bonus.amount === 0 && { autoBonus: false }),
  }
}
