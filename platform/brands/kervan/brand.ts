import type { BrandPack } from '../brand-pack.ts'

export const kervan: BrandPack = {
  id: 1,
  key: 'kervan',
  name: 'Kervan',
  game: 'lines10',
  jackpotSeedCents: 1_840_000,
  palette: {
    light: '#ffd27a',
    main: '#f2a33a',
    deep: '#4a2a10',
    ground: '#140b06',
    reelEdge: '#20120b',
    reel: '#4b2c17',
  },
  symbolNames: {
    wild: { tr: 'Fener', en: 'Lantern', ar: 'الفانوس' },
    high1: { tr: 'Deve', en: 'Camel', ar: 'الجمل' },
    high2: { tr: 'Çadır', en: 'Tent', ar: 'الخيمة' },
    high3: { tr: 'Hurma ağacı', en: 'Date palm', ar: 'النخلة' },
    low1: { tr: 'Altın para', en: 'Gold coin', ar: 'العملة الذهبية' },
    low2: { tr: 'Baklava deseni', en: 'Diamond', ar: 'المعيّن' },
    low3: { tr: 'Kolye', en: 'Pendant', ar: 'القلادة' },
    low4: { tr: 'Çan', en: 'Bell', ar: 'الجرس' },
    scatter: { tr: 'Ay', en: 'Moon', ar: 'القمر' },
  },
}
