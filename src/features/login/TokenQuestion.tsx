import { useEffect, useRef } from 'react'
import texts from '../../../locales/tr.json?groups=tokenEntry'
import { answerTokenQuestion } from '../../core/session/enter-with-url-token.ts'
import type { TokenQuestion as Question } from '../../core/session/state.ts'
import { addTexts, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import styles from './TokenQuestion.module.css'

addTexts('tr', texts)

/** A name as it is, whichever way the text around it is written. */
const isolated = (name: string) => `\u2068${name || t('tokenEntry.someone')}\u2069`

/** Somebody is logged in here, and the address would log in somebody else: the player says who goes on. */
export function TokenQuestion({ now, next }: Question) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <main className={styles.page}>
      <Logo />
      <h1 ref={title} tabIndex={-1}>
        {t('tokenEntry.title')}
      </h1>
      <p>{t('tokenEntry.lead', { now: isolated(now), next: isolated(next) })}</p>
      <div className={styles.choice}>
        <Button kind="primary" onClick={() => answerTokenQuestion('stay')}>
          {t('tokenEntry.stay')}
        </Button>
        <Button onClick={() => answerTokenQuestion('replace')}>{t('tokenEntry.replace')}</Button>
      </div>
    </main>
  )
}
