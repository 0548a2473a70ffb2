/*
 * Derives the theme's colours from the two that an operator (or a player's colour scheme) chooses: sRGB
 * arithmetic with the contrasts of WCAG 2. A chosen colour is adjusted where texts would be unreadable.
 */

export type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** Minimum contrast of texts, and of shapes such as buttons. */
const MIN_TEXT_CONTRAST = 4.5
const MIN_SHAPE_CONTRAST = 3

/** Reads #rrggbb; undefined for anything else. */
export function parseHex(hex: string): Rgb | undefined {
  const [, ...parts] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex.trim()) ?? []
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16))
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue]
}

const formatHex = (color: Rgb) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
/** `share`: the part of `b`, 0 to 1. */
const mix = (a: Rgb, b: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => Math.round(a[at] + (b[at] - a[at]) * share)
  return [part(0), part(1), part(2)]
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio, from 1 (equal) to 21 (black on white). */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, two] = [luminance(a), luminance(b)]
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)
}

/** Mixes in the least amount of `to` that makes the colour readable. */
function adjustForContrast(color: Rgb, to: Rgb, isRead: (color: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const next = mix(color, to, share)
    if (isRead(next)) return next
  }
  return to
}

/** The theme's colours, which apply where none is chosen; text and danger never change. */
export interface BaseColors {
  background: Rgb
  accent: Rgb
  text: Rgb
  danger: Rgb
}

/** The part of the text's colour in each surface above the background. */
const SURFACES = { 2: 0.044, 3: 0.087, 4: 0.144 } as const
const surface = (background: Rgb, text: Rgb, which: keyof typeof SURFACES) =>
  mix(background, text, SURFACES[which])

function neutrals(asked: Rgb, { text, danger }: BaseColors) {
  const background = adjustForContrast(
    asked,
    BLACK,
    (color) => contrast(danger, surface(color, text, 3)) >= MIN_TEXT_CONTRAST,
  )
  const fourth = surface(background, text, 4)
  const quietText = adjustForContrast(
    mix(text, background, 0.3),
    text,
    (color) => contrast(color, fourth) >= MIN_TEXT_CONTRAST,
  )
  // The frame of a control, on the third surface too; the other stroke only divides.
  const third = surface(background, text, 3)
  const stroke = adjustForContrast(
    mix(background, text, 0.3),
    text,
    (color) => contrast(color, third) >= MIN_SHAPE_CONTRAST,
  )
  return {
    fourth,
    second: surface(background, text, 2),
    all: {
      '--colorNeutralBackground1': formatHex(background),
      '--colorNeutralBackground2': formatHex(surface(background, text, 2)),
      '--colorNeutralBackground3': formatHex(third),
      '--colorNeutralBackground4': formatHex(fourth),
      '--colorNeutralForeground2': formatHex(quietText),
      '--colorNeutralStroke2': formatHex(mix(background, text, 0.18)),
      '--colorNeutralStroke1': formatHex(stroke),
      '--colorPit': formatHex(mix(background, BLACK, 0.5)),
      '--colorShade': `rgb(${mix(background, BLACK, 0.5).join(' ')} / 80%)`,
      '--colorBackgroundOverlay': `rgb(${mix(background, BLACK, 0.5).join(' ')} / 72%)`,
    },
  }
}

function brand(asked: Rgb, surfaces: { second: Rgb; fourth: Rgb }) {
  // As a button it contrasts with the second surface; as a text with the lightest one.
  const fill = adjustForContrast(
    asked,
    WHITE,
    (color) => contrast(color, surfaces.second) >= MIN_SHAPE_CONTRAST,
  )
  const text = adjustForContrast(
    fill,
    WHITE,
    (color) => contrast(color, surfaces.fourth) >= MIN_TEXT_CONTRAST,
  )
  const tinted = mix(fill, BLACK, 0.88)
  // Black or white is always readable.
  const ink = [tinted, WHITE, BLACK].find((color) => contrast(color, fill) >= MIN_TEXT_CONTRAST) ?? BLACK
  const away = ink === WHITE ? BLACK : WHITE
  const near = mix(fill, ink === WHITE ? WHITE : BLACK, 0.1)
  const pressed = contrast(ink, near) >= MIN_TEXT_CONTRAST ? near : mix(fill, away, 0.3)
  return {
    '--colorBrandBackground': formatHex(fill),
    '--colorBrandBackgroundHover': formatHex(mix(fill, away, 0.2)),
    '--colorBrandBackgroundPressed': formatHex(pressed),
    '--colorBrandBackgroundShade': formatHex(mix(fill, BLACK, 0.38)),
    '--colorBrandForeground1': formatHex(text),
    '--colorNeutralForegroundOnBrand': formatHex(ink),
    '--colorGlow': `rgb(${fill.join(' ')} / 16%)`,
  }
}

/** The theme's variables that follow from the two colours; for an undefined one the theme's own apply. */
export function palette(
  asked: { accent?: Rgb | undefined; background?: Rgb | undefined },
  base: BaseColors,
): Readonly<Record<string, string>> {
  if (!asked.accent && !asked.background) return {}
  const around = neutrals(asked.background ?? base.background, base)
  return {
    ...(asked.background && around.all),
    ...brand(asked.accent ?? base.accent, around),
  }
}
