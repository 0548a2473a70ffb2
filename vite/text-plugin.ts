import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { LOCALE_CODES, type Locale } from '../src/contract/locales.ts'
import { LATE_GROUPS, TEXT_PARTS, type TextPart, textFile } from '../src/i18n/text-parts.ts'
import type { PageTexts } from '../src/i18n/texts.ts'
import { readBuildId } from './build-id.ts'
import { KeyReader, keysToBring, pick, type Table } from './text-keys.ts'

/*
 * The texts follow the code that shows them. index.html has the texts of the first screens in all languages.
 * Each other chunk of a build brings the Turkish texts of the keys in its code, and the texts of another
 * language are files beside the code, one for each part of the app. vite/chunks.ts says which chunks are of
 * the first screens, and to which part another chunk belongs. src/i18n/texts.ts adds them all to the texts of
 * the page.
 */

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const ADD_TEXTS = pathOf('src/i18n/texts.ts')
const LATE_TEXTS = pathOf('src/i18n/late-texts.ts')
const catalogueOf = (language: Locale) => pathOf(`locales/${language}.json`)
const read = (language: Locale): Table => JSON.parse(readFileSync(catalogueOf(language), 'utf8'))

/** Stands in each module with keys until the texts of its chunk are known. */
const PLACE = 'the texts of this chunk'
const PLACES = new RegExp(`([\\w$]+)\\(["'\`]${PLACE}["'\`]\\);?`, 'g')
const CALL = /\b(?:t|plural)\(\s*(['"`])(.*?)\1/gs

/** Development, tests and the prerendered login have all texts of all languages at once. */
export function allTexts(): Plugin {
  let isBuild = false
  return {
    name: 'all-texts',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: { filter: { id: /^virtual:all-texts$/ }, handler: () => '\0all-texts' },
    load: {
      filter: { id: /^\0all-texts$/ },
      handler() {
        if (isBuild) return 'export default {}'
        for (const code of LOCALE_CODES) this.addWatchFile(catalogueOf(code))
        const texts = Object.fromEntries(LOCALE_CODES.map((code) => [code, read(code)]))
        return `export default ${JSON.stringify(texts)}`
      },
    },
  }
}

export interface Texts {
  readonly plugins: readonly Plugin[]
  /** The texts of the first screens of a finished build. */
  ofPage(): PageTexts
  /** The code of all text files of a finished build. */
  code(): string
  /** The parts that some chunks wait for before they run. */
  partsOf(chunks: readonly string[]): TextPart[]
}

/** `partOf`: the part of the app that a chunk belongs to, by the chunk's name; `page`: the first screens. */
export function texts(partOf: (chunk: string) => TextPart | 'page'): Texts {
  const turkish = read('tr')
  const reader = new KeyReader(turkish)
  const isLate = (key: string) => LATE_GROUPS.some((group) => key.startsWith(`${group}.`))
  const lateKeys = reader.keys.filter(isLate)
  let parts = new Map<string, TextPart>()
  let pageTexts: PageTexts = {}
  let textFiles: { language: Locale; part: TextPart; code: string }[] = []

  /** The keys of the first screens, and those that each chunk brings, by its file. */
  const bring = (chunks: readonly (Rolldown.RenderedChunk | Rolldown.OutputChunk)[]) => {
    const keysOf = ({ moduleIds, modules }: (typeof chunks)[number]) => {
      const code = moduleIds.map((id) => modules[id]?.code ?? '').join('\n')
      const shown = reader.literalsIn(code).flatMap((literal) => reader.named(literal))
      const late = moduleIds.includes(LATE_TEXTS) ? lateKeys : []
      return new Set([...shown.filter((key) => !isLate(key)), ...late])
    }
    const found = chunks.map((chunk) => ({ ...chunk, keys: keysOf(chunk) }))
    const page = new Set(found.flatMap(({ name, keys }) => (partOf(name) === 'page' ? [...keys] : [])))
    return { page, byChunk: keysToBring(new Map(found.map((chunk) => [chunk.fileName, chunk])), page) }
  }
  let brought: ReturnType<typeof bring> | undefined

  const chunkTexts: Plugin = {
    name: 'texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler(code, id) {
        const literals = reader.literalsIn(code)
        const called = id.includes('/src/i18n/') ? [] : [...code.matchAll(CALL)].map(([, , key = '']) => key)
        const unknown = [...literals, ...called].find((literal) => reader.named(literal).length === 0)
        if (unknown !== undefined)
          this.error(
            `"${unknown}" in ${id} names no text: a key is "group.name" of locales/tr.json, the group in full`,
          )
        if (literals.length === 0 && id !== LATE_TEXTS) return undefined
        return `import { addTexts as $addTexts } from ${JSON.stringify(ADD_TEXTS)};$addTexts('${PLACE}');${code}`
      },
    },
    renderStart() {
      brought = undefined
    },
    renderChunk(code, { fileName }, _, { chunks }) {
      brought ??= bring(Object.values(chunks))
      const keys = brought.byChunk.get(fileName) ?? new Set()
      let isPlaced = keys.size === 0
      const placed = code.replace(PLACES, (_place, add: string) => {
        if (isPlaced) return ''
        isPlaced = true
        return `${add}(${JSON.stringify(pick(turkish, keys))});`
      })
      if (!isPlaced) this.error(`${fileName} has no place for the texts of ${[...keys].join(', ')}`)
      return placed
    },
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const keysByPart = new Map<TextPart, string[]>()
        parts = new Map()
        const { page, byChunk } = bring(chunks)
        for (const { name, fileName } of chunks) {
          const part = partOf(name)
          const keys = [...(byChunk.get(fileName) ?? [])]
          if (part === 'page' || keys.length === 0) continue
          keysByPart.set(part, [...(keysByPart.get(part) ?? []), ...keys])
          parts.set(fileName, part)
        }
        pageTexts = Object.fromEntries(LOCALE_CODES.map((language) => [language, pick(read(language), page)]))
        const shown = new Set([...page, ...[...keysByPart.values()].flat()])
        const unused = reader.keys.filter((key) => !shown.has(key))
        if (unused.length > 0)
          this.error(`no module shows these texts of locales/tr.json: ${unused.join(', ')}`)
        textFiles = LOCALE_CODES.filter((code) => code !== 'tr').flatMap((language) =>
          TEXT_PARTS.map((part) => {
            const table = JSON.stringify(pick(read(language), new Set(keysByPart.get(part))))
            return { language, part, code: minifySync('texts.js', `export default ${table}`).code }
          }),
        )
      },
    },
  }
  /** Runs after index.html is written, because the files are named after the build's id. */
  const emitTextFiles: Plugin = {
    name: 'text-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const build = readBuildId(bundle)
        for (const { language, part, code } of textFiles) {
          const fileName = textFile(language, part, build)?.slice(1)
          if (fileName) this.emitFile({ type: 'asset', fileName, source: code })
        }
      },
    },
  }
  return {
    plugins: [chunkTexts, emitTextFiles],
    ofPage: () => pageTexts,
    code: () => textFiles.map(({ code }) => code).join('\n'),
    partsOf: (chunks) => [...new Set(chunks.flatMap((chunk) => parts.get(chunk) ?? []))],
  }
}
