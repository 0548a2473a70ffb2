import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { formatSchema } from '../../config/settings/schema.ts'
import { GAMES } from '../../games/index.ts'
import { isDecodableUrl } from '../../lib/is-decodable-url.ts'

/*
 * The floor file: the operator's brands and machines. Amounts are in major units, as in all files of an
 * operator.
 */

export const MAX_MACHINES = 10_000
const MAX_STAKE = 100_000
const MAX_JACKPOT = 1_000_000_000

const Key = v.pipe(
  v.string('must be a key between double quotes'),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a key of a-z, 0-9 and hyphens'),
  v.maxLength(40, 'must be a key of at most 40 characters'),
)
const NAME = 'must be a name of 1 to 60 characters'
const Name = v.pipe(
  v.string(NAME),
  v.minLength(1, NAME),
  v.maxLength(60, NAME),
  v.check((name) => name.trim() === name, `${NAME} without spaces around it`),
  v.check((name) => !/[\p{Cc}\p{Cf}]/u.test(name), `${NAME}, none of them a control character`),
)
const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message))
}
const JACKPOT = `must be an amount from 0 to ${MAX_JACKPOT} with up to two decimals, such as 12500 or 99.50`
const STAKES = 'must be a list of 1 to 30 stakes, such as [1, 2, 5]'
const Stakes = v.pipe(
  v.array(whole(1, MAX_STAKE), STAKES),
  v.minLength(1, STAKES),
  v.maxLength(30, STAKES),
  v.check(
    (stakes) => stakes.every((stake, at) => stake > (stakes[at - 1] ?? 0)),
    'must have each stake once, from the lowest to the highest',
  ),
  v.description('The stakes that are offered, whole major units, ascending.'),
)

/** Ids below belong to the brand packs that come with the platform. */
const MIN_OWN_BRAND_ID = 1000

const Brand = v.strictObject({
  key: v.pipe(
    Key,
    v.description(
      'The key of a brand pack such as "kervan", or of a brand of yours, whose poster is assets/machines/<key>.png in PUBLIC_DIR.',
    ),
  ),
  id: v.optional(
    v.pipe(
      whole(MIN_OWN_BRAND_ID, 999_999),
      v.description('Of a brand of yours: identifies it in the database for ever. A pack has its own.'),
    ),
  ),
  name: v.optional(v.pipe(Name, v.description('Shown to players.'))),
  game: v.optional(
    v.pipe(
      v.picklist(Object.keys(GAMES), `must be one of ${Object.keys(GAMES).join(', ')}`),
      v.description('The game of its drawn machines.'),
    ),
  ),
  stakes: v.optional(Stakes),
  jackpot: v.optional(
    v.pipe(
      v.number(JACKPOT),
      v.minValue(0, JACKPOT),
      v.maxValue(MAX_JACKPOT, JACKPOT),
      v.check((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, JACKPOT),
      v.description('Its first jackpot in major units, paid by the house once.'),
    ),
  ),
})

/** It becomes a part of the app's Content-Security-Policy. */
const webAddress = (example: string) => {
  const message = `must be an address like ${example}`
  const isAddress = (text: string) =>
    /^https?:\/\/[^\s"'<>;,@?#{}]+$/.test(text) && isDecodableUrl(text) && text.length <= 500
  return v.pipe(v.string(message), v.check(isAddress, message))
}

const Video = v.strictObject({
  url: v.pipe(
    webAddress('https://pictures.example/hall-3/whep'),
    v.description('The WHEP endpoint of its camera, as the players reach it.'),
  ),
  api: v.optional(
    v.pipe(
      webAddress('http://127.0.0.1:9997'),
      v.description('The API of its MediaMTX, by which pictures end with their seats.'),
    ),
  ),
})

const Machine = v.strictObject({
  id: v.pipe(
    whole(1, 999_999),
    v.description('Identifies the machine in the database for ever; of several, the first.'),
  ),
  count: v.optional(
    v.pipe(
      whole(1, MAX_MACHINES),
      v.description('So many machines, with the ids from `id` on. Their numbers follow their name.'),
    ),
  ),
  name: v.pipe(Name, v.description('Shown to players.')),
  brand: v.pipe(Key, v.description('The key of its brand, which never changes.')),
  stakes: v.optional(Stakes),
  driver: v.optional(
    v.pipe(
      v.picklist(['simulated', 'controller'], 'must be "simulated" or "controller"'),
      v.description('Who makes the game: the platform, or a cabinet behind a controller. It never changes.'),
    ),
    'simulated',
  ),
  key: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^sha256:[0-9a-f]{64}$/, 'must be what "npm run machines -- key" prints, sha256:…'),
      v.description('The hash of its controller’s key: npm run machines -- key.'),
    ),
  ),
  video: v.optional(v.pipe(Video, v.description('The picture of a machine with a controller.'))),
})

export const FloorFile = v.strictObject({
  $schema: v.optional(v.pipe(v.string(), v.description('For editors.'))),
  brands: v.optional(
    v.pipe(
      v.array(Brand, 'must be a list of brands'),
      v.description(
        'The brands that differ from their packs, and those of yours. Brands are shown in this order.',
      ),
    ),
    [],
  ),
  machines: v.pipe(
    v.array(Machine, 'must be a list of machines'),
    v.minLength(1, 'must have a machine'),
    v.description('All machines of the floor.'),
  ),
})
export type FloorFile = v.InferOutput<typeof FloorFile>

/** The floor file as JSON Schema. */
function floorSchema(): JsonSchema {
  return {
    ...toJsonSchema(FloorFile, { typeMode: 'input', ignoreActions: ['check'] }),
    title: 'FLOOR_FILE of Reelcast',
    description: 'The brands and machines of a floor. Amounts are in major units. Comments are allowed.',
  }
}

/** The text of docs/operator/floor.schema.json. */
export const floorSchemaFile = (): string => formatSchema(floorSchema())
