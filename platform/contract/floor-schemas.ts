import { Brand, BrandsAnswer, Machine, MachinesAnswer } from '../../src/contract/floor.ts'
import { RulesAnswer, SpinsAnswer, SpinsQuery } from '../../src/contract/rules.ts'
import { describeObject, describeValue, iso, optional } from './field-docs.ts'

const NOT_SHOWN = 'not shown'
const GameSymbol = RulesAnswer.entries.symbols.wrapped.item

/** Machines, brands, rules and played spins. */
export const FLOOR_SCHEMAS = {
  Machine: describeObject(Machine, 'One machine of the floor.', {
    id: 'Its id.',
    name: optional('Shown on the card and in the game.', 'the id is shown'),
    status: 'Its state.',
    brand: optional(
      'Names its picture: `/assets/machines/{brand}.png` of the app. Where there is none, the first letter of the name stands in.',
      'the name in lower case names it',
    ),
    image: optional(
      'Address of a picture, in place of the one of `brand`. Of another origin than the page and the servers: add it to `img-src`.',
      'the picture of `brand`',
    ),
    reservation: optional('true: held for this player.', 'not held for this player'),
    reservedUntil: optional("When a reservation, whoever's, ends.", 'no countdown', 'ISO 8601'),
    still: optional(
      'Address of a picture of the machine as it is now (JPEG, PNG, WebP; at most 512 KB). A path is one of the API and is fetched with the token. 204: none just now.',
      'the card shows the picture of the brand',
    ),
  }),
  MachinesAnswer: describeObject(MachinesAnswer, 'Machines of one brand, or all.', {
    machines: 'The machines, in the order in which they are shown.',
    name: optional('Name of the brand, where one was asked for.', 'the name from the list of brands'),
  }),
  Brand: describeObject(Brand, 'A brand: a group of machines.', {
    id: 'Its id, asked for as /machine/{id}.',
    name: 'Shown.',
    brand: optional(
      'Names its picture: `/assets/machines/{brand}.png` of the app. Where there is none, the first letter of the name stands in.',
      'the name in lower case names it',
    ),
    jackpot: optional(
      'Amounts in cents, separated by commas: "1250000,480000".',
      'no jackpot is shown',
      'cents',
    ),
    machineCount: optional('Number of its machines.', '0'),
  }),
  BrandsAnswer: describeValue(BrandsAnswer, 'All brands, in the order in which they are shown.'),
  SymbolPay: describeObject(GameSymbol.entries.pays.wrapped.item, 'What so many of a symbol pay.', {
    count: 'How many of it.',
    pay: { text: 'For a scatter: times the whole stake.', unit: 'times the coin' },
  }),
  GameSymbol: describeObject(GameSymbol, 'A symbol of a machine.', {
    key: 'Its id.',
    name: 'Its name.',
    picture: optional(
      'Address of its picture; a path is one of the API, fetched without a token.',
      'the name alone',
    ),
    role: optional('`wild` stands in for others, `scatter` pays wherever it stands.', 'an ordinary symbol'),
    reels: optional('The reels that it stands on, from 1.', 'all reels'),
    pays: optional('What it pays.', 'it pays nothing'),
  }),
  FreeAward: describeObject(
    RulesAnswer.entries.free.wrapped.entries.awards.item,
    'Free rounds for scatters.',
    {
      count: 'So many scatters.',
      rounds: 'So many rounds.',
    },
  ),
  FreeRounds: describeObject(RulesAnswer.entries.free.wrapped, 'Free rounds.', {
    awards: 'What brings how many.',
    multiplier: optional('Wins in them are paid so many times.', '1'),
    held: optional('Reels, from 1, that are full of wilds.', 'none'),
  }),
  JackpotRule: describeObject(RulesAnswer.entries.jackpot.wrapped, 'The jackpot.', {
    share: { text: 'Of every stake.', unit: 'parts of one' },
    symbol: optional('Key of the symbol that wins it on every reel of line 1, in paid spins.', NOT_SHOWN),
    paid: optional('Paid at the highest stake; in proportion below.', NOT_SHOWN, 'parts of one'),
  }),
  RulesAnswer: describeObject(RulesAnswer, 'What a machine pays, and what it returns.', {
    name: optional('Name of the game.', NOT_SHOWN),
    kind: optional(
      '`lines` pay along `lines`, `ways` on neighbouring reels.',
      '`other`: neither is explained',
    ),
    reels: optional('Number of reels.', NOT_SHOWN),
    rows: optional('Number of rows.', NOT_SHOWN),
    lines: optional('Each the row on every reel, from 0 at the top.', 'no lines are drawn'),
    ways: optional('Number of ways.', NOT_SHOWN),
    coins: optional('What a stake is divided by; symbols pay so many times that.', '1'),
    stakes: optional('Stakes that the machine takes, ascending.', NOT_SHOWN),
    rtp: optional('Stated return to player, the jackpot in it.', NOT_SHOWN, 'parts of one'),
    baseRtp: optional('The same without the jackpot.', NOT_SHOWN, 'parts of one'),
    volatility: optional('How far results scatter.', NOT_SHOWN),
    symbols: optional('The paytable.', 'no paytable'),
    free: optional('Free rounds.', 'there are none'),
    jackpot: optional('The jackpot.', 'there is none'),
  }),
  SpinsQuery: describeObject(SpinsQuery, 'A page of spins.', {
    machineId: 'Id of the machine.',
    cursor: optional('What the answer before gave.', 'the newest'),
    limit: optional('Rows, 1 to 100.', '20'),
  }),
  PlayedSpin: describeObject(SpinsAnswer.entries.rows.item, "A spin of the player's own that has ended.", {
    id: "Id of the channel's `spin`.",
    time: iso('When it was played.'),
    stake: 'What it was played at; a free one did not cost it.',
    win: 'What it won, the jackpot in it.',
    free: optional('A free spin.', 'a paid spin'),
    jackpot: optional('The part of `win` that is the jackpot.', '0'),
  }),
  SpinsAnswer: describeObject(SpinsAnswer, 'Played spins, the newest first.', {
    rows: 'The page.',
    cursor: optional('To be sent for the next page.', 'the list is complete'),
  }),
} as const
