import { expect, test } from 'vitest'
import { readAudit, readOutdated } from './dependencies.ts'

test('a package with a newer version is listed, one that is not installed only if its lock is old', () => {
  const output = JSON.stringify({
    ws: { wanted: '8.23.0', latest: '8.23.0' },
    jose: { wanted: '6.2.17', latest: '6.2.18' },
    vite: { current: '8.3.8', wanted: '8.3.8', latest: '8.4.0' },
  })
  expect(readOutdated(output)).toEqual({ lines: ['jose 6.2.17, newest 6.2.18', 'vite 8.3.8, newest 8.4.0'] })
  expect(readOutdated('')).toEqual({ lines: [] })
})

test('a vulnerable package is listed with its advisory or the package that brings it', () => {
  const advisory = { title: 'Prototype pollution', url: 'https://advisories.example/1', severity: 'high' }
  const output = JSON.stringify({
    vulnerabilities: {
      dlv: { severity: 'high', range: '<1.1.4', via: [advisory] },
      rosetta: { severity: 'high', range: '*', via: ['dlv'] },
    },
  })
  expect(readAudit(`npm warn audit slow\n${output}`)).toEqual({
    lines: ['dlv <1.1.4, high: Prototype pollution https://advisories.example/1', 'rosetta *, high: by dlv'],
  })
})

test.each([
  ['{"message": "405 Method Not Allowed", "statusCode": 405}', '405 Method Not Allowed'],
  ['{"error": {"code": "ECONNREFUSED", "summary": "connect ECONNREFUSED"}}', 'connect ECONNREFUSED'],
  ['npm error audit endpoint returned an error', 'npm error audit endpoint returned an error'],
])('an answer that is no list is a reason: %s', (output, reason) => {
  expect(readAudit(output)).toEqual({ reason })
})

test('a registry that refuses the list of versions is no empty list', () => {
  expect(readOutdated('{"error": {"summary": "connect ECONNREFUSED"}}')).toEqual({
    reason: 'connect ECONNREFUSED',
  })
})
