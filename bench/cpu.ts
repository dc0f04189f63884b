/** How much of the processors a piece of work takes: this process, and all processes of a PostgreSQL. Linux alone. */
import { readFileSync } from 'node:fs'
import type { Client } from 'pg'

export interface Cpu {
  node: number
  postgres: number
}

/** Milliseconds of a clock tick in /proc. */
const tickMs = 10

/** The fields of /proc/<pid>/stat behind the name, which may hold spaces. */
function statOf(pid: number | string): number[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text
    .slice(text.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number)
}

/** Tells the milliseconds that both have taken by now; the server of the connection is on this machine. */
export async function cpuMeter(owner: Client): Promise<() => Cpu> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const [postmaster = 0] = statOf(rows[0]?.pid ?? 0)
  return () => {
    const { user, system } = process.cpuUsage()
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    // Of the postmaster also that of children which have ended.
    const ticks = [
      ...statOf(postmaster).slice(10, 14),
      ...children.flatMap((pid) => {
        try {
          return statOf(pid).slice(10, 12)
        } catch {
          return []
        }
      }),
    ]
    return { node: (user + system) / 1000, postgres: ticks.reduce((sum, each) => sum + each, 0) * tickMs }
  }
}
