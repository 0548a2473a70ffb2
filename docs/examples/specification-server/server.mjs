/*
 * A platform that sends only what the specification of the game platform names: no `ok`, no balance in an answer to a
 * command, no state of the machine, no capabilities, no `seq`. One player, one machine, and no picture of its own: the
 * setting `videoUrl` names that. A visit takes 10.00 from the wallet and wins 2.50. Amounts are in cents.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Server } from 'socket.io'

const PORT = Number(process.env.PORT ?? 9091)
/** A visit without a cash-out ends after this, and a countdown of ten seconds. */
const IDLE_MS = Number(process.env.IDLE_MS ?? 120_000)
const [STAKE, PAYOUT] = [1000, 1250]

const player = { username: 'anna', password: 'anna-1234', token: '', balance: 100_000 }
const machine = { id: 7, brand: 'kervan', status: 'available', reservation: false, credit: 0 }
/** The game socket, and the timer of the idle visit. */
const visit = { socket: undefined, timer: undefined }

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
function cashOut() {
  player.balance += machine.credit
  machine.credit = 0
  io.to('notices').emit('balance', { balance: player.balance })
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

const CALLS = {
  'GET /validate': () => ({ token: player.token, pin_code: '' }),
  'GET /player/balance': () => ({ balance: player.balance }),
  'GET /machine/brands': () => [{ id: 1, name: 'Kervan', jackpot: '250000', machineCount: 1 }],
  'GET /machine/1': () => ({ machines: [machine], name: 'Kervan' }),
  'GET /machine/all': () => ({ machines: [machine] }),
  'POST /player/logout': () => {
    player.token = ''
  },
  'POST /player/cancel': ({ machineId }) => {
    if (String(machineId) !== String(machine.id)) return refuse('There is no such machine.')
    cashOut()
    setStatus('available')
  },
}
/** A refusal in the form of the specification. */
const refuse = (ErrorMessage) => ({ status: false, ErrorMessage })
function answer(/** @type {any} */ { method, url, headers }, body) {
  if (method === 'OPTIONS') return [204]
  if (`${method} ${url}` === 'POST /login') {
    const { username, password } = JSON.parse(body)
    if (username !== player.username || password !== player.password) return [403, { code: 10701 }]
    player.token = randomUUID()
    return [200, { token: player.token, pin_code: '' }]
  }
  if (!player.token || headers.authorization !== `Bearer ${player.token}`) return [401, {}]
  const call = CALLS[`${method} ${url}`]
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
  if (visit.socket !== socket) {
    visit.socket?.emit('info', { action: 'leave' })
    visit.socket?.disconnect(true)
  }
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
    expectPlay()
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
