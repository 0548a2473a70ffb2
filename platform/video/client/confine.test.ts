import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../testing/lib/scratch-folder.ts'
import { confine, isConfined } from './confine.ts'

const folder = scratchFolder()

/** What a confined Node answers for each of these changes: the code of its error, or `done`. */
const CHANGES = `
const fs = await import('node:fs')
const [folder] = process.argv.slice(1)
const changes = [
  () => fs.writeFileSync(folder + '/kept', 'changed'),
  () => fs.writeFileSync(folder + '/new', ''),
  () => fs.truncateSync(folder + '/kept'),
  () => fs.rmSync(folder + '/kept'),
  () => fs.mkdirSync(folder + '/made'),
  () => fs.symlinkSync('/etc', folder + '/link'),
  () => fs.renameSync(folder + '/kept', folder + '/moved'),
  () => fs.writeFileSync('/dev/null', ''),
  () => fs.writeFileSync('/proc/self/oom_score_adj', '1000'),
  () => fs.readFileSync(folder + '/kept'),
]
console.log(JSON.stringify(changes.map((change) => {
  try {
    change()
    return 'done'
  } catch (error) {
    return error.code
  }
})))`

test.skipIf(!isConfined())('the video process can change no file', () => {
  writeFileSync(join(folder, 'kept'), 'as it was')
  const { execPath, execArgv } = confine(['--input-type=module', '--eval', CHANGES])
  const { stdout, stderr } = spawnSync(execPath, [...execArgv, folder], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([...Array(7).fill('EACCES'), 'done', 'done', 'done'])
  expect(readdirSync(folder)).toEqual(['kept'])
  expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('as it was')
})

test('Node starts with its own arguments, confined or not', () => {
  const { execPath, execArgv } = confine(['--print', '1 + 1'])
  expect(spawnSync(execPath, execArgv, { encoding: 'utf8' }).stdout).toBe('2\n')
})
