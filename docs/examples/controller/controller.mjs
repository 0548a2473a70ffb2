import WebSocket from 'ws'
import { openStored } from './stored.mjs'

/*
 * The platform's connection to one cabinet. It speaks the protocol of docs/contract/controllers.json, and reaches the
 * cabinet through the functions that cabinet.mjs exports. What became of each transfer, and each report that the
 * platform has not acknowledged, is in a file before it is sent.
 */

const STATE_MS = 5000
const METERS_MS = 60_000
/** An unacknowledged report is sent again after this. */
const REPEAT_MS = 2000
/** A transfer that takes longer is answered as pending first. */
const PENDING_MS = 500
/** The platform pings every 2 s. */
const SILENCE_MS = 6000
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 10_000]
/** Another process has connected with the same key. */
const REPLACED = 4409
/** Commands that are remembered. */
const MAX_OUTCOMES = 400
const MAX_PAYLOAD_BYTES = 16 * 1024

/** The id that acknowledges a report. */
const idOf = (message) => (message.type === 'game' ? String(message.number) : message.id)

/** Connects, and again whenever the connection is lost. `onChange` is to be called when the cabinet has changed. */
export function startController({ url, key, machine, cabinet, file, log }) {
  const stored = openStored(file, { outcomes: [], reports: [], serial: 0, isRemote: false })
  const { value: state } = stored
  /** The transfers and presses that the cabinet executes now. */
  const running = new Set()
  /** Transfers and reports since the start: what the meters count. */
  let counted = 0
  let ws
  let failures = 0
  let seq = 0
  /** Of this connection. */
  let sentReport
  let sentFault
  let isMetersWanted = false
  let seenAt = 0

  function send(message) {
    if (ws?.readyState === WebSocket.OPEN) ws.send(JSON.stringify(message))
  }

  const attempt = (work) => work().catch((error) => log(`failed: ${error.message}`))

  // ---- from the cabinet

  /** Stores the new reports of the cabinet, and sends the oldest one that is not acknowledged. */
  function sendReports(isRepeated) {
    const fresh = cabinet.reportsAfter(state.serial)
    if (fresh.length > 0) {
      state.serial = fresh.at(-1).serial
      state.reports.push(...fresh.map(({ message }) => message))
      counted += fresh.length
      stored.save()
    }
    const [report] = state.reports
    if (!report || (report === sentReport && !isRepeated)) return
    sentReport = report
    send(report)
  }

  /** A credit with a hand pay in it makes sense to the platform only after the report of the hand pay. */
  const isHandPayReported = () => !state.reports.some(({ type }) => type === 'handpay-done')

  function sendState() {
    const { phase, credit, stake, win, games, fault } = cabinet.read()
    if (fault?.code !== sentFault) send({ type: 'fault', ...fault })
    sentFault = fault?.code
    if (!isHandPayReported()) return
    seq += 1
    send({ type: 'state', seq, phase, credit, stake, win, games })
  }

  /** After the reports and transfers that the meters count. */
  async function sendMeters() {
    isMetersWanted = state.reports.length > 0 || running.size > 0
    if (isMetersWanted) return
    const before = counted
    const meters = await cabinet.meters()
    // The platform already knows what they do not count yet.
    if (counted !== before) return sendMeters()
    send({ type: 'meters', ...meters })
  }

  function onChange() {
    sendReports(false)
    sendState()
  }

  // ---- transfers

  const outcomeOf = (wanted) => state.outcomes.find(({ id }) => id === wanted)

  /** Stores what became of a command. */
  function keep(outcome) {
    state.outcomes = [...state.outcomes.filter(({ id }) => id !== outcome.id), outcome].slice(-MAX_OUTCOMES)
    stored.save()
    return outcome
  }

  async function transfer(command) {
    const { id } = command
    if (outcomeOf(id)) return answerStatus(id)
    // The platform books the hand pay first, and the report of a later game waits for it.
    if (!isHandPayReported()) return send(keep({ type: 'refused', id, code: 'handpay' }))
    keep({ type: 'begun', id })
    counted += 1
    const slow = setTimeout(() => send({ type: 'pending', id }), PENDING_MS)
    await run(id, async () => send(keep(await cabinet.transfer(command)))).finally(() => clearTimeout(slow))
  }

  /** Runs a command. Until it has ended, nothing else answers for it. */
  async function run(id, work) {
    running.add(id)
    try {
      await work()
    } finally {
      running.delete(id)
      if (isMetersWanted) attempt(sendMeters)
    }
  }

  async function answerStatus(id) {
    if (running.has(id)) return send({ type: 'pending', id })
    const known = outcomeOf(id)
    if (known && known.type !== 'begun') return send(known)
    // It was begun before a restart, or before these files: the cabinet knows whether it was executed.
    const found = await cabinet.findTransfer(id)
    // Its command has arrived meanwhile.
    if (outcomeOf(id) !== known) return answerStatus(id)
    if (found) return send(keep(found))
    // From now on its command is refused, should it still arrive.
    keep({ type: 'refused', id, code: known ? 'interrupted' : 'late' })
    return send(known ? outcomeOf(id) : { type: 'unknown', id })
  }

  /** `stake`: the most that it may stake of the credit; a platform of an earlier release does not say it. */
  async function press({ id, button, stake = Number.POSITIVE_INFINITY }) {
    if (outcomeOf(id)) return answerStatus(id)
    const pressed = keep({ type: 'ok', id })
    await run(id, async () => {
      // The cabinet's state is sent by onChange before.
      if (await cabinet.press(button, stake)) send(pressed)
      else send(keep({ type: 'refused', id, code: cabinet.read().phase }))
    })
  }

  // ---- from the platform

  /** Stored: after a power cut nobody at the cabinet may play the credit of a remote player. */
  function setRemote(isRemote) {
    state.isRemote = isRemote
    stored.save()
    cabinet.setRemote(isRemote)
  }

  function greet() {
    sentReport = undefined
    sentFault = undefined
    const { firmware, buttons, stakes } = cabinet
    send({ type: 'hello', protocol: 1, machine, firmware, buttons, stakes, games: cabinet.read().games })
    onChange()
  }

  /** The oldest report is booked, or the platform will not take it. A repeated answer is of an earlier one. */
  function removeReport({ of, id }) {
    const [report] = state.reports
    if (report?.type !== of || idOf(report) !== id) return
    state.reports.shift()
    stored.save()
    onChange()
    if (isMetersWanted) attempt(sendMeters)
  }

  async function receive(message) {
    switch (message.type) {
      case 'credit':
        return transfer({ id: message.id, direction: 'load', cents: message.cents })
      case 'cashout':
        return transfer({ id: message.id, direction: 'cash-out' })
      case 'status':
        return answerStatus(message.id)
      case 'press':
        return press(message)
      case 'seat':
        setRemote(message.visit !== null)
        return send({ type: 'ok' })
      case 'meters':
        return sendMeters()
      case 'ack':
        return removeReport(message)
      case 'error':
        log(`the platform refused a message: ${message.code} ${message.id ?? ''} ${message.text}`)
        return message.code === 'hello-first' ? greet() : removeReport(message)
      default:
        // A later platform may send more.
        return undefined
    }
  }

  // ---- the connection

  function connect() {
    ws = new WebSocket(url, {
      headers: { authorization: `Bearer ${key}` },
      ...{ handshakeTimeout: 10_000, maxPayload: MAX_PAYLOAD_BYTES, perMessageDeflate: false },
    })
    const onSign = () => {
      seenAt = performance.now()
    }
    ws.on('open', () => {
      log('connected')
      onSign()
      greet()
    })
    ws.on('ping', onSign)
    ws.on('message', (data) => {
      onSign()
      failures = 0
      attempt(async () => receive(JSON.parse(String(data))))
    })
    ws.on('error', ({ message }) => log(`connection: ${message}`))
    ws.on('close', (code, reason) => {
      // Each of the two would end the other's connection at once.
      if (code === REPLACED) failures = RETRY_MS.length
      const pause = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] * (0.75 + Math.random() / 2)
      failures += 1
      log(`closed: ${code} ${reason}; again in ${Math.round(pause)} ms`)
      setTimeout(connect, pause)
    })
  }

  cabinet.setRemote(state.isRemote)
  connect()
  setInterval(() => {
    if (ws.readyState === WebSocket.OPEN && performance.now() - seenAt > SILENCE_MS) ws.terminate()
    sendReports(true)
  }, REPEAT_MS)
  setInterval(sendState, STATE_MS)
  setInterval(() => attempt(sendMeters), METERS_MS)
  return { onChange }
}
