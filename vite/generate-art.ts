/**
 * Generates the pictures and the font that derive from a source: `npx tsx vite/generate-art.ts`. With a
 * brand's key it generates the pictures of that brand only.
 *
 *   public/assets/machines/<brand>.svg  ->  <brand>.png, 480x600, 8-bit palette,
 *                                            <brand>.<hash of the PNG>.avif, and
 *                                            <brand>.<hash of the PNG>.320.avif, 320x400
 *   public/icons/{app,maskable}.svg     ->  icon-192, icon-512, maskable-192, maskable-512, apple-touch-icon
 *   Barlow Condensed SemiBold (OFL)     ->  public/fonts/reelcast-figures.woff2, the figures only
 *
 * The output is deterministic (no clock, no random numbers) and committed, so a changed picture is a changed
 * file. The SVGs contain no <text>: a picture never depends on a font.
 */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { avifName, SMALL_POSTER_PX } from '../platform/config/posters.ts'

type Subset = (
  font: Buffer,
  text: string,
  options: { targetFormat: 'woff2'; keepFeatures: string[]; noHinting: boolean },
) => Promise<Buffer>

type Colour = readonly [r: number, g: number, b: number, a: number]

interface Picture {
  pixels: Uint8Array
  width: number
  height: number
}

interface Drawn {
  picture: Picture
  png: Buffer
}

interface Bin {
  colour: Colour
  count: number
}

// subset-font is CommonJS without types.
const require = createRequire(import.meta.url)
const subsetFont: Subset = require('subset-font')
const root = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

// The typeface has no sign for the other currencies; the next font in the stack renders those.
const FIGURES = '0123456789.,:; +-−%×/()KMBAPxXzł₺$€£¥\u00a0\u202f'
/** Maximum size of a poster; dithering is reduced until the file fits. */
const MAX_POSTER_BYTES = 60_000
const ICONS = [
  ['app', 192, 'icon-192'],
  ['app', 512, 'icon-512'],
  ['maskable', 192, 'maskable-192'],
  ['maskable', 512, 'maskable-512'],
  ['maskable', 180, 'apple-touch-icon'],
] as const

function colourDistance(p: Colour, q: Colour): number {
  return (p[0] - q[0]) ** 2 * 2 + (p[1] - q[1]) ** 2 * 4 + (p[2] - q[2]) ** 2 + (p[3] - q[3]) ** 2 * 3
}

/** Histogram at 6 bits a channel; each bin is the mean colour of its pixels. */
function histogram(pixels: Uint8Array): Bin[] {
  const sums = new Map<number, [number, number, number, number, number]>()
  for (let i = 0; i < pixels.length; i += 4) {
    const [r = 0, g = 0, b = 0, a = 0] = pixels.subarray(i, i + 4)
    const key = ((r >> 2) << 18) | ((g >> 2) << 12) | ((b >> 2) << 6) | (a >> 2)
    const sum = sums.get(key) ?? [0, 0, 0, 0, 0]
    sums.set(key, [sum[0] + r, sum[1] + g, sum[2] + b, sum[3] + a, sum[4] + 1])
  }
  return [...sums.values()].map(([r, g, b, a, n]) => ({ colour: [r / n, g / n, b / n, a / n], count: n }))
}

function mean(bins: readonly Bin[]): Colour {
  const sum = [0, 0, 0, 0]
  let weight = 0
  for (const { colour, count } of bins) {
    weight += count
    for (let c = 0; c < 4; c++) sum[c] = (sum[c] ?? 0) + (colour[c] ?? 0) * count
  }
  const [r = 0, g = 0, b = 0, a = 0] = sum.map((value) => value / weight)
  return [r, g, b, a]
}

/** The channel with the largest variance in a box, and its cost (variance times pixels). */
function spread(bins: readonly Bin[]): { channel: number; cost: number } {
  const middle = mean(bins)
  let best = { channel: 0, cost: 0 }
  for (let channel = 0; channel < 4; channel++) {
    let cost = 0
    for (const bin of bins) cost += ((bin.colour[channel] ?? 0) - (middle[channel] ?? 0)) ** 2 * bin.count
    if (cost > best.cost) best = { channel, cost }
  }
  return best
}

/** Median cut by variance, then a few rounds of k-means over the bins. */
function choosePalette(bins: Bin[], size: number): Colour[] {
  const boxes = [{ bins, ...spread(bins) }]
  while (boxes.length < size) {
    boxes.sort((p, q) => q.cost - p.cost)
    const box = boxes[0]
    if (!box || box.cost === 0) break
    const { channel } = box
    const at = mean(box.bins)[channel] ?? 0
    const low = box.bins.filter((bin) => (bin.colour[channel] ?? 0) <= at)
    const high = box.bins.filter((bin) => (bin.colour[channel] ?? 0) > at)
    boxes.splice(0, 1, { bins: low, ...spread(low) }, { bins: high, ...spread(high) })
  }
  let palette = boxes.map((box) => mean(box.bins))
  for (let round = 0; round < 4; round++) {
    const groups = palette.map((): Bin[] => [])
    for (const bin of bins) groups[nearest(palette, bin.colour)]?.push(bin)
    palette = palette.map((colour, i) => (groups[i]?.length ? mean(groups[i]) : colour))
  }
  return palette
}

function nearest(palette: readonly Colour[], colour: Colour): number {
  let nearestIndex = 0
  let minDistance = Number.POSITIVE_INFINITY
  palette.forEach((entry, i) => {
    const distance = colourDistance(entry, colour)
    if (distance < minDistance) {
      minDistance = distance
      nearestIndex = i
    }
  })
  return nearestIndex
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** 4x4 Bayer thresholds, -7.5 to 7.5. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((step) => step - 7.5)

/**
 * An 8-bit palette PNG of RGBA pixels. Rows are unfiltered, which compresses flat shapes best. An ordered
 * dither of `dither` levels hides the palette's steps in gradients for a few KB.
 */
function palettePng({ pixels, width, height }: Picture, colours: readonly Colour[], dither: number): Buffer {
  // Non-opaque entries come first, so that the tRNS chunk can end early.
  const palette = colours.toSorted((p, q) => p[3] - q[3])
  const seen = new Map<number, number>()
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const shift = Math.round(((BAYER[(y % 4) * 4 + (x % 4)] ?? 0) * dither) / 16)
      const level = (channel: number): number =>
        Math.min(255, Math.max(0, (pixels[at + channel] ?? 0) + shift))
      const [r, g, b, a] = [level(0), level(1), level(2), pixels[at + 3] ?? 255]
      const key = ((r * 256 + g) * 256 + b) * 256 + a
      const index = seen.get(key) ?? nearest(palette, [r, g, b, a])
      seen.set(key, index)
      rows[y * (width + 1) + 1 + x] = index
    }
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const entries = palette.map((entry) => entry.map(Math.round))
  const alpha = entries.map(([, , , a = 255]) => a).filter((a) => a < 255)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(entries.flatMap(([r = 0, g = 0, b = 0]) => [r, g, b]))),
    ...(alpha.length > 0 ? [chunk('tRNS', Buffer.from(alpha))] : []),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Straight alpha for PNG: resvg returns premultiplied colours. */
function unpremultiply(pixels: Uint8Array): Uint8Array {
  return pixels.map((value, i) => {
    const a = pixels[i | 3] ?? 255
    return (i & 3) === 3 || a === 0 ? value : Math.min(255, Math.round((value * 255) / a))
  })
}

/** Quality 45 shows no difference at a phone's density, at a fifth of the PNG's bytes. */
const AVIF = { quality: 45, effort: 6 }
/** A phone on a slow line waits for six of these; at arm's length only the grain differs. */
const SMALL_AVIF = { quality: 30, effort: 9, chromaSubsampling: '4:2:0' }

/**
 * Renders an SVG `width` pixels wide with at most `colours` colours, dithered as far as `limit` bytes allow.
 */
async function draw(
  from: string,
  to: string,
  width: number,
  colours: number,
  limit?: number,
): Promise<Drawn> {
  const drawn = new Resvg(await readFile(root(from), 'utf8'), {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  }).render()
  const picture = { pixels: unpremultiply(drawn.pixels), width: drawn.width, height: drawn.height }
  const palette = choosePalette(histogram(picture.pixels), colours)
  const heights = limit === undefined ? [0] : [12, 9, 6, 3, 0]
  let png: Buffer = Buffer.alloc(0)
  for (const dither of heights) {
    png = palettePng(picture, palette, dither)
    if (limit === undefined || png.length <= limit) break
  }
  await writeFile(root(to), png)
  console.log(`${to}  ${picture.width}x${picture.height}  ${(png.length / 1024).toFixed(1)} KB`)
  return { picture, png }
}

/**
 * Writes the AVIFs that the platform serves in place of a poster's PNG, and removes those of earlier posters.
 */
async function writeAvif(folder: string, name: string, { picture, png }: Drawn): Promise<void> {
  const brand = name.slice(0, -'.png'.length)
  for (const old of await readdir(root(folder)))
    if (old.startsWith(`${brand}.`) && old.endsWith('.avif')) await rm(root(`${folder}/${old}`))
  const { width, height } = picture
  const source = () => sharp(picture.pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
  for (const [isSmall, image] of [
    [false, source().avif(AVIF)],
    [true, source().resize(SMALL_POSTER_PX).avif(SMALL_AVIF)],
  ] as const) {
    const avif = await image.toBuffer()
    const to = `${folder}/${avifName(name, png, isSmall)}`
    await writeFile(root(to), avif)
    console.log(`${to}  ${(avif.length / 1024).toFixed(1)} KB`)
  }
}

async function drawPoster(brand: string): Promise<void> {
  const folder = 'public/assets/machines'
  const poster = `${folder}/${brand}.png`
  await writeAvif(
    folder,
    `${brand}.png`,
    await draw(`${folder}/${brand}.svg`, poster, 480, 256, MAX_POSTER_BYTES),
  )
}

async function main(): Promise<void> {
  const [one] = process.argv.slice(2)
  if (one) return drawPoster(one)
  const machines = (await readdir(root('public/assets/machines'))).filter((name) => name.endsWith('.svg'))
  for (const name of machines.sort()) await drawPoster(name.slice(0, -'.svg'.length))
  for (const [source, size, name] of ICONS) {
    await draw(`public/icons/${source}.svg`, `public/icons/${name}.png`, size, 64)
  }
  const barlow = root('node_modules/@expo-google-fonts/barlow-condensed')
  const font = await readFile(`${barlow}/600SemiBold/BarlowCondensed_600SemiBold.ttf`)
  // No kerning: with `tnum`, all digits have the same width.
  const figures = await subsetFont(font, FIGURES, {
    targetFormat: 'woff2',
    keepFeatures: ['tnum'],
    noHinting: true,
  })
  await mkdir(root('public/fonts'), { recursive: true })
  await writeFile(root('public/fonts/reelcast-figures.woff2'), figures)
  await copyFile(`${barlow}/LICENSE_FONT`, root('public/fonts/OFL.txt'))
  console.log(`public/fonts/reelcast-figures.woff2  ${(figures.length / 1024).toFixed(1)} KB`)
}

await main()
