import { generateKeyPairSync, sign } from 'node:crypto'

/*
 * A self-signed certificate of 127.0.0.1 and localhost, for tests and benches. Written by hand, because Node
 * reads X.509 and does not write it, and a bare machine has no openssl.
 */

/** An element of DER: tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const bits = (content: Uint8Array) => der(0x03, Buffer.of(0), content)
const utcTime = (ms: number) => {
  const digits = new Date(ms).toISOString().replace(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'))
const COMMON_NAME = objectId('550403')
const SUBJECT_ALT_NAME = objectId('551d11')
const DAY_MS = 24 * 60 * 60 * 1000

const pem = (label: string, content: Buffer) =>
  `-----BEGIN ${label}-----\n${content
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`

/** Valid from yesterday for a week; PEM. */
export function selfSignedCertificate(now = Date.now()): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, utf8('reelcast test'))))
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.of(127, 0, 0, 1)))
  const unsigned = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(now - DAY_MS), utcTime(now + 7 * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, names)))),
  )
  const certificate = sequence(unsigned, ECDSA_WITH_SHA256, bits(sign('sha256', unsigned, privateKey)))
  return {
    cert: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
