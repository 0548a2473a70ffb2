import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeForSearch } from './normalize-for-search.ts'

const TURKISH = [...'abcçdefgğhıijklmnoöprsştuüvyzâîûABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZÂÎÛ 0123456789']
const ARABIC = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإؤئةىٱ ٠١٢٣٤٥٦٧٨٩']
const UNSEEN = ['\u0640', '\u064b', '\u064e', '\u0650', '\u0651', '\u0652', '\u0670', '\u200f', '\u200c']

const text = fc.string({ unit: fc.constantFrom(...TURKISH, ...ARABIC) })
const any = fc.string({ unit: 'binary' })

test('I, ı, İ and i are equal, and so are letters with and without accent or case', () => {
  expect(['IŞIK', 'ışık', 'İŞİK', 'isik', 'I\u0307s\u0327ik'].map(normalizeForSearch)).toEqual(
    Array(5).fill('isik'),
  )
  expect(['Çınar Gülü', 'CINAR GULU', 'çinar gülü'].map(normalizeForSearch)).toEqual(
    Array(3).fill('cinar gulu'),
  )
  expect(['Straße', 'STRASSE', 'Kâğıt', 'ＫＡＧＩＴ'].map(normalizeForSearch)).toEqual([
    'strasse',
    'strasse',
    'kagit',
    'kagit',
  ])
})

test('Arabic: harakat and tatweel are ignored, the forms of alef and the digits are equal', () => {
  expect(['أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد'].map(normalizeForSearch)).toEqual(Array(5).fill('احمد'))
  expect(normalizeForSearch('مُحَمَّد')).toBe('محمد')
  expect(normalizeForSearch('مـحـمـد')).toBe('محمد')
  expect(normalizeForSearch('مكتبة')).toBe(normalizeForSearch('مكتبه'))
  expect(normalizeForSearch('على')).toBe(normalizeForSearch('علي'))
  expect(normalizeForSearch('ﻼ')).toBe('لا')
  expect([normalizeForSearch('٠١٢٣٤٥٦٧٨٩'), normalizeForSearch('۰۱۲۳۴۵۶۷۸۹')]).toEqual([
    '0123456789',
    '0123456789',
  ])
})

test('composed and decomposed texts are equal, and so are cases in any language', () => {
  const same = (one: string, other: string) => {
    expect(normalizeForSearch(other)).toBe(normalizeForSearch(one))
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

test('invisible characters are ignored everywhere', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.constantFrom(...UNSEEN), (one, at, sign) => {
      const cut = one.length ? at % (one.length + 1) : 0
      expect(normalizeForSearch(one.slice(0, cut) + sign + one.slice(cut))).toBe(normalizeForSearch(one))
    }),
  )
})

test('normalization is idempotent and works letter by letter', () => {
  fc.assert(
    fc.property(any, any, (one, other) => {
      expect(normalizeForSearch(normalizeForSearch(one))).toBe(normalizeForSearch(one))
      expect(normalizeForSearch(one + other)).toBe(normalizeForSearch(one) + normalizeForSearch(other))
    }),
    { numRuns: 2000 },
  )
})
