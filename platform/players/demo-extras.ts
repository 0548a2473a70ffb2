import type { ChatContact, QuickItem } from '../../src/contract/extras.ts'
import type { Locale } from '../../src/contract/locales.ts'

type LocalizedText = Readonly<Partial<Record<Locale, string>>>

/** A member of the staff. `answer` is sent once, after the first message, and marked as automatic. */
export interface Contact extends Omit<ChatContact, 'unread'> {
  readonly answer?: LocalizedText
}
export interface Note extends Pick<QuickItem, 'id'> {
  readonly title: LocalizedText
  readonly detail: LocalizedText
}

/** The operator's part of the extras. */
export interface ExtrasData {
  readonly contacts: readonly Contact[]
  readonly notes: readonly Note[]
}

export const EMPTY_EXTRAS: ExtrasData = { contacts: [], notes: [] }

const ANSWER: LocalizedText = {
  tr: 'Bu bir otomatik yanıttır. Mesajınız kaydedildi; bu demoda mesajları kimse okumuyor.',
  en: 'This is an automatic answer. Your message is kept; in this demo nobody reads it.',
  ar: 'هذا ردّ تلقائي. حُفظت رسالتك، لكن لا أحد يقرأ الرسائل في هذه النسخة التجريبية.',
}

/** One contact of each status, and notes about the demo. */
export const DEMO_EXTRAS: ExtrasData = {
  contacts: [
    { id: 'demo-selin', name: 'Selin Arslan', avatar: null, status: 'online', answer: ANSWER },
    { id: 'demo-mert', name: 'Mert Demir', avatar: null, status: 'away', answer: ANSWER },
    { id: 'demo-ayse', name: 'Ayşe Koç', avatar: null, status: 'do-not-disturb' },
    { id: 'demo-can', name: 'Can Öztürk', avatar: null, status: 'offline' },
  ],
  notes: [
    {
      id: 'demo-play-money',
      title: { tr: 'Oyun parası', en: 'Play money', ar: 'نقود للعب فقط' },
      detail: {
        tr: 'Bu bir demodur: bakiyeniz gerçek para değildir.',
        en: 'This is a demo: your balance is not real money.',
        ar: 'هذه نسخة تجريبية: رصيدك ليس نقودًا حقيقية.',
      },
    },
    {
      id: 'demo-password',
      title: { tr: 'Şifreniz', en: 'Your password', ar: 'كلمة مرورك' },
      detail: {
        tr: 'Demo şifreleri, platform her başlatıldığında ilk hâline döner.',
        en: 'Demo passwords are set back each time the platform starts.',
        ar: 'تعود كلمات المرور التجريبية إلى ما كانت عليه كلما أُعيد تشغيل المنصّة.',
      },
    },
  ],
}
