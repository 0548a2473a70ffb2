import type { BrandPack } from '../brand-pack.ts'

export const lodos: BrandPack = {
  id: 4,
  key: 'lodos',
  name: 'Lodos',
  game: 'lines10',
  jackpotSeedCents: 2_250_000,
  palette: {
    light: '#c9bcff',
    main: '#7c68ee',
    deep: '#271c58',
    ground: '#0a0716',
    reelEdge: '#0f0a24',
    reel: '#31256c',
  },
  symbolNames: {
    wild: { tr: 'Fırtına bulutu', en: 'Storm cloud', ar: 'سحابة العاصفة' },
    high1: { tr: 'Deniz feneri', en: 'Lighthouse', ar: 'المنارة' },
    high2: { tr: 'Dalga', en: 'Wave', ar: 'الموجة' },
    high3: { tr: 'Uçurtma', en: 'Kite', ar: 'الطائرة الورقية' },
    low1: { tr: 'Girdap', en: 'Swirl', ar: 'الدوّامة' },
    low2: { tr: 'Damla', en: 'Drop', ar: 'القطرة' },
    low3: { tr: 'Yıldız', en: 'Star', ar: 'النجمة' },
    low4: { tr: 'Çapa', en: 'Anchor', ar: 'المرساة' },
    scatter: { tr: 'Pusula', en: 'Compass', ar: 'البوصلة' },
  },
}
