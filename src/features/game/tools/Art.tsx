import { EndCard } from '../autoplay/EndCard.tsx'
import { machineArt } from '../play/state.ts'
import { WinBanner } from '../wins/WinLayer.tsx'
import css from './Art.module.css'

/** The machine's art above the video on tall screens. */
export function Topper() {
  const art = machineArt.value
  return (
    art && (
      <div className={css.topper} aria-hidden="true">
        <img src={art} alt="" loading="lazy" />
        <img src={art} alt="" loading="lazy" />
      </div>
    )
  )
}

/** The machine's art, blurred, beside a video that does not fill its area; and what lies over the video. */
export function Ambient() {
  const art = machineArt.value
  return (
    <>
      {art && <img className={css.ambient} src={art} alt="" loading="lazy" />}
      <WinBanner />
      <EndCard />
    </>
  )
}
