import { Slot } from '../../../core/slots/Slot.tsx'
import { machineArt } from '../play/state.ts'
import css from './Art.module.css'

/** The machine's art above the video on tall screens, with what a kiosk shows beside it. */
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
      <Slot name="machineSign" />
    </div>
  )
}

/** The machine's art, blurred, beside a video that does not fill its area. */
export function AmbientArt() {
  const art = machineArt.value
  return art && <img className={css.ambient} src={art} alt="" loading="lazy" />
}
