import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { capturePeers } from '../fixtures/capture-peers.ts'
import { natObstacle, type OneToOneNat, openOneToOneNat } from '../fixtures/one-to-one-nat.ts'
import { walkToGame } from '../fixtures/open-game.ts'
import { type Platform, usePlatform } from '../fixtures/platform.ts'
import { playerOf } from '../fixtures/session.ts'
import { skipFor } from '../fixtures/skip-for.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { GamePage } from '../pages/game-page.ts'
import { LobbyPage } from '../pages/lobby-page.ts'
import { LoginPage } from '../pages/login-page.ts'

/* The picture of a platform that knows only its inside address, and announces its public one. */

const PORT = '4400'
const VIDEO_PORTS = '40000-40003'

/** Writes a script that starts the browser on the client's side of the NAT. */
function browserBehind({ client }: OneToOneNat, executable: string): { path: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'reelcast-nat-'))
  const path = join(dir, 'browser.sh')
  writeFileSync(path, `#!/bin/sh\nexec ${client.join(' ')} "${executable}" "$@"\n`)
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(dir, { recursive: true }) }
}

/** The address and the port from which the picture arrives. */
async function pictureSource(): Promise<[address: string, port: number]> {
  const stats = [...((await window.peers.at(-1)?.getStats())?.values() ?? [])]
  const { selectedCandidatePairId } = stats.find(({ type }) => type === 'transport')
  const { remoteCandidateId } = stats.find(({ id }) => id === selectedCandidatePairId)
  const { address, port } = stats.find(({ id }) => id === remoteCandidateId)
  return [address, port]
}

interface Fixtures {
  nat: OneToOneNat
  /** The platform, inside the NAT. */
  inside: Platform
  /** A page of a browser outside the NAT. */
  outside: Page
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern
  nat: async ({}, use, testInfo) => {
    skipFor(natObstacle(), testInfo)
    const nat = openOneToOneNat()
    await use(nat)
    nat.close()
  },
  inside: async ({ nat }, use) => {
    const env = { HOST: '0.0.0.0', PORT, VIDEO_PUBLIC_ADDRESS: nat.publicAddress, VIDEO_PORTS }
    await usePlatform(use, env, nat.server)
  },
  outside: async ({ nat, playwright, launchOptions }, use) => {
    const { path, remove } = browserBehind(
      nat,
      launchOptions.executablePath ?? playwright.chromium.executablePath(),
    )
    const browser = await playwright.chromium.launch({ ...launchOptions, executablePath: path })
    const baseURL = `http://${nat.publicAddress}:${PORT}`
    await use(await browser.newPage({ baseURL, locale: 'tr-TR' }))
    await browser.close()
    remove()
  },
})

test('behind 1:1 NAT the picture comes from the announced address, at a port of the range', async ({
  nat,
  inside,
  outside: page,
}) => {
  const player = playerOf(inside)
  await page.addInitScript(capturePeers)
  const gamePage = new GamePage(page)
  await walkToGame({ loginPage: new LoginPage(page), lobbyPage: new LobbyPage(page), gamePage }, player)
  await gamePage.frames(15)
  const [address, port] = await page.evaluate(pictureSource)
  expect(address).toBe(nat.publicAddress)
  expect(Number(port)).toBeGreaterThanOrEqual(40_000)
  expect(Number(port)).toBeLessThanOrEqual(40_003)
})
