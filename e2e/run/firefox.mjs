#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/*
 * Starts the installed Firefox (FIREFOX_PATH) in place of the browser that Playwright launches, and proxies
 * the WebDriver BiDi socket between the two. Playwright sets media features for every context. Debian's
 * Firefox does not know that command yet, and no Firefox test needs it, so this proxy answers it.
 */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride'

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
firefox.once('error', ({ message }) => {
  console.error(message)
  process.exit(127)
})
firefox.once('exit', (code) => process.exit(code ?? 1))
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, announcement, address] = /^(WebDriver BiDi listening on )(ws:\/\/\S+)$/.exec(line) ?? []
  if (!address) return console.error(line)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.once('listening', () => console.error(`${announcement}ws://127.0.0.1:${server.address().port}`))
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(`${address}${url}`, { perMessageDeflate: false })
    const opened = new Promise((done) => browser.once('open', done))
    playwright.on('message', async (data) => {
      const command = data.toString()
      const { id, method } = JSON.parse(command)
      if (method === UNKNOWN_COMMAND) playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
      else {
        await opened
        browser.send(command)
      }
    })
    browser.on('message', (data) => playwright.send(data.toString()))
    playwright.on('close', () => browser.close())
    browser.on('close', () => playwright.close())
  })
})
