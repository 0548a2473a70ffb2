import type { Config } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'

/** Ends a command with a reason. */
export type Fail = (reason: string) => never

/** The configuration that a command's environment names. */
export function configOf(env: NodeJS.ProcessEnv, fail: Fail): Config {
  const read = readConfig(env)
  return read.ok ? read.config : fail(read.problem)
}
