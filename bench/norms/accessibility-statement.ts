import { LOCALE_CODES, LOCALE_NAMES, LOCALES, type Locale } from '../../src/contract/locales.ts'
import { type Clause, type Norms, stateOf } from './clauses.ts'

/* public/accessibility-statement.html, from the list: what it holds of WCAG, and no more. */

interface Counts {
  applies: number
  met: number
  gaps: number
  open: number
}

interface Texts {
  title: string
  /** `day`: an element. */
  lead: (day: string) => string
  status: string
  conforms: string
  conformsInPart: (counts: Counts) => string
  gaps: string
  open: string
  outside: string
  outsideText: string
  feedback: string
  feedbackText: string
  method: string
  methodText: string
}

const TEXTS: Readonly<Record<Locale, Texts>> = {
  tr: {
    title: 'Erişilebilirlik Bildirimi',
    lead: (day) => `Bu bildirim, makineleri oynadığınız uygulama içindir. Tarihi: ${day}.`,
    status: 'Uyum durumu',
    conforms: 'Ölçüt WCAG 2.2, AA düzeyidir. Uygulama bu düzeye uygundur.',
    conformsInPart: ({ applies, met, gaps, open }) =>
      `Ölçüt WCAG 2.2, AA düzeyidir. Uygulama bu düzeye kısmen uygundur: uygulanabilir ${applies} ölçütün ${met} tanesi sağlanır ve sınanmıştır, ${gaps} tanesi yalnızca kısmen sağlanır ya da sağlanmaz, ${open} tanesi henüz tam sınanmamıştır.`,
    gaps: 'Tam sağlanmayan ölçütler',
    open: 'Henüz tam sınanmamış ölçütler',
    outside: 'Bildirimin dışında kalanlar',
    outsideText:
      'Gerçek bir makinenin görüntüsü, işletmenin metinleri ve görselleri, canlı destek ve bağlantı verilen başka siteler bu bildirimin kapsamında değildir.',
    feedback: 'Geri bildirim',
    feedbackText:
      'Bir engelle karşılaşırsanız işletmeye bildirin: hangi sayfada, hangi cihazda ve hangi yardımcı teknolojiyle olduğunu yazın. İşletmenin verdiği iletişim yolları uygulamada bu sayfanın altında yer alır; salonda görevlilere de söyleyebilirsiniz.',
    method: 'Nasıl değerlendirildi?',
    methodText:
      'Bildirim, yazılımı yapanların kendi değerlendirmesine dayanır: her ölçüt otomatik testlerle karşılaştırıldı. Bağımsız bir denetim yapılmadı.',
  },
  en: {
    title: 'Accessibility Statement',
    lead: (day) => `This statement is about the app with which you play the machines. Its date is ${day}.`,
    status: 'Conformance',
    conforms: 'The measure is WCAG 2.2, level AA. The app conforms to it.',
    conformsInPart: ({ applies, met, gaps, open }) =>
      `The measure is WCAG 2.2, level AA. The app conforms to it in part: of ${applies} criteria that apply, ${met} are met and tested, ${gaps} are met in part or not at all, and ${open} are not fully tested yet.`,
    gaps: 'Criteria that are not fully met',
    open: 'Criteria that are not fully tested yet',
    outside: 'Outside this statement',
    outsideText:
      'The picture of a real machine, texts and images of the operator, the live chat, and other sites that are linked are not part of this statement.',
    feedback: 'Feedback',
    feedbackText:
      'If you meet a barrier, tell the operator: on which page, on which device and with which assistive technology. In the app the contacts that the operator has given are below this page; in a venue you can also tell the staff.',
    method: 'How it was assessed',
    methodText:
      'The statement rests on an assessment by the makers of the software: each criterion was compared with automatic tests. There was no independent audit.',
  },
  ar: {
    title: 'بيان إمكانية الوصول',
    lead: (day) => `يخصّ هذا البيان التطبيق الذي تلعب به على الماكينات. تاريخه: ${day}.`,
    status: 'حالة المطابقة',
    conforms: 'المعيار هو WCAG 2.2 بالمستوى AA، والتطبيق مطابق له.',
    conformsInPart: ({ applies, met, gaps, open }) =>
      `المعيار هو WCAG 2.2 بالمستوى AA، والتطبيق مطابق له جزئيًا. عدد المعايير المنطبقة: ${applies}. المستوفاة والمختبرة: ${met}. المستوفاة جزئيًا أو غير المستوفاة: ${gaps}. التي لم تُختبر بالكامل بعد: ${open}.`,
    gaps: 'معايير غير مستوفاة بالكامل',
    open: 'معايير لم تُختبر بالكامل بعد',
    outside: 'ما لا يشمله البيان',
    outsideText:
      'لا يشمل هذا البيان صورة الماكينة الحقيقية ولا نصوص المشغّل وصوره ولا الدردشة المباشرة ولا المواقع الأخرى التي تقود إليها الروابط.',
    feedback: 'ملاحظاتك',
    feedbackText:
      'إذا واجهت عائقًا فأبلغ المشغّل، واذكر الصفحة والجهاز والتقنية المساعدة التي تستخدمها. وسائل الاتصال التي حدّدها المشغّل معروضة في التطبيق أسفل هذه الصفحة، ويمكنك في الصالة إبلاغ الموظفين أيضًا.',
    method: 'طريقة التقييم',
    methodText:
      'يستند البيان إلى تقييم أجراه صانعو البرنامج بأنفسهم، وقورن فيه كل معيار باختبارات آلية. ولم يُجرَ تدقيق مستقل.',
  },
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function section(heading: string, content: string): string {
  return `        <section>
          <h2>${heading}</h2>
          ${content}
        </section>`
}

function list(heading: string, clauses: readonly Clause[], language: Locale): string[] {
  if (clauses.length === 0) return []
  const items = clauses.map(({ id, note }) => {
    const text = typeof note === 'object' ? note[language] : (note ?? '')
    return `            <li><bdi>WCAG ${id}</bdi>: ${escaped(text)}</li>`
  })
  return [section(heading, `<ul>\n${items.join('\n')}\n          </ul>`)]
}

function article(language: Locale, { day, clauses }: Norms): string {
  const texts = TEXTS[language]
  const criteria = clauses.filter((one) => one.norm === 'WCAG 2.2' && stateOf(one) !== undefined)
  const open = criteria.filter((one) => stateOf(one) === 'open')
  const gaps = criteria.filter((one) => stateOf(one) === 'partly' || stateOf(one) === 'unmet')
  const met = criteria.length - open.length - gaps.length
  const counts = { applies: criteria.length, met, gaps: gaps.length, open: open.length }
  const status = met === criteria.length ? texts.conforms : texts.conformsInPart(counts)
  return `      <article id="${language}" lang="${language}"${LOCALES[language].dir === 'rtl' ? ' dir="rtl"' : ''}>
        <h1>${texts.title}</h1>
        <p>${texts.lead(`<time datetime="${day}">${day}</time>`)}</p>
${[
  section(texts.status, `<p>${status}</p>`),
  ...list(texts.gaps, gaps, language),
  ...list(texts.open, open, language),
  section(texts.outside, `<p>${texts.outsideText}</p>`),
  section(texts.feedback, `<p>${texts.feedbackText}</p>`),
  section(texts.method, `<p>${texts.methodText}</p>`),
].join('\n')}
      </article>`
}

export function statement(norms: Norms): string {
  const links = LOCALE_CODES.map(
    (code) => `      <a href="#${code}" lang="${code}" hreflang="${code}">${LOCALE_NAMES[code]}</a>`,
  )
  return `<!doctype html>
<!--
  For the operator: made by "npm run norms" from docs/norms/clauses.json, anew with each release. It says what
  the app as it ships holds of WCAG 2.2. Your texts, pictures and cabinets are not in it, nor is the authority
  to which your players can complain: let your counsel complete it, in a copy in PUBLIC_DIR. In the app your
  contactLinks, supportMessaging and supportWhatsapp are shown below it.
-->
<html lang="tr">
  <head>
    <meta charset="utf-8" />
    <title>${LOCALE_CODES.map((code) => TEXTS[code].title).join(' · ')}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/info.css" />
  </head>
  <body>
    <nav aria-label="Dil · Language · اللغة">
${links.join('\n')}
    </nav>
    <main>
${LOCALE_CODES.map((code) => article(code, norms)).join('\n')}
    </main>
  </body>
</html>
`
}
