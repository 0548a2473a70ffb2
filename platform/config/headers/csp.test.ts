import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './csp.ts'

const policy = (settings?: unknown) => contentSecurityPolicy('<html></html>', settings)

test('without settings only the own origin is permitted', () => {
  for (const settings of [undefined, null, 'text', {}, { apiUrl: 7 }]) {
    expect(policy(settings)).toMatchObject({
      'script-src': ["'self'"],
      'worker-src': ["'self'"],
      'connect-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
    })
    expect(policy(settings)).not.toHaveProperty('frame-src')
  }
})

test('the trusted-types policies are named, so that a script can create no other', () => {
  expect(policy()).toMatchObject({
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['reelcast-worker'],
  })
})

test("an SFU's address may be called, and it gets no other permission", () => {
  const set = contentSecurityPolicy('', {}, undefined, ['https://sfu.example:7443/whep/{machine}'])
  expect(set['connect-src']).toEqual(["'self'", 'https://sfu.example:7443'])
  expect(set['img-src']).toEqual(["'self'", 'data:', 'blob:'])
})

test('violations are reported to a configured address, and not by default', () => {
  const reports = (set: Record<string, string[]>) =>
    Object.keys(set).filter((name) => name.startsWith('report'))
  expect(reports(policy())).toEqual([])
  const set = contentSecurityPolicy('<html></html>', {}, 'https://reports.example/csp')
  expect(set['report-to']).toEqual(['csp'])
  expect(set['report-uri']).toEqual(['https://reports.example/csp'])
})

test('configured servers permit connections and pictures', () => {
  const settings = {
    apiUrl: 'https://api.example/v1',
    machineUrl: 'wss://m.example:8443',
    notificationUrl: '',
  }
  expect(policy(settings)['connect-src']).toEqual([
    "'self'",
    'https://api.example',
    'https://m.example:8443',
    'wss://m.example:8443',
  ])
  expect(policy(settings)['img-src']?.slice(3)).toEqual(['https://api.example', 'https://m.example:8443'])
})

test('a plain ws: or http: server is permitted without an upgrade to TLS', () => {
  for (const machineUrl of ['ws://m.example:90', 'http://m.example:90'])
    expect(policy({ machineUrl })['connect-src']).toEqual([
      "'self'",
      'http://m.example:90',
      'ws://m.example:90',
    ])
})

test('a configured WHEP server permits connections', () => {
  const of = (videoUrl: unknown) => policy({ videoUrl })['connect-src']
  expect(of('https://video.example:8889/{id}/whep')).toEqual(["'self'", 'https://video.example:8889'])
  expect(policy({ videoUrl: 'https://video.example/{id}/whep' })['img-src']).toEqual(policy()['img-src'])
  for (const none of [
    '',
    '/pictures/{id}',
    'https://{id}.example/',
    '//video.example/',
    'ws://a.example/',
    7,
  ]) {
    expect(of(none)).toEqual(["'self'"])
  }
})

test('image origins are listed once; links add none', () => {
  const settings = {
    logo: 'https://a.example/logo.svg',
    splashLogo: '/our/splash.svg',
    banners: [
      { place: 'lobby', image: 'https://b.example/1.jpg', title: '', url: 'https://c.example' },
      { place: 'login', image: 'https://a.example/2.jpg', title: '' },
    ],
    supportWhatsapp: 'https://wa.me/90',
    contactLinks: [{ kind: 'link', url: 'https://d.example' }],
  }
  const { 'img-src': images, 'connect-src': connect, ...rest } = policy(settings)
  expect(images?.slice(3)).toEqual(['https://a.example', 'https://b.example'])
  expect(connect).toEqual(["'self'"])
  expect(rest).not.toHaveProperty('frame-src')
})

test.each([
  ['tawk', '', ['https://tawk.to', 'https://*.tawk.to']],
  ['livechat', '', ['https://*.livechatinc.com']],
  ['chatwoot', 'https://chat.example/', ['https://chat.example']],
])(
  'the chat page of %s may be framed where it is configured; its scripts are never permitted',
  (kind, url, frames) => {
    const set = policy({ liveChat: kind, liveChatId: '1', liveChatUrl: url })
    expect(set['frame-src']).toEqual(["'self'", ...frames])
    const { 'frame-src': _, ...others } = set
    expect(others).toEqual(policy())
    expect(policy({ liveChat: '', liveChatUrl: url })).toEqual(policy())
  },
)

test.each([
  { apiUrl: 'https://api.example;b/api' },
  { machineUrl: 'wss://live.example,' },
  { videoUrl: "https://video'.example/{id}" },
  { logo: 'https://pictures.example;/logo.svg' },
  { liveChat: 'chatwoot', liveChatUrl: 'https://chat.example,b' },
])('a host that would end its directive is not in the policy: %j', (settings) => {
  const { 'frame-src': _, ...others } = policy(settings)
  expect(others).toEqual(policy({}))
  expect(Object.values(policy(settings)).flat().join()).not.toMatch(/example/)
})
