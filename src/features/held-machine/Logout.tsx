import { effect, useSignal } from '@preact/signals-react'
import { type ReactNode, useEffect } from 'react'
import { hasHandPay, joined, link, seat } from '../../core/connection/state.ts'
import { LogoutQuestion } from './LogoutQuestion.tsx'

/** How long the logout waits for the channel's first answer, which names the seat, ms. */
const MAX_WAIT_MS = 3_000

/** Credit on a held machine, reported or not, on its way, or to be paid by an attendant. */
function mayHoldCredit(): boolean {
  const { status, credit, machine_status, cabinet } = seat.peek() ?? {}
  const isUnknown = status && credit == null && machine_status !== 'playing'
  return Boolean(credit || isUnknown || cabinet?.transfer || hasHandPay(cabinet))
}

interface Props {
  /** Says that the player is being logged out. */
  progress: ReactNode
  /** Logs out, and says so. */
  loggingOut: ReactNode
}

/** Logs out; with credit on a machine the player chooses first what becomes of it. */
export function Logout({ progress, loggingOut }: Props) {
  const asks = useSignal<boolean | undefined>(undefined)
  useEffect(() => {
    const decide = () => {
      asks.value ??= mayHoldCredit()
    }
    const timer = setTimeout(decide, MAX_WAIT_MS)
    const stop = effect(() => {
      if (joined.value || link.value === 'down') decide()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [asks])
  if (asks.value === undefined) return progress
  return asks.value ? <LogoutQuestion /> : loggingOut
}
