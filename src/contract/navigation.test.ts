import { expect, test } from 'vitest'
import { readOperatorSettings } from './settings-operator.ts'

/* The setting `navigation`: the operator's menu entries. */

const bad = (navigation: unknown) => readOperatorSettings({ navigation }).bad
const item = { type: 'item', title: 'Kervan', url: '/lobby/1/Kervan' }
const under = (children: unknown[], type = 'group') => ({ type, title: 'Grup', children })

test('items of every kind parse, to a depth of three', () => {
  const navigation = [
    { type: 'divider' },
    { ...item, id: 'kervan', exact: true, icon: 'star', auth: ['user'], levels: [145] },
    {
      type: 'link',
      title: { tr: 'Turnuva', en: 'Tournament', ar: 'بطولة' },
      url: 'https://example.com/cup?x=1#y',
      target: '_self',
      badge: { title: { tr: 'Yeni' }, bg: '#7fd18b', fg: '#10210f' },
    },
    under([item, { type: 'divider', auth: ['admin'] }, under([item], 'group')], 'collapse'),
  ]
  const read = readOperatorSettings({ navigation })
  expect(read.bad).toEqual([])
  expect(read.more.navigation).toEqual(navigation)
})

test.each([
  ['a fourth level', [under([under([under([item])])])]],
  ['a kind that there is not', [{ ...item, type: 'page' }]],
  ['an item out of the app', [{ ...item, url: 'https://evil.example/' }]],
  ['an item out of the app by //', [{ ...item, url: '//evil.example' }]],
  ['an item out of the app by /\\', [{ ...item, url: '/\\evil.example' }]],
  ['a script', [{ ...item, url: 'javascript:alert(1)' }]],
  ['a link into the app', [{ ...item, type: 'link' }]],
  ['a link that is not https', [{ ...item, type: 'link', url: 'http://example.com/' }]],
  ['a link that is a script', [{ ...item, type: 'link', url: 'javascript:alert(1)' }]],
  ['another window', [{ ...item, type: 'link', url: 'https://example.com/', target: '_top' }]],
  ['no title', [{ type: 'item', url: '/lobby' }]],
  ['an icon that there is not', [{ ...item, icon: 'rocket' }]],
  ['a colour by name', [{ ...item, badge: { title: '1', bg: 'red' } }]],
  ['a role that there is not', [{ ...item, auth: ['guest'] }]],
  ['a level in words', [{ ...item, levels: ['145'] }]],
  ['an id with spaces', [{ ...item, id: 'a b' }]],
  ['more than twenty', Array.from({ length: 21 }, () => item)],
  ['no list', { a: item }],
])('%s is refused', (_, navigation) => {
  expect(bad(navigation)).toEqual(['navigation'])
})
