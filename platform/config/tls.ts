import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from './config.ts'

/** A certificate with its chain, and its key, as PEM. */
export interface Tls {
  readonly cert: Buffer
  readonly key: Buffer
}

/**
 * Reads the files of TLS_CERT and TLS_KEY. Throws an Error whose message is one line that names the wrong
 * variable.
 */
export function readTls(files: Config['tls']): Tls | undefined {
  if (!files) return undefined
  const tls = {
    cert: readPem('TLS_CERT', files.certificate, 'CERTIFICATE'),
    key: readPem('TLS_KEY', files.key, '[A-Z ]*PRIVATE KEY'),
  }
  try {
    createSecureContext(tls)
  } catch (error) {
    // OpenSSL's messages contain the reason, but nothing of the key.
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : error
    throw new Error(`TLS_KEY ${files.key} does not open TLS_CERT ${files.certificate}: ${reason}`)
  }
  return tls
}

function readPem(variable: string, file: string, label: string): Buffer {
  let pem: Buffer
  try {
    pem = readFileSync(file)
  } catch (error) {
    throw new Error(
      `${variable} ${file} cannot be read: ${error instanceof Error && Reflect.get(error, 'code')}`,
    )
  }
  if (new RegExp(`^-----BEGIN ${label}-----`, 'm').test(pem.toString('latin1'))) return pem
  throw new Error(
    `${variable} ${file} is no PEM file of ${variable === 'TLS_KEY' ? 'a key' : 'a certificate'}`,
  )
}
