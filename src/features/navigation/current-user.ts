import { computed, type ReadonlySignal } from '@preact/signals-react'
import { session } from '../../core/session/state.ts'
import { profile } from '../account/profile/state.ts'

/**
 * The player, for the user block and the last-login block. `lastLogon` and `lastLogonIp`: undefined when no answer has
 * named them, null when there was no earlier login.
 */
export interface CurrentUser {
  id: string
  username: string
  fullName: string
  ip: string | undefined
  lastLogon: string | null | undefined
  lastLogonIp: string | null | undefined
  /** Does the sign-in's answer leave something open that the profile may say? */
  open: boolean
}

/** By the sign-in's answer; what it leaves out, by the profile once that is here. */
export const currentUser: ReadonlySignal<CurrentUser | undefined> = computed(() => {
  const now = session.value
  if (now.status !== 'player') return undefined
  const { user } = now
  const more = profile.value
  const name = user.name || more?.name
  const lastname = user.lastname || more?.lastname
  const knows = user.lastLogon !== undefined
  return {
    id: user.id,
    username: user.username || more?.username || '',
    fullName: [name, lastname].filter(Boolean).join(' '),
    ip: user.ip ?? undefined,
    lastLogon: knows ? user.lastLogon : more?.last_logon,
    lastLogonIp: knows ? user.lastLogonIp : more?.last_logon_ip,
    open: !knows || !user.username,
  }
})
