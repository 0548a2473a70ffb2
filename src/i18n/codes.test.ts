import { beforeAll, expect, test } from 'vitest'
import { Code } from '../contract/codes.ts'
import { codeText, loadCodeTexts, setLocale } from './index.ts'

/*
 * A word of each code's message in each language. Each pattern matches the message of its own code only, so
 * that swapped messages fail.
 */
const MEANING: Record<keyof typeof Code, readonly [tr: RegExp, en: RegExp, ar: RegExp]> = {
  badSignature: [/İmza/, /Signature/, /التوقيع/],
  success: [/başarılı/, /successful/, /تم الطلب/],
  invalidRequest: [/Geçersiz istek/, /Invalid request/, /طلب غير صالح/],
  oldPasswordWrong: [/Eski şifre/, /old password/, /القديمة/],
  passwordTooShort: [/Şifre çok kısa/, /password is too short/, /قصيرة/],
  sessionTerminated: [/Oturum sonlandırıldı/, /Session terminated/, /انتهت الجلسة/],
  pipelineFailed: [/teknik ekip/, /technical team/, /الفريق الفني/],
  wrongCredentialsCounted: [
    /Kalan deneme: 2\..* 15 dakika/,
    /left: 2\..* 15 minutes/,
    /المتبقية: 2\..* 15 دقيقة/,
  ],
  wrongCredentials: [
    /^Kullanıcı adı veya şifre yanlış$/,
    /^User name or password is wrong$/,
    /كلمة المرور خاطئة$/,
  ],
  accountProtected: [/korumaya/, /protected/, /محمي/],
  ipNotPermitted: [/IP/, /IP/, /IP/],
  banned: [/engellendi/, /banned/, /محظور/],
  infoDeposit: [/yatırmak için 7/, /7 seconds left to deposit/, /7 ثوانٍ لإيداع/],
  infoTerminating: [/sonlandırılıyor/, /being terminated/, /يجري إنهاء/],
  infoContinue: [/Devam etmek için 7/, /7 seconds left to continue/, /7 ثوانٍ للمتابعة/],
  tokenExpired: [/Oturumunuzun süresi/, /session has expired/, /انتهت مدة/],
  machineNotFound: [/Böyle bir makine/, /no such machine/, /لا توجد ماكينة/],
  machineTaken: [/başka bir oyuncuda/, /Another player/, /لاعب آخر/],
  machineOutOfOrder: [/hizmet dışı/, /out of service/, /خارج الخدمة/],
  balanceTooLow: [/Bakiyeniz yetersiz/, /balance is too low/, /رصيدك غير كافٍ/],
  creditTooLow: [/kredi yetersiz/, /credit on the machine/, /رصيد الماكينة غير/],
  stakeNotOffered: [/bahis/, /stake/, /الرهان/],
  machineBusy: [/meşgul/, /busy/, /مشغولة/],
  notSeated: [/oturmuyorsunuz/, /not seated/, /لست جالسًا/],
  bonusPending: [/bonus turunuzu/, /bonus round/, /جولة المكافأة/],
  requestIdReused: [/daha önce kullanıldı/, /already used/, /استُخدم/],
  tooManyRequests: [/7 saniye sonra/, /again in 7 seconds/, /بعد 7 ثوانٍ/],
  bodyTooLarge: [/veri çok büyük/, /too large/, /كبيرة/],
  notFound: [/^Bulunamadı/, /^Not found/, /غير موجود/],
  serverError: [/Sunucuda/, /went wrong on the server/, /خطأ في الخادم/],
  takenOver: [/sekmede/, /another tab/, /علامة تبويب/],
  stopping: [/kapanıyor/, /stopping/, /إيقاف/],
  seatedElsewhere: [/Zaten başka/, /already seated/, /بالفعل/],
  nothingToCashOut: [/aktarılacak/, /no credit to cash out/, /لنقله/],
  balanceTooHigh: [/fazla yüksek/, /too high/, /أعلى/],
  amountTooLow: [/Tutar/, /amount is too low/, /المبلغ/],
  passwordTooCommon: [/yaygın/, /common/, /شائعة/],
  unplayedTooOften: [/Oynamadan/, /without playing/, /دون أن تلعب/],
  machineRefused: [/kabul etmedi/, /did not accept/, /لم تقبل/],
  ownLossDay: [/günlük kayıp/, /daily loss/, /الخسارة اليومي/],
  ownLossWeek: [/haftalık kayıp/, /weekly loss/, /الخسارة الأسبوعي/],
  ownLossMonth: [/aylık kayıp/, /monthly loss/, /الخسارة الشهري/],
  ownTimeDay: [/oyun süresi/, /playing time limit/, /وقت اللعب/],
  linkOver: [/kod geçerli/, /code is not valid/, /هذا الرمز/],
  ownPause: [/ara verdiniz/, /break from playing/, /استراحة/],
}
const PARAMS = { left_count: 2, block_time: 15, seconds: 7 }
const paramsOf = (name: string) => (name === 'wrongCredentialsCounted' ? PARAMS : { seconds: PARAMS.seconds })

beforeAll(loadCodeTexts)

test.each([
  ['tr', 0],
  ['en', 1],
  ['ar', 2],
] as const)("each code's text in %s matches the catalogue of codes", async (language, at) => {
  await setLocale(language)
  const texts = Object.entries(Code).map(
    ([name, code]) => [name, codeText(code, paramsOf(name)) ?? ''] as const,
  )
  for (const [name, meaning] of Object.entries(MEANING)) {
    const pattern = meaning[at]
    expect([name, texts.filter(([, text]) => pattern.test(text)).map(([found]) => found)]).toEqual([
      name,
      [name],
    ])
  }
})

test('the values of own limits are shown as amounts and times of the page', async () => {
  await setLocale('en')
  const params = { limit: 10_000, left: 550, until: new Date(2026, 10, 27, 14, 5).toISOString() }
  expect(codeText(Code.ownLossDay, params)).toBe(
    'This would exceed the daily loss limit you set (₺100.00); ₺5.50 is left. The limit resets on Nov 27, 2:05 PM.',
  )
  expect(codeText(Code.ownPause, params)).toBe(
    'You are taking a break. You can play again on Nov 27, 2:05 PM.',
  )
  // Without them, or with unreadable ones, a text without placeholders.
  for (const broken of [{}, { ...params, left: 'x' }, { ...params, until: '' }])
    expect(codeText(Code.ownLossDay, broken)).toBe('You have reached the daily loss limit you set.')
})
