import type { ComponentProps } from 'react'
import './stack.css'

interface StackProps extends ComponentProps<'div'> {
  gap?: 'small' | 'medium' | 'large'
}

/** One below the other, with room between them. */
export function Stack({ gap = 'medium', className = '', ...props }: StackProps) {
  return <div {...props} data-gap={gap} className={`stack ${className}`} />
}
