/** All that every screen behind the sign-in needs, so that it comes in one file. */
export { loadArea, loadBundle, switchLocale } from '../i18n/messages.ts'
export { Shell } from './Shell.tsx'
