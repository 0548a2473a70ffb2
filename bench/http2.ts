import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { startPlatform } from '../e2e/fixtures/platform.ts'
import { selfSignedCertificate } from '../platform/lib/test-certificate.ts'
import type { Table } from './table.ts'
import { MOMENTS, type Moment, measureWire, type Snapshot } from './wire.ts'

type Counts = Record<Moment, Snapshot>

/** Starts a platform with this environment, counts its requests and bytes, and stops it. */
async function countWith(browser: Browser, env: Record<string, string>): Promise<Counts> {
  const platform = await startPlatform(env)
  try {
    return await measureWire(browser, platform)
  } finally {
    await platform.stop()
    platform.remove()
  }
}

/** Uses a self-signed certificate, and accepts it while counting. */
async function countOverHttp2(browser: Browser): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'reelcast-http2-'))
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const { cert, key } = selfSignedCertificate()
  writeFileSync(TLS_CERT, cert)
  writeFileSync(TLS_KEY, key)
  // For the bench's own API requests. Node reads a list of trusted certificates only when it starts.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  try {
    return await countWith(browser, { TLS_CERT, TLS_KEY })
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    rmSync(folder, { recursive: true })
  }
}

/** Compares the browser's counts over HTTP/1.1 with those over HTTP/2 with TLS. */
export async function http2Bench(browser: Browser): Promise<Table> {
  const http1 = await countWith(browser, {})
  const http2 = await countOverHttp2(browser)
  const kb = ({ bytes }: Snapshot) => (bytes / 1024).toFixed(1)
  return {
    title: 'Requests and bytes over HTTP/2',
    note: 'As a phone counts them with an empty cache and no service worker at 400 kbit/s and 400 ms, headers included, in KB of 1024 bytes; the frames of TLS and of sockets do not count. HTTP/1.1 is plain, HTTP/2 comes from the built-in platform with a certificate.',
    head: ['moment', 'requests, HTTP/1.1', 'requests, HTTP/2', 'KB, HTTP/1.1', 'KB, HTTP/2'],
    rows: (Object.keys(MOMENTS) as Moment[]).map((moment) => [
      moment,
      String(http1[moment].requests),
      String(http2[moment].requests),
      kb(http1[moment]),
      kb(http2[moment]),
    ]),
  }
}
