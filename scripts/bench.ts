/** npm run bench -- <name> [arguments]: runs bench/<name>.ts as the server runs, with its flags. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const folder = resolve('bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  // The others are what benches share: no line of theirs says how they are run.
  .filter((name) => /^ \* (node|npm run bench)/m.test(readFileSync(`${folder}/${name}.ts`, 'utf8')))
const [name = '', ...given] = process.argv.slice(2)
if (!names.includes(name)) {
  console.error(`npm run bench -- <name> [arguments], with one of these names: ${names.join(', ')}`)
  process.exit(1)
}
const flags = ['--max-semi-space-size=16', '--expose-gc']
const child = spawn(process.execPath, [...flags, `${folder}/${name}.ts`, ...given], { stdio: 'inherit' })
const [code] = (await once(child, 'close')) as [number | null]
process.exitCode = code ?? 1
