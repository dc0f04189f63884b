/** What the commands share: one line for what goes wrong, and the exit code. */

/** Ends with the code that `work` answers, 0 without one, or with 1 when it cannot be done. */
export async function runCommand(work: () => Promise<number | undefined | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
