import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openCabinet } from './cabinet.mjs'
import { startCamera } from './camera.mjs'
import { startController } from './controller.mjs'

/* Starts the controller with its virtual cabinet, and its camera when CAMERA_URL is set. README.md names the settings. */

const { CONTROLLER_URL = '', CONTROLLER_MACHINE = '', CONTROLLER_KEY_FILE, CAMERA_URL } = process.env
const { STATE_DIRECTORY = 'state', GAME_MS = '2000', CAMERA_SIZE = '1280x720' } = process.env
const log = (text) => console.error(text)

function fail(reason) {
  log(reason)
  process.exit(1)
}

function readAddress() {
  if (!URL.canParse(CONTROLLER_URL)) fail('CONTROLLER_URL is no address')
  const { protocol, hostname } = new URL(CONTROLLER_URL)
  const isOnThisComputer = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  // The key is sent to it.
  if (protocol !== 'wss:' && !(protocol === 'ws:' && isOnThisComputer))
    fail('CONTROLLER_URL must begin with wss://')
  return CONTROLLER_URL
}

function readKey() {
  if (!CONTROLLER_KEY_FILE) return process.env.CONTROLLER_KEY ?? fail('CONTROLLER_KEY_FILE is missing')
  return readFileSync(CONTROLLER_KEY_FILE, 'utf8').trim()
}

if (!CONTROLLER_MACHINE) fail('CONTROLLER_MACHINE is missing')
mkdirSync(STATE_DIRECTORY, { recursive: true, mode: 0o700 })
const onChange = () => controller?.onChange()
let controller
const cabinet = openCabinet({
  file: join(STATE_DIRECTORY, 'cabinet.json'),
  gameMs: Number(GAME_MS),
  onChange,
})
controller = startController({
  ...{ url: readAddress(), key: readKey(), machine: CONTROLLER_MACHINE, cabinet, log },
  file: join(STATE_DIRECTORY, 'controller.json'),
})
if (CAMERA_URL) startCamera({ url: CAMERA_URL, size: CAMERA_SIZE, picture: cabinet.picture, log })

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim()) log(cabinet.run(line) ? 'done' : 'not possible now, or no such command')
})
