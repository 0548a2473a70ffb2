import { expect, test } from 'vitest'
import { normalizeForSearch } from './normalize-for-search.ts'

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
  expect(normalizeForSearch(' Nar  07 ')).toBe(' nar  07 ')
})

test('Arabic: harakat and tatweel are ignored, the forms of alef and the digits are equal', () => {
  expect(['أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد'].map(normalizeForSearch)).toEqual(Array(5).fill('احمد'))
  expect(normalizeForSearch('مُحَمَّد')).toBe('محمد')
  expect(normalizeForSearch('مـحـمـد')).toBe('محمد')
  expect(normalizeForSearch('م\u200fح\u200cم\u0670د')).toBe('محمد')
  expect(normalizeForSearch('مكتبة')).toBe(normalizeForSearch('مكتبه'))
  expect(normalizeForSearch('على')).toBe(normalizeForSearch('علي'))
  expect(normalizeForSearch('ﻼ')).toBe('لا')
  expect([normalizeForSearch('٠١٢٣٤٥٦٧٨٩'), normalizeForSearch('۰۱۲۳۴۵۶۷۸۹')]).toEqual([
    '0123456789',
    '0123456789',
  ])
})
