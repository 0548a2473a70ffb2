/** The colours of a machine. Every machine shares the warm dark and the brass; the brand gives the light. */
export interface Palette {
  /** Light of the brand: lettering, lamps, win lines. */
  readonly light: string
  /** The brand's colour in full. */
  readonly main: string
  /** Its shade: the cabinet's body. */
  readonly deep: string
  /** Almost black: the ground. */
  readonly ground: string
  /** The reels' paper, from the edge to the middle. */
  readonly reelEdge: string
  readonly reel: string
}

const PALETTES: Readonly<Record<string, Palette>> = {
  kervan: {
    light: '#ffd27a',
    main: '#f2a33a',
    deep: '#4a2a10',
    ground: '#140b06',
    reelEdge: '#20120b',
    reel: '#4b2c17',
  },
  bosfor: {
    light: '#8ff3e6',
    main: '#27b8ae',
    deep: '#0d4149',
    ground: '#051316',
    reelEdge: '#06191e',
    reel: '#0f4650',
  },
  nar: {
    light: '#ff9d9b',
    main: '#e2344a',
    deep: '#4d0f1b',
    ground: '#150508',
    reelEdge: '#1f070c',
    reel: '#561521',
  },
  lodos: {
    light: '#c9bcff',
    main: '#7c68ee',
    deep: '#271c58',
    ground: '#0a0716',
    reelEdge: '#0f0a24',
    reel: '#31256c',
  },
  zeytin: {
    light: '#dcee8c',
    main: '#94b83a',
    deep: '#2f3f14',
    ground: '#0b1005',
    reelEdge: '#111a08',
    reel: '#38491c',
  },
  ocak: {
    light: '#ffb27d',
    main: '#f4632a',
    deep: '#4f1b0c',
    ground: '#150704',
    reelEdge: '#200b06',
    reel: '#5a2413',
  },
}

const HOUSE: Palette = {
  light: '#ffdf9e',
  main: '#ffb547',
  deep: '#3b2717',
  ground: '#120d0a',
  reelEdge: '#1a120c',
  reel: '#443022',
}

/** A brand's colours; a brand nobody drew gets the house's. */
export function paletteOf(brand: string): Palette {
  return PALETTES[brand] ?? HOUSE
}
