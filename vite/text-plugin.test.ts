import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import tr from '../locales/tr.json'
import { type Chunk, KeyReader, keysToBring, pick } from './text-keys.ts'
import { allTexts, texts } from './text-plugin.ts'

const CATALOGUE = {
  game: { load: 'Yükle', sign: { old: 'Eski', lost: 'Yok' }, won: { other: '{{count}} kez' } },
  lobby: { machines: { other: '{{count}} makine' }, title: 'Salon' },
}

describe('the keys in a code', () => {
  const reader = new KeyReader(CATALOGUE)
  const keysIn = (code: string) => reader.literalsIn(code).flatMap((literal) => reader.named(literal))

  test.each([
    ["t('game.load')", ['game.load']],
    ['plural("lobby.machines", n)', ['lobby.machines.other']],
    [`t(\`game.sign.\${sign}\`)`, ['game.sign.old', 'game.sign.lost']],
    [`t(\`game.\${late || 'load'}\`)`, ['game.load', 'game.won.other']],
    ["const COLUMNS = [{ title: 'lobby.title' }]", ['lobby.title']],
    ["import './game.css'; import '../lobby/lobby.title.ts'; const key = 'reelcast.game.load'", []],
  ])('%s', (code, keys) => {
    expect(keysIn(code)).toEqual(keys)
  })
})

/** The groups that are called after a field of the wire; several folders show them. */
const WIRE_GROUPS = ['code', 'failure', 'status']

test('every group of texts is called after a folder of src that shows some of them', () => {
  const src = fileURLToPath(new URL('../src', import.meta.url))
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const isShownByItsFolder = (group: string) =>
    files.some(
      (file) =>
        basename(dirname(file)) === group &&
        /(?<!\.test)\.tsx?$/.test(file) &&
        new RegExp(`['"\`]${group}\\.`).test(readFileSync(join(src, file), 'utf8')),
    )
  expect(
    Object.keys(tr)
      .filter((group) => !isShownByItsFolder(group))
      .sort(),
  ).toEqual(WIRE_GROUPS)
})

test('of a language the texts of the Turkish keys are picked, in all their plural forms', () => {
  const english = {
    game: {
      load: 'Load',
      sign: { old: 'Old', lost: 'None' },
      won: { one: 'once', other: '{{count}} times' },
    },
    lobby: { machines: { one: '1 machine', other: '{{count}} machines' }, title: 'Lobby' },
  }
  expect(pick(english, new Set(['game.sign.old', 'lobby.machines.other']))).toEqual({
    game: { sign: { old: 'Old' } },
    lobby: { machines: { one: '1 machine', other: '{{count}} machines' } },
  })
})

describe('a chunk brings the texts', () => {
  const chunk = (keys: string[], imports: string[] = [], dynamicImports: string[] = []): Chunk => ({
    isEntry: false,
    keys: new Set(keys),
    imports,
    dynamicImports,
  })
  const entry = (...given: Parameters<typeof chunk>): Chunk => ({ ...chunk(...given), isEntry: true })
  const brought = (chunks: Record<string, Chunk>, ofPage: string[] = []) =>
    Object.fromEntries(
      [...keysToBring(new Map(Object.entries(chunks)), new Set(ofPage))].map(([file, keys]) => [
        file,
        [...keys],
      ]),
    )

  test('that neither its imports nor the chunks that load it have', () => {
    expect(
      brought({
        first: entry(['a'], [], ['lobby']),
        shared: chunk(['b'], ['first']),
        lobby: chunk(['a', 'b', 'c'], ['first', 'shared'], ['late']),
        late: chunk(['a', 'b', 'c', 'd'], ['first']),
      }),
    ).toEqual({ first: ['a'], shared: ['b'], lobby: ['c'], late: ['d'] })
  })

  test('that are missing on one of the ways to it', () => {
    expect(
      brought({
        first: entry([], [], ['lobby', 'game']),
        lobby: chunk(['a', 'b'], [], ['dialog']),
        game: chunk(['a'], [], ['dialog']),
        dialog: chunk(['a', 'b'], [], ['dialog']),
      }),
    ).toEqual({ first: [], lobby: ['a', 'b'], game: ['a'], dialog: ['b'] })
  })

  test('that the page does not have', () => {
    expect(
      brought(
        {
          first: entry(['a'], [], ['lobby', 'game']),
          lobby: chunk(['a', 'b', 'c'], ['shared']),
          game: chunk(['b', 'd']),
          shared: chunk(['a', 'c']),
        },
        ['a', 'b'],
      ),
    ).toEqual({ first: [], lobby: [], game: ['d'], shared: ['c'] })
  })

  test('of a chunk that two others import at once', () => {
    expect(
      brought({
        first: entry([], [], ['lobby', 'game']),
        lobby: chunk(['a'], ['shared']),
        game: chunk([], ['shared']),
        shared: chunk(['a']),
      }),
    ).toEqual({ first: [], lobby: [], game: [], shared: ['a'] })
  })
})

describe('a build fails', () => {
  const SRC = fileURLToPath(new URL('../src/', import.meta.url))
  /** Builds an app of one module, which stands in src/features for the build alone. */
  const buildOf = (code: string) => {
    const id = `${SRC}features/lobby/planted.ts`
    return build({
      configFile: false,
      logLevel: 'silent',
      publicDir: false,
      plugins: [
        {
          name: 'planted',
          enforce: 'pre',
          resolveId: (from) => (from === 'planted' ? id : null),
          load: (of) => (of === id ? code : null),
        },
        allTexts(),
        ...texts(() => 'rest').plugins,
      ],
      build: {
        write: false,
        minify: false,
        rolldownOptions: { input: 'planted', external: ['@preact/signals-react', 'rosetta'] },
      },
    })
  }

  test.each([
    ["t('lobbby.title')", 'lobbby.title'],
    ["t('lobby.titel')", 'lobby.titel'],
    ["export const title = 'lobby.titel'", 'lobby.titel'],
    // The build cannot know its texts.
    [`t(\`\${group}.title\`)`, `\${group}.title`],
    ["plural('lobby.title.', 2)", 'lobby.title.'],
  ])('with the key and the module of %s', async (code, key) => {
    const planted = `import { t } from '../../i18n/index.ts'\nimport { plural } from '../../i18n/plural.ts'\n${code}`
    await expect(buildOf(planted)).rejects.toThrow(
      `"${key}" in ${SRC}features/lobby/planted.ts names no text`,
    )
  })

  test('with the texts that no module shows', async () => {
    const shown = "import { t } from '../../i18n/index.ts'\ndocument.title = t('lobby.title')"
    const error: unknown = await buildOf(shown).catch((reason: unknown) => reason)
    expect(String(error)).toContain('no module shows these texts of locales/tr.json: app.name')
    expect(String(error)).not.toContain('lobby.title,')
  })
})
