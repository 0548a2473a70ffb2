import { readFileSync } from 'node:fs'

/**
 * The secrets that may be in a file, which `<name>_FILE` names: other users of a machine, and whoever lists a
 * container's variables, do not see its content.
 */
export const SECRETS = [
  'PGPASSWORD',
  'ADMIN_TOKEN',
  'METRICS_TOKEN',
  'CHAT_SECRET',
  'TURN_SECRET',
  'VIDEO_SFU_SECRET',
] as const

type Env = Readonly<Record<string, string | undefined>>

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : error
    throw new Error(`${name}_FILE ${file} cannot be read: ${code}`)
  }
}

/** Adds the secrets in files to the variables. Throws an Error whose message is one line. */
export function withSecretFiles(env: Env): Env {
  const found = SECRETS.flatMap((name) => {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) return []
    if (env[name]?.trim()) throw new Error(`${name} and ${name}_FILE are both set: one of them must be unset`)
    const secret = readSecret(name, file)
    // Counted as unset it would switch its part off without a word.
    if (secret === '') throw new Error(`${name}_FILE ${file} is empty`)
    return [[name, secret] as const]
  })
  return { ...env, ...Object.fromEntries(found) }
}

/** The database's address with a password from a file; the driver reads PGPASSWORD by itself. */
export function withPassword(databaseUrl: string | undefined, env: Env): string | undefined {
  const { PGPASSWORD: password, PGPASSWORD_FILE: file } = env
  if (!databaseUrl || !file?.trim() || !password) return databaseUrl
  // As a parameter: the address of a socket has no place for a password before its host.
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`
}
