import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, parseHex } from '../../../ui/palette.ts'
import { SCHEMES } from './apply.ts'

/* Read from the file: vitest returns an empty text for a style sheet with `?raw`. */
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const sheets = `${read('../../../ui/theme.css')}\n${read('./schemes.css')}`

/** The tokens that the blocks with this selector set. */
function tokens(selector: string): Record<string, string> {
  const blocks = sheets
    .split('}')
    .filter((block) => block.split('{')[0]?.trim().split('\n').at(-1) === selector)
  const set = blocks.flatMap((block) => [...block.matchAll(/--(\w+):\s*(#[\da-f]{6});/g)])
  return Object.fromEntries(set.map(([, name, value]) => [name, value ?? '']))
}

/** The contrast ratio, from 1 (equal) to 21 (black on white); 0 for a missing token. */
function ratio(text = '', surface = ''): number {
  const [a, b] = [parseHex(text), parseHex(surface)]
  return a && b ? contrast(a, b) : 0
}

const SURFACES = [1, 2, 3, 4].map((level) => `colorNeutralBackground${level}`)
const PAIRS: [text: string, surfaces: string[]][] = [
  ['colorNeutralForeground1', [...SURFACES, 'colorStatusDangerBackground1', 'colorStatusSuccessBackground1']],
  ['colorNeutralForeground2', SURFACES],
  ['colorBrandForeground1', SURFACES],
  [
    'colorNeutralForegroundOnBrand',
    [
      'colorBrandBackground',
      'colorBrandBackgroundHover',
      'colorBrandBackgroundPressed',
      'colorBrandForeground1',
    ],
  ],
  ['colorStatusDangerForeground1', [...SURFACES, 'colorStatusDangerBackground1']],
  ['colorStatusSuccessForeground1', [...SURFACES, 'colorStatusSuccessBackground1']],
  ...['Blue', 'Green', 'Purple', 'Yellow', 'Red'].map((coin): [string, string[]] => [
    `colorCoin${coin}`,
    SURFACES.slice(0, 3),
  ]),
]

test.each(SCHEMES)('every text of the scheme "%s" has a contrast of 4.5 on every surface', (scheme) => {
  const look = { ...tokens(':root'), ...(scheme && tokens(`[data-scheme="${scheme}"]`)) }
  if (scheme) expect(look.colorNeutralBackground1).not.toBe(tokens(':root').colorNeutralBackground1)
  const dim = PAIRS.flatMap(([text, surfaces]) =>
    surfaces.map((surface) => ({ text, surface, ratio: ratio(look[text], look[surface]) })),
  ).filter((pair) => pair.ratio < 4.5)
  expect(dim).toEqual([])
})

test.each(SCHEMES)(
  'the frame of a control in the scheme "%s" has a contrast of 3 on its surfaces',
  (scheme) => {
    const look = { ...tokens(':root'), ...(scheme && tokens(`[data-scheme="${scheme}"]`)) }
    const dim = SURFACES.slice(0, 3)
      .map((surface) => ({ surface, ratio: ratio(look.colorNeutralStroke1, look[surface]) }))
      .filter((pair) => pair.ratio < 3)
    expect(dim).toEqual([])
  },
)

test('the default scheme changes no colour', () => {
  expect(tokens(':root')).toMatchObject(tokens('[data-scheme="house"]'))
})
