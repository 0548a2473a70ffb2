import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { io } from 'socket.io-client'
import './floor.css'

interface Machine {
  id: string
  name: string
  status: string
  brand: string
}

/** The floor as one array in one state: every push creates a new array and renders the whole list. */
function Floor() {
  const [machines, setMachines] = useState<readonly Machine[]>([])
  useEffect(() => {
    void fetch('/api/machine/all')
      .then((answer) => answer.json())
      .then((answer) => setMachines(answer.machines))
    const socket = io({ transports: ['websocket'], auth: { token: 'bench' } })
    socket.on('connect', () => socket.emit('init', { id: '1' }, () => undefined))
    socket.on('machine', (changes: { id: string; status: string }[]) => {
      const status = new Map(changes.map((change) => [change.id, change.status]))
      setMachines((before) =>
        before.map((machine) => ({ ...machine, status: status.get(machine.id) ?? machine.status })),
      )
    })
    return () => void socket.close()
  }, [])
  return (
    <main className="floor">
      {machines.map(({ id, name, status, brand }) => (
        <a key={id} className="machine" href={`/game/${id}/${name}`} data-status={status}>
          <img src={`/assets/machines/${brand}.png`} alt="" loading="lazy" />
          <strong>{name}</strong>
          <span>{status}</span>
        </a>
      ))}
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Floor />)
