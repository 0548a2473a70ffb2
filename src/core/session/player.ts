import type { SignInAnswer } from '../../contract/http.ts'
import type { User } from './state.ts'

/** Identifies a player; a field is empty if the server does not send it. */
export type PlayerRef = Pick<User, 'id' | 'username'>

/** Compares by id, or else by user name; an unknown player equals no other. */
export function samePlayer(a: PlayerRef, b: PlayerRef): boolean {
  return a.id && b.id ? a.id === b.id : a.username !== '' && a.username === b.username
}

/** A player as one string, which is stored with the token. */
export const playerKey = ({ id, username }: PlayerRef): string => `${id}\n${username}`

/** Parses a `playerKey`. */
export function parsePlayerKey(key = ''): PlayerRef {
  const [id = '', username = ''] = key.split('\n')
  return { id, username }
}

/** The same for two keys. A later answer of the server may have another name, or the id that was missing. */
export const samePlayerKey = (a: string | undefined, b: string | undefined): boolean =>
  a === b || samePlayer(parsePlayerKey(a), parsePlayerKey(b))

/** The fields of a player from earlier answers. */
export type KnownPlayer = PlayerRef & Partial<SignInAnswer>
export type FullAnswer = SignInAnswer & PlayerRef

/**
 * Completes an answer with the `known` fields: GET /validate need not repeat those of POST /login. A missing
 * field keeps its known value, and so does a null one, except `pin_code` and `maxStake`, which null removes.
 */
export function completeAnswer(answer: SignInAnswer, known: KnownPlayer): FullAnswer {
  const full: Record<string, unknown> = { ...known, ...answer }
  for (const [key, value] of Object.entries(known))
    if (key !== 'pin_code' && key !== 'maxStake') full[key] ??= value
  return full as FullAnswer
}

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
    lastMachines: answer.last_machines ?? undefined,
    maxStake: answer.maxStake ?? undefined,
  }
}
