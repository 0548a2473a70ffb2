import { formatCaddy } from '../headers/format-caddy.ts'
import { formatNginx } from '../headers/format-nginx.ts'
import { formatText } from '../headers/format-text.ts'
import type { SiteFiles } from '../headers/header-set.ts'

const FORMATS = { text: formatText, caddy: formatCaddy, nginx: formatNginx } as const

export type HeaderFormat = keyof typeof FORMATS

export const isHeaderFormat = (name: string): name is HeaderFormat => Object.hasOwn(FORMATS, name)

/** The headers for a build and the content of a Settings.json, in the format of one kind of server. */
export const printHeaders = (
  format: HeaderFormat,
  files: SiteFiles,
  settings: unknown,
  reportUrl?: string,
): string => FORMATS[format](files, settings, reportUrl)
