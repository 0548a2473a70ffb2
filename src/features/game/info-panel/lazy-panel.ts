import { type ReadonlySignal, signal } from '@preact/signals-react'
import { t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { openSide } from './state.ts'

type Content = typeof import('./InfoPanel.tsx')

const loaded = signal<Content | undefined>()
let asked: Promise<void> | undefined

/** What the side bar is made of, once it is there. */
export const content: ReadonlySignal<Content | undefined> = loaded

/** Fetches it: nobody does who does not open it. What did not come may be asked for again. */
export function fetchContent(): Promise<void> {
  asked ??= import('./InfoPanel.tsx').then(
    (module) => {
      loaded.value = module
    },
    () => {
      asked = undefined
      openSide(false)
      toast(t('app.chunkFailed'), { kind: 'danger', id: 'chunk' })
    },
  )
  return asked
}
