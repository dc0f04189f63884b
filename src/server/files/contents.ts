/** Where contents are kept. Each method throws UNAVAILABLE while that place does not answer. */
export interface Contents {
  /** Does beforehand, outside of any transaction, what takes its time to adopt this file. */
  stage(path: string, sha256: Buffer): Promise<void>
  /** Takes in a file of this machine, which was flushed and whose content has that hash. */
  adopt(path: string, sha256: Buffer): Promise<void>
  /** Leaves a copy of a file of this machine among the exports, in the place of one of that name. */
  publish(name: string, path: string): Promise<void>
  /** Undefined when it is missing. */
  read(sha256: Buffer): Promise<AsyncIterable<Uint8Array> | undefined>
  /** In bytes; undefined when it is missing. */
  sizeOf(sha256: Buffer): Promise<number | undefined>
  /** Does nothing when it is missing. */
  remove(sha256: Buffer): Promise<void>
  /** The hashes of all contents, many at a time. */
  stored(): AsyncIterable<Buffer[]>
  /** Whether it did not answer lately. */
  isAway(): boolean
}
