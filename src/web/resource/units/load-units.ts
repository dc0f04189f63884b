/** What picks units brings its texts along. */
import { loadArea } from '../../i18n/messages.ts'

export async function loadUnitControl() {
  const [module] = await Promise.all([import('./UnitControl.tsx'), loadArea('administrative-units')])
  return module.UnitControl
}

export async function loadUnitPicker() {
  const [module] = await Promise.all([import('./UnitPicker.tsx'), loadArea('administrative-units')])
  return module.UnitPicker
}
