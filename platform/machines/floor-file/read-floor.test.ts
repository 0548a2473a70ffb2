import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openFloorFile } from './open-floor-file.ts'
import { readFloor } from './read-floor.ts'
import { floorSchemaFile } from './schema.ts'

const HASH = `sha256:${'ab'.repeat(32)}`
const plan = (text: string) => {
  const read = readFloor(text)
  if ('mistakes' in read) throw new Error(JSON.stringify(read.mistakes))
  return read.plan
}
const mistakes = (text: string) => {
  const read = readFloor(text)
  return 'mistakes' in read
    ? read.mistakes.map(({ line, column, text: words }) => `${line}:${column} ${words}`)
    : []
}

test('brands and machines, with comments and a comma after the last one', () => {
  const { brands, machines } = plan(`{
    // The floor of the first hall.
    "brands": [
      { "key": "nar", "name": "Nar Gold", "stakes": [1, 5] },
      { "key": "derya", "id": 1000, "name": "Derya", "game": "ways243", "jackpot": 99.5 },
    ],
    "machines": [
      { "id": 10, "count": 3, "name": "Nar", "brand": "nar" },
      { "id": 20, "name": "Derya VIP", "brand": "derya", "stakes": [100, 500] },
      { "id": 30, "name": "Kervan", "brand": "kervan" },
      /* A cabinet. */
      { "id": 40, "name": "Cabinet 1", "brand": "derya", "driver": "controller", "key": "${HASH}",
        "video": { "url": "https://pictures.example/hall-3/whep", "api": "http://127.0.0.1:9997" } },
    ],
  }`)
  expect(brands).toMatchObject([
    { id: 3, key: 'nar', name: 'Nar Gold', game: 'classic5', jackpotSeedCents: 967_500 },
    { id: 1000, key: 'derya', name: 'Derya', game: 'ways243', jackpotSeedCents: 9950 },
    { id: 1, key: 'kervan', game: 'lines10' },
  ])
  expect(machines).toEqual([
    ...[1, 2, 3].map((number) => ({
      ...{ id: 9 + number, name: `Nar 0${number}`, brand: 3, stakes: [100, 500] },
      ...{ driver: 'simulated', keyHash: undefined },
    })),
    {
      id: 20,
      name: 'Derya VIP',
      brand: 1000,
      stakes: [10_000, 50_000],
      driver: 'simulated',
      keyHash: undefined,
    },
    { id: 30, name: 'Kervan', brand: 1, stakes: undefined, driver: 'simulated', keyHash: undefined },
    {
      ...{ id: 40, name: 'Cabinet 1', brand: 1000, stakes: undefined, driver: 'controller' },
      keyHash: 'ab'.repeat(32),
      camera: { url: 'https://pictures.example/hall-3/whep', api: 'http://127.0.0.1:9997' },
    },
  ])
})

test.each([
  ['{', '1:2 This is not valid JSON: close brace expected.'],
  ['[]', '1:1 the file must be an object between { and }.'],
  ['{}', '1:1 the file has no "machines".'],
  ['{"machines": []}', '1:14 machines must have a machine.'],
  ['{"machines": [{"id": 1, "name": "A"}]}', '1:15 machines, item 1 has no "brand".'],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "x"}]}',
    '1:47 machines, item 1, "brand" "x" is neither among the brands nor a brand pack.',
  ],
  [
    '{"machines": [{"id": 0, "name": "A", "brand": "nar"}]}',
    '1:22 machines, item 1, "id" must be a whole number from 1 to 999999.',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "stakes": [2, 1]}]}',
    '1:64 machines, item 1, "stakes" must have each stake once, from the lowest to the highest.',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "stakes": [0.5]}]}',
    '1:65 machines, item 1, "stakes", item 1 must be a whole number from 1 to 100000.',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "stake": [1]}]}',
    '1:63 machines, item 1, "stake" is no key that exists.',
  ],
  ['{"machines": [{"id": 1, "id": 2, "name": "A", "brand": "nar"}]}', '1:25 "id" is repeated here.'],
  [
    '{"machines": [{"id": 1, "count": 2, "name": "A", "brand": "nar"}, {"id": 2, "name": "B", "brand": "nar"}]}',
    '1:74 machines, item 2, "id" 2 is the id of another machine too.',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar"}, {"id": 2, "name": "A", "brand": "nar"}]}',
    '1:73 machines, item 2, "name" "A" is the name of another machine too.',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "driver": "controller"}]}',
    '1:15 machines, item 1 has a controller, and no "key": npm run machines -- key makes one.',
  ],
  [
    `{"machines": [{"id": 1, "name": "A", "brand": "nar", "key": "${HASH}"}]}`,
    '1:61 machines, item 1, "key" is for a machine with "driver": "controller".',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "video": {"url": "https://a.example/whep"}}]}',
    '1:63 machines, item 1, "video" is for a machine with "driver": "controller".',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "video": {"url": "/whep/1"}}]}',
    '1:71 machines, item 1, "video", "url" must be an address like https://pictures.example/hall-3/whep.',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "video": {"url": "https://a.example/hall%/whep"}}]}',
    '1:71 machines, item 1, "video", "url" must be an address like https://pictures.example/hall-3/whep.',
  ],
  [
    `{"machines": [{"id": 1, "name": "A", "brand": "nar", "video": {"url": "https://a.example/'; img-src *"}}]}`,
    '1:71 machines, item 1, "video", "url" must be an address like https://pictures.example/hall-3/whep.',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "video": {"url": "https://a.example/whep", "key": 1}}]}',
    '1:104 machines, item 1, "video", "key" is no key that exists.',
  ],
  [
    '{"machines": [{"id": 1, "name": "A", "brand": "nar", "video": {}}]}',
    '1:63 machines, item 1, "video" has no "url".',
  ],
  [
    '{"brands": [{"key": "derya"}], "machines": [{"id": 1, "name": "A", "brand": "derya"}]}',
    '1:13 brands, item 1 "derya" is no brand pack, and needs an id, a name and a game.',
  ],
  [
    '{"brands": [{"key": "nar", "id": 1000}], "machines": [{"id": 1, "name": "A", "brand": "nar"}]}',
    '1:34 brands, item 1, "id" is given for "nar", which is a brand pack with an id of its own.',
  ],
  [
    '{"brands": [{"key": "nar", "game": "poker"}], "machines": [{"id": 1, "name": "A", "brand": "nar"}]}',
    '1:36 brands, item 1, "game" must be one of lines10, ways243, classic5.',
  ],
])('%s', (text, mistake) => {
  expect(mistakes(text)).toEqual([mistake])
})

test('two controllers have no key and no picture in common', () => {
  const cabinet = (id: number) =>
    `{ "id": ${id}, "name": "C${id}", "brand": "nar", "driver": "controller", "key": "${HASH}" }`
  const camera = (id: number) =>
    `{ "id": ${id}, "name": "C${id}", "brand": "nar", "driver": "controller",
      "key": "sha256:${`${id}`.padStart(64, '0')}", "video": { "url": "https://a.example/whep" } }`
  expect(mistakes(`{"machines": [${camera(1)},\n${camera(2)}]}`)).toEqual([
    '4:107 machines, item 2, "video", "url" is the address of another machine too.',
  ])
  expect(mistakes(`{"machines": [${cabinet(1)},\n${cabinet(2)}]}`)).toEqual([
    '2:73 machines, item 2, "key" is the key of another machine too.',
  ])
})

test('a file that is missing is named in one line', async () => {
  await expect(openFloorFile('/nowhere/floor.json')).rejects.toThrow(
    'FLOOR_FILE /nowhere/floor.json: there is no such file',
  )
})

test('docs/operator/floor.schema.json is up to date: npm run machines -- schema', () => {
  const file = new URL('../../../docs/operator/floor.schema.json', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(floorSchemaFile())
})
