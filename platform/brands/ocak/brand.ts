import type { BrandPack } from '../brand-pack.ts'

export const ocak: BrandPack = {
  id: 6,
  key: 'ocak',
  name: 'Ocak',
  game: 'ways243',
  jackpotSeedCents: 4_080_000,
  palette: {
    light: '#ffb27d',
    main: '#f4632a',
    deep: '#4f1b0c',
    ground: '#150704',
    reelEdge: '#200b06',
    reel: '#5a2413',
  },
  symbolNames: {
    high1: { tr: 'Örs', en: 'Anvil', ar: 'السندان' },
    high2: { tr: 'Kazan', en: 'Cauldron', ar: 'القِدر' },
    high3: { tr: 'Çekiç ve maşa', en: 'Hammer and tongs', ar: 'المطرقة والملقط' },
    low1: { tr: 'Nal', en: 'Horseshoe', ar: 'حدوة الحصان' },
    low2: { tr: 'Bakır tepsi', en: 'Copper plate', ar: 'الصحن النحاسي' },
    low3: { tr: 'Kor', en: 'Ember', ar: 'الجمرة' },
    low4: { tr: 'Altın süs', en: 'Golden ornament', ar: 'الحلية الذهبية' },
    scatter: { tr: 'Yıldız', en: 'Star', ar: 'النجمة' },
  },
}
