import { expect, test } from 'vitest'
import { searchTerms } from '../../contract/normalize-for-search.ts'
import { buildIndex, type Entry, highlight, MAX_SUGGESTIONS, rank } from './rank.ts'

const page = (title: string): Entry => ({ key: `page:${title}`, kind: 'page', title, url: '/' })
const machine = (title: string, number: string): Entry => ({
  key: `machine:${number}`,
  kind: 'machine',
  title,
  number,
  url: '/',
})
const found = (entries: readonly Entry[], text: string) =>
  rank(buildIndex(entries), text).map(({ title }) => title)

const PAGES = ['Salon', 'Profil', 'Oyun oturumları', 'İşlemler', 'Çıkış yap'].map(page)

test('the query is trimmed, and accents, case and I/ı/İ/i are ignored', () => {
  for (const text of ['işlem', 'ISLEM', '  İŞLEMLER  ', 'ıslemler', 'I\u0307s\u0327lem'])
    expect(found(PAGES, text)).toEqual(['İşlemler'])
  expect(found(PAGES, ' cikis   YAP ')).toEqual(['Çıkış yap'])
  expect(found([page('المُعامَلات')], 'المعـاملات')).toEqual(['المُعامَلات'])
})

test('each word matches anywhere', () => {
  expect(found(PAGES, 'oturum oyun')).toEqual(['Oyun oturumları'])
  expect(found(PAGES, 'oturum profil')).toEqual([])
})

test('better matches come first: equal, then a prefix of the name, then a prefix of a word', () => {
  const entries = ['Bizim narlar', 'Ananas', 'Nar bahçesi', 'Nar'].map(page)
  expect(found(entries, 'nar')).toEqual(['Nar', 'Nar bahçesi', 'Bizim narlar'])
  expect(found(entries, 'na')).toEqual(['Nar bahçesi', 'Nar', 'Bizim narlar', 'Ananas'])
})

test('a machine is found by name and by number', () => {
  const entries = [machine('Kervan 12', '7'), machine('Nar 07', '112'), machine('Nar 08', '12')]
  expect(found(entries, 'nar 07')).toEqual(['Nar 07'])
  expect(found(entries, '112')).toEqual(['Nar 07'])
  expect(found(entries, '12')).toEqual(['Nar 08', 'Kervan 12'])
  expect(found(entries, '١١٢')).toEqual(['Nar 07'])
})

test('at most ten results', () => {
  const many = Array.from({ length: 40 }, (_, at) => machine(`Nar ${at}`, `${at}`))
  expect(MAX_SUGGESTIONS).toBe(10)
  expect(found(many, 'nar')).toHaveLength(10)
  expect(found(many, '')).toHaveLength(10)
})

const marked = (text: string, typed: string) =>
  highlight(text, searchTerms(typed))
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

test('matches are highlighted in the original text', () => {
  expect(marked('İşlemler', 'islem')).toBe('[İşlem]ler')
  expect(marked('Oyun oturumları', 'OTU oy')).toBe('[Oy]un [otu]rumları')
  expect(marked('I\u0307s\u0327lem', 'is')).toBe('[I\u0307s\u0327]lem')
  expect(marked('Straße 7', 'ss')).toBe('Stra[ß]e 7')
  expect(marked('المُعامَلات', 'معا')).toBe('ال[مُعا]مَلات')
  expect(marked('Nar 07', 'x')).toBe('Nar 07')
})
