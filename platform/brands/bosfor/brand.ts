import type { BrandPack } from '../brand-pack.ts'

export const bosfor: BrandPack = {
  id: 2,
  key: 'bosfor',
  name: 'Bosfor',
  game: 'ways243',
  jackpotSeedCents: 3_215_000,
  palette: {
    light: '#8ff3e6',
    main: '#27b8ae',
    deep: '#0d4149',
    ground: '#051316',
    reelEdge: '#06191e',
    reel: '#0f4650',
  },
  symbolNames: {
    high1: { tr: 'Vapur', en: 'Ferry', ar: 'العبّارة' },
    high2: { tr: 'Martı', en: 'Gull', ar: 'النورس' },
    high3: { tr: 'Çay', en: 'Tea', ar: 'الشاي' },
    low1: { tr: 'Lale', en: 'Tulip', ar: 'التوليب' },
    low2: { tr: 'Çini', en: 'Tile', ar: 'البلاطة' },
    low3: { tr: 'Deniz kabuğu', en: 'Shell', ar: 'الصدفة' },
    low4: { tr: 'Can simidi', en: 'Lifebuoy', ar: 'طوق النجاة' },
    scatter: { tr: 'Köprü', en: 'Bridge', ar: 'الجسر' },
  },
}
