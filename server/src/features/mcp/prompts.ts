import type { OperationCaller } from '../../http/call-operation.ts'
import type { Caller, PromptKind } from './surface.ts'

interface Campaign {
  name: string
  title: string
  description: string
  args: Record<string, string>
  text(args: Record<string, string>): string
}

const campaigns: Campaign[] = [
  {
    name: 'launch_campaign',
    title: 'Launch a product',
    description: 'A project and a board for a launch, with tasks, texts and a sign-off.',
    args: {
      product: 'The product.',
      launch_date: 'The launch day, such as 2026-12-01.',
      board: 'Slug of the board to use. Defaults to a new board.',
    },
    text: ({
      product,
      launch_date,
      board,
    }) => `Plan and prepare the launch of ${product}${on(launch_date)}.

1. Create a project of the type campaign with the goal, the audience, the key message and the dates in its data.
2. ${board ? `Use the board ${board}.` : 'Create a board for the launch.'} Put a task on it for every piece of work, each with a due date before the launch and a description that someone else could work from.
3. Draft the announcement and keep it in the project.
4. Ask the person in charge with ask_person (kind approval) whether they approve the plan and the announcement. Make the changes they ask for, and ask again.
5. Record the approval in the project, move finished tasks, and report with notify_person.`,
  },
  {
    name: 'social_week',
    title: 'A week of posts',
    description: 'Drafts for a week on the connected accounts, approved before they are scheduled.',
    args: {
      topic: 'What the posts are about.',
      week: 'The Monday of the week, such as 2026-12-07.',
      tone: 'The tone of the posts.',
    },
    text: ({
      topic,
      week,
      tone,
    }) => `Prepare a week of social media posts about ${topic}${week ? `, from Monday ${week}` : ''}.

1. List the social accounts (list_records, kind account).
2. Write one post a day for each account, within the limits of its network${tone ? `, in this tone: ${tone}` : ''}. Do not repeat the same wording.
3. Create them as drafts, not as posts, with an image from the assets where one fits.
4. Ask the person in charge with ask_person (kind choice: all good, change some, start over), with the drafts in its body as Markdown.
5. Schedule the approved drafts, and report what is published when.`,
  },
  {
    name: 'repurpose_recording',
    title: 'Turn a recording into posts and a clip',
    description:
      'Transcribes a recording, finds its best moments, and prepares posts and a short video.',
    args: {
      recording: 'URL of the recording, or the id of an asset.',
      audience: 'The audience.',
    },
    text: ({
      recording,
      audience,
    }) => `Create posts and a video from this recording: ${recording}${audience ? `, for ${audience}` : ''}.

1. Transcribe the recording with transcribe_file. Correct misheard names.
2. Choose the three strongest moments. Quote only what was said, with its time in the recording.
3. Draft a post for each moment, and a storyboard of at most five scenes; render it with generate_video (call_tool).
4. Keep quotes, drafts and the video in a project of the type campaign, and ask the person in charge with ask_person (kind approval) before anything is scheduled.`,
  },
]

const optional = new Set(['board', 'launch_date', 'week', 'tone', 'audience'])

/** Three campaigns that agents run regularly. */
export function promptKinds(caller: OperationCaller): PromptKind[] {
  return campaigns.map(({ name, title, description, args, text }) => ({
    definition: {
      name,
      title,
      description,
      arguments: Object.entries(args).map(([argument, about]) => ({
        name: argument,
        description: about,
        required: !optional.has(argument),
      })),
    },
    messages: (given) => [{ role: 'user', content: { type: 'text', text: text(given) } }],
    complete: (asked, argument, value) => complete(caller, asked, argument, value),
  }))
}

function on(day: string | undefined): string {
  return day ? ` on ${day}` : ''
}

async function complete(
  caller: OperationCaller,
  { deps, actor }: Caller,
  argument: string,
  value: string,
): Promise<string[]> {
  if (argument !== 'board' || !actor.permissions.has('boards:read')) return []
  const query = { page_size: 100 }
  const { body } = await caller.call(deps, actor, 'listBoards', { query })
  const slugs = JSON.parse(body).results.map(({ slug }: { slug: string }) => slug)
  return slugs.filter((slug: string) => slug.startsWith(value.toLowerCase()))
}
