/*
 * The smallest platform that Reelcast plays on: accounts in memory, three machines, a moving picture. It shows the
 * contract (src/contract/) and nothing else: no database, no limits, no hashed passwords. Amounts are in cents.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import wrtc from '@roamhq/wrtc'
import { Server } from 'socket.io'

const PORT = Number(process.env.PORT ?? 9090)
const SPIN_MS = Number(process.env.SPIN_MS ?? 2000)
const HOLD_AFTER_DISCONNECT_MS = 60_000
const STAKES = [50, 100, 200]

/** Codes of src/contract/codes.ts; the app has a text for each. */
const CODES = {
  ...{ badToken: 10, invalid: 40000, wrongLogin: 10701, noMachine: 60001, taken: 60002, lowBalance: 60004 },
  ...{ lowCredit: 60005, noStake: 60006, busy: 60007, notSeated: 60008, idReused: 60010, notFound: 60013 },
  ...{ takenOver: 60015, elsewhere: 60017, nothing: 60018 },
}
const STATUS = { badToken: 401, invalid: 400, wrongLogin: 403, noMachine: 404, notFound: 404 }
const refuse = (name) => ({ ok: false, code: CODES[name], ErrorMessage: name })

// ---- accounts

const wallet = { balance: 100_000, seq: 0 }
const anna = { id: '1', username: 'anna', password: 'anna-1234', ...wallet, answers: new Map() }
const emma = { id: '2', username: 'emma', password: 'emma-1234', ...wallet, answers: new Map() }
/** The players by their tokens. */
const tokens = new Map()
const walletOf = ({ balance, seq }) => ({ balance, seq })
const signIn = ({ player, token }) => ({ token, id: player.id, Permissions: [{ PermissionId: 145 }] })

function logIn({ body: { username, password } }) {
  if (typeof username !== 'string' || typeof password !== 'string') return refuse('invalid')
  const player = [anna, emma].find((one) => one.username === username && one.password === password)
  const token = randomUUID()
  if (player) tokens.set(token, player)
  return player ? signIn({ player, token }) : refuse('wrongLogin')
}
/** A request id is carried out once and answered alike ever after. A refusal moved nothing, so it is not kept. */
function once(player, requestId, fingerprint, run) {
  const earlier = player.answers.get(requestId)
  if (earlier) return earlier.fingerprint === fingerprint ? earlier.answer : refuse('idReused')
  const answer = run()
  if (answer.ok) player.answers.set(requestId, { fingerprint, answer })
  return answer
}

// ---- the floor: one page of one player plays a machine

const brand = { id: '1', name: 'Nar', brand: 'nar', jackpot: '250000', machineCount: 3 }
const game = { seq: 1, phase: 'idle', credit: 0, stake: 50, win: 0, freeSpins: 0, bonusWin: 0, spin: null }
/** @type {Map<string, any>} by id */
const machines = new Map(['1', '2', '3'].map((id) => [id, { id, name: `Nar 0${id}`, game }]))
const machineOf = (player) => [...machines.values()].find((machine) => machine.player === player)

function statusFor({ player, socket }, viewer) {
  if (!player) return 'available'
  if (socket) return 'playing'
  return player === viewer ? 'waiting' : 'reserved'
}
function describe(machine, viewer) {
  const { id, name, player } = machine
  return { id, name, brand: 'nar', status: statusFor(machine, viewer), reservation: player === viewer }
}
function sessionOf(player) {
  const machine = machineOf(player)
  const machine_status = machine && statusFor(machine, player)
  return { status: machine !== undefined, id: machine?.id, name: machine?.name, machine_status }
}
/** Changes what a machine shows. `seq` grows each time, so that the app can drop what is older. */
function change(machine, fields) {
  machine.game = { ...machine.game, ...fields, seq: machine.game.seq + 1 }
  machine.socket?.emit('game', machine.game)
  return machine.game
}
function addToWallet(player, cents) {
  Object.assign(player, { balance: player.balance + cents, seq: player.seq + 1 })
  io.to(`notices ${player.id}`).emit('balance', walletOf(player))
}
function announce(machine, player) {
  io.to('floor').emit('machine', { id: machine.id, status: statusFor(machine) })
  io.to(`notices ${player.id}`).emit('session', sessionOf(player))
}
/** Sends the page away that plays. After a bare disconnect it would come back by itself. */
function dismiss(machine) {
  const { socket } = machine
  machine.socket = undefined
  socket?.emit('info', { code: CODES.takenOver, action: 'leave' })
  socket?.disconnect(true)
  return machine
}
function cashOut(machine) {
  const amount = machine.game.credit
  change(machine, { credit: 0 })
  addToWallet(machine.player, amount)
  return amount
}
/** Ends a visit: the credit goes to the wallet, and the machine is free. Answers the cents. */
function release(machine) {
  const { player } = machine
  clearTimeout(machine.hold)
  const amount = cashOut(machine)
  dismiss(machine)
  machine.player = undefined
  announce(machine, player)
  return amount
}
/** No page plays the machine: it is held for its player, unless that one left it empty. */
function hold(machine, hasLeft) {
  machine.socket = undefined
  clearTimeout(machine.hold)
  const { credit, phase } = machine.game
  if (hasLeft && credit === 0 && phase === 'idle') return release(machine)
  machine.hold = setTimeout(() => release(machine), HOLD_AFTER_DISCONNECT_MS)
  return announce(machine, machine.player)
}
/** Takes or resumes a seat. This and the next three are the commands of the game socket, and answer their acks. */
function sit(socket, machineID) {
  const { player } = socket.data
  const machine = machines.get(String(machineID))
  if (!machine) return refuse('noMachine')
  if (machine.player && machine.player !== player) return refuse('taken')
  if ((machineOf(player) ?? machine) !== machine) return refuse('elsewhere')
  clearTimeout(machine.hold)
  if (machine.socket !== socket) dismiss(machine)
  Object.assign(machine, { player, socket })
  socket.data.machine = machine
  announce(machine, player)
  const { game } = machine
  const video = { type: 'screen', url: `/whep/${machine.id}` }
  const capabilities = { buttons: ['spin', 'bet-down', 'bet-up'], stakes: STAKES, transfer: true }
  return { ok: true, ...walletOf(player), machine: describe(machine, player), game, video, capabilities }
}
function load(machine, { amount }) {
  const { player, game } = machine
  if (!Number.isInteger(amount) || amount < 1) return refuse('invalid')
  if (amount > player.balance) return refuse('lowBalance')
  addToWallet(player, -amount)
  return { ok: true, ...walletOf(player), game: change(machine, { credit: game.credit + amount }) }
}
/** The outcome is decided at once; the app learns it when the reels stand. */
function play(machine, { stake }) {
  const { phase, credit } = machine.game
  if (!STAKES.includes(stake)) return refuse('noStake')
  if (phase === 'spinning') return refuse('busy')
  if (stake > credit) return refuse('lowCredit')
  const spin = { id: randomUUID(), stake, win: 0, free: false }
  const win = randomInt(3) === 0 ? 2 * stake : 0
  setTimeout(() => {
    change(machine, { phase: 'idle', credit: machine.game.credit + win, win, spin: { ...spin, win } })
  }, SPIN_MS)
  const game = change(machine, { phase: 'spinning', credit: credit - stake, stake, win: 0, spin })
  return { ok: true, game }
}
function takeCredit(machine) {
  const { phase, credit } = machine.game
  if (phase === 'spinning') return refuse('busy')
  if (credit === 0) return refuse('nothing')
  const amount = cashOut(machine)
  return { ok: true, amount, ...walletOf(machine.player), game: machine.game }
}

function endVisit({ player, body }, end) {
  const machine = machines.get(String(body.machineId))
  if (machine?.player !== player) return refuse(machine ? 'notSeated' : 'noMachine')
  if (machine.game.phase === 'spinning') return refuse('busy')
  return { status: true, code: 20000, Params: end(machine) }
}
const allMachines = ({ player }) => ({ machines: [...machines.values()].map((one) => describe(one, player)) })
/** @type {Record<string, (call: any) => any>} by method and path below /api */
const CALLS = {
  'POST /login': logIn,
  'GET /validate': signIn,
  'POST /player/logout': ({ token }) => {
    tokens.delete(token)
    io.in(`token ${token}`).disconnectSockets(true)
    return { status: true, code: 20000 }
  },
  'GET /player/balance': ({ player }) => walletOf(player),
  'GET /machine/brands': () => [brand],
  'GET /machine/all': allMachines,
  [`GET /machine/${brand.id}`]: (call) => ({ name: brand.name, ...allMachines(call) }),
  'POST /player/kick': (call) => endVisit(call, (machine) => void hold(dismiss(machine), false)),
  'POST /player/cancel': (call) => endVisit(call, (machine) => ({ amount: release(machine) })),
}

// ---- WHEP: one peer connection a viewer

const viewers = new Map()
/** A frame in I420: a bar that moves, faster while the reels turn; the credit colours it. */
function draw({ game }) {
  const [width, height] = [320, 240]
  const data = new Uint8Array((width * height * 3) / 2).fill(128).fill(40, 0, width * height)
  const x = Math.floor(Date.now() / (game.phase === 'spinning' ? 2 : 10)) % (width - 8)
  for (let row = 0; row < width * height; row += width) data.fill(220, row + x, row + x + 8)
  data.fill(game.credit % 256, width * height, (width * height * 5) / 4)
  return { width, height, data }
}
async function openPicture(player, machine, offer) {
  const peer = new wrtc.RTCPeerConnection()
  await peer.setRemoteDescription({ type: 'offer', sdp: offer }).catch(() => peer.close())
  if (peer.signalingState === 'closed') return { status: 400 }
  const source = new wrtc.nonstandard.RTCVideoSource()
  peer.addTrack(source.createTrack(), new wrtc.MediaStream())
  await peer.setLocalDescription(await peer.createAnswer())
  // Without trickle ICE the answer must hold every candidate.
  while (peer.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 20))
  const id = randomUUID()
  const timer = setInterval(() => source.onFrame(draw(machine)), 40)
  const close = () => {
    clearInterval(timer)
    viewers.delete(id)
    peer.close()
  }
  peer.onconnectionstatechange = () => peer.connectionState === 'failed' && close()
  viewers.set(id, { player, close })
  const headers = { 'content-type': 'application/sdp', location: `/whep/${machine.id}/${id}` }
  return { status: 201, headers, body: peer.localDescription.sdp }
}
async function answerWhep(method, [machineId, viewerId], player, offer) {
  const machine = machines.get(machineId)
  const viewer = viewers.get(viewerId)
  if (!player) return { status: 401 }
  if (!machine || (viewerId && viewer?.player !== player)) return { status: 404 }
  if (method === 'POST' && !viewerId) return openPicture(player, machine, offer)
  return method === 'DELETE' && viewer ? { status: 200, body: viewer.close() } : { status: 405 }
}

// ---- HTTP: any origin may call, because the token travels in a header

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, if-match',
  'access-control-expose-headers': 'location',
}
async function answer(/** @type {any} */ { method, headers, url }, body) {
  const token = (headers.authorization ?? '').replace(/^Bearer /, '')
  const player = tokens.get(token)
  if (method === 'OPTIONS') return { status: 204 }
  if (url.startsWith('/whep/')) return answerWhep(method, url.split('/').slice(2), player, body)
  const json = Object(await new Response(body).json().catch(() => ({})))
  const call = `${method} ${url.replace('/api', '')}`
  const run = player || call === 'POST /login' ? CALLS[call] : () => refuse('badToken')
  const given = run?.({ player, token, body: json }) ?? refuse('notFound')
  const status = given.ok === false ? (STATUS[given.ErrorMessage] ?? 409) : 200
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) }
}
const http = createServer(async (request, response) => {
  const answered = /** @type {Promise<any>} */ (answer(request, await text(request).catch(() => '')))
  const { status, headers, body } = await answered.catch(() => ({ status: 400 }))
  response.writeHead(status, { ...CORS, ...headers }).end(body)
}).on('upgrade', (_, socket) => socket.on('error', () => socket.destroy()))

// ---- sockets: the first `init` makes one a notification socket or, with a machine, a game socket

function init(socket, { id, machineID, token }) {
  const { player } = socket.data
  if (machineID !== undefined)
    return tokens.get(token) === player ? sit(socket, machineID) : refuse('badToken')
  if (id !== undefined && id !== player.id) return refuse('invalid')
  socket.join(['floor', `notices ${player.id}`])
  return { ok: true, ...walletOf(player), session: sessionOf(player) }
}
const COMMANDS = { load, spin: play, cashout: takeCredit }
async function command(socket, event, request) {
  if (Object(request) !== request) return refuse('invalid')
  if (event === 'init') return init(socket, request)
  const { machine, player } = socket.data
  const { requestId = event === 'cashout' && randomUUID(), ...rest } = request
  const isId = typeof requestId === 'string' && /^[\w-]{8,64}$/.test(requestId)
  if (!Object.hasOwn(COMMANDS, event) || !isId) return refuse('invalid')
  if (machine?.socket !== socket) return refuse(machine ? 'takenOver' : 'notSeated')
  const fingerprint = JSON.stringify([event, machine.id, rest])
  return once(player, requestId, fingerprint, () => COMMANDS[event](machine, request))
}

const io = new Server(http, { transports: ['websocket'] })
io.use((socket, next) => {
  const token = socket.handshake.auth.token ?? socket.handshake.query.token
  socket.data = { player: tokens.get(token) }
  if (socket.data.player) socket.join(`token ${token}`)
  next(socket.data.player ? undefined : Object.assign(new Error('refused'), { data: refuse('badToken') }))
})
io.on('connection', (socket) => {
  socket.onAny((event, request, reply) => {
    if (typeof reply === 'function')
      command(socket, event, request).then(reply, () => reply(refuse('invalid')))
  })
  socket.on('disconnect', (reason) => {
    const { machine } = socket.data
    if (machine?.socket === socket) hold(machine, reason === 'client namespace disconnect')
  })
})
http.listen(PORT, '127.0.0.1', () => console.log('Listening:', http.address()))
