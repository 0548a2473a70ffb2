import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { TEXT_PARTS } from '../../src/i18n/text-parts.ts'
import { root, run } from './step.ts'

/*
 * docs/recipes.md names the files to touch for a new brand, language and page. This follows the recipes in a
 * scratch copy. It fails if an edit needs a file that the recipe does not name, or if the copy does not
 * compile, build or pass the tests of the additions.
 */

type Recipe = 'brand' | 'language' | 'page'

function recipeText(recipe: Recipe): string {
  const text = readFileSync(join(root, 'docs/recipes.md'), 'utf8')
  const [, body = ''] = text.split(`<!-- recipe: ${recipe} -->`)
  return body.split('<!-- /recipe -->')[0] ?? ''
}

/**
 * The commands of a recipe: those in its steps, then its checks. Excludes `npm start`, which does not end,
 * and `npm run bytes`, whose budgets have room for one addition and not for three.
 */
function commands(recipe: Recipe): string[] {
  const text = recipeText(recipe)
  const [, shown = ''] = /```sh\n(.*?)\n```/s.exec(text) ?? []
  const inSteps = [...text.matchAll(/`(np[mx] [^`]+)`/g)].map(([, command = '']) => command)
  return [...inSteps.map((command) => command.replaceAll('<key>', 'incir')), ...shown.split(' && ')].filter(
    (command) => !/^npm (start|run bytes)$/.test(command),
  )
}

/**
 * The files that a recipe names, as patterns: every path in backticks, with `<key>` as a placeholder for one
 * name.
 */
function namedFiles(recipe: Recipe): RegExp[] {
  const paths = [...recipeText(recipe).matchAll(/`([\w./*<>{},-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/'))
  return paths.map((path) => {
    const pattern = path.replaceAll('.', '\\.').replaceAll('*', '[^/]+').replaceAll(/<\w+>/g, '[^/]+')
    return new RegExp(`^${pattern}${path.endsWith('/') ? '.+' : '$'}`)
  })
}

/** A scratch copy of the project that only accepts writes to the files that the current recipe names. */
class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'reelcast-recipes-'))
  private allowed: RegExp[] = []

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
    for (const file of listed.toString().split('\0')) {
      if (file && existsSync(join(root, file))) cpSync(join(root, file), join(this.folder, file))
    }
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'))
  }

  follow(recipe: Recipe): void {
    this.allowed = namedFiles(recipe)
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8')
  }

  write(file: string, content: string | Buffer): void {
    if (!this.allowed.some((pattern) => pattern.test(file)))
      throw new Error(`docs/recipes.md does not name ${file} in this recipe`)
    const path = join(this.folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }

  /** Replaces the first occurrence of `from`; `$1` in `to` is its first group. */
  edit(file: string, from: string | RegExp, to: string): void {
    const before = this.read(file)
    const after = before.replace(from, to)
    if (after === before) throw new Error(`${file} does not hold ${from}`)
    this.write(file, after)
  }

  /** Copies a file and replaces words in it. */
  derive(from: string, to: string, words: Readonly<Record<string, string>> = {}): void {
    const text = Object.entries(words).reduce(
      (all, [old, next]) => all.replaceAll(old, next),
      this.read(from),
    )
    this.write(to, text)
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function addBrand(copy: Copy): void {
  copy.follow('brand')
  copy.derive('platform/brands/nar/brand.ts', 'platform/brands/incir/brand.ts', {
    'id: 3': 'id: 7',
    "'nar'": "'incir'",
    "'Nar',\n  game": "'İncir',\n  game",
    'const nar:': 'const incir:',
  })
  for (const symbol of ['wild', 'high1', 'high2', 'high3', 'low1', 'low2', 'low3', 'low4', 'scatter']) {
    const file = `symbols/${symbol}.svg`
    if (existsSync(join(copy.folder, 'platform/brands/nar', file)))
      copy.derive(`platform/brands/nar/${file}`, `platform/brands/incir/${file}`)
  }
  copy.derive('public/assets/machines/nar.svg', 'public/assets/machines/incir.svg')
  // İncir has the game and symbols of Nar, so its names follow those of the game's other brands.
  const paytables = copy
    .read('public/paytables.html')
    .replaceAll(/<section data-game="classic5">.*?<\/section>/gs, (section) =>
      section
        .replace(/Zeytin<\/h2>/, 'Zeytin, İncir</h2>')
        .replaceAll(/(<th scope="row">.*?<span>(.*?)<\/span>.*<\/span>)/g, '$1 <span>$2</span>')
        .replace(/BONUS \((.*?) \/ (.*?)\)/, 'BONUS ($1 / $2 / $1)'),
    )
  copy.write('public/paytables.html', paytables)
  copy.edit(
    'platform/brands/index.ts',
    "import { kervan } from './kervan/brand.ts'",
    "import { incir } from './incir/brand.ts'\nimport { kervan } from './kervan/brand.ts'",
  )
  copy.edit('platform/brands/index.ts', /(BRANDS: readonly BrandPack\[\] = \[[^\]]*)\]/, '$1, incir]')
}

function addLanguage(copy: Copy): void {
  copy.follow('language')
  copy.edit(
    'src/contract/locales.ts',
    /(\n {2}ar: \{)/,
    "\n  de: { dir: 'ltr', decimal: ',', optIn: false },$1",
  )
  copy.edit('src/contract/locales.ts', /(, ar: ')/, ", de: 'Deutsch'$1")
  copy.derive('locales/en.json', 'locales/de.json')
  for (const page of readdirSync(join(copy.folder, 'public')).filter((name) => name.endsWith('.html'))) {
    const file = `public/${page}`
    const [article = ''] = /<article id="en".*?<\/article>\n/s.exec(copy.read(file)) ?? []
    // Swaps the separators: German has a comma before the fraction and a full stop between thousands.
    const german = article
      .replace('id="en" lang="en"', 'id="de" lang="de"')
      .replaceAll(/(?<=<data[^>]*>)[^<]*/g, (text) =>
        text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')),
      )
    copy.edit(file, /( *<article id="ar")/, `      ${german}$1`)
    copy.edit(file, /( *<a href="#ar")/, '      <a href="#de" lang="de" hreflang="de">Deutsch</a>\n$1')
  }
  copy.edit('public/info.css', /(\nbody:has\(#ar:target\))/, '\nbody:has(#de:target) [href="#de"],$1')
  copy.edit('bench/norms/accessibility-statement.ts', /\n {2}en: (\{.*?\n {2}\},)/s, '$&\n  de: $1')
  copy.edit('docs/norms/clauses.json', /"en": (".*"),/g, '"en": $1, "de": $1,')
  for (const brand of readdirSync(join(copy.folder, 'platform/brands'), { withFileTypes: true })) {
    if (!brand.isDirectory()) continue
    const file = `platform/brands/${brand.name}/brand.ts`
    copy.write(file, copy.read(file).replaceAll(/en: ('[^']*'|"[^"]*")/g, 'en: $1, de: $1'))
  }
  copy.edit(
    'src/features/kiosk/keyboard/layouts.ts',
    /(\n {2}ar: \{)/,
    "\n  de: { language: 'DE', letters: 'ABC', rows: rows(DIGITS, 'q w e r t z u i o p', BOTTOM) },$1",
  )
}

function addPage(copy: Copy): void {
  copy.follow('page')
  copy.edit(
    'src/contract/pages.ts',
    /(\n {2}login: )/,
    "\n  promotions: { path: '/promotions', access: 'user', menu: true },$1",
  )
  copy.edit('src/core/router/nav-icons.tsx', /(\n {2}logout: ')/, "\n  promotions: 'M4 12h16',$1")
  copy.write(
    'src/features/account/PromotionsPage.tsx',
    `import { t } from '../../i18n/index.ts'\n\nexport const PromotionsPage = () => <h1 id="promotions-page">{t('router.promotions')}</h1>\n`,
  )
  copy.edit('src/app/SecondaryRoutes.tsx', /(\n {2}adminExample: )/, '\n  promotions: PromotionsPage,$1')
  copy.edit(
    'src/app/SecondaryRoutes.tsx',
    /(\nimport \{ TransactionsPage \})/,
    "\nimport { PromotionsPage } from '../features/account/PromotionsPage.tsx'$1",
  )
  for (const code of ['tr', 'en', 'ar', 'de'])
    copy.edit(`locales/${code}.json`, /("router": \{)/, `$1 "promotions": "Promotions ${code}",`)
  copy.edit('docs/operator/deploy/nginx-static.conf', '|profile|', '|profile|promotions|')
  copy.edit('docs/operator/hosting.md', '`/profile…`,', '`/profile…`, `/promotions`,')
  // The expected entries of the menu.
  copy.edit('src/core/router/new-page.test.ts', "    '/logout',", "    '/promotions',\n    '/logout',")
}

/** Built files with a hash in their names, which browsers cache for a year. */
function hashedFiles(folder: string): Map<string, Buffer> {
  const assets = join(folder, 'dist/assets')
  const names = readdirSync(assets).filter((name) => /-[\w-]{7}\.(js|css)$/.test(name))
  return new Map(names.map((name) => [name, readFileSync(join(assets, name))]))
}

/**
 * Names that both builds use for different bytes. A browser with one of them cached would keep using it for
 * the other.
 */
function reusedNames(copy: string): string[] {
  const own = hashedFiles(root)
  return [...hashedFiles(copy)].flatMap(([name, bytes]) =>
    own.get(name)?.equals(bytes) === false ? name : [],
  )
}

/**
 * Follows the recipes and returns the complaints. Empty if docs/recipes.md is right. Compares with the build
 * in `dist`.
 */
export async function followRecipes(): Promise<string> {
  const copy = new Copy()
  try {
    addBrand(copy)
    addLanguage(copy)
    addPage(copy)
    const all = (['brand', 'language', 'page'] as const).flatMap(commands)
    // The build and the type check need all three additions, so they run once at the end.
    const last = new Set(all.filter((command) => /^(node|npm run build)/.test(command)))
    for (const command of [...all.filter((command) => !last.has(command)), ...last]) {
      const { code, output } = await run('sh', ['-c', command], {}, copy.folder)
      if (code !== 0) return `${command}\n${output}`
    }
    const chunks = readdirSync(join(copy.folder, 'dist/assets'))
    const missing = TEXT_PARTS.map((part) => `texts-${part}-de`).filter(
      (name) => !chunks.some((chunk) => chunk.startsWith(`${name}-`)),
    )
    const hasPage = chunks.some(
      (chunk) =>
        /^account-.*\.js$/.test(chunk) &&
        readFileSync(join(copy.folder, 'dist/assets', chunk), 'utf8').includes('promotions-page'),
    )
    const reused = reusedNames(copy.folder)
    return [
      ...missing.map((name) => `the build holds no file ${name}`),
      ...(hasPage ? [] : ['the build does not hold the new page']),
      ...reused.map((name) => `${name} has other bytes in this build, and the same name`),
    ].join('\n')
  } catch (error) {
    return `${error instanceof Error ? error.message : error}`
  } finally {
    copy.close()
  }
}
