/** A process to be killed by a test: starts the embedded database of the folder given and tells its parent the owner's URL. */
import { startEmbedded } from '../../embedded.ts'

const [, , dataDir = ''] = process.argv
const { ownerUrl } = await startEmbedded({ dataDir, fast: true })
process.send?.(ownerUrl)
