import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PUBLIC = 'public/'
const manifest = JSON.parse(readFileSync(`${PUBLIC}manifest.webmanifest`, 'utf8'))
const html = readFileSync('index.html', 'utf8')

/** Width and height of a PNG, from its IHDR chunk. */
function sizeOf(name: string): string {
  const bytes = readFileSync(PUBLIC + name)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('the manifest describes the installed app', () => {
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Reelcast',
    short_name: 'Reelcast',
    lang: 'tr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
  })
  expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  // The splash screen of an installed app has the page's background.
  expect(html).toContain(`<meta name="theme-color" content="${manifest.theme_color}" />`)
  expect(manifest.background_color).toBe(manifest.theme_color)
})

test('its icons have the declared sizes, also a maskable one', () => {
  const icons: { src: string; sizes: string; type: string; purpose: string }[] = manifest.icons
  for (const { src, sizes } of icons.filter(({ type }) => type === 'image/png'))
    expect({ src, size: sizeOf(src.slice(1)) }).toEqual({ src, size: sizes })
  for (const purpose of ['any', 'maskable'])
    for (const sizes of ['192x192', '512x512'])
      expect(icons).toContainEqual(expect.objectContaining({ purpose, sizes, type: 'image/png' }))
})

test('a phone without manifest support finds its icon', () => {
  expect(sizeOf('icons/apple-touch-icon.png')).toBe('180x180')
  expect(html).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />')
})
