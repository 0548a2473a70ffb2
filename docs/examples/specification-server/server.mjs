/*
 * A platform that has every call of the specification of the game platform, and sends only what it names: no `ok`, no
 * balance in an answer to a command, no state of the machine, no capabilities, no `seq`. One player, one machine, and
 * no picture of its own: the setting `videoUrl` names that. A visit takes 10.00 from the wallet and wins 2.50. Amounts
 * are in cents.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Server } from 'socket.io'

const PORT = Number(process.env.PORT ?? 9091)
/** A visit without a cash-out ends after this, and a countdown of ten seconds. */
const IDLE_MS = Number(process.env.IDLE_MS ?? 120_000)
/** Whether a cash-out also ends the visit; the push that says so may overtake the answer. */
const CASH_OUT_ENDS_VISIT = process.env.CASH_OUT_ENDS_VISIT === '1'
const [STAKE, PAYOUT] = [1000, 1250]
/** What a claim pays, and how long the next one of its kind has to wait. */
const CLAIMS = { discount: 500, bonus: 200 }
const CLAIM_WINDOW_MS = 30_000

const player = { username: 'anna', password: 'anna-1234', token: '', balance: 100_000, preferences: {} }
/** When each kind was claimed last, ms since 1970. */
const claimed = { discount: 0, bonus: 0 }
const machine = { id: 7, brand: 'kervan', status: 'available', reservation: false, credit: 0 }
/** The game socket, and the timer of the idle visit. */
const visit = { socket: undefined, timer: undefined }
/** The team chat: one contact, who does not answer. */
const contact = { id: 'support', name: 'Support', avatar: '', status: 'offline', unread: 0 }
const chat = { id: '1', dialog: [] }
const chatUser = { id: player.username, name: 'Anna', status: 'online', chatList: [] }

const seat = () => ({
  status: machine.reservation,
  id: machine.id,
  name: 'Kervan 07',
  machine_status: machine.status,
})
function setStatus(status) {
  Object.assign(machine, { status, reservation: status !== 'available' })
  io.to('notices').emit('machine', { id: machine.id, status })
  io.to('notices').emit('session', seat())
}
function pay(amount) {
  player.balance += amount
  io.to('notices').emit('balance', { balance: player.balance })
}
function cashOut() {
  const { credit } = machine
  machine.credit = 0
  pay(credit)
}
/** Ends the page that plays. Its machine keeps its credit. */
function endPage() {
  visit.socket?.emit('info', { action: 'leave' })
  visit.socket?.disconnect(true)
}
function endVisit() {
  clearTimeout(visit.timer)
  visit.socket = undefined
  setStatus('available')
}
/** Counts an idle visit down, and ends it. */
function warn(seconds) {
  visit.socket?.emit('info', { code: 18802, params: { seconds } })
  visit.timer = setTimeout(seconds > 1 ? () => warn(seconds - 1) : () => setStatus('available'), 1000)
}
function expectPlay() {
  clearTimeout(visit.timer)
  visit.timer = setTimeout(warn, IDLE_MS, 10)
}

/** A discount or a bonus, once in its window. */
function claim(kind) {
  if (Date.now() < claimed[kind] + CLAIM_WINDOW_MS) return refuse('Please wait before the next one.')
  claimed[kind] = Date.now()
  pay(CLAIMS[kind])
  return { status: true, Params: { amount: CLAIMS[kind] }, code: 20000 }
}
/** Runs a command about the machine. */
const onMachine = (run) => (request) => {
  if (String(request.machineId) !== String(machine.id)) return refuse('There is no such machine.')
  run()
}

const CALLS = {
  'GET /validate': () => ({ token: player.token, pin_code: '' }),
  'GET /player/balance': () => ({ balance: player.balance }),
  'GET /player/discount': () => claim('discount'),
  'GET /player/bonus': () => claim('bonus'),
  'GET /machine/brands': () => [{ id: 1, name: 'Kervan', jackpot: '250000', machineCount: 1 }],
  'GET /machine/1': () => ({ machines: [machine], name: 'Kervan' }),
  'GET /machine/all': () => ({ machines: [machine] }),
  'POST /player/logout': () => {
    player.token = ''
  },
  'POST /player/kick': onMachine(endPage),
  'POST /player/cancel': onMachine(() => {
    cashOut()
    setStatus('available')
  }),
  'POST /auth/user/update': ({ user }) => {
    Object.assign(player.preferences, user)
  },
  'GET /chat/contacts': () => [contact],
  'GET /chat/user': () => chatUser,
  'POST /chat/user/data': ({ status }) => Object.assign(chatUser, { status }),
  'GET /chat/get-chat': () => ({ chat, userChatList: chatUser.chatList }),
  'POST /chat/send-message': ({ messageText }) => {
    const message = { who: chatUser.id, message: messageText, time: new Date().toISOString() }
    chat.dialog.push(message)
    chatUser.chatList = [{ contactId: contact.id, chatId: chat.id, lastMessageTime: message.time }]
    return { message, userChatList: chatUser.chatList }
  },
  'GET /quick-panel/data': () => ({ events: [], notes: [{ id: 1, title: 'Welcome', detail: '' }] }),
}
/** A refusal in the form of the specification. */
const refuse = (ErrorMessage) => ({ status: false, ErrorMessage })
/** The specification has some calls under /api, and the check beside the folder of the others. */
const pathOf = (url) => new URL(url, 'http://server').pathname.replace(/^\/api(?=\/)/, '')
function answer(/** @type {any} */ { method, url, headers, socket }, body) {
  if (method === 'OPTIONS') return [204]
  const name = `${method} ${pathOf(url)}`
  if (name === 'GET /check')
    return [200, { status: true, code: 20000, ip: socket.remoteAddress, country: 'TR' }]
  if (name === 'POST /login') {
    const { username, password } = JSON.parse(body)
    if (username !== player.username || password !== player.password) return [403, { code: 10701 }]
    player.token = randomUUID()
    return [200, { token: player.token, pin_code: '' }]
  }
  if (!player.token || headers.authorization !== `Bearer ${player.token}`) return [401, {}]
  const call = CALLS[name]
  if (!call) return [404, {}]
  const json = call(body && JSON.parse(body)) ?? {}
  return [json.status === false ? 400 : 200, json]
}
const http = createServer(async (request, response) => {
  const answered = text(request).then((body) => answer(request, body))
  const [status, json] = await answered.catch(() => [400, {}])
  const cors = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type',
  }
  response
    .writeHead(status, { 'content-type': 'application/json', ...cors })
    .end(json && JSON.stringify(json))
})
http.on('upgrade', (_, socket) => socket.on('error', () => socket.destroy()))

const io = new Server(http, { transports: ['websocket'] })
io.use(({ handshake }, next) => {
  const isPlayer = player.token && handshake.query.token === player.token
  next(isPlayer ? undefined : Object.assign(new Error('refused'), { data: { code: 10 } }))
})
/** The first event of a socket: with a machine it takes the seat, without one it listens to notices. */
function init(socket, { machineID, token, id }) {
  if (machineID === undefined) {
    if (Object(id) === id) return refuse('The id is no id.')
    socket.join('notices')
    if (machine.reservation) socket.emit('session', seat())
    return undefined
  }
  if (token !== player.token) return { code: 10 }
  if (machineID !== String(machine.id)) return refuse('There is no such machine.')
  if (visit.socket !== socket) endPage()
  visit.socket = socket
  if (!machine.credit) player.balance -= STAKE
  machine.credit = PAYOUT
  expectPlay()
  setStatus('playing')
  return undefined
}
/** An event that asks for no acknowledgement is ignored. */
function onRequest(socket, event, run) {
  socket.on(event, (...given) => {
    const reply = given.pop()
    if (typeof reply === 'function') run(reply, given[0])
  })
}
io.on('connection', (socket) => {
  onRequest(socket, 'init', (reply, request) => {
    reply(Object(request) === request ? init(socket, request) : refuse('The request is no object.'))
  })
  onRequest(socket, 'cashout', (reply) => {
    if (visit.socket !== socket) return reply(refuse('You do not have this machine.'))
    cashOut()
    if (CASH_OUT_ENDS_VISIT) endVisit()
    else expectPlay()
    return reply()
  })
  socket.on('disconnect', () => {
    if (visit.socket !== socket) return
    clearTimeout(visit.timer)
    visit.socket = undefined
    if (machine.reservation) setStatus(machine.credit ? 'waiting' : 'available')
  })
})
http.listen(PORT, '127.0.0.1', () => console.log('Listening:', http.address()))
