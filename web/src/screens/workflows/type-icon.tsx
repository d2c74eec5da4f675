import {
  CircleSlash,
  Clock,
  Globe,
  type LucideIcon,
  MessageCircleQuestionMark,
  Repeat,
  Rows3,
  Split,
  Variable,
  Workflow,
  Zap,
} from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  call: Zap,
  http: Globe,
  wait: Clock,
  ask: MessageCircleQuestionMark,
  sub_workflow: Workflow,
  branch: Split,
  parallel: Rows3,
  for_each: Repeat,
  set: Variable,
  fail: CircleSlash,
}

/** The type of a step. Decorative: the type is shown as text next to it or in the list. */
export function TypeIcon({ type }: { type: string }) {
  const Icon = icons[type] ?? Zap
  return <Icon size={15} aria-hidden />
}
