import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import {
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { schema } from './markdown-text.ts'

export const node = (name: string) => schema.nodes[name] as NodeType
export const mark = (name: string) => schema.marks[name] as MarkType

const item = node('list_item')

/** Markdown as it is typed becomes formatting. */
const rules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,4})\s$/, node('heading'), ([, hashes = '']) => ({
      level: hashes.length,
    })),
    wrappingInputRule(/^\s*([-+*])\s$/, node('bullet_list')),
    wrappingInputRule(/^(\d+)\.\s$/, node('ordered_list'), ([, number]) => ({
      order: Number(number),
    })),
    wrappingInputRule(/^\s*>\s$/, node('blockquote')),
    textblockTypeInputRule(/^```$/, node('code_block')),
  ],
})

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(node('hard_break').create()).scrollIntoView())
  return true
})

/** Tab is free, so that the keyboard can leave the editor. */
const keys = keymap({
  'Mod-b': toggleMark(mark('strong')),
  'Mod-i': toggleMark(mark('em')),
  'Mod-e': toggleMark(mark('code')),
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-]': sinkListItem(item),
  'Mod-[': liftListItem(item),
  'Shift-Enter': breakLine,
  Backspace: undoInputRule,
  Enter: chainCommands(
    splitListItem(item),
    newlineInCode,
    createParagraphNear,
    liftEmptyBlock,
    splitBlock,
  ),
})

export const plugins: Plugin[] = [rules, keys, keymap(baseKeymap), history()]
