/** janode imports it with its transport over Unix sockets; the front connects by WebSocket. */
export function createSocket() {
  throw new Error('the front connects to Janus by WebSocket: JANUS_URL must begin with ws')
}
