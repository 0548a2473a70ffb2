import { machineArt } from '../state.ts'
import css from './Art.module.css'

/** The machine's own sign, where the screen is tall enough for it. */
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

/** The machine's own light, beside a picture that does not fill its place. */
export function Ambient() {
  const art = machineArt.value
  return art && <img className={css.ambient} src={art} alt="" loading="lazy" />
}
