import { expect, test } from 'vitest'
import { classifyLink } from './classify-link.ts'

test.each([
  ['tel:+90 212 000 00 00', { kind: 'address', address: '+90 212 000 00 00' }],
  ['mailto:help@example.com', { kind: 'address', address: 'help@example.com' }],
  ['sms:+905550000', { kind: 'address', address: '+905550000' }],
  ['https://wa.me/900000000000', { kind: 'address', address: 'wa.me/900000000000' }],
  ['/paytables.html#tr', { kind: 'page', page: 'paytables' }],
  ['/own.html?x=1', { kind: 'site', path: '/own.html?x=1', title: 'Own' }],
  ['/profile', 'stay'],
  ['#part', 'stay'],
  ['javascript:alert(1)', 'never'],
  ['blob:http://localhost/1', 'never'],
  ['data:text/csv,1', 'never'],
  ['http://[', 'never'],
])('%s', (href, expected) => {
  expect(classifyLink(href, 'Own')).toEqual(expected)
})
