import { computed, useSignalEffect } from '@preact/signals-react'
import { hasHandPay } from '../../core/connection/state.ts'
import { startUse } from '../../core/idle/idle-clock.ts'
import { autoplayLeft, game, link, pending, spinning, videoStatus } from './play/state.ts'
import { celebration } from './wins/state.ts'

/** What the player watches for longer counts as hung, ms. A new spin begins anew. */
const MAX_WATCHED_MS = 10 * 60_000

/** The spin during or after which the player watches something without a touch; undefined: nothing. */
const watchedSpin = computed(() => {
  const { spin, cabinet } = game.value ?? {}
  const isWatched =
    autoplayLeft.value !== undefined ||
    spinning.value ||
    pending.value !== undefined ||
    celebration.value !== undefined ||
    cabinet?.transfer ||
    hasHandPay(cabinet) ||
    videoStatus.value === 'opening'
  return link.value === 'up' && isWatched ? `spin ${spin?.id}` : undefined
})

/** Autoplay, a spin, a win, a transfer, a hand pay and a picture that opens are uses of the page. */
export function WatchedUseEffect() {
  useSignalEffect(() => (watchedSpin.value === undefined ? undefined : startUse(MAX_WATCHED_MS)))
  return null
}
