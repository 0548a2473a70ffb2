import { signal } from '@preact/signals-react'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { t } from '../i18n/index.ts'
import { toast } from './toast.ts'

export interface ModalProps {
  title: string
  children: ReactNode
  /** Buttons, the most important one last. */
  actions: ReactNode
  onClose: () => void
  /** It is to be answered: neither Escape nor a touch beside it closes it. */
  must?: boolean
}

const loaded = signal<ComponentType<ModalProps> | undefined>()
let asked: Promise<void> | undefined

/** Fetches what windows are made of; to be called when the page can already be used. */
export function preloadModal(): Promise<void> {
  asked ??= import('./fluent.tsx').then(
    ({ FluentModal }) => {
      loaded.value = FluentModal
    },
    () => {
      asked = undefined
    },
  )
  return asked
}

/** A window over the page. While it is in the DOM it is open; it is drawn as soon as its chunk is there. */
export function Modal(props: ModalProps) {
  const Loaded = loaded.value
  const { onClose } = props
  // The focus goes back to where it was, whichever way the window was closed. Asked before the window takes it.
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) setTimeout(() => before.isConnected && before.focus())
    }
  }, [])
  useEffect(() => {
    if (loaded.peek()) return
    void preloadModal().then(() => {
      if (loaded.peek()) return
      toast(t('app.chunkFailed'), { kind: 'danger' })
      onClose()
    })
  }, [onClose])
  return Loaded ? <Loaded {...props} /> : null
}
