import type { SignInAnswer } from '../../contract/http.ts'
import type { User } from './state.ts'

/** What tells players apart; each is empty where the server does not say. */
export type PlayerRef = Pick<User, 'id' | 'username'>

/** Whether both are the same player, by id or else by user name; an unknown player is another one. */
export function samePlayer(a: PlayerRef, b: PlayerRef): boolean {
  return a.id && b.id ? a.id === b.id : a.username !== '' && a.username === b.username
}

/** A player as one text, to be stored beside their token. */
export const playerKey = ({ id, username }: PlayerRef): string => `${id}\n${username}`

/** The player of a `playerKey`; empty when there is none. */
export function parsePlayerKey(key = ''): PlayerRef {
  const [id = '', username = ''] = key.split('\n')
  return { id, username }
}

/** What earlier answers said of a player. */
export type KnownPlayer = PlayerRef & Partial<SignInAnswer>
/** An answer with what is known of its player. */
export type FullAnswer = SignInAnswer & PlayerRef

/**
 * An answer, completed by what is `known` of its player: GET /validate need not repeat what POST /login said. A field
 * that is left out keeps its known value, and so does one that is null, but for `pin_code`: null removes the PIN.
 */
export function completeAnswer(answer: SignInAnswer, known: KnownPlayer): FullAnswer {
  const full: Record<string, unknown> = { ...known, ...answer }
  for (const [key, value] of Object.entries(known)) if (key !== 'pin_code') full[key] ??= value
  return full as FullAnswer
}

/** Whom the server let in. */
export function toUser(answer: FullAnswer): User {
  return {
    id: answer.id,
    username: answer.username,
    name: answer.name ?? '',
    lastname: answer.lastname ?? '',
    roles: [answer.Group === 'admin' || answer.Group === 'staff' ? answer.Group : 'user'],
    permissions: answer.Permissions?.map(({ PermissionId }) => PermissionId),
    ip: answer.ip_address,
    lastLogon: answer.last_logon,
    lastLogonIp: answer.last_logon_ip,
    versions: answer.versions ?? undefined,
    earlyVideoUrl: answer.early_video_url ?? undefined,
  }
}
