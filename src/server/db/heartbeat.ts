/**
 * Notices a database that answers nothing any more while its connections stay open: a frozen machine, a cut network. How
 * long a statement takes says nothing, as some may take a minute; an answer to a question of our own says all.
 */
import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'

/** A question every half second; one that is unanswered at the sixth look after it is silence. */
const lookEveryMs = 500
const patientLooks = 6

export interface Heartbeat {
  /** For a connection that lives as long as the database answers; during a silence it breaks at once. */
  socket: () => Socket
  /** Breaks all connections: the database is elsewhere now, as `config` says. */
  cut: () => void
  stop: () => void
}

/** `lost` is told of each question without an answer. */
export function startHeartbeat(config: ClientConfig, lost: () => void = () => undefined): Heartbeat {
  const sockets = new Set<Socket>()
  let line: Line | undefined
  let asking = false
  let looks = 0
  let silent = false

  // Looks are counted, not milliseconds: a process that was itself frozen reads the answer before its next look.
  function look(): void {
    if (!asking) return ask()
    looks += 1
    if (looks < patientLooks) return
    silent = true
    cut()
  }

  function ask(): void {
    const asked = (line ??= openLine(config))
    asking = true
    looks = 0
    asked
      .question()
      .then(
        () => (silent = false),
        () => {
          dropLine(asked)
          lost()
        },
      )
      .finally(() => (asking = false))
  }

  /** Each caller who waits learns that no answer comes. A transaction that is not yet committed ends with its connection. */
  function cut(): void {
    for (const socket of sockets) socket.destroy()
    line?.socket.destroy()
  }

  function dropLine(broken: Line): void {
    broken.socket.destroy()
    if (line === broken) line = undefined
  }

  const timer = setInterval(look, lookEveryMs).unref()
  return {
    socket: () => {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      // The driver connects it in this same turn, and would revive one that is destroyed before.
      if (silent) setImmediate(() => socket.destroy())
      return socket
    },
    cut,
    stop: () => {
      clearInterval(timer)
      line?.close()
    },
  }
}

/** A connection of its own: those of the pool may all be at work. */
interface Line {
  socket: Socket
  question(): Promise<unknown>
  close(): void
}

function openLine(config: ClientConfig): Line {
  const socket = new Socket()
  const client = new Client({ ...config, stream: () => socket })
  client.on('error', () => undefined)
  const connected = client.connect()
  return {
    socket,
    question: () => connected.then(() => client.query('select 1')),
    close() {
      socket.unref()
      client.end().catch(() => undefined)
    },
  }
}
