import { scratchFolder } from '../lib/scratch-folder.ts'
import { makeDataFolder } from './database.ts'

/** For tests: as `makeDataFolder`, and removed after the last test of the file. */
export const scratchDataFolder = async (): Promise<string> => scratchFolder(await makeDataFolder())
