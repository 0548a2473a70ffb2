import type { FormEvent, KeyboardEvent } from 'react'
import { MAX_MESSAGE_LENGTH } from '../../../contract/extras.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { SendIcon } from '../icons.tsx'
import { sendMessage, setDraft } from './actions.ts'
import css from './Chat.module.css'
import { draft } from './state.ts'

/** The message field: Enter sends, Shift+Enter inserts a line break. */
export function Compose() {
  const text = draft.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendMessage()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  return (
    <form className={css.compose} onSubmit={submit}>
      <textarea
        rows={1}
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
