import { type BaseColors, palette, parseHex, type Rgb } from './palette.ts'

/** Colours as #rrggbb; for empty or invalid ones the theme's apply. */
export interface Colors {
  accent: string
  background: string
}

const COLOR_VARIABLES = [
  '--colorNeutralBackground1',
  '--colorNeutralBackground2',
  '--colorNeutralBackground3',
  '--colorNeutralBackground4',
  '--colorNeutralForeground2',
  '--colorNeutralStroke1',
  '--colorNeutralStroke2',
  '--colorPit',
  '--colorShade',
  '--colorBackgroundOverlay',
  '--colorBrandBackground',
  '--colorBrandBackgroundHover',
  '--colorBrandBackgroundPressed',
  '--colorBrandBackgroundShade',
  '--colorBrandForeground1',
  '--colorNeutralForegroundOnBrand',
  '--colorGlow',
] as const

/** The colours of theme.css. */
function baseColors(root: HTMLElement): BaseColors | undefined {
  const style = getComputedStyle(root)
  const read = (name: string): Rgb | undefined => parseHex(style.getPropertyValue(name))
  const [background, accent] = [read('--colorNeutralBackground1'), read('--colorBrandBackground')]
  const [text, danger] = [read('--colorNeutralForeground1'), read('--colorStatusDangerForeground1')]
  return background && accent && text && danger ? { background, accent, text, danger } : undefined
}

/**
 * Overrides the theme's colours with these and the tints derived from them. Every text keeps a contrast of
 * 4.5 (WCAG AA): an accent without contrast to the background is lightened, a background that is too light is
 * darkened. Empty colours restore the theme's. Returns the style for the next start; empty for the theme
 * itself.
 */
export function applyColors({ accent, background }: Colors): string {
  const { style } = document.documentElement
  for (const name of COLOR_VARIABLES) style.removeProperty(name)
  const base = baseColors(document.documentElement)
  const set = base ? palette({ accent: parseHex(accent), background: parseHex(background) }, base) : {}
  for (const [name, value] of Object.entries(set)) style.setProperty(name, value)
  const shown = getComputedStyle(document.documentElement).getPropertyValue('--colorNeutralBackground1')
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', shown.trim())
  return Object.entries(set)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}
