import { AttractAnswer, AttractMachine } from '../../src/contract/attract.ts'
import { Brand, BrandsAnswer, Machine, MachinesAnswer } from '../../src/contract/floor.ts'
import { RulesAnswer, SpinsAnswer, SpinsQuery } from '../../src/contract/rules.ts'
import { describeObject, describeValue, iso, optional } from './field-docs.ts'

const NOT_SHOWN = 'not shown'
const GameSymbol = RulesAnswer.entries.symbols.wrapped.item

/** Machines, brands, rules and played spins. */
export const FLOOR_SCHEMAS = {
  Machine: describeObject(Machine, 'One machine of the floor.', {
    id: 'Id of the machine.',
    name: optional('Shown on the card and in the game.', 'the id is shown'),
    status: 'Its state.',
    brand: optional(
      'Name of its picture: `/assets/machines/{brand}.png` of the app. If that file is missing, the first letter of the name is shown.',
      'the name in lower case is used',
    ),
    image: optional(
      "Address of a picture that replaces the one of `brand`. If its origin is neither the page's nor a server's, add the origin to `img-src`.",
      'the picture of `brand`',
    ),
    reservation: optional('true: held for this player.', 'not held for this player'),
    reservedUntil: optional('End of the reservation, of this or another player.', 'no countdown', 'ISO 8601'),
    still: optional(
      'Address of a current picture of the machine (JPEG, PNG, WebP; at most 512 KB). A path belongs to the API and is fetched with the token. 204: no picture at the moment.',
      'the card shows the picture of the brand',
    ),
    watchUrl: optional(
      'WHEP URL at which a player without the seat may watch the video while another player plays. A path belongs to the machine server; the token is sent as to `video.url` of `init`. Send it only where the picture shows no amounts.',
      "a busy machine's dialog shows its still",
    ),
    minStake: optional('Lowest stake.', 'the card shows no stakes', 'cents'),
    maxStake: optional('Highest stake.', 'the card shows no stakes', 'cents'),
    lastBigWin: optional(
      'Last big win, of a visit that has ended: other players may see it. The built-in platform counts wins of ten stakes and more.',
      'the card shows no win, and no machine of a brand carries the flame',
      'cents',
    ),
  }),
  MachinesAnswer: describeObject(MachinesAnswer, 'Machines of one brand, or all.', {
    machines: 'The machines, in the order in which they are shown.',
    name: optional('Name of the requested brand.', 'the name from the list of brands'),
  }),
  Brand: describeObject(Brand, 'A brand: a group of machines.', {
    id: 'Id of the brand, for /machine/{id}.',
    name: 'The displayed name.',
    brand: optional(
      'Name of its picture: `/assets/machines/{brand}.png` of the app. If that file is missing, the first letter of the name is shown.',
      'the name in lower case is used',
    ),
    jackpot: optional(
      'Amounts in cents, separated by commas: "1250000,480000".',
      'no jackpot is shown',
      'cents',
    ),
    machineCount: optional('Number of its machines.', 'neither its number nor the total is shown'),
    freeCount: optional(
      'Number of its machines with the status `available`; needs `machineCount`.',
      'the card shows only the number of machines',
    ),
  }),
  BrandsAnswer: describeValue(BrandsAnswer, 'All brands, in the order in which they are shown.'),
  AttractMachine: describeObject(AttractMachine, 'A free machine that guests may see at a kiosk.', {
    name: 'Name of its brand, which the kiosk shows.',
    brand: optional(
      'Name of the picture of its brand: `/assets/machines/{brand}.png` of the app.',
      'the name in lower case is used',
    ),
    still:
      'Address of its current picture (JPEG, PNG, WebP; at most 512 KB), fetched without a token. A path belongs to the API. The picture shows the reels and nothing of a player: no credit, stake, win or name. 204 or 404 as soon as the machine is not free.',
    jackpot: optional(
      'Highest jackpot of the brand.',
      'the jackpot that a player last saw in the lobby of this kiosk, if that is not older than an hour',
      'cents',
    ),
  }),
  AttractAnswer: describeObject(AttractAnswer, 'Free machines, at most one of each brand.', {
    machines: 'The machines. The app shows the first of a brand.',
  }),
  SymbolPay: describeObject(GameSymbol.entries.pays.wrapped.item, 'The pay of a number of equal symbols.', {
    count: 'Number of symbols.',
    pay: { text: 'For a scatter, a multiple of the whole stake.', unit: 'times the coin' },
  }),
  GameSymbol: describeObject(GameSymbol, 'A symbol of a machine.', {
    key: 'Its id.',
    name: 'Its name.',
    picture: optional(
      'Address of its picture; a path belongs to the API and is fetched without a token.',
      'only the name is shown',
    ),
    role: optional(
      '`wild` substitutes for other symbols, `scatter` pays in any position.',
      'an ordinary symbol',
    ),
    reels: optional('The reels that contain it, from 1.', 'all reels'),
    pays: optional('Its pays.', 'it pays nothing'),
  }),
  FreeAward: describeObject(
    RulesAnswer.entries.free.wrapped.entries.awards.item,
    'Free rounds for scatters.',
    {
      count: 'Number of scatters.',
      rounds: 'Number of free rounds.',
    },
  ),
  FreeRounds: describeObject(RulesAnswer.entries.free.wrapped, 'Free rounds.', {
    awards: 'The rounds for each number of scatters.',
    multiplier: optional('Multiplier of wins in free rounds.', '1'),
    held: optional('Reels, from 1, that show only wilds.', 'none'),
  }),
  JackpotRule: describeObject(RulesAnswer.entries.jackpot.wrapped, 'The jackpot.', {
    share: { text: 'Share of every stake.', unit: 'parts of one' },
    symbol: optional('Key of the symbol that wins it: on every reel of line 1, in paid spins.', NOT_SHOWN),
    paid: optional(
      'Share of the jackpot that is paid at the highest stake; lower stakes are paid in proportion.',
      NOT_SHOWN,
      'parts of one',
    ),
  }),
  RulesAnswer: describeObject(RulesAnswer, 'The paytable and the return of a machine.', {
    name: optional('Name of the game.', NOT_SHOWN),
    kind: optional(
      '`lines` pay along `lines`, `ways` on neighbouring reels.',
      '`other`: the app explains neither',
    ),
    reels: optional('Number of reels.', NOT_SHOWN),
    rows: optional('Number of rows.', NOT_SHOWN),
    lines: optional('Each line as its row on every reel, from 0 at the top.', 'no lines are drawn'),
    ways: optional('Number of ways.', NOT_SHOWN),
    coins: optional('Number of coins in a stake; symbols pay a multiple of one coin.', '1'),
    stakes: optional('Stakes that the machine takes, ascending.', NOT_SHOWN),
    rtp: optional('Stated return to player, including the jackpot.', NOT_SHOWN, 'parts of one'),
    baseRtp: optional('The same without the jackpot.', NOT_SHOWN, 'parts of one'),
    volatility: optional('Volatility.', NOT_SHOWN),
    symbols: optional('The paytable.', 'no paytable'),
    free: optional('Free rounds.', 'the game has no free rounds'),
    jackpot: optional('The jackpot.', 'the game has no jackpot'),
  }),
  SpinsQuery: describeObject(SpinsQuery, 'A page of spins.', {
    machineId: 'Id of the machine.',
    cursor: optional('The cursor of the previous answer.', 'the newest'),
    limit: optional('Rows, 1 to 100.', '20'),
  }),
  PlayedSpin: describeObject(SpinsAnswer.entries.rows.item, 'A completed spin of the player.', {
    id: "Id of the channel's `spin`.",
    time: iso('Time of the spin.'),
    stake: 'The stake of the spin; a free spin did not cost it.',
    win: 'The win, including the jackpot.',
    free: optional('A free spin.', 'a paid spin'),
    jackpot: optional('The part of `win` that is the jackpot.', '0'),
  }),
  SpinsAnswer: describeObject(SpinsAnswer, 'Played spins, the newest first.', {
    rows: 'The rows of the page.',
    cursor: optional('Send it to get the next page.', 'the list is complete'),
  }),
} as const
