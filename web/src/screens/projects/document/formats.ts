import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { mark, node } from './rich-text-plugins.ts'

export interface Format {
  label: string
  isOn: (state: EditorState) => boolean
  apply: Command
}

const never = () => false

function markFormat(label: string, name: string): Format {
  const type = mark(name)
  return {
    label,
    apply: toggleMark(type),
    isOn: ({ selection: { from, $from, to, empty }, storedMarks, doc }) =>
      empty
        ? type.isInSet(storedMarks ?? $from.marks()) !== undefined
        : doc.rangeHasMark(from, to, type),
  }
}

function isInside(state: EditorState, type: NodeType, level?: number): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth >= 0; depth--) {
    const at = $from.node(depth)
    if (at.type === type) return level === undefined || at.attrs.level === level
  }
  return false
}

function headingFormat(level: number): Format {
  const isOn = (state: EditorState) => isInside(state, node('heading'), level)
  return {
    label: `Heading ${level}`,
    isOn,
    apply: (state, dispatch) =>
      isOn(state)
        ? setBlockType(node('paragraph'))(state, dispatch)
        : setBlockType(node('heading'), { level })(state, dispatch),
  }
}

function listFormat(label: string, name: string): Format {
  const isOn = (state: EditorState) => isInside(state, node(name))
  return {
    label,
    isOn,
    apply: (state, dispatch) =>
      isOn(state)
        ? liftListItem(node('list_item'))(state, dispatch)
        : wrapInList(node(name))(state, dispatch),
  }
}

const isQuote = (state: EditorState) => isInside(state, node('blockquote'))
const isCode = (state: EditorState) => isInside(state, node('code_block'))

export const formats = {
  bold: markFormat('Bold', 'strong'),
  italic: markFormat('Italic', 'em'),
  strike: markFormat('Strikethrough', 'strike'),
  code: markFormat('Code', 'code'),
  heading1: headingFormat(1),
  heading2: headingFormat(2),
  heading3: headingFormat(3),
  bullets: listFormat('Bulleted list', 'bullet_list'),
  numbers: listFormat('Numbered list', 'ordered_list'),
  quote: {
    label: 'Quote',
    isOn: isQuote,
    apply: (state, dispatch) =>
      isQuote(state) ? lift(state, dispatch) : wrapIn(node('blockquote'))(state, dispatch),
  },
  codeBlock: {
    label: 'Code block',
    isOn: isCode,
    apply: (state, dispatch) =>
      setBlockType(node(isCode(state) ? 'paragraph' : 'code_block'))(state, dispatch),
  },
  undo: { label: 'Undo', isOn: never, apply: undo },
  redo: { label: 'Redo', isOn: never, apply: redo },
} satisfies Record<string, Format>

/** The URL of the link at the cursor. */
export function findLink({ selection: { $from, from, to, empty }, doc }: EditorState): string {
  const type = mark('link')
  if (empty) return type.isInSet($from.marks())?.attrs.href ?? ''
  let href = ''
  doc.nodesBetween(from, to, (at) => {
    href ||= type.isInSet(at.marks)?.attrs.href ?? ''
  })
  return href
}

/** Links the selection; without one, inserts the URL itself. An empty URL removes it. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection
    const { tr } = state
    if (href === '') tr.removeMark(from, to, mark('link'))
    else if (empty) tr.insert(from, state.schema.text(href, [mark('link').create({ href })]))
    else tr.addMark(from, to, mark('link').create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}
