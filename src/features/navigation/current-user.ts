import { computed, type ReadonlySignal } from '@preact/signals-react'
import { session } from '../../core/session/state.ts'
import { profile } from '../account/profile/state.ts'

/**
 * The player, for the user block and the last-login block. `lastLogon` and `lastLogonIp`: undefined if no
 * answer contained them, null if there was no earlier login.
 */
export interface CurrentUser {
  id: string
  username: string
  fullName: string
  ip: string | undefined
  lastLogon: string | null | undefined
  lastLogonIp: string | null | undefined
  /** The login's answer lacks fields that the profile may contain. */
  open: boolean
}

/** From the login's answer; the profile adds the fields that it lacks. */
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
