/** What the texts are called, as tsc checks it: the keys of the English files, one import for each. */
import type all from './en/all.json'

type English = typeof all

export type TextId = keyof English
