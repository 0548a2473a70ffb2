import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'

/**
 * Keeps the connections of a server from now on. Returns the function that ends them all, also those that are
 * silent or in the middle of a TLS handshake, for which a server that closes would wait.
 */
export function trackConnections(server: EventEmitter): () => void {
  const connections = new Set<Duplex>()
  server.on('connection', (connection: Duplex) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  return () => {
    for (const connection of connections) connection.destroy()
  }
}
