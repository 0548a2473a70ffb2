import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'

const TURKISH = [...'abcçdefgğhıijklmnoöprsştuüvyzâîûABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZÂÎÛ 0123456789']
const ARABIC = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإؤئةىٱ ٠١٢٣٤٥٦٧٨٩']
const UNSEEN = ['\u0640', '\u064b', '\u064e', '\u0650', '\u0651', '\u0652', '\u0670', '\u200f', '\u200c']

const text = fc.string({ unit: fc.constantFrom(...TURKISH, ...ARABIC) })
const any = fc.string({ unit: 'binary' })

test('I, ı, İ and i are one letter, and so are letters with and without an accent, large and small', () => {
  expect(['IŞIK', 'ışık', 'İŞİK', 'isik', 'I\u0307s\u0327ik'].map(fold)).toEqual(Array(5).fill('isik'))
  expect(['Çınar Gülü', 'CINAR GULU', 'çinar gülü'].map(fold)).toEqual(Array(3).fill('cinar gulu'))
  expect(['Straße', 'STRASSE', 'Kâğıt', 'ＫＡＧＩＴ'].map(fold)).toEqual([
    'strasse',
    'strasse',
    'kagit',
    'kagit',
  ])
})

test('Arabic: harakat and tatweel are passed over, the forms of alef are one, digits are digits', () => {
  expect(['أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد'].map(fold)).toEqual(Array(5).fill('احمد'))
  expect(fold('مُحَمَّد')).toBe('محمد')
  expect(fold('مـحـمـد')).toBe('محمد')
  expect(fold('مكتبة')).toBe(fold('مكتبه'))
  expect(fold('على')).toBe(fold('علي'))
  expect(fold('ﻼ')).toBe('لا')
  expect([fold('٠١٢٣٤٥٦٧٨٩'), fold('۰۱۲۳۴۵۶۷۸۹')]).toEqual(['0123456789', '0123456789'])
})

test('composed and decomposed texts are the same, and so are large and small letters of any language', () => {
  const same = (one: string, other: string) => {
    expect(fold(other)).toBe(fold(one))
  }
  fc.assert(fc.property(any, (one) => same(one.normalize('NFC'), one.normalize('NFD'))))
  fc.assert(
    fc.property(text, (one) => {
      same(one, one.toLocaleUpperCase('tr'))
      same(one, one.toLocaleLowerCase('tr'))
      same(one, one.toUpperCase())
      same(one, one.toLowerCase())
    }),
  )
})

test('what is unseen changes nothing, wherever it stands', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.constantFrom(...UNSEEN), (one, at, sign) => {
      const cut = one.length ? at % (one.length + 1) : 0
      expect(fold(one.slice(0, cut) + sign + one.slice(cut))).toBe(fold(one))
    }),
  )
})

test('folded is folded, letter by letter', () => {
  fc.assert(
    fc.property(any, any, (one, other) => {
      expect(fold(fold(one))).toBe(fold(one))
      expect(fold(one + other)).toBe(fold(one) + fold(other))
    }),
    { numRuns: 2000 },
  )
})
