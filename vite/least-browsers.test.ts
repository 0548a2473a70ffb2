import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier } from '@mdn/browser-compat-data/types'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { LEAST_BROWSERS } from './least-browsers.ts'

/*
 * Compares what the app uses of a browser with MDN's compatibility data: names of scripts by their types, and
 * selectors, at-rules and properties of styles. It does not see values of properties and names in strings.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * What the app uses although the oldest of its browsers lack it, and what happens in those. A name without a
 * member stands for all members.
 */
const WITHOUT_IT: Readonly<Record<string, string>> = {
  'AbortSignal.any': 'net/any-signal.ts does the same',
  'HTMLElement.popover': 'a polyfill is loaded (app/SignedInApp.tsx)',
  'HTMLElement.showPopover': 'a polyfill is loaded',
  'HTMLElement.hidePopover': 'a polyfill is loaded',
  'selectors.popover-open': "styles also name the polyfill's class",
  'HTMLVideoElement.requestVideoFrameCallback': "the decoder's count is read (net/whep-frames.ts)",
  'HTMLVideoElement.cancelVideoFrameCallback': 'see requestVideoFrameCallback',
  WakeLock: 'the screen sleeps as the device is set',
  'Navigator.wakeLock': 'the screen sleeps as the device is set',
  WakeLockSentinel: 'the screen sleeps as the device is set',
  'Navigator.vibrate': 'a phone that cannot vibrate shows no such setting',
  // A viewer whose connection is silent loses its place (video/worker/viewer.ts), whatever its page has sent.
  'Request.keepalive':
    'a closed page may not end its picture, whose place is free 20 s after its connection is lost; the last quality report of the page is lost',
  requestIdleCallback: 'a timer does the work',
  TouchEvent: 'only a type: browsers without touch send none',
  TouchList: 'only a type',
  'RTCRtpReceiver.jitterBufferTarget': 'the browser chooses the size of its buffer',
  'selectors.dir': 'the build writes the languages in its place',
  'properties.forced-color-adjust': 'previews take the forced colours: Safari has none',
  'properties.text-wrap': 'lines break unevenly',
  'properties.field-sizing': 'a long message scrolls in its field',
  'properties.resize': 'the field keeps its size',
  'properties.overflow-anchor': 'the list may shift',
  'properties.scrollbar-width': 'a scroll bar of the system',
  'properties.scrollbar-color': 'a scroll bar of the system',
  'properties.-webkit-tap-highlight-color': 'only phones mark what is touched',
  'properties.-webkit-touch-callout': 'only iPhones show a menu there',
  'properties.-webkit-user-drag': 'pictures can be dragged',
  'selectors.-webkit-search-cancel-button': 'the browser draws no such button',
  'at-rules.property': 'the figures of the meters depend on the size of their box',
  'properties.zoom': 'the login of a very large screen keeps its size',
  'selectors.-webkit-progress-bar': 'Firefox has ::-moz-progress-bar',
  'selectors.-webkit-progress-value': 'Firefox has ::-moz-progress-bar',
  'selectors.-moz-progress-bar': 'the others have ::-webkit-progress-value',
  'at-rules.starting-style': 'the menu opens without a movement',
}

const { safari, chrome, edge, firefox } = LEAST_BROWSERS
const LEAST = { safari, safari_ios: safari, chrome, chrome_android: chrome, edge, firefox }

/**
 * The oldest browsers that lack a feature, for example "safari_ios 17". A feature with a prefix is there: the
 * build adds prefixes to styles, and scripts use none.
 */
function lacking({ __compat: compat }: Identifier): string[] {
  if (!compat) return []
  return Object.entries(LEAST).flatMap(([name, least]) => {
    const statements = [compat.support[name as keyof typeof LEAST] ?? []].flat()
    const isThere = statements.some(
      ({ version_added: since, version_removed: until, partial_implementation: isPart, flags }) =>
        typeof since === 'string' && !isNewer(since, least) && !flags && (isPart || !until),
    )
    return isThere ? [] : [`${name} ${statements[0]?.version_added || 'never'}`]
  })
}

/** `since` may begin with "≤". */
function isNewer(since: string, least: string): boolean {
  const [major = 0, minor = 0] = since.replace('≤', '').split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor > leastMinor)
}

const at = (from: Identifier | undefined, ...path: string[]) =>
  path.reduce<Identifier | undefined>((found, name) => found?.[name], from)

/** MDN's entry of a name that TypeScript's own libraries declare: a global, or a member of an interface. */
function entryOf(declaration: ts.Declaration, name: string): [string, Identifier | undefined] | undefined {
  const { parent } = declaration
  if (ts.isInterfaceDeclaration(parent)) {
    // The options of a constructor or a call, such as RequestInit, are named as the members of what it makes.
    const owner = parent.name.text.replace(/(Constructor|Init)$/, '')
    const isStatic = parent.name.text === `${owner}Constructor`
    const roots = [bcd.api, bcd.javascript.builtins as Identifier]
    const names = isStatic ? [`${name}_static`, name] : [name, `${name}_static`]
    const found = roots.flatMap((root) => names.map((one) => at(root, owner, one))).find(Boolean)
    return [`${owner}.${name}`, found]
  }
  // `declare var AbortSignal: { any(signals): AbortSignal }`
  const variable = parent.parent
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(variable)) {
    const owner = variable.name.getText()
    return [`${owner}.${name}`, at(bcd.api, owner, `${name}_static`)]
  }
  if (ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration))
    return [
      name,
      at(bcd.api, name) ?? at(bcd.api, 'Window', name) ?? at(bcd.javascript.builtins as Identifier, name),
    ]
  return undefined
}

/** Every name of a browser that the app's scripts use, with MDN's entry. */
function usedByScripts(): Map<string, Identifier> {
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${ROOT}src/tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    `${ROOT}src`,
  )
  const files = config.fileNames.filter((file) => !/\.(test|fake)\.tsx?$/.test(file))
  const program = ts.createProgram(files, { ...config.options, noEmit: true, composite: false })
  const checker = program.getTypeChecker()
  const used = new Map<string, Identifier>()
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isIdentifier(node)) return
    const isOption = ts.isPropertyAssignment(node.parent) && node.parent.name === node
    const options = isOption ? checker.getContextualType(node.parent.parent as ts.Expression) : undefined
    const symbol = options?.getProperty(node.text) ?? checker.getSymbolAtLocation(node)
    for (const declaration of symbol?.declarations ?? []) {
      if (!program.isSourceFileDefaultLibrary(declaration.getSourceFile())) continue
      const [name, entry] = entryOf(declaration, node.text) ?? []
      if (name && entry) used.set(name, entry)
    }
  }
  for (const file of program.getSourceFiles())
    if (!file.isDeclarationFile && !file.fileName.includes('node_modules')) visit(file)
  return used
}

/** Every selector, at-rule and property of the app's styles, with MDN's entry. */
function usedByStyles(): Map<string, Identifier> {
  const used = new Map<string, Identifier>()
  const add = (text: string, kind: string, pattern: RegExp) => {
    for (const [, name = ''] of text.matchAll(pattern)) {
      const entry = at(bcd.css as unknown as Identifier, kind, name)
      if (entry) used.set(`${kind}.${name}`, entry)
    }
  }
  const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    const text = readFileSync(`${ROOT}src/${file}`, 'utf8').replace(/\/\*.*?\*\//gs, '')
    add(text, 'selectors', /::?([a-z-]+)/g)
    add(text, 'at-rules', /@([a-z-]+)/g)
    add(text, 'properties', /^\s+([a-z-]+):/gm)
  }
  return used
}

const used = new Map([...usedByScripts(), ...usedByStyles()])

const excuseOf = (name: string) => [name, name.split('.')[0] ?? ''].find((key) => key in WITHOUT_IT)
const newer = [...used].filter(([, entry]) => lacking(entry).length > 0)

test('the app uses nothing that its oldest browsers lack, or works without it', () => {
  // What is surely in use is found by the same reading.
  expect([...used.keys()]).toEqual(expect.arrayContaining(['fetch', 'Array.at', 'Document.hidden']))
  expect([...used.keys()]).toEqual(expect.arrayContaining(['selectors.has', 'properties.translate']))
  const unexpected = newer.filter(([name]) => !excuseOf(name))
  expect(unexpected.map(([name, entry]) => `${name}: ${lacking(entry).join(', ')}`)).toEqual([])
})

test('a newer function, a newer selector and a newer property are found', () => {
  const { URL, AbortSignal, Element } = bcd.api
  expect(lacking(URL?.canParse_static ?? {})).toContain('safari_ios 17')
  expect(lacking(AbortSignal?.any_static ?? {})).toContain('chrome 116')
  expect(lacking(Element?.checkVisibility ?? {})).toContain('safari 17.4')
  expect(lacking(bcd.css.selectors?.['popover-open'] ?? {})).toContain('firefox 125')
  expect(lacking(bcd.css.properties?.['field-sizing'] ?? {})).not.toEqual([])
})

test('every exception is in use', () => {
  const needed = new Set(newer.map(([name]) => excuseOf(name)))
  expect(Object.keys(WITHOUT_IT).filter((name) => !needed.has(name))).toEqual([])
})
