import { cpSync } from 'node:fs'

/** PostgreSQL's template databases, which only `create database` reads. They are two thirds of the files. */
const TEMPLATES = /[\\/]base[\\/][14]$/

/** For tests: copies the data folder of a stopped platform, with its embedded database. */
export function copyDataFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !TEMPLATES.test(path) })
}
