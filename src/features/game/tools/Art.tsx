import { computed } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { Slot } from '../../../core/frame/Slot.tsx'
import { artKey } from '../../../core/router/machine-paths.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { loadBrands } from '../../lobby/actions.ts'
import { brandJackpots, brands, brandsLoad } from '../../lobby/state.ts'
import { machine, machineArt } from '../play/state.ts'
import css from './Art.module.css'

const MAX_JACKPOTS = 2

/** The highest jackpots that this machine plays for, cents; empty while its brand is not known. */
const machineJackpots = computed<readonly number[]>(() => {
  const brand = machine.value?.brand
  const known = brand && brands.value.find((one) => artKey(one) === brand)
  const all = known ? brandJackpots(known.id).filter((cents) => cents > 0) : []
  return [...new Set(all)].slice(0, MAX_JACKPOTS)
})

/** The machine's art above the video on tall screens, with its jackpots, or with what a kiosk shows there. */
export function Topper() {
  const art = machineArt.value
  return (
    <div className={css.topper}>
      {art && (
        <>
          <img src={art} alt="" loading="lazy" />
          <img src={art} alt="" loading="lazy" />
        </>
      )}
      <Slot name="machineSign">
        <Jackpots />
      </Slot>
    </div>
  )
}

/** A page that opened with the game has not loaded the brands. */
function Jackpots() {
  const room = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { current } = room
    if (!current?.parentElement) return undefined
    // Only where there is room for it, which a turned screen may give later.
    const watcher = new ResizeObserver(() => {
      if (brandsLoad.peek() === 'idle' && current.offsetParent) void loadBrands()
    })
    watcher.observe(current.parentElement)
    return () => watcher.disconnect()
  }, [])
  const amounts = machineJackpots.value
  return (
    <span ref={room} className={css.jackpots} data-testid="game-jackpots">
      {amounts.length > 0 && t('tools.jackpot')}
      {amounts.map((cents) => (
        <b className="figures" key={cents}>
          {money(cents)}
        </b>
      ))}
    </span>
  )
}

/** The machine's art, blurred, beside a video that does not fill its area. */
export function AmbientArt() {
  const art = machineArt.value
  return art && <img className={css.ambient} src={art} alt="" loading="lazy" />
}
