import type { SymbolKey } from './game.ts'

/** What a brand's pictures show, in Turkish, English and Arabic; as public/paytables.html has it. */
type Names = Readonly<Partial<Record<SymbolKey, readonly [tr: string, en: string, ar: string]>>>

export const SYMBOL_NAMES: Readonly<Record<string, Names>> = {
  kervan: {
    wild: ['Fener', 'Lantern', 'الفانوس'],
    high1: ['Deve', 'Camel', 'الجمل'],
    high2: ['Çadır', 'Tent', 'الخيمة'],
    high3: ['Hurma ağacı', 'Date palm', 'النخلة'],
    low1: ['Altın para', 'Gold coin', 'العملة الذهبية'],
    low2: ['Baklava deseni', 'Diamond', 'المعيّن'],
    low3: ['Kolye', 'Pendant', 'القلادة'],
    low4: ['Çan', 'Bell', 'الجرس'],
    scatter: ['Ay', 'Moon', 'القمر'],
  },
  lodos: {
    wild: ['Fırtına bulutu', 'Storm cloud', 'سحابة العاصفة'],
    high1: ['Deniz feneri', 'Lighthouse', 'المنارة'],
    high2: ['Dalga', 'Wave', 'الموجة'],
    high3: ['Uçurtma', 'Kite', 'الطائرة الورقية'],
    low1: ['Girdap', 'Swirl', 'الدوّامة'],
    low2: ['Damla', 'Drop', 'القطرة'],
    low3: ['Yıldız', 'Star', 'النجمة'],
    low4: ['Çapa', 'Anchor', 'المرساة'],
    scatter: ['Pusula', 'Compass', 'البوصلة'],
  },
  bosfor: {
    high1: ['Vapur', 'Ferry', 'العبّارة'],
    high2: ['Martı', 'Gull', 'النورس'],
    high3: ['Çay', 'Tea', 'الشاي'],
    low1: ['Lale', 'Tulip', 'التوليب'],
    low2: ['Çini', 'Tile', 'البلاطة'],
    low3: ['Deniz kabuğu', 'Shell', 'الصدفة'],
    low4: ['Can simidi', 'Lifebuoy', 'طوق النجاة'],
    scatter: ['Köprü', 'Bridge', 'الجسر'],
  },
  ocak: {
    high1: ['Örs', 'Anvil', 'السندان'],
    high2: ['Kazan', 'Cauldron', 'القِدر'],
    high3: ['Çekiç ve maşa', 'Hammer and tongs', 'المطرقة والملقط'],
    low1: ['Nal', 'Horseshoe', 'حدوة الحصان'],
    low2: ['Bakır tepsi', 'Copper plate', 'الصحن النحاسي'],
    low3: ['Kor', 'Ember', 'الجمرة'],
    low4: ['Altın süs', 'Golden ornament', 'الحلية الذهبية'],
    scatter: ['Yıldız', 'Star', 'النجمة'],
  },
  nar: {
    wild: ['Nar', 'Pomegranate', 'الرمّانة'],
    high1: ['Hazine sandığı', 'Treasure chest', 'صندوق الكنز'],
    high2: ['Nar çiçeği', 'Blossom', 'الزهرة'],
    high3: ['İbrik', 'Ewer', 'الإبريق'],
    low1: ['Nar tanesi', 'Red gem', 'الجوهرة الحمراء'],
    low2: ['Sarı taş', 'Golden gem', 'الجوهرة الذهبية'],
    low3: ['Yaprak', 'Leaf', 'الورقة'],
    scatter: ['Kuş', 'Bird', 'الطائر'],
  },
  zeytin: {
    wild: ['Baykuş', 'Owl', 'البومة'],
    high1: ['Amfora', 'Amphora', 'الجرّة'],
    high2: ['Zeytin dalı', 'Olive branch', 'غصن الزيتون'],
    high3: ['Zeytin değirmeni', 'Olive mill', 'معصرة الزيتون'],
    low1: ['Zeytin', 'Olive', 'الزيتونة'],
    low2: ['Yaprak', 'Leaf', 'الورقة'],
    low3: ['Yağ damlası', 'Oil drop', 'قطرة الزيت'],
    scatter: ['Güneş', 'Sun', 'الشمس'],
  },
}
