import type * as v from 'valibot'
import * as attract from '../../src/contract/attract.ts'
import * as chat from '../../src/contract/chat.ts'
import * as clock from '../../src/contract/clock.ts'
import * as countryCheck from '../../src/contract/country-check.ts'
import * as endVisit from '../../src/contract/end-visit.ts'
import * as extras from '../../src/contract/extras.ts'
import * as floor from '../../src/contract/floor.ts'
import * as http from '../../src/contract/http.ts'
import * as limits from '../../src/contract/limits.ts'
import * as live from '../../src/contract/live.ts'
import * as localizedText from '../../src/contract/localized-text.ts'
import * as money from '../../src/contract/money.ts'
import * as phoneLogin from '../../src/contract/phone-login.ts'
import * as player from '../../src/contract/player.ts'
import * as qualityReport from '../../src/contract/quality-report.ts'
import * as rules from '../../src/contract/rules.ts'
import * as success from '../../src/contract/success.ts'
import * as user from '../../src/contract/user.ts'

const MODULES = {
  ...money,
  ...localizedText,
  ...http,
  ...countryCheck,
  ...success,
  ...user,
  ...player,
  ...limits,
  ...phoneLogin,
  ...chat,
  ...qualityReport,
  ...endVisit,
  ...floor,
  ...attract,
  ...rules,
  ...extras,
  ...clock,
  ...live,
}

/** The name of an exported schema. */
export const nameOf = (schema: unknown) =>
  (Object.keys(MODULES) as Exported[]).find((name) => MODULES[name] === schema) as SchemaName

/** The objects inside another schema that have a name in the documents: that schema and the field. */
export const NESTED = {
  ClaimParams: ['ClaimAnswer', 'Params'],
  MachineAnswerParams: ['MachineAnswer', 'Params'],
  UserChanges: ['UserUpdate', 'user'],
  ChatDialog: ['ChatAnswer', 'chat'],
  FreeRounds: ['RulesAnswer', 'free'],
  FreeAward: ['FreeRounds', 'awards'],
  JackpotRule: ['RulesAnswer', 'jackpot'],
  CabinetTransfer: ['CabinetState', 'transfer'],
  LastSpin: ['GameState', 'spin'],
  IceServer: ['VideoSource', 'iceServers'],
  SeatedMachine: ['GameInitAccepted', 'machine'],
} as const

type AcceptedOf<Name> = Name extends `${infer Command}Ack` ? `${Command}Accepted` : never
type Exported = keyof typeof MODULES
export type SchemaName = Exported | AcceptedOf<Exported> | keyof typeof NESTED

interface Parts extends v.GenericSchema {
  readonly wrapped?: Parts
  readonly item?: Parts
  readonly entries?: Readonly<Record<string, Parts>>
  readonly options?: readonly Parts[]
}
const unwrapped = (schema: Parts): Parts => (schema.wrapped ? unwrapped(schema.wrapped) : schema)

/** Bundlers list the exports of a module in another order than Node. */
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

function namedSchemas(): Record<string, v.GenericSchema> {
  const named: Record<string, Parts> = {}
  for (const [name, value] of Object.entries<unknown>(MODULES).sort(byName)) {
    if (Object(value).kind !== 'schema') continue
    named[name] = unwrapped(value as Parts)
    const accepted = named[name].options?.[0]
    if (accepted && name.endsWith('Ack')) named[name.replace(/Ack$/, 'Accepted')] = accepted
  }
  for (const [name, [parent, field]] of Object.entries(NESTED)) {
    const inner = unwrapped(named[parent]?.entries?.[field] as Parts)
    named[name] = inner.item ?? inner
  }
  return named
}

/** Every schema that has a name in the documents: the exports of src/contract/ and parts of them. */
export const SCHEMAS = namedSchemas() as Readonly<Record<SchemaName, v.GenericSchema>>
