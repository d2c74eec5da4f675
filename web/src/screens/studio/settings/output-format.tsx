import { Segments } from '../../../ui/segments.tsx'

const formats = [
  { id: 'png', label: 'PNG' },
  { id: 'jpeg', label: 'JPEG' },
  { id: 'webp', label: 'WebP' },
] as const

type Format = (typeof formats)[number]['id']

interface Props {
  value: Format | undefined
  onChange: (format: Format) => void
}

export function OutputFormat({ value = 'png', onChange }: Props) {
  return <Segments label="Format" options={formats} value={value} onChange={onChange} />
}
