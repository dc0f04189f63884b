/** Everything that shows units brings their texts along. */
import { loadArea } from '../../i18n/messages.ts'

export async function loadUnitSelect() {
  const [module] = await Promise.all([import('./UnitSelect.tsx'), loadArea('administrative-units')])
  return module.UnitSelect
}

export async function loadUnitControl() {
  const [module] = await Promise.all([import('./UnitControl.tsx'), loadArea('administrative-units')])
  return module.UnitControl
}
