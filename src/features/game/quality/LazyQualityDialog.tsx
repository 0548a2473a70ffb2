import { useSignal, useSignalEffect } from '@preact/signals-react'
import { type ComponentType, useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/toast.ts'
import { closeFigures, figuresOpen } from './state.ts'

/** The page of figures, fetched when it is first asked for. */
export function QualityDoor() {
  const page = useSignal<ComponentType | undefined>(undefined)
  useSignalEffect(() => {
    if (!figuresOpen.value || page.peek()) return
    import('./QualityDialog.tsx').then(
      ({ QualityWindow }) => {
        page.value = QualityWindow
      },
      () => {
        closeFigures()
        toast(t('app.chunkFailed'), { kind: 'danger', id: 'chunk' })
      },
    )
  })
  useEffect(() => closeFigures, [])
  const Page = page.value
  return figuresOpen.value && Page ? <Page /> : null
}
