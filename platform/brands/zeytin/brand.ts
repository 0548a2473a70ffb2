import type { BrandPack } from '../brand-pack.ts'

export const zeytin: BrandPack = {
  id: 5,
  key: 'zeytin',
  name: 'Zeytin',
  game: 'classic5',
  jackpotSeedCents: 1_412_000,
  palette: {
    light: '#dcee8c',
    main: '#94b83a',
    deep: '#2f3f14',
    ground: '#0b1005',
    reelEdge: '#111a08',
    reel: '#38491c',
  },
  symbolNames: {
    wild: { tr: 'Baykuş', en: 'Owl', ar: 'البومة' },
    high1: { tr: 'Amfora', en: 'Amphora', ar: 'الجرّة' },
    high2: { tr: 'Zeytin dalı', en: 'Olive branch', ar: 'غصن الزيتون' },
    high3: { tr: 'Zeytin değirmeni', en: 'Olive mill', ar: 'معصرة الزيتون' },
    low1: { tr: 'Zeytin', en: 'Olive', ar: 'الزيتونة' },
    low2: { tr: 'Yaprak', en: 'Leaf', ar: 'الورقة' },
    low3: { tr: 'Yağ damlası', en: 'Oil drop', ar: 'قطرة الزيت' },
    scatter: { tr: 'Güneş', en: 'Sun', ar: 'الشمس' },
  },
}
