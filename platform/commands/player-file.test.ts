import { expect, test } from 'vitest'
import { readPlayerFile } from './player-file.ts'

const read = (text: string) => readPlayerFile(new TextEncoder().encode(text))
const errorsOf = (text: string) => {
  const result = read(text)
  return result.ok ? [] : result.errors.map(({ line, code }) => [line, code])
}

const DENIZ = {
  username: 'deniz',
  password: 'lobster-quartz',
  pin: '0815',
  name: 'Deniz',
  lastname: 'Kaya; "jr"',
  email: 'deniz@example.com',
  ...{ cents: 1250, maxStake: 250 },
}
const EMINE = {
  username: 'emine',
  password: undefined,
  pin: undefined,
  name: '',
  lastname: '',
  email: null,
  ...{ cents: 0, maxStake: undefined },
}
const PLAYERS = { ok: true, players: [DENIZ, EMINE].map((player, at) => ({ line: at + 2, ...player })) }

test.each([
  [
    'commas',
    'username,password,pin,name,lastname,email,credit,maxStake\ndeniz,lobster-quartz,0815,Deniz,"Kaya; ""jr""",deniz@example.com,12.5,2.5\nemine,,,,,,,\n',
  ],
  [
    'semicolons, a byte order mark and CRLF',
    '\uFEFFusername;password;pin;name;lastname;email;credit;maxStake\r\ndeniz;lobster-quartz;0815;Deniz;"Kaya; ""jr""";deniz@example.com;12.50;2.50\r\nemine;;;;;;;\r\n\r\n',
  ],
  [
    'JSON',
    `[
  {"username": "deniz", "password": "lobster-quartz", "pin": "0815", "name": "Deniz", "lastname": "Kaya; \\"jr\\"", "email": "deniz@example.com", "credit": 12.5, "maxStake": 2.5},
  {"username": "emine", "pin": "", "credit": "0"}
]`,
  ],
])('reads a list with %s', (_, text) => {
  expect(read(text)).toEqual(PLAYERS)
})

test('names one error for each wrong line, and no player', () => {
  const lines = [
    'username,password,pin,name,email,credit',
    'deniz,,,,,',
    'abc,,,,,',
    ',lobster-quartz,,,,',
    'kerem,short,,,,',
    'zeynep,password123,,,,',
    `mehmet,${'x'.repeat(201)},,,,`,
    'aylin,,123,,,',
    'burak,,12a4,,,',
    `cemre,,,${'x'.repeat(101)},,`,
    'defne,,,,nowhere,',
    'elif1,,,,,"12,50"',
    'fatih,,,,,1.000',
    'gizem,,,,,-5',
    'hakan,,,,',
    'DENIZ,,,,,',
    'denız,,,,,',
    'irem1,,,Ali\u202eVeli,,',
    'jale\u2028,,,Jale\u2028Su,,',
    'ka\u2066ya,,,,,',
    '\u200b\u200b\u200b\u200b,,,,,',
  ]
  expect(errorsOf(lines.join('\n'))).toEqual([
    [3, 'username'],
    [4, 'username'],
    [5, 'password-too-short'],
    [6, 'password-too-common'],
    [7, 'password'],
    [8, 'pin'],
    [9, 'pin'],
    [10, 'name'],
    [11, 'email'],
    [12, 'credit'],
    [13, 'credit'],
    [14, 'credit'],
    [15, 'cells'],
    [16, 'repeated-username'],
    [17, 'repeated-username'],
    [18, 'name'],
    [19, 'name'],
    [20, 'username'],
    [21, 'username'],
  ])
})

test.each([
  ['', [[1, 'empty']]],
  ['username\n', [[1, 'empty']]],
  ['[]', [[1, 'empty']]],
  ['username,mail\ndeniz,x\n', [[1, 'columns']]],
  ['username,username\ndeniz,x\n', [[1, 'columns']]],
  ['username,name\ndeniz,"x\n', [[2, 'not-csv']]],
  ['username,name\nemine,\ndeniz,x"y\n', [[3, 'not-csv']]],
  ['{"username": "deniz"}', [[1, 'not-json']]],
  ['[\n{"username": "deniz",}]', [[2, 'not-json']]],
  [
    '[\n{"password": "lobster-quartz"},\n"deniz", {"user": "x"}]',
    [
      [2, 'username'],
      [3, 'not-object'],
      [3, 'unknown-key'],
    ],
  ],
  ['[{"username": "deniz", "username": "emine"}]', [[1, 'repeated-key']]],
  ['[{"username": "deniz", "pin": 815}]', [[1, 'pin']]],
  ['[{"username": "deniz", "credit": 0.001}]', [[1, 'credit']]],
  ['[{"username": "deniz", "credit": 1e30}]', [[1, 'credit']]],
  ['[{"username": "deniz", "maxStake": 0}]', [[1, 'maxStake']]],
  [`username\n${Array.from({ length: 10_001 }, (_, at) => `player-${at}`).join('\n')}`, [[1, 'too-many']]],
])('refuses %j', (text, errors) => {
  expect(errorsOf(text)).toEqual(errors)
})

test('refuses a file that is not UTF-8', () => {
  const latin5 = Uint8Array.of(...new TextEncoder().encode('username\n'), 0xfe, 0x69, 0x72, 0x69, 0x6e)
  expect(readPlayerFile(latin5)).toMatchObject({ ok: false, errors: [{ line: 1, code: 'not-utf8' }] })
})

test.each([
  'username,password\ndeniz,geheim\n',
  'username,password\nabc,geheim-geheim\n',
  'username,password\ndeniz,"geheim"x\n',
  '[{"username": "deniz", "password": geheim}]',
  '[{"username": "deniz", "password": "geheim"}]',
])('no error of %j quotes the password', (text) => {
  const result = read(text)
  expect(result.ok).toBe(false)
  expect(JSON.stringify(result)).not.toContain('geheim')
})
