import type { SignInAnswer } from '../../contract/http.ts'
import type { User } from './state.ts'

/** What tells players apart; each is empty where the server does not say. */
export type PlayerRef = Pick<User, 'id' | 'username'>

/** Are they the same player? By their ids, or by their user names; who is unknown is somebody else. */
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

/** Whom the server let in. What it does not say (GET /validate need not) is taken from what is `known`. */
export function toUser(answer: SignInAnswer, known: PlayerRef): User {
  return {
    id: answer.id ?? known.id,
    username: answer.username ?? known.username,
    name: answer.name ?? '',
    lastname: answer.lastname ?? '',
    roles: [answer.Group === 'admin' || answer.Group === 'staff' ? answer.Group : 'user'],
    permissions: answer.Permissions?.map(({ PermissionId }) => PermissionId),
    ip: answer.ip_address,
    lastLogon: answer.last_logon,
    lastLogonIp: answer.last_logon_ip,
  }
}
