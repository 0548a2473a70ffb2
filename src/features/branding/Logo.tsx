import { useSignal } from '@preact/signals-react'
import { operatorSettings } from '../../core/settings/operator.ts'
import { Logo as Wordmark } from '../../ui/Logo.tsx'
import styles from './Logo.module.css'
import './splash.css'

/** The operator's logo where the mark would be, in a box of its own size; the mark when its picture does not come. */
export function Logo() {
  const failed = useSignal('')
  const { logo } = operatorSettings.value
  if (!logo || failed.value === logo) return <Wordmark />
  return (
    <img
      className={styles.logo}
      src={logo}
      // What it leads to is said by the link around it.
      alt=""
      width={150}
      height={40}
      onError={() => {
        failed.value = logo
      }}
    />
  )
}
