import texts from '../../../locales/tr.json?groups=preferences'
import type { Failure } from '../../contract/result.ts'
import { MAX_FAVOURITES, MAX_SHORTCUTS } from '../../contract/user.ts'
import { addTexts, codeText, loadCodeTexts, t } from '../../i18n/index.ts'
import { toast } from '../../ui/toast.ts'

addTexts('tr', texts)

const showError = (message: string) => toast(message, { id: 'preferences', kind: 'danger' })

/** Says that a change was taken back, and why if the server said it. `stands`: does it still matter then? */
export async function showNotSaved(failure: Failure, stands: () => boolean): Promise<void> {
  if (failure.code !== undefined) await loadCodeTexts()
  if (!stands()) return
  showError([t('preferences.notSaved'), codeText(failure.code, failure.params)].filter(Boolean).join(' '))
}

/** Says that no more of these fit. */
export function showFull(what: 'shortcuts' | 'favourites'): void {
  if (what === 'shortcuts') showError(t('preferences.fullShortcuts', { most: MAX_SHORTCUTS }))
  else showError(t('preferences.full', { most: MAX_FAVOURITES }))
}
