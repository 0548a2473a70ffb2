import { type BaseColors, palette, parseHex, type Rgb } from './palette.ts'

/** Colours as #rrggbb; empty or wrong ones are the theme's own. */
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

/** The theme's own colours, as theme.css has them. */
function baseColors(root: HTMLElement): BaseColors | undefined {
  const style = getComputedStyle(root)
  const read = (name: string): Rgb | undefined => parseHex(style.getPropertyValue(name))
  const [background, accent] = [read('--colorNeutralBackground1'), read('--colorBrandBackground')]
  const [text, danger] = [read('--colorNeutralForeground1'), read('--colorStatusDangerForeground1')]
  return background && accent && text && danger ? { background, accent, text, danger } : undefined
}

/**
 * Puts these colours over the theme's, with the tints that follow from them, so that every text keeps a contrast of
 * 4.5 (WCAG AA): an accent that would vanish on the background is lightened, a background too light is darkened.
 * Empty ones bring the theme's own back. Gives the style that a later visit begins with; empty for the theme itself.
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
