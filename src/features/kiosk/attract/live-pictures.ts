import { AttractAnswer, type AttractMachine } from '../../../contract/attract.ts'
import { artKey } from '../../../core/router/machine-paths.ts'
import { session } from '../../../core/session/state.ts'
import { savesData } from '../../../core/settings/data-saver.ts'
import { kioskSettings } from '../../../core/settings/kiosk.ts'
import { settings } from '../../../core/settings/settings.ts'
import { call } from '../../../net/api.ts'
import { decodePicture, fetchPicture } from '../../../net/image.ts'
import { offline } from '../../pwa/state.ts'
import { spanAt } from '../watchdog/scheduled-reload.ts'
import type { ShownBrand } from './jackpots.ts'

/** Pause between two pictures of a machine, and the longest one after failures, ms. */
const REFRESH_MS = 2_500
const MAX_PAUSE_MS = 120_000
/** How long a list of free machines applies, ms. */
const LIST_MS = 30_000
/** How long after its request a picture counts as live, ms. */
const MAX_AGE_MS = 6_000

/** A current picture of a free machine of the brand. The poller revokes its object URL. */
export interface LivePicture {
  readonly art: string
  /** The brand's name, which a kiosk that has not seen its lobby does not know. */
  readonly name: string
  readonly url: string
}

export interface LivePictures {
  /** Fetches pictures of this brand from now on; undefined: of none, and what comes later is dropped. */
  setArt(art: string | undefined): void
  /** The free machines of the last list. */
  machines(): readonly AttractMachine[]
  /** Ends it, and the URLs of its pictures. */
  close(): void
}

/** Whether pictures may be fetched: not in the quiet hours, with the data saver on, or without the server. */
const mayFetch = () =>
  session.peek().status === 'guest' &&
  !offline.peek() &&
  !document.hidden &&
  !savesData() &&
  !spanAt(kioskSettings.peek().kioskQuietHours, Date.now())

/**
 * Fetches pictures of a free machine of the shown brand, one request after another. `onChange` receives the
 * pictures to show: the newest one last, after the one that it replaces; none once it is no longer live.
 */
export function startLivePictures(onChange: (pictures: readonly LivePicture[]) => void): LivePictures {
  let request = new AbortController()
  let art: string | undefined
  let machines: readonly AttractMachine[] = []
  let listedAt: number | undefined
  let pictures: readonly LivePicture[] = []
  let isFetching = false
  let failures = 0
  let next: ReturnType<typeof setTimeout> | undefined
  let expiry: ReturnType<typeof setTimeout> | undefined

  function show(shown: readonly LivePicture[]): void {
    const before = pictures
    if (shown.length + before.length === 0) return
    pictures = shown
    onChange(shown)
    for (const picture of before) if (!shown.includes(picture)) URL.revokeObjectURL(picture.url)
  }

  async function listMachines(signal: AbortSignal): Promise<boolean> {
    if (listedAt !== undefined && performance.now() - listedAt < LIST_MS) return true
    const answer = await call(AttractAnswer, 'GET', '/attract', { signal })
    if (!answer.ok || signal.aborted) return false
    machines = answer.value.machines
    listedAt = performance.now()
    return true
  }

  /** False if the server has not answered as it should. A brand without a free machine has no picture. */
  async function refresh(shown: string, signal: AbortSignal): Promise<boolean> {
    if (!(await listMachines(signal))) return false
    const machine = machines.find((one) => artKey(one) === shown)
    const sentAt = performance.now()
    const { apiUrl: baseUrl } = settings.peek()
    const picture =
      machine && (await fetchPicture(machine.still, { baseUrl, token: undefined, signal, cache: 'no-cache' }))
    const url = picture && (await decodePicture(picture, signal))
    if (signal.aborted) return false
    if (!machine || url === undefined) {
      // A player has it by now, and the list may have another one.
      if (machine) listedAt = undefined
      show(pictures.filter((one) => one.art !== shown))
      return !machine
    }
    show([...pictures.slice(-1), { art: shown, name: machine.name, url }])
    clearTimeout(expiry)
    expiry = setTimeout(() => show([]), MAX_AGE_MS - (performance.now() - sentAt))
    return true
  }

  async function poll(): Promise<void> {
    const shown = art
    if (isFetching || shown === undefined) return
    clearTimeout(next)
    const may = mayFetch()
    isFetching = true
    request = new AbortController()
    const { signal } = request
    const isAnswered = !may || (await refresh(shown, signal))
    isFetching = false
    // A brand that came after the end of this request waits for it.
    if (signal.aborted) return poll()
    if (!may) show([])
    failures = isAnswered ? 0 : failures + 1
    const pause = Math.min(MAX_PAUSE_MS, REFRESH_MS * 2 ** Math.max(0, failures - 1))
    next = setTimeout(poll, art !== shown && isAnswered ? 0 : pause)
  }

  function setArt(shown: string | undefined): void {
    art = shown
    if (shown === undefined) {
      request.abort()
      clearTimeout(next)
    } else if (failures === 0) void poll()
  }

  return {
    setArt,
    machines: () => machines,
    close() {
      setArt(undefined)
      clearTimeout(expiry)
      show([])
    },
  }
}

/**
 * The brands with the jackpots of their free machines, the highest first, and the machines' brands that this
 * kiosk has not seen.
 */
export function withMachines(
  brands: readonly ShownBrand[],
  machines: readonly AttractMachine[],
): readonly ShownBrand[] {
  if (machines.length === 0) return brands
  const byArt = new Map(brands.map((brand) => [brand.art, brand]))
  for (const { name, brand, jackpot } of machines) {
    const art = artKey({ name, brand })
    byArt.set(art, { art, name, jackpot: jackpot ?? byArt.get(art)?.jackpot })
  }
  return [...byArt.values()].sort((a, b) => (b.jackpot ?? 0) - (a.jackpot ?? 0))
}
