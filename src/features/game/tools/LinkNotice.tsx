import { t } from '../../../i18n/index.ts'
import { videoBlock } from '../play/state.ts'
import css from './LinkNotice.module.css'

/** Without a connection: what becomes of a running spin. Over the old picture, where it moves nothing. */
export function LinkNotice() {
  return (
    <p className={css.notice} role="status" data-testid="link-notice">
      {videoBlock.value === 'down' ? t('tools.linkDown') : ''}
    </p>
  )
}
