import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

function readStored(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read: ${error.message}`)
  }
}

function sync(path) {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/**
 * A JSON object in a file. After `save` returns, the value survives a power cut. A process that is killed at any moment
 * leaves the value before or after `save`, and never a part of it. Where the file cannot be written, as on a full disk,
 * `save` ends the process: it must tell nobody what its file does not hold.
 */
export function openStored(path, initial) {
  const value = { ...initial, ...readStored(path) }
  function write() {
    const file = openSync(`${path}.new`, 'w', 0o600)
    // All of it: writeSync writes a part where the disk becomes full, and reports no error.
    writeFileSync(file, JSON.stringify(value))
    fsyncSync(file)
    closeSync(file)
    renameSync(`${path}.new`, path)
    sync(dirname(path))
  }
  return {
    value,
    save() {
      try {
        write()
      } catch (error) {
        console.error(`${path} cannot be written: ${error.message}`)
        process.exit(1)
      }
    },
  }
}
