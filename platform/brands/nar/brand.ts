import type { BrandPack } from '../brand-pack.ts'

export const nar: BrandPack = {
  id: 3,
  key: 'nar',
  name: 'Nar',
  game: 'classic5',
  jackpotSeedCents: 967_500,
  palette: {
    light: '#ff9d9b',
    main: '#e2344a',
    deep: '#4d0f1b',
    ground: '#150508',
    reelEdge: '#1f070c',
    reel: '#561521',
  },
  symbolNames: {
    wild: { tr: 'Nar', en: 'Pomegranate', ar: 'الرمّانة' },
    high1: { tr: 'Hazine sandığı', en: 'Treasure chest', ar: 'صندوق الكنز' },
    high2: { tr: 'Nar çiçeği', en: 'Blossom', ar: 'الزهرة' },
    high3: { tr: 'İbrik', en: 'Ewer', ar: 'الإبريق' },
    low1: { tr: 'Nar tanesi', en: 'Red gem', ar: 'الجوهرة الحمراء' },
    low2: { tr: 'Sarı taş', en: 'Golden gem', ar: 'الجوهرة الذهبية' },
    low3: { tr: 'Yaprak', en: 'Leaf', ar: 'الورقة' },
    scatter: { tr: 'Kuş', en: 'Bird', ar: 'الطائر' },
  },
}
