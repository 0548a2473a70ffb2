import { type ReadonlySignal, signal } from '@preact/signals-react'
import { t } from '../../i18n/index.ts'
import { toast } from '../../ui/toast.ts'

type Dialogs = typeof import('./dialogs.chunk.ts')

const loaded = signal<Dialogs | undefined>()
let asked: Promise<void> | undefined

/** The windows of the game, once they are there. */
export const dialogs: ReadonlySignal<Dialogs | undefined> = loaded

/** Fetches the windows and what they are made of; resolves also when that fails, and may then be tried again. */
export function fetchDialogs(): Promise<void> {
  asked ??= import('./dialogs.chunk.ts').then(
    async (module) => {
      loaded.value = module
      await module.preloadFluent()
    },
    () => {
      asked = undefined
      toast(t('app.chunkFailed'), { kind: 'danger', id: 'chunk' })
    },
  )
  return asked
}
