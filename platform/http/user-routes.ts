import type { FastifyInstance } from 'fastify'
import { Code } from '../../src/contract/codes.ts'
import { ChatQuery, ChatSend, ChatUserData } from '../../src/contract/extras.ts'
import { UserUpdate } from '../../src/contract/user.ts'
import { savePreferences } from '../players/account.ts'
import type { ExtrasData } from '../players/demo-extras.ts'
import { quickPanelOf } from '../players/quick-panel.ts'
import { chatUserOf, contactsOf, readChat, sendMessage, setChatStatus } from '../players/team-chat.ts'
import type { PlayerContext } from './auth.ts'
import { parse } from './error-handler.ts'
import { refuse } from './error-responses.ts'

export interface UserRoutesOptions extends PlayerContext {
  extras: ExtrasData
}

/** Preferences, the team chat and the quick panel. */
export function userRoutes(api: FastifyInstance, options: UserRoutesOptions): void {
  const { db, player, reader, extras, now } = options
  const contactById = (id: string) => extras.contacts.find((contact) => contact.id === id)

  api.post(
    '/auth/user/update',
    player(async ({ playerId }, request) => {
      await savePreferences(db, playerId, parse(UserUpdate, request.body).user)
      return { status: true, code: Code.success }
    }),
  )

  api.get(
    '/chat/contacts',
    reader(({ playerId }) => contactsOf(db, playerId, extras.contacts)),
  )

  api.get(
    '/chat/user',
    reader(({ playerId }) => chatUserOf(db, playerId)),
  )

  api.post(
    '/chat/user/data',
    player(async ({ playerId }, request) => {
      await setChatStatus(db, playerId, parse(ChatUserData, request.body).status)
      return chatUserOf(db, playerId)
    }),
  )

  api.get(
    '/chat/get-chat',
    reader(async ({ playerId }, request, reply) => {
      const { contactId, userId = playerId } = parse(ChatQuery, request.query)
      if (userId !== playerId) return refuse(reply, Code.invalidRequest, undefined, 403)
      if (!contactById(contactId)) return refuse(reply, Code.notFound)
      return readChat(db, playerId, contactId)
    }),
  )

  api.post(
    '/chat/send-message',
    player(async ({ playerId }, request, reply) => {
      const { contactId, ...message } = parse(ChatSend, request.body)
      const contact = contactById(contactId)
      if (!contact) return refuse(reply, Code.notFound)
      const result = await sendMessage(db, { ...message, contact, playerId, now: now() })
      if (result.ok) return { message: result.message, userChatList: result.userChatList }
      if (typeof result.params?.seconds === 'number') reply.header('retry-after', result.params.seconds)
      return refuse(reply, result.code, result.params)
    }),
  )

  api.get(
    '/quick-panel/data',
    reader(({ playerId }) => quickPanelOf(db, playerId, extras.notes)),
  )
}
