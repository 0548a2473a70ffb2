import type { FormEvent, KeyboardEvent } from 'react'
import { MAX_MESSAGE_LENGTH } from '../../../contract/extras.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { SendIcon } from '../icons.tsx'
import { sendMessage, setDraft } from './actions.ts'
import css from './Chat.module.css'
import { draft } from './state.ts'

/** The line to write on: Enter sends, with Shift it is a new line. Nothing is not sent. */
export function Compose() {
  const text = draft.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendMessage()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being put together, Enter is the keyboard's own.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  return (
    <form className={css.compose} onSubmit={submit}>
      <textarea
        rows={1}
        // Spaces around it are not sent, and nobody should be cut off by them.
        maxLength={MAX_MESSAGE_LENGTH}
        placeholder={t('panels.chat.type')}
        aria-label={t('panels.chat.type')}
        enterKeyHint="send"
        dir="auto"
        value={text}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        kind="primary"
        square
        type="submit"
        aria-label={t('panels.chat.send')}
        disabled={text.trim() === ''}
      >
        <SendIcon />
      </Button>
    </form>
  )
}
