/** The browser of the process, for all its journeys: starting one takes a second, and each visitor has a fresh profile. */
import { launch } from './browser.ts'

export const browser = await launch()
