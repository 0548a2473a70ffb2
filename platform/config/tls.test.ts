import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { selfSignedCertificate } from '../testing/lib/certificate.ts'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'
import { readTls } from './tls.ts'

const dir = scratchFolder()
const file = (name: string) => join(dir, name)
beforeAll(() => {
  const { cert, key } = selfSignedCertificate()
  writeFileSync(file('cert.pem'), cert)
  writeFileSync(file('key.pem'), key)
  writeFileSync(file('other.pem'), selfSignedCertificate().key)
  writeFileSync(file('cut.pem'), key.slice(0, 80))
})

test('reads a certificate and its key', () => {
  const tls = readTls({ certificate: file('cert.pem'), key: file('key.pem') })
  expect(String(tls?.cert)).toContain('BEGIN CERTIFICATE')
  expect(String(tls?.key)).toContain('PRIVATE KEY')
  expect(readTls(undefined)).toBeUndefined()
})

test.each([
  ['none.pem', 'key.pem', /^TLS_CERT \S+none\.pem cannot be read: ENOENT$/],
  ['cert.pem', 'none.pem', /^TLS_KEY \S+none\.pem cannot be read: ENOENT$/],
  ['key.pem', 'key.pem', /^TLS_CERT \S+key\.pem is no PEM file of a certificate$/],
  ['cert.pem', 'cert.pem', /^TLS_KEY \S+cert\.pem is no PEM file of a key$/],
  ['cert.pem', 'other.pem', /^TLS_KEY \S+other\.pem does not open TLS_CERT \S+cert\.pem: .+$/],
  ['cert.pem', 'cut.pem', /^TLS_KEY \S+cut\.pem does not open TLS_CERT \S+cert\.pem: .+$/],
])('%s and %s are refused in one line that names the variable', (certificate, key, message) => {
  expect(() => readTls({ certificate: file(certificate), key: file(key) })).toThrow(message)
})
