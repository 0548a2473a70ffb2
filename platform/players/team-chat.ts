import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type {
  ChatAnswer,
  ChatContactsAnswer,
  ChatMessage,
  ChatSend,
  ChatStatus,
  ChatUser,
} from '../../src/contract/extras.ts'
import { restOfWindow } from '../lib/rest-of-window.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import type { ChatMessageTable } from '../store/tables.ts'
import { inTransaction, type Trx } from '../store/transaction.ts'
import type { Contact } from './demo-extras.ts'

export const MAX_MESSAGES_PER_MINUTE = 20
const MINUTE_MS = 60_000
/** Only the newest messages of a chat are returned. */
const MAX_RETURNED = 200

type Message = v.InferInput<typeof ChatMessage>
type Row = Selectable<ChatMessageTable>
const MESSAGE_COLUMNS = [
  'id',
  'player_id',
  'contact_id',
  'from_player',
  'automatic',
  'message',
  'at',
] as const

/** A player has one chat with each contact. */
const chatOf = (playerId: string, contactId: string) => `${playerId}-${contactId}`

const messageOf = (row: Pick<Row, (typeof MESSAGE_COLUMNS)[number]>): Message => ({
  id: String(row.id),
  who: row.from_player ? String(row.player_id) : row.contact_id,
  message: row.message,
  time: row.at.toISOString(),
  automatic: row.automatic,
})

/** The player's chats, newest message first. Goes from contact to contact, not over all messages. */
async function chatList(db: Db | Trx, playerId: string) {
  const player = sql`${Number(playerId)}::bigint`
  const { rows } = await sql<{ contact: string; at: Date }>`
    with recursive contacts (id) as (
      select min(contact_id) from chat_messages where player_id = ${player}
      union all
      select (select min(contact_id) from chat_messages where player_id = ${player} and contact_id > contacts.id)
      from contacts where contacts.id is not null
    )
    select contacts.id as contact, newest.at from contacts cross join lateral (
      select id, at from chat_messages where player_id = ${player} and contact_id = contacts.id
      order by id desc limit 1
    ) newest
    where contacts.id is not null
    order by newest.id desc`.execute(db)
  return rows.map(({ contact, at }) => ({
    contactId: contact,
    chatId: chatOf(playerId, contact),
    lastMessageTime: at.toISOString(),
  }))
}

/** All contacts with their numbers of unread messages. */
export async function contactsOf(db: Db, playerId: string, contacts: readonly Contact[]) {
  const rows = await db
    .selectFrom('chat_messages')
    .select(['contact_id', sql<number>`count(*)`.as('unread')])
    .where('player_id', '=', Number(playerId))
    .where('unread', '=', sql.lit(true))
    .groupBy('contact_id')
    .execute()
  const unread = new Map(rows.map((row) => [row.contact_id, row.unread]))
  return contacts.map(({ id, name, avatar, status }) => ({
    id,
    name,
    avatar,
    status,
    unread: unread.get(id) ?? 0,
  })) satisfies v.InferInput<typeof ChatContactsAnswer>
}

export async function chatUserOf(db: Db, playerId: string) {
  const { username, name, lastname, chat_status } = await db
    .selectFrom('players')
    .select(['username', 'name', 'lastname', 'chat_status'])
    .where('id', '=', Number(playerId))
    .executeTakeFirstOrThrow()
  return {
    id: playerId,
    name: `${name} ${lastname}`.trim() || username,
    status: chat_status,
    chatList: await chatList(db, playerId),
  } satisfies v.InferInput<typeof ChatUser>
}

export async function setChatStatus(db: Db, playerId: string, status: ChatStatus): Promise<void> {
  await db.updateTable('players').set({ chat_status: status }).where('id', '=', Number(playerId)).execute()
}

/** The newest messages of a chat in chronological order; returning them marks them as read. */
export async function readChat(db: Db, playerId: string, contactId: string) {
  const rows = await db
    .selectFrom('chat_messages')
    .select(MESSAGE_COLUMNS)
    .where('player_id', '=', Number(playerId))
    .where('contact_id', '=', contactId)
    .orderBy('id', 'desc')
    .limit(MAX_RETURNED)
    .execute()
  const [newest] = rows
  if (newest) {
    await db
      .updateTable('chat_messages')
      .set({ unread: false })
      .where('player_id', '=', Number(playerId))
      .where('contact_id', '=', contactId)
      .where('unread', '=', sql.lit(true))
      .where('id', '<=', newest.id)
      .execute()
  }
  const dialog = rows.toReversed().map(messageOf)
  const chat = { id: chatOf(playerId, contactId), dialog }
  return { chat, userChatList: await chatList(db, playerId) } satisfies v.InferInput<typeof ChatAnswer>
}

export interface OutgoingMessage extends Omit<ChatSend, 'contactId'> {
  playerId: string
  contact: Contact
  /** ms since 1970. */
  now: number
}

/** ms until the player may write again; 0: now. */
async function cooldownMs(trx: Trx, { playerId, now }: OutgoingMessage): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select at from chat_messages where player_id = ${Number(playerId)} and from_player
    order by id desc offset ${MAX_MESSAGES_PER_MINUTE - 1} limit 1`.execute(trx)
  const [last] = rows
  return restOfWindow(last?.at, MINUTE_MS, now)
}

/**
 * Stores a message to a contact, once per request id. The first message of a chat gets an automatic answer.
 * Codes: notFound for a chat id that is not of this player and contact, tooManyRequests with the `seconds` to
 * wait, requestIdReused for another message with a known id.
 */
export function sendMessage(
  db: Db,
  outgoing: OutgoingMessage,
): Promise<Result<{ message: Message; userChatList: Awaited<ReturnType<typeof chatList>> }>> {
  const { playerId, contact, chatId, messageText, requestId = null, now } = outgoing
  return inTransaction(db, async (trx) => {
    if (chatId != null && chatId !== chatOf(playerId, contact.id)) return refused(Code.notFound)
    const row = { player_id: Number(playerId), contact_id: contact.id, at: new Date(now) }
    // Serializes concurrent messages, so that the second one sees the first.
    await trx.selectFrom('players').select('id').where('id', '=', row.player_id).forNoKeyUpdate().execute()
    const messages = trx.selectFrom('chat_messages').where('player_id', '=', row.player_id)
    const known =
      requestId === null
        ? undefined
        : await messages.select(MESSAGE_COLUMNS).where('request_id', '=', requestId).executeTakeFirst()
    if (known) {
      const same = known.contact_id === contact.id && known.message === messageText
      if (!same) return refused(Code.requestIdReused)
      return { ok: true, message: messageOf(known), userChatList: await chatList(trx, playerId) }
    }
    const waitMs = await cooldownMs(trx, outgoing)
    if (waitMs > 0) return refused(Code.tooManyRequests, { seconds: Math.ceil(waitMs / 1000) })
    const earlier = await messages
      .select('id')
      .where('contact_id', '=', contact.id)
      .limit(1)
      .executeTakeFirst()
    const message = JSON.stringify(messageText)
    const stored = await trx
      .insertInto('chat_messages')
      .values({ ...row, from_player: true, message, request_id: requestId })
      .returning(MESSAGE_COLUMNS)
      .executeTakeFirstOrThrow()
    if (!earlier && contact.answer) {
      const answer = {
        from_player: false,
        automatic: true,
        unread: true,
        message: JSON.stringify(contact.answer),
      }
      await trx
        .insertInto('chat_messages')
        .values({ ...row, ...answer })
        .execute()
    }
    return { ok: true, message: messageOf(stored), userChatList: await chatList(trx, playerId) }
  })
}
