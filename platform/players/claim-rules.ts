import { readOperatorSettings } from '../../src/contract/settings-operator.ts'
import type { Config } from '../config/config.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import type { ClaimKind } from './claims.ts'

/** A credit that a player may claim once in `windowMs`. Amounts in cents. */
export interface ClaimRule {
  readonly amount: number
  readonly windowMs: number
  /** Claims per player in 24 hours. */
  readonly maxPerDay: number
  /** Refused from this balance on. */
  readonly maxBalance?: number
  /** The player's money at a machine counts with the wallet. */
  readonly countsCredit?: boolean
}

type Grants = Pick<Config, 'discount' | 'bonus'>

/**
 * The rule of a claim; undefined if it is switched off. The conditions are read from Settings.json at each
 * claim, so that app and platform agree even after the operator has changed the file. An invalid value
 * results in the default, as in the app.
 */
export async function readClaimRule(
  kind: ClaimKind,
  grants: Grants,
  settings: SettingsFile,
): Promise<ClaimRule | undefined> {
  const { amount, maxPerDay } = grants[kind]
  if (amount === 0) return undefined
  const { autoDiscount, autoBonus, discountCheck, discountCountsCredit, minDiscount, repeatWindow } =
    readOperatorSettings((await settings.read()).value).more
  if (!(kind === 'discount' ? autoDiscount : autoBonus)) return undefined
  const limit =
    kind === 'discount' && discountCheck
      ? { maxBalance: minDiscount, countsCredit: discountCountsCredit }
      : {}
  return { amount, maxPerDay, windowMs: repeatWindow * 1000, ...limit }
}

/** The Settings.json for the app: without the buttons of claims that are switched off on the platform. */
export function withoutUnpaidClaims(settings: object, { discount, bonus }: Grants): object {
  return {
    ...settings,
    ...(discount.amount === 0 && { autoDiscount: false }),
    ...(bonus.amount === 0 && { autoBonus: false }),
  }
}
