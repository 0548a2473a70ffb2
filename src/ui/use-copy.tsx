import { useSignal } from '@preact/signals-react'
import { type ReactElement, useCallback } from 'react'
import { t } from '../i18n/index.ts'
import { toast } from './toast.ts'
import css from './use-copy.module.css'

/** Copies a text for support. `byHand`: without clipboard permission, the text, selected. */
export function useCopy(textOf: () => string): { copy: () => Promise<void>; byHand: ReactElement | null } {
  const refused = useSignal<string | undefined>(undefined)
  const select = useCallback((area: HTMLTextAreaElement | null) => {
    area?.focus()
    area?.select()
  }, [])
  const copy = async () => {
    const text = textOf()
    try {
      await navigator.clipboard.writeText(text)
      toast(t('ui.copied'), { kind: 'good' })
    } catch {
      refused.value = text
    }
  }
  const byHand =
    refused.value === undefined ? null : (
      <label className={css.byHand}>
        {t('ui.copyByHand')}
        <textarea ref={select} readOnly rows={6} dir="auto" value={refused.value} />
      </label>
    )
  return { copy, byHand }
}
