import { type Command, CommandError, runAsProcess } from '../lib/command.ts'

/* The commands of the operator, by their names in package.json: `npm run books` is `cli.ts books`. */

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  books: async () => (await import('./audit.ts')).audit,
  keys: async () => (await import('./keys.ts')).keys,
  machines: async () => (await import('./machines.ts')).machines,
  migrate: async () => (await import('./migrate.ts')).migrate,
  players: async () => (await import('./players.ts')).players,
  report: async () => (await import('./report.ts')).report,
}

await runAsProcess(async ({ args: [name = '', ...args], ...context }) => {
  const load = COMMANDS[name]
  if (!load) throw new CommandError(`The commands are ${Object.keys(COMMANDS).join(', ')}.`, 1)
  return (await load())({ ...context, args })
})
