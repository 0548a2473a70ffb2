import { useEffect, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { answerTokenQuestion } from './enter-with-url-token.ts'
import type { TokenQuestion as Question } from './state.ts'
import styles from './TokenQuestion.module.css'

/** Isolates a name from the direction of the surrounding text. */
const isolated = (name: string) => `\u2068${name}\u2069`

/**
 * Asks whether to log in the player (`next`) of the address's token. With `now`, `next` would replace that
 * logged-in player. A server that names no player leaves either empty.
 */
export function TokenQuestion({ now, next }: Question) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const isSwitch = now !== undefined
  const stay = () => answerTokenQuestion('stay')
  const replace = () => answerTokenQuestion('replace')
  return (
    <main className={styles.page}>
      <Logo />
      <h1 ref={title} tabIndex={-1}>
        {t(isSwitch ? 'login.token.title' : 'login.token.confirmTitle')}
      </h1>
      <p>
        {isSwitch
          ? t(next ? 'login.token.lead' : 'login.token.leadUnnamed', {
              now: isolated(now || t('login.token.someone')),
              next: isolated(next),
            })
          : t(next ? 'login.token.confirmLead' : 'login.token.confirmUnnamed', { next: isolated(next) })}
      </p>
      <div className={styles.choice}>
        <Button kind="primary" onClick={isSwitch ? stay : replace}>
          {t(isSwitch ? 'login.token.stay' : 'login.token.replace')}
        </Button>
        <Button onClick={isSwitch ? replace : stay}>
          {t(isSwitch ? 'login.token.replace' : 'login.token.decline')}
        </Button>
      </div>
    </main>
  )
}
