import type { Config } from '../../config/config.ts'
import { readConfig } from '../../config/read-config.ts'

/** For tests: the configuration of an empty environment. Throws where one is refused. */
export function configOf(env: Record<string, string>): Config {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problem)
  return read.config
}

export const DEFAULT_CONFIG = configOf({})
