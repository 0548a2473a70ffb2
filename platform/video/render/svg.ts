import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { Rgba } from './i420.ts'

const FACES = ['600SemiBold/BarlowCondensed_600SemiBold.ttf', '700Bold/BarlowCondensed_700Bold.ttf']
const folder = dirname(
  createRequire(import.meta.url).resolve('@expo-google-fonts/barlow-condensed/package.json'),
)
const fontFiles = FACES.map((face) => join(folder, face)).filter((file) => existsSync(file))
const options = { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Barlow Condensed' } }

/** Rasterises an SVG document at its own size times `scale`. Throws if it is not SVG. */
export function rasterise(svg: string, scale = 1): Rgba {
  const fitTo = { mode: 'zoom', value: scale } as const
  const image = new Resvg(svg, { ...options, fitTo }).render()
  return { width: image.width, height: image.height, pixels: image.pixels }
}

/** The width of what an SVG document draws, in its units; 0 if it draws nothing. Throws if it is not SVG. */
export const drawnWidth = (svg: string): number => new Resvg(svg, options).getBBox()?.width ?? 0

/** An SVG document of the given size in pixels. */
export function svgDocument(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`
}

/** Escapes text for an SVG document. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
