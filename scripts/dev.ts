/** npm run dev: the pages with hot reload on 5173, the server on PORT restarting with its sources. One Ctrl-C ends both. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { settingsOrExit } from '../src/server/settings.ts'

settingsOrExit()
const server = ['--watch', '--watch-preserve-output', 'src/server/main.ts']
const pages = ['node_modules/vite/bin/vite.js', '--clearScreen=false']
const children = [server, pages].map((args) => spawn(process.execPath, args, { stdio: 'inherit' }))

const endAll = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll)
process.on('disconnect', endAll)
const exits = children.map((child) => once(child, 'exit'))
await Promise.race(exits)
endAll()
await Promise.all(exits)
