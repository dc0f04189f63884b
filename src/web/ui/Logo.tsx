import { brand, brandPicture } from '../api/page-settings.ts'

/** The mark of the house: its logo, or a C that is ticked. Decorative beside the name, so screen readers skip it. */
export function Logo({ size = 28 }: { size?: number }) {
  if (brand.logoId !== null)
    return <img className="brand-logo" src={brandPicture('logo')} alt="" height={size} style={{ maxWidth: size * 3 }} />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0b6b5d" />
      <path d="M22.2 10.2a8.2 8.2 0 1 0 0 11.6" fill="none" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" />
      <path
        d="m14.2 16.1 2.6 2.6 6.4-6.6"
        fill="none"
        stroke="#f2b52c"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
