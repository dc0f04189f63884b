/// <reference types="vite/client" />

declare module '*.json?basic' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?further' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?logs' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?jobs' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?administrative-units' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?payments' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?reference' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?usage' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?people' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?participants' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?sessions' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?roles' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?grants' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?dashboard' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?survey' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?excel' {
  const texts: Record<string, string>
  export default texts
}

declare module '*.json?listTools' {
  const texts: Record<string, string>
  export default texts
}
