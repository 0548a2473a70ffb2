import { useSignal } from '@preact/signals-react'
import { operatorSettings } from '../../core/settings/operator.ts'
import { Logo as Wordmark } from '../../ui/Logo.tsx'
import styles from './Logo.module.css'
import './splash.css'

/** The operator's logo in a box of fixed size; the built-in one if its image fails to load. */
export function Logo() {
  const failed = useSignal('')
  const { logo } = operatorSettings.value
  if (!logo || failed.value === logo) return <Wordmark />
  return (
    <img
      className={styles.logo}
      src={logo}
      // The surrounding link says where it leads.
      alt=""
      width={150}
      height={40}
      onError={() => {
        failed.value = logo
      }}
    />
  )
}
