/** Ant Design's red border, from what every control is told. */
export function statusOf(control: { 'aria-invalid'?: unknown }): { status?: 'error' } {
  return control['aria-invalid'] === true ? { status: 'error' } : {}
}
