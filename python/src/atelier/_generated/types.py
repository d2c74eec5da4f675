# Generated from docs/openapi.json by "npm run generate". Do not edit.
from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypeAlias, TypedDict

class AcceptInvitationBody(TypedDict):
    token: str
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    password: str
    """At least ten characters."""
    new_account: NotRequired[bool]
    """Creates an account of your own if others use the address but nobody has verified it."""


class AcceptedInvitationWorkspace(TypedDict):
    id: int
    name: str
    slug: str


class AcceptedInvitation(TypedDict):
    access_token: str
    """Send it as "Authorization: Bearer"."""
    refresh_token: str
    """Works once; the response contains the next one."""
    expires_in: int
    """Seconds until the access token expires."""
    token_type: Literal['Bearer']
    workspace: AcceptedInvitationWorkspace


class AccountToPostTo(TypedDict):
    id: int
    name: str
    type: Literal['profile', 'webhook']
    network: Literal['mastodon', 'bluesky', 'webhook']
    is_active: bool
    """Whether posts are published. Drafts can be written either way."""


class AccountsToPostTo(TypedDict):
    accounts: List[AccountToPostTo]
    total: int


class ActiveSession(TypedDict):
    id: str
    kind: Literal['browser', 'token']
    """`browser`: a cookie. `token`: an access token with its refresh tokens."""
    name: str
    """The name that the browser or program sent."""
    address: str | None
    """The IP address of the sign-in."""
    created_at: str
    last_used_at: str | None
    expires_at: str
    is_current: bool
    """Whether it is the session of this request."""


class AddBRollsVideoBody(TypedDict):
    title: NotRequired[str]
    media_url: NotRequired[str]
    """http(s) URL of a video, or the id or link of an asset of this workspace."""
    asset: NotRequired[str]
    """http(s) URL of a video, or the id or link of an asset of this workspace."""
    language_code: NotRequired[str]
    should_export: NotRequired[bool]
    """Accepted for existing clients. The video is always rendered."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class AddBoardMemberBody(TypedDict):
    user_id: int


class AddChecklistItemBody(TypedDict):
    title: str
    done: NotRequired[bool]
    before: NotRequired[str]
    """The item to place it before."""
    after: NotRequired[str]
    """The item to place it after."""


class AddDependencyBody(TypedDict):
    target_task_id: str
    """Id or slug."""
    relation_type: DependencyRelation


class AddQueueSlotBody(TypedDict):
    account_id: int | str
    weekday: Literal['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    time: str
    """“09:30”, 24 hours."""
    timezone: NotRequired[str]
    """IANA name. Defaults to the workspace’s zone."""


class AddTeamspaceMemberBody(TypedDict):
    user_id: int


class AiImageGeneration(TypedDict):
    task_id: str
    id: str
    art_variation_id: str


class AiImageGenerationV2(TypedDict):
    task_id: str
    storage: Literal['asset', 'transient']


class AiImageModel(TypedDict):
    id: str
    name: str
    provider: str
    capabilities: List[Literal['prompt', 'reference_image', 'multiple_images']]


class AiImageModelList(TypedDict):
    count: int
    results: List[AiImageModel]


class AiImageParameters(TypedDict):
    prompt: str
    aspect_ratio: NotRequired[str]
    count: NotRequired[int]
    negative_prompt: NotRequired[str]
    reference_images: NotRequired[List[str]]
    seed: NotRequired[int]


class AiImageStatusImagesItem(TypedDict):
    asset_id: NotRequired[str]
    """Missing for transient results of ai-generate-image-v2."""
    url: str


class AiImageStatusErrorsDetail(TypedDict):
    message: str
    code: str


class AiImageStatusErrors(TypedDict):
    detail: AiImageStatusErrorsDetail


class AiImageStatus(TypedDict):
    id: str
    job_status: Literal['CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'DONE', 'FAILED']
    """DONE and FAILED are final."""
    modified: str
    images: List[AiImageStatusImagesItem]
    errors: NotRequired[AiImageStatusErrors]


class AnnounceProjectPresenceBody(TypedDict):
    client_id: NotRequired[str]
    """Tells apart several windows of one credential."""
    is_editing: NotRequired[bool]
    """Whether there are unsaved changes."""


class AnswerAuthentication(TypedDict):
    strength: Literal['credential', 'channel', 'session']
    """`session`: the person, signed in. `channel`: their mailbox or chat account. `credential`: a key or program that acts for them."""
    statement: str
    """What proved who answered, in words."""


class AnswerByLinkFormFields(TypedDict):
    value: NotRequired[str]
    decision: NotRequired[Literal['approved', 'rejected']]
    text: NotRequired[str]
    comment: NotRequired[str]


class AnswerQuestionBody(TypedDict):
    value: str | List[str] | Dict[str, Any]
    """The text; the value of an option for a choice; `approved` or `rejected` for an approval; a list of option values for `multi_choice` and `rank`; the object for a `form`; `{decision, text}` for an `edit`."""
    comment: NotRequired[str]


class AnyEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class AnyEventObject(TypedDict):
    type: str
    id: int | str


class AnyEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: str
    actor: AnyEventActor
    object: AnyEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class ApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    """The first characters of the key, to recognise it."""
    scopes: List[Permission]
    user_id: int
    created_at: str
    expires_at: str | None
    revoked_at: str | None
    last_used_at: str | None


class ApproveWorkflowStepBody(TypedDict):
    task_reference_name: str
    """The id or path of the `ask` step."""
    status: NotRequired[Literal['approved', 'rejected', 'COMPLETED', 'FAILED']]
    """`COMPLETED` means approved, `FAILED` means rejected."""
    comment: NotRequired[str]


class Asset(TypedDict):
    id: str
    status: AssetStatus
    asset_type: AssetType
    name: str
    file_url: str | None
    """Signed URL, valid for a day. The id never changes."""
    thumbnail: str | None
    content_type: str | None
    bytes: int | None
    width: int | None
    height: int | None
    duration_ms: int | None
    sha256: str | None
    error: str | None
    """The error, for status 2 and 3."""
    payload: Dict[str, Any]
    folder_id: str | None
    """Its folder. Null: the top level."""
    created_at: str
    expires_at: str | None


class AssetFolder(TypedDict):
    id: str
    name: str
    parent_id: str | None
    """The folder that contains it. Null: the top level."""
    created_at: str
    updated_at: str


class AssetFolderList(TypedDict):
    count: int
    results: List[AssetFolder]


class AssetFromUrl(TypedDict):
    id: str


class AttachAssetBody(TypedDict):
    asset_id: NotRequired[str]
    asset_key: NotRequired[str]
    """`asset_key` of a completed signed upload."""


class BlurBackgroundBodyRefine(TypedDict):
    """Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins."""
    keep: NotRequired[List[Stroke]]
    remove: NotRequired[List[Stroke]]


class BlurBackgroundBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    radius: NotRequired[float]
    """In pixels."""
    output_format: NotRequired[Literal['png', 'jpeg', 'webp']]
    refine: NotRequired[BlurBackgroundBodyRefine]
    """Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class BlurBackgroundNowBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    blur_value: NotRequired[float]
    """Radius in pixels. Same as `radius`."""
    radius: NotRequired[float]
    output_format: NotRequired[Literal['png', 'jpeg', 'webp']]
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class BlurFacesBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    style: NotRequired[Literal['blur', 'pixelate']]
    output_format: NotRequired[Literal['png', 'jpeg', 'webp']]
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class BlurFacesResultEngine(TypedDict):
    name: str
    version: str
    prompt_applied: bool
    """Whether the engine used your prompt."""


class BlurFacesResult(TypedDict):
    result: List[MadeImage]
    url: str
    """URL of the first image."""
    image_url: str
    """The image that you sent."""
    storage: Literal['asset', 'transient']
    warnings: List[str]
    timings: Dict[str, Any]
    """Milliseconds by step."""
    engine: BlurFacesResultEngine
    faces: List[Face]
    """The largest first."""


class BlurredImage(TypedDict):
    image_url: NotRequired[str]
    """The result. Missing with status 202."""
    task_id: str


class Board(TypedDict):
    id: str
    slug: str
    title: str
    description: str
    access: BoardAccess
    """0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public."""
    primary_type: Literal['PM']
    extra: Dict[str, Any]
    space_id: int | None
    """The teamspace that it belongs to."""
    statuses: List[str | Dict[str, Any]]
    """Ids of the columns from left to right, or the columns if expanded."""
    creator: int | Dict[str, Any] | None
    """The id, or the person if expanded."""
    modifier: int | Dict[str, Any] | None
    """The id, or the person if expanded."""
    tasks_count: int
    created_at: str
    updated_at: str


class BoardMember(TypedDict):
    id: int
    first_name: str
    last_name: str
    email: str
    added_at: str


class BoardTask(TypedDict):
    id: str
    slug: str
    """Such as LAUNCH-12; earlier ones keep working."""
    board: str | Dict[str, Any]
    status: str
    status_details: NotRequired[Status]
    title: str
    description: str
    rich_description: Any
    """The editor’s own format: a JSON document, or markup as text."""
    start_date: str | None
    due_date: str | None
    priority: Literal['low', 'medium', 'high', 'urgent'] | None
    parent: str | None
    task_type: str
    complete: bool
    completed_at: str | None
    estimated_hours: float | None
    order: str
    extra: Dict[str, Any]
    custom_fields: Dict[str, Any]
    tags: List[int | Dict[str, Any]]
    assignees: List[int | Dict[str, Any]]
    checklist: List[ChecklistItem]
    attachments: List[str | Dict[str, Any]]
    subtasks: List[str | Dict[str, Any]]
    recurrence: TaskRecurrence | None
    series_id: str | None
    creator: int | None
    modifier: int | None
    modifier_kind: Literal['user', 'agent', 'system']
    """The kind of actor that changed it last. An agent acts with the key of the person in `modifier`."""
    modifier_name: str
    """The name of the person, or of the agent’s key."""
    created_at: str
    updated_at: str


class BoardTaskBrief(TypedDict):
    id: str
    slug: str
    title: str
    status: str
    complete: bool


class BoardTaskEventData(TypedDict):
    board: str
    seq: int
    """Position in the activity of the task."""
    fields: List[str]
    """What has changed."""


class BrowserSession(TypedDict):
    user_id: int


class CallbackOutcome(TypedDict):
    status: Literal['applied', 'duplicate', 'ignored']


class ChangePasswordBody(TypedDict):
    current_password: NotRequired[str]
    new_password: str
    """At least ten characters."""


class Channel(TypedDict):
    name: str
    description: str
    messages_count: int
    last_message_at: str | None


class ChannelDecision(TypedDict):
    channel: NotificationChannel
    decision: Literal['send', 'hold', 'gather', 'skip']
    reason: str
    until: str | None


class ChannelList(TypedDict):
    count: int
    results: List[Channel]


class ChatWebhook(TypedDict):
    id: str
    channel: str
    kind: Literal['slack', 'mattermost', 'discord']
    name: str
    url_hint: str
    """The URL without its secret part."""
    is_active: bool
    last_error: str | None
    """Why it was switched off, or the last error."""
    created_at: str
    updated_at: str


class ChatWebhookEventData(TypedDict):
    channel: str
    kind: str
    name: str
    is_active: bool
    last_error: str | None


class CheckWorkflowBody(TypedDict):
    definition: Dict[str, Any]
    """The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas."""


class CheckWorkflowReplyErrorsItem(TypedDict):
    path: str
    message: str


class CheckWorkflowReply(TypedDict):
    valid: bool
    errors: List[CheckWorkflowReplyErrorsItem]


class ChecklistItem(TypedDict):
    id: str
    title: str
    done: bool
    order: str


class ChooseImagesEngineBody(TypedDict):
    kind: Literal['openai', 'automatic1111', 'replicate', 'comfyui']
    base_url: NotRequired[str]
    """Base URL of the engine, without a path. Defaults to the provider’s URL."""
    model: NotRequired[str]
    """Model or model version."""
    api_key: NotRequired[str]
    """Stored and never shown again. For automatic1111, use name:password."""
    timeout_seconds: NotRequired[int]
    workflow: NotRequired[Dict[str, Any]]
    """For comfyui: a workflow in API format, with slots such as {{prompt}} as values."""


class ChooseOutpaintingEngineBody(TypedDict):
    kind: Literal['openai', 'automatic1111', 'replicate', 'comfyui']
    base_url: NotRequired[str]
    """Base URL of the engine, without a path. Defaults to the provider’s URL."""
    model: NotRequired[str]
    """Model or model version."""
    api_key: NotRequired[str]
    """Stored and never shown again. For automatic1111, use name:password."""
    timeout_seconds: NotRequired[int]
    workflow: NotRequired[Dict[str, Any]]
    """For comfyui: a workflow in API format, with slots such as {{prompt}} as values."""


class ChooseSpeechEngineBody(TypedDict):
    kind: Literal['openai']
    base_url: NotRequired[str]
    """Base URL of the engine, without a path. Defaults to the provider’s URL."""
    model: NotRequired[str]
    """Model or model version."""
    api_key: NotRequired[str]
    """Stored and never shown again. For automatic1111, use name:password."""
    timeout_seconds: NotRequired[int]
    workflow: NotRequired[Dict[str, Any]]
    """For comfyui: a workflow in API format, with slots such as {{prompt}} as values."""


class ChooseTranscriptionEngineBody(TypedDict):
    kind: Literal['whisper-cpp', 'openai', 'assemblyai', 'deepgram']
    base_url: NotRequired[str]
    """Base URL of the engine, without a path. Defaults to the provider’s URL."""
    model: NotRequired[str]
    """Model or model version."""
    api_key: NotRequired[str]
    """Stored and never shown again. For automatic1111, use name:password."""
    timeout_seconds: NotRequired[int]
    workflow: NotRequired[Dict[str, Any]]
    """For comfyui: a workflow in API format, with slots such as {{prompt}} as values."""


class ChooseVideoEngineBody(TypedDict):
    kind: Literal['webhook']
    base_url: NotRequired[str]
    """Base URL of the engine, without a path. Defaults to the provider’s URL."""
    model: NotRequired[str]
    """Model or model version."""
    api_key: NotRequired[str]
    """Stored and never shown again. For automatic1111, use name:password."""
    timeout_seconds: NotRequired[int]
    workflow: NotRequired[Dict[str, Any]]
    """For comfyui: a workflow in API format, with slots such as {{prompt}} as values."""


class CloneBoardBody_(TypedDict):
    title: NotRequired[str]
    slug: NotRequired[str]
    """Also the prefix of its tasks’ slugs: `launch` has LAUNCH-1, LAUNCH-2 … A board that not everyone can see gets a random suffix, `launch-3f9a1c`; people who can see it can also use `launch`."""
    with_tasks: NotRequired[bool]
    """Also copies the tasks, at most 1,000."""


class CloneBoardTaskBody_(TypedDict):
    title: NotRequired[str]
    with_subtasks: NotRequired[bool]


class CommentAuthor(TypedDict):
    id: int
    name: str
    kind: str


class Comment(TypedDict):
    id: int
    content_type: Literal['task', 'project']
    """Type of the commented object."""
    object_pk: str
    """The id of the task or project."""
    parent: int | None
    """The comment that it replies to."""
    comment: str
    """Empty if it was deleted but has replies."""
    author: CommentAuthor
    mentions: List[int]
    """Ids of the notified members."""
    is_deleted: bool
    created_at: str
    updated_at: str


class ConnectSocialAccountBody(TypedDict):
    network: Literal['mastodon', 'bluesky', 'webhook']
    name: NotRequired[str]
    """Its name here. Defaults to its name on the network."""
    is_active: NotRequired[bool]
    base_url: NotRequired[str]
    """mastodon: the server, such as https://mastodon.social"""
    access_token: NotRequired[str]
    """mastodon: token of an application with the scopes read and write."""
    service_url: NotRequired[str]
    """bluesky: the server of the account. Defaults to https://bsky.social"""
    handle: NotRequired[str]
    """bluesky: such as name.bsky.social"""
    app_password: NotRequired[str]
    """bluesky: created in the settings of the account."""
    url: NotRequired[str]
    """webhook: the URL that receives posts."""
    secret: NotRequired[str]
    """webhook: the secret that signs posts. `whsec_…` of Standard Webhooks, or any text."""


class Connection(TypedDict):
    id: str
    kind: Literal['slack', 'telegram', 'discord', 'imap']
    name: str
    description: str
    """The app or mailbox, in its own words."""
    inbound_url: str | None
    """Enter this URL in the settings of the app."""
    delivery: Literal['webhook', 'polling', 'socket']
    """How answers arrive."""
    linked_people: int
    last_error: str | None
    created_at: str


class ConnectionList(TypedDict):
    count: int
    results: List[Connection]


class ConnectionTest(TypedDict):
    status: Literal['ok']
    description: str
    sent_to: str | None
    """Your account that got the message; null if none is linked."""


class ConvertFormatBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    output_format: Literal['png', 'jpeg', 'webp', 'avif', 'bmp']
    quality: NotRequired[int]
    background_color: NotRequired[str]
    """#rgb, #rrggbb or #rrggbbaa; the # may be missing."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class ConvertImageFormatBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    output_format: NotRequired[Literal['jpeg', 'jpg', 'png', 'webp', 'bmp']]
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class ConvertVideoFormatBody(TypedDict):
    video_url: str
    """http(s) URL of a video, or the id or link of an asset of this workspace."""
    output_format: NotRequired[Literal['mp4', 'avi', 'mkv', 'mov', 'wmv', 'flv', 'webm', 'mpeg', 'mpg', '3gp', 'ogv', 'ts', 'vob', 'm4v', 'f4v', 'divx', 'asf']]
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class CorrectTranscriptionBodyPayload(TypedDict):
    phrases: List[TranscriptPhrase]


class CorrectTranscriptionBody(TypedDict):
    phrases: NotRequired[List[TranscriptPhrase]]
    payload: NotRequired[CorrectTranscriptionBodyPayload]
    base_updated_at: NotRequired[str]
    """The `updated_at` of the version that you corrected."""


class CreateApiKeyBody(TypedDict):
    name: str
    scopes: NotRequired[List[Permission]]
    """What the key may do. Defaults to everything except administration."""
    expires_at: NotRequired[str | None]


class CreateAssetFolderBody(TypedDict):
    name: str
    parent_id: NotRequired[str | None]
    """The folder that contains it. Null: the top level."""


class CreateAssetFromUrlBody(TypedDict):
    url: str
    asset_type: NotRequired[AssetType]
    name: NotRequired[str]
    folder_id: NotRequired[str | None]
    """The folder for the file."""


class CreateBoardBody(TypedDict):
    title: str
    slug: NotRequired[str]
    """Also the prefix of its tasks’ slugs: `launch` has LAUNCH-1, LAUNCH-2 … A board that not everyone can see gets a random suffix, `launch-3f9a1c`; people who can see it can also use `launch`."""
    description: NotRequired[str]
    access: NotRequired[BoardAccess]
    """0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public."""
    extra: NotRequired[Dict[str, Any]]
    space_id: NotRequired[int | None]
    """The teamspace that it belongs to; null for the whole workspace."""


class CreateBoardTaskBody(TypedDict):
    status: NotRequired[str]
    """Id or title of a column of the board."""
    title: str
    description: NotRequired[str]
    rich_description: NotRequired[Any]
    """The editor’s own format: a JSON document, or markup as text."""
    start_date: NotRequired[str | None]
    """YYYY-MM-DD"""
    due_date: NotRequired[str | None]
    """YYYY-MM-DD"""
    priority: NotRequired[Literal['low', 'medium', 'high', 'urgent'] | None]
    parent: NotRequired[str | None]
    """Id or slug."""
    task_type: NotRequired[str]
    complete: NotRequired[bool]
    estimated_hours: NotRequired[float | None]
    order: NotRequired[str]
    """Position in the column, compared as text, byte by byte. `move` is easier."""
    extra: NotRequired[Dict[str, Any]]
    custom_fields: NotRequired[Dict[str, Any]]
    """Values by field key. Omitted fields stay unchanged; null removes a value."""
    tags: NotRequired[List[int | str]]
    """Names, or ids of existing tags. A new name creates a tag."""
    assignees: NotRequired[List[int | str]]
    """Members who can see the board: ids, emails, full names or `me`."""
    recurrence: NotRequired[TaskRecurrence | None]
    """Makes it a recurring task; null ends the series with this task."""
    apply_to: NotRequired[Literal['this', 'following']]
    """For a recurring task: whether the change counts for this task only, or also for those that follow."""
    board: NotRequired[str]
    """Id or slug. Optional if you send `parent` or the id of a column as `status`."""


class CreateChatWebhookBody(TypedDict):
    channel: NotRequired[Literal['agent-alerts']]
    kind: Literal['slack', 'mattermost', 'discord']
    name: str
    url: str
    """The URL of the incoming webhook, as the chat service shows it; http or https."""


class CreateCommentBody(TypedDict):
    content_type: Literal['task', 'project']
    """Type of the commented object."""
    object_pk: str
    """The id of the task, or its slug; the id of the project."""
    comment: str
    """Markdown. `@[Mia Wong](user:12)` mentions member 12 and notifies them."""
    parent: NotRequired[int | None]


class CreateConnectionBody(TypedDict):
    kind: Literal['slack', 'telegram', 'discord', 'imap']
    name: str
    bot_token: NotRequired[str]
    """Slack, Telegram and Discord: the token of the bot."""
    signing_secret: NotRequired[str]
    """Slack: checks requests from Slack. Not needed for Socket Mode."""
    app_token: NotRequired[str]
    """Slack: an app-level token for Socket Mode, for servers without a public URL."""
    delivery: NotRequired[Literal['webhook', 'polling']]
    """Telegram: how updates arrive. Defaults to polling, which needs no public URL."""
    authserv_id: NotRequired[str]
    """IMAP: the name of the receiving server in its Authentication-Results."""
    url: NotRequired[str]
    """IMAP: imaps://user:password@host/INBOX, with special characters percent-encoded."""


class CreateFieldBody(TypedDict):
    name: str
    kind: FieldKind
    key: NotRequired[str]
    options: NotRequired[List[str]]
    """The options of a select."""


class CreateIncomingWebhookBody(TypedDict):
    channel: NotRequired[str]
    """Name of the channel, such as agent-alerts."""
    name: str


class CreateInvitationBody(TypedDict):
    email: str
    role: NotRequired[InvitedRole]
    teamspace_ids: NotRequired[List[int]]


class CreateLinkCodeBody(TypedDict):
    connection_id: str


class CreatePostsBodyMediaItem1(TypedDict):
    asset_id: NotRequired[str | None]
    url: NotRequired[str | None]
    description: NotRequired[str | None]


class CreatePostsBody(TypedDict):
    message: NotRequired[str]
    account_ids: NotRequired[List[int | str]]
    """Required unless `action` is draft, which then uses your first active account."""
    action: NotRequired[Literal['schedule', 'add_to_queue', 'draft', 'publish']]
    date: NotRequired[str | None]
    """“2026-11-20 09:30”"""
    tz: NotRequired[str | None]
    """IANA name of the zone of `date`. Defaults to the workspace’s zone."""
    media: NotRequired[List[str | CreatePostsBodyMediaItem1]]
    """Ids or URLs of assets, or http(s) URLs; or objects with a description."""
    tags: NotRequired[List[str]]
    comments: NotRequired[List[str]]
    """Posted as replies to the post, one after the other."""
    group: NotRequired[str | bool | None]
    """An existing group to add to. By default, a new group is created."""
    additional: NotRequired[Dict[str, Any] | None]
    """Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`."""


class CreateProjectBody(TypedDict):
    title: str
    description: NotRequired[str]
    primary_type: NotRequired[str]
    """Free-form category."""
    data: NotRequired[Dict[str, Any]]
    """At most 1 MiB of JSON."""


class CreateProjectItemBody(TypedDict):
    description: NotRequired[str]
    primary_type: NotRequired[str]
    start_date: NotRequired[str | None]
    """YYYY-MM-DD"""
    due_date: NotRequired[str | None]
    """YYYY-MM-DD"""
    status: NotRequired[str]
    """Free-form."""
    priority: NotRequired[int | None]
    order: NotRequired[int]
    """Position among the items. By default, a new item is the last."""
    title: str
    data: NotRequired[Dict[str, Any]]
    """At most 1 MiB of JSON."""


class CreateProjectTypeBody(TypedDict):
    resourcetype: str
    id_kind: NotRequired[Literal['uuid', 'integer']]
    title: NotRequired[str]


class CreatePushSubscriptionBodyKeys(TypedDict):
    p256dh: str
    """A point of P-256, as base64url."""
    auth: str
    """16 bytes, as base64url."""


class CreatePushSubscriptionBody(TypedDict):
    endpoint: str
    keys: CreatePushSubscriptionBodyKeys
    label: NotRequired[str]


class CreateSocialTagBody(TypedDict):
    name: str


class CreateStatusBody(TypedDict):
    title: str
    description: NotRequired[str]
    color: NotRequired[str]
    """#rrggbb"""
    order: NotRequired[int]
    """From the left, starting at 0."""
    category: NotRequired[StatusCategory]


class CreateTagBody(TypedDict):
    name: str
    color: NotRequired[str]
    """#rrggbb"""


class CreateTeamspaceBody(TypedDict):
    name: str
    slug: NotRequired[str]


class CreateVoiceBody(TypedDict):
    voice_name: str
    gender: VoiceGender
    """0 male, 1 female, 3 neutral"""
    language_code: str
    provider: Literal['embedded', 'openai']
    """`openai`: the speech engine that the workspace has chosen."""
    engine_voice: str
    """The engine’s name for the voice, such as alloy or af_heart."""
    description: NotRequired[str]
    is_premium: NotRequired[bool]
    supports_instructions: NotRequired[bool]
    """For an engine that follows instructions, such as gpt-4o-mini-tts."""
    published: NotRequired[bool]


class CreateWebhookSubscriptionBody(TypedDict):
    url: str
    """http or https."""
    event_types: List[str]
    """Names from `GET /api/v1/events/types`, `noun.*` for all of a noun, or `*`."""
    description: NotRequired[str]
    is_active: NotRequired[bool]
    filter: NotRequired[WebhookFilter | None]


class CreateWorkflowBody(TypedDict):
    definition: NotRequired[Dict[str, Any]]
    """The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas."""
    template: NotRequired[str]
    """Instead of a definition: one of `GET /api/v1/service/workflows/templates`."""
    trigger_input: NotRequired[Dict[str, Any]]
    """Also creates the trigger of the template, with these inputs in addition to those that it fills itself."""
    slug: NotRequired[str]
    is_listed: NotRequired[bool]
    """Whether agents see it in `GET /api/v1/service/workflows/mcp`."""


class CreateWorkflowTriggerBody(TypedDict):
    kind: Literal['schedule', 'event', 'webhook']
    title: NotRequired[str]
    is_active: NotRequired[bool]
    input: NotRequired[Dict[str, Any]]
    """Template of the run’s input. Expressions see `trigger`."""
    overlap: NotRequired[Literal['skip', 'queue', 'allow', 'replace']]
    """What happens if a run of this trigger has not finished yet."""
    dedupe_key: NotRequired[str | None]
    """Expression; each value starts at most one run."""
    cron: NotRequired[str]
    """Five or six fields, or `@daily` and friends."""
    every_seconds: NotRequired[int]
    """Counted from `starts_at`."""
    rrule: NotRequired[str]
    """Recurrence rule of RFC 5545, counted from `starts_at`."""
    tz: NotRequired[str]
    """IANA time zone name."""
    starts_at: NotRequired[str]
    """No time before this counts. Default: now."""
    ends_at: NotRequired[str | None]
    """No time after this counts."""
    catch_up: NotRequired[Literal['none', 'latest', 'all']]
    """Which times run that were missed while the service was down; at most 100."""
    event: NotRequired[str]
    """An event type, a prefix such as `pm_task.*`, or `*`."""
    filter: NotRequired[str | None]
    """Condition over `event`."""
    debounce_seconds: NotRequired[int]
    """Waits until no event has come for this long, then runs once for the last one."""
    include_own: NotRequired[bool]
    """Also fires for events that runs of this workflow caused."""
    verify: NotRequired[Literal['token', 'standard-webhooks', 'github', 'stripe', 'slack', 'hmac-sha256']]
    """How deliveries prove their origin."""
    methods: NotRequired[List[Literal['POST', 'GET', 'PUT', 'PATCH']]]
    respond: NotRequired[Literal['run_id', 'output']]
    """`output` waits up to 30 seconds for the output of the run."""
    secret: NotRequired[str]
    """The signing secret, if the sender has chosen it. Default: a new one."""


class CreateWorkspaceBodySettings(TypedDict):
    timezone: NotRequired[str]
    """IANA time zone name."""
    language: NotRequired[str]
    """Language code, such as en or de-AT."""
    start_of_week: NotRequired[Literal['mon', 'sun', 'sat']]
    approvals_by_credentials: NotRequired[bool]
    """Whether keys and programs may answer approvals that say so. Default false. Only an administrator who is signed in changes it."""
    approval_proof: NotRequired[Literal['any', 'session']]
    """What an approval needs: `any` (signed in, by mail or in a linked chat; the default) or `session` (signed in). Only an administrator who is signed in changes it."""


class CreateWorkspaceBody(TypedDict):
    name: str
    slug: NotRequired[str]
    """Lower-case letters, digits and hyphens; not digits alone."""
    settings: NotRequired[CreateWorkspaceBodySettings]


class CreatedPosts(TypedDict):
    group_id: str
    ids: List[str]
    """The ids of the posts, as text."""
    posts: List[Post]


class CutOutResultEngine(TypedDict):
    name: str
    version: str
    prompt_applied: bool
    """Whether the engine used your prompt."""


class CutOutResultForeground(TypedDict):
    """The box around the subject, in pixels."""
    left: int
    top: int
    width: int
    height: int


class CutOutResult(TypedDict):
    result: List[MadeImage]
    url: str
    """URL of the first image."""
    image_url: str
    """The image that you sent."""
    storage: Literal['asset', 'transient']
    warnings: List[str]
    timings: Dict[str, Any]
    """Milliseconds by step."""
    engine: CutOutResultEngine
    foreground: CutOutResultForeground
    """The box around the subject, in pixels."""
    alpha_coverage: float
    """The share of the image that the subject covers."""


class DelegateQuestionBody(TypedDict):
    user_id: int
    comment: NotRequired[str]


class DeleteDraftsBody(TypedDict):
    group_id: NotRequired[str]
    draft_ids: NotRequired[List[int | str]]


class DeletePostsBody(TypedDict):
    group_id: NotRequired[str]
    post_ids: NotRequired[List[int | str]]
    post_schedule_id: NotRequired[int | str]
    """The id of one post."""


class DeleteStatusQuery(TypedDict):
    move_to: NotRequired[str]
    """The status that its tasks move to."""


class DeletedPosts(TypedDict):
    deleted: List[int]
    """The deleted ids."""
    count: int


class Delivery(TypedDict):
    id: str
    notification_id: str
    user_id: int
    category: NotificationCategory
    channel: NotificationChannel
    target: str
    status: Literal['queued', 'attempted', 'sent', 'failed', 'captured', 'seen', 'read', 'answered']
    attempts: int
    reason: str | None
    deliver_after: str | None
    created_at: str
    updated_at: str


class DeliveryReceipts(TypedDict):
    receipts: List[Delivery]


class DemoData(TypedDict):
    records: int


class DependenciesRelatedItem(TypedDict):
    id: str
    slug: str
    title: str
    status: str
    complete: bool
    relation_type: Literal['RELATES_TO', 'DUPLICATES', 'DUPLICATED_BY']


class Dependencies(TypedDict):
    blocks: List[BoardTaskBrief]
    blocked_by: List[BoardTaskBrief]
    related: List[DependenciesRelatedItem]
    is_blocked: bool
    """Whether an incomplete task blocks it."""


DiffProjectRevisionsQuery = TypedDict('DiffProjectRevisionsQuery', {
    'from': 'NotRequired[int]',
    'to': 'NotRequired[int]',
})


class DigestSettings(TypedDict):
    categories: List[Literal['agentProgress', 'agentNudge']]
    after: int
    minutes: int


class DigestSettingsInput(TypedDict):
    categories: List[Literal['agentProgress', 'agentNudge']]
    after: NotRequired[int]
    minutes: NotRequired[int]


class Door(TypedDict):
    kind: Literal['console', 'mail', 'mail-reply', 'slack', 'telegram', 'discord']
    connection_id: str | None
    name: str
    is_linked: bool
    """Whether you can answer there."""
    account_name: str | None
    how_to_link: str | None
    """Where to enter a link code."""


class DownloadTranscriptionFileQuery(TypedDict):
    requested_format: NotRequired[Literal['vtt', 'srt']]
    """WebVTT or SubRip."""
    max_chars_per_line: NotRequired[int]
    """Maximum characters per line of a cue."""
    max_lines: NotRequired[int]
    """Maximum lines per cue."""


class DraftAccount(TypedDict):
    id: int
    network: Literal['mastodon', 'bluesky', 'webhook']
    name: str


class Draft(TypedDict):
    id: int
    group_id: str
    account: DraftAccount
    message: str
    media: List[PostMedium]
    tags: List[str]
    status: Literal['draft', 'scheduled', 'publishing', 'published', 'failed']
    date: str | None
    local_date: NotRequired[str | None]
    """“2026-11-20 09:30” in the zone `tz`; only with `tz`."""
    created_at: str
    updated_at: str
    created_by: int | None
    comments: List[str]
    additional: Dict[str, Any]
    timezone: str
    """The zone that the date was given in."""
    queued: bool
    """Whether the date is a queue slot."""


class DraftSummaryAccount(TypedDict):
    id: int
    network: Literal['mastodon', 'bluesky', 'webhook']
    name: str


class DraftSummary(TypedDict):
    id: int
    group_id: str
    account: DraftSummaryAccount
    message: str
    media: List[PostMedium]
    tags: List[str]
    status: Literal['draft', 'scheduled', 'publishing', 'published', 'failed']
    date: str | None
    local_date: NotRequired[str | None]
    """“2026-11-20 09:30” in the zone `tz`; only with `tz`."""
    created_at: str
    updated_at: str
    created_by: int | None


class ElevenLabsErrorDetail(TypedDict):
    status: str
    message: str


class ElevenLabsError(TypedDict):
    detail: ElevenLabsErrorDetail


class ElevenLabsSpeakBodyVoiceSettings(TypedDict):
    speed: NotRequired[float | None]


class ElevenLabsSpeakBody(TypedDict):
    text: str
    model_id: NotRequired[str]
    language_code: NotRequired[str | None]
    voice_settings: NotRequired[ElevenLabsSpeakBodyVoiceSettings | None]


class ElevenLabsSpeakWithTimesBodyVoiceSettings(TypedDict):
    speed: NotRequired[float | None]


class ElevenLabsSpeakWithTimesBody(TypedDict):
    text: str
    model_id: NotRequired[str]
    language_code: NotRequired[str | None]
    voice_settings: NotRequired[ElevenLabsSpeakWithTimesBodyVoiceSettings | None]


class ElevenLabsSpeechWithTimesAlignment(TypedDict):
    characters: List[str]
    character_start_times_seconds: List[float]
    character_end_times_seconds: List[float]


class ElevenLabsSpeechWithTimesNormalizedAlignment(TypedDict):
    characters: List[str]
    character_start_times_seconds: List[float]
    character_end_times_seconds: List[float]


class ElevenLabsSpeechWithTimes(TypedDict):
    audio_base64: str
    alignment: ElevenLabsSpeechWithTimesAlignment
    normalized_alignment: ElevenLabsSpeechWithTimesNormalizedAlignment


class ElevenLabsStreamSpeechBodyVoiceSettings(TypedDict):
    speed: NotRequired[float | None]


class ElevenLabsStreamSpeechBody(TypedDict):
    text: str
    model_id: NotRequired[str]
    language_code: NotRequired[str | None]
    voice_settings: NotRequired[ElevenLabsStreamSpeechBodyVoiceSettings | None]


class ElevenLabsStreamWithTimesBodyVoiceSettings(TypedDict):
    speed: NotRequired[float | None]


class ElevenLabsStreamWithTimesBody(TypedDict):
    text: str
    model_id: NotRequired[str]
    language_code: NotRequired[str | None]
    voice_settings: NotRequired[ElevenLabsStreamWithTimesBodyVoiceSettings | None]


class ElevenLabsTranscribeForm(TypedDict):
    file: NotRequired[str]
    source_url: NotRequired[str]
    model_id: NotRequired[str]
    language_code: NotRequired[str]
    """Such as en or eng."""
    timestamps_granularity: NotRequired[Literal['none', 'word', 'character']]


class ElevenLabsVoice(TypedDict):
    voice_id: str
    name: str
    category: Literal['premade', 'professional']
    labels: Dict[str, Any]
    description: str
    preview_url: str | None
    is_owner: bool


class ElevenLabsVoiceList(TypedDict):
    voices: List[ElevenLabsVoice]
    has_more: bool
    total_count: int
    next_page_token: None


class EndProjectPresenceQuery(TypedDict):
    client_id: NotRequired[str]
    """Tells apart several windows of one credential."""


class EndedSessions(TypedDict):
    ended: int
    """How many sessions ended."""


class Engine(TypedDict):
    purpose: Literal['outpainting', 'images', 'speech', 'transcription', 'video']
    kind: str
    """`embedded`, or the kind of the external engine."""
    chosen_by: Literal['default', 'installation', 'workspace']
    """Who chose the engine: nobody, the operator for all workspaces, or this workspace."""
    base_url: str | None
    model: str | None
    timeout_seconds: int | None
    has_api_key: bool
    updated_at: str | None


class EngineList(TypedDict):
    count: int
    results: List[Engine]


class EngineTest(TypedDict):
    purpose: Literal['outpainting', 'images', 'speech', 'transcription', 'video']
    kind: str
    ok: bool
    code: str | None
    """Code of the error."""
    message: str
    """What the engine did, or what went wrong."""
    advice: str | None
    """What to do about it."""
    took_ms: int


class EventList(TypedDict):
    results: List[AtelierEvent]
    last_seq: int
    """Value for `after` in the next request."""


class EventType(TypedDict):
    type: str
    description: str
    schema: Dict[str, Any]
    """JSON Schema of `data`."""


class EventTypeList(TypedDict):
    results: List[EventType]


class FaceBox(TypedDict):
    """In pixels of the upright image."""
    left: int
    top: int
    width: int
    height: int


class FaceLandmarks(TypedDict):
    """Left and right as seen in the image."""
    left_eye: List[int]
    """`[x, y]` in pixels."""
    right_eye: List[int]
    """`[x, y]` in pixels."""
    nose: List[int]
    """`[x, y]` in pixels."""
    mouth_left: List[int]
    """`[x, y]` in pixels."""
    mouth_right: List[int]
    """`[x, y]` in pixels."""


class Face(TypedDict):
    score: float
    box: FaceBox
    """In pixels of the upright image."""
    landmarks: FaceLandmarks
    """Left and right as seen in the image."""
    is_cut_off: bool
    """Whether the edge of the image cuts the face."""


class Field(TypedDict):
    id: str
    board: str
    key: str
    """The key of its values in `custom_fields`. Never changes."""
    name: str
    kind: FieldKind
    options: List[str]
    created_at: str
    updated_at: str


class FieldChange(TypedDict):
    field: str
    old: Any
    new: Any
    old_display: str | None
    new_display: str | None


class FillImageBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    mask_url: NotRequired[str]
    """http(s) or data: URL, or the id of an asset of this workspace."""
    mask_base64: NotRequired[str]
    """Instead of `mask_url`: the bytes of the mask in base64."""
    prompt: NotRequired[str]
    negative_prompt: NotRequired[str]
    guidance_scale: NotRequired[float]
    count: NotRequired[int]
    seed: NotRequired[int]
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class FindFacesBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""


class FindFacesResultEngine(TypedDict):
    name: str
    version: str


class FindFacesResult(TypedDict):
    count: int
    faces: List[Face]
    """The largest first."""
    width: int
    height: int
    image_url: str
    """The image that you sent."""
    engine: FindFacesResultEngine
    warnings: List[str]
    timings: Dict[str, Any]
    """Milliseconds by step."""


class FireWorkflowTriggerBody(TypedDict):
    trigger: NotRequired[Dict[str, Any]]
    """What the input template sees, such as `body` or `event`."""


class GenerateAiImageBody(TypedDict):
    model: NotRequired[str]
    """The connected engine decides. A warning says if it is another model."""
    capability: NotRequired[Literal['prompt', 'reference_image', 'multiple_images']]
    parameters: AiImageParameters
    properties: NotRequired[Dict[str, Any]]
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class GenerateAudioBody(TypedDict):
    text: str
    instructions: NotRequired[str]
    speed: NotRequired[float]
    use_ssml: NotRequired[bool]
    """speak, p, s, break, emphasis, say-as, sub; see docs/speech.md."""
    output_format: NotRequired[Literal['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm']]
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""


class GenerateVideoBody(TypedDict):
    model: NotRequired[str]
    """`storyboard` is rendered on this server; other models by the chosen video engine."""
    capability: NotRequired[str]
    parameters: StoryboardParameters | Dict[str, Any]
    """For `storyboard`: StoryboardParameters. For an external model: its own parameters."""
    storage: NotRequired[Literal['asset', 'transient']]
    webhook_url: NotRequired[str]
    """Called when it is submitted, not when DONE."""


class GetBoardQuery(TypedDict):
    expand: NotRequired[str]
    """Fields to expand inline, separated by commas or repeated."""


class GetBoardTaskQuery(TypedDict):
    expand: NotRequired[str]
    """Fields to expand inline, separated by commas or repeated."""


class GetLinkCardQuery(TypedDict):
    url: str
    """The link, as it is in the post."""


class GetSocialAccountsQuery(TypedDict):
    network: NotRequired[str]
    """Only accounts on this network: mastodon, bluesky, webhook. Other values match no account."""


class GetSocialAnalyticsAggregatedQuery(TypedDict):
    account_id: str
    """The id of a connected account."""
    date_from: NotRequired[str]
    """First day. Defaults to 30 days ago."""
    date_to: NotRequired[str]
    """Last day. Defaults to today."""
    tz: NotRequired[str]
    """Zone of the days of published posts."""


class GetSocialAnalyticsAudienceQuery(TypedDict):
    account_id: str
    """The id of a connected account."""
    date_from: NotRequired[str]
    """First day. Defaults to 30 days ago."""
    date_to: NotRequired[str]
    """Last day. Defaults to today."""
    tz: NotRequired[str]
    """Zone of the days of published posts."""


class GetSocialAnalyticsPostsQuery(TypedDict):
    account_id: str
    """The id of a connected account."""
    date_from: NotRequired[str]
    """First day. Defaults to 30 days ago."""
    date_to: NotRequired[str]
    """Last day. Defaults to today."""
    tz: NotRequired[str]
    """Zone of the days of published posts."""
    page: NotRequired[int]
    """Page number, starting at 1."""
    per_page: NotRequired[int]
    """Posts per page."""


class GetSocialAnalyticsRangeBody(TypedDict):
    account_id: int | str
    metrics: List[str]
    """publishing, followers, engagement, likes, shares, replies. Others are unknown here and missing from the response."""
    date_from: NotRequired[str]
    """First day. Defaults to 30 days ago."""
    date_to: NotRequired[str]
    """Last day. Defaults to today."""
    tz: NotRequired[str]
    """Zone of the days of published posts."""


class GetTaskActivityQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    as_of: NotRequired[int]
    """Excludes entries after this `seq`. The links of a page include it."""


class GetWorkflowRunStatusQuery(TypedDict):
    states: NotRequired[Literal['all', 'basic']]
    """`basic` uses only RUNNING, COMPLETED, FAILED and CANCELLED, for existing clients: PAUSED becomes RUNNING, TERMINATED becomes CANCELLED, and TIMED_OUT becomes FAILED."""


class HookReply(TypedDict):
    run_id: str | None
    outcome: Literal['started', 'skipped', 'queued', 'failed']
    reason: str | None
    status: NotRequired[str]
    """The run’s status, if the response waited."""
    output: NotRequired[Dict[str, Any]]


class IdempotentResponse(TypedDict):
    key: str
    operation_id: str
    status: int
    body: Any
    created_at: str


class ImageChecksDominantColorsItem(TypedDict):
    color: str
    share: float


class ImageChecksNewArea(TypedDict):
    """Only of images that the embedded engine extended or filled."""
    score: float
    """0 to 1. 0 if nothing looks unlike the image next to it."""
    candidates: int
    """How many images were made to choose from."""


class ImageChecksFaces(TypedDict):
    """Only if you asked for it. `cut_off` counts faces that the edge cuts."""
    count: int
    cut_off: int


class ImageChecksText(TypedDict):
    """Only if you asked for it."""
    count: int
    content: str


class ImageChecks(TypedDict):
    """Facts about the image that a program can act on."""
    alpha_coverage: float
    """Visible share. 1 without transparency."""
    dominant_colors: List[ImageChecksDominantColorsItem]
    """Up to five, such as #f4efe6, by their share of what is visible."""
    sharpness: float | None
    """0 to 1. Null if the image is small or has no edges."""
    is_blurred: bool
    new_area: NotRequired[ImageChecksNewArea]
    """Only of images that the embedded engine extended or filled."""
    faces: NotRequired[ImageChecksFaces]
    """Only if you asked for it. `cut_off` counts faces that the edge cuts."""
    text: NotRequired[ImageChecksText]
    """Only if you asked for it."""


class ImageFromScribbleBody(TypedDict):
    prompt: str
    negative_prompt: NotRequired[str]
    image_url: NotRequired[str]
    """http(s) or data: URL of an image, or the id or link of an asset of this workspace."""
    image: NotRequired[str]
    """http(s) or data: URL of an image, or the id or link of an asset of this workspace."""
    image_resolution: NotRequired[int]
    steps: NotRequired[int]
    guidance_scale: NotRequired[float]
    counts: NotRequired[int]
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class ImageToolResultEngine(TypedDict):
    name: str
    version: str
    prompt_applied: bool
    """Whether the engine used your prompt."""


class ImageToolResult(TypedDict):
    result: List[MadeImage]
    url: str
    """URL of the first image."""
    image_url: str
    """The image that you sent."""
    storage: Literal['asset', 'transient']
    warnings: List[str]
    timings: Dict[str, Any]
    """Milliseconds by step."""
    engine: ImageToolResultEngine


class InboundMailOutcome(TypedDict):
    status: Literal['answered', 'commented', 'ignored']


class IncomingWebhook(TypedDict):
    id: str
    channel: str
    """Name of the channel, such as agent-alerts."""
    name: str
    """The author of its messages."""
    created_at: str
    last_used_at: str | None


class InpaintImageBody(TypedDict):
    image_url: str
    """http(s) or data: URL of an image, or the id or link of an asset of this workspace."""
    prompt: str
    scale: NotRequired[float]
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class Invitation(TypedDict):
    id: str
    email: str
    role: InvitedRole
    teamspace_ids: List[int]
    invited_by: int | None
    created_at: str
    expires_at: str
    accepted_at: str | None


class InvitationDetailsWorkspace(TypedDict):
    name: str


class InvitationDetails(TypedDict):
    email: str
    role: InvitedRole
    workspace: InvitationDetailsWorkspace
    invited_by: str | None
    """Name of the person who sent the invitation."""
    expires_at: str


JsonPatchItem = TypedDict('JsonPatchItem', {
    'op': 'Literal[\'add\', \'remove\', \'replace\', \'move\', \'copy\', \'test\']',
    'path': 'str',
    'from': 'NotRequired[str]',
    'value': 'NotRequired[Any]',
})


class LinkCard(TypedDict):
    url: str
    title: str
    description: str


class LinkCode(TypedDict):
    code: str
    instructions: str
    url: str | None
    """Telegram: opens the chat with the code."""
    expires_at: str


class ListAiImageModelsQuery(TypedDict):
    model_id: NotRequired[str]
    """Only this model."""
    capability: NotRequired[Literal['prompt', 'reference_image', 'multiple_images']]
    """Only models that can do this."""


class ListAllProjectsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    search: NotRequired[str]
    """Part of the title or description."""
    primary_type: NotRequired[str]
    """Only projects of this category."""
    order_by: NotRequired[Literal['created_at', 'updated_at', 'title']]
    """The field to sort by."""
    order: NotRequired[Literal['asc', 'desc']]
    """Defaults to newest first, or A to Z for titles."""
    deleted: NotRequired[bool]
    """List deleted projects instead."""


class ListAllRunsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    status: NotRequired[Literal['RUNNING', 'PAUSED', 'COMPLETED', 'FAILED', 'TERMINATED', 'TIMED_OUT']]
    """Only runs with this status."""
    search: NotRequired[str]
    """The start of its id, or part of its correlation id or its workflow’s title."""


class ListAssetsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    search: NotRequired[str]
    """Part of the name."""
    asset_type: NotRequired[AssetType]
    """0 image, 2 video, 4 giphy, 6 font, 8 audio, 17 pdf"""
    folder_id: NotRequired[str]
    """Only the assets in this folder; `root`: only those in no folder."""


class ListBoardTasksQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    board: NotRequired[str]
    """Id or slug."""
    status: NotRequired[str]
    """Ids or titles of columns, separated by commas or repeated."""
    assignee: NotRequired[str]
    """Ids, emails or full names of people, `me` or `none`, separated by commas or repeated."""
    tag: NotRequired[str]
    """Names or ids, separated by commas or repeated; tasks with any of them."""
    priority: NotRequired[str]
    """low, medium, high, urgent, none; separated by commas or repeated."""
    complete: NotRequired[bool]
    """Only completed tasks, or only open ones."""
    parent: NotRequired[str]
    """Id or slug of a task, or `none` for top-level tasks."""
    due_before: NotRequired[str]
    """YYYY-MM-DD"""
    due_after: NotRequired[str]
    """YYYY-MM-DD"""
    search: NotRequired[str]
    """Words that must all be in the title or description."""
    sort: NotRequired[str]
    """created_at, updated_at, start_date, due_date, priority, title, order, number; a leading - reverses the order."""
    expand: NotRequired[str]
    """Fields to expand inline, separated by commas or repeated."""


class ListBoardsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    expand: NotRequired[str]
    """Fields to expand inline, separated by commas or repeated."""
    search: NotRequired[str]
    """Part of the title."""
    access: NotRequired[BoardAccess]
    """0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public."""


class ListCommentsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    content_type: NotRequired[Literal['task', 'project']]
    """Type of the commented object."""
    object_pk: NotRequired[str]
    """Of a task, unless `content_type` is `project`."""
    parent: NotRequired[int]
    """Only replies to this comment."""


class ListDeliveriesQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    channel: NotRequired[Literal['in_app', 'websocket', 'email', 'chat', 'push']]
    """Only deliveries on this channel."""
    status: NotRequired[Literal['queued', 'attempted', 'sent', 'failed', 'captured', 'seen', 'read', 'answered']]
    """Only deliveries with this status."""
    category: NotRequired[Literal['agentTaskCompleted', 'agentNeedsInput', 'agentError', 'agentProgress', 'agentNudge', 'mention', 'assignment']]
    """Only this category."""
    user_id: NotRequired[int]
    """Only deliveries to this person."""
    since: NotRequired[str]
    """Created at or after."""


ListDraftsQuery = TypedDict('ListDraftsQuery', {
    'account_ids': 'str | List[str]',
    'page': 'NotRequired[int]',
    'per_page': 'NotRequired[int]',
    'search': 'NotRequired[str]',
    'tz': 'NotRequired[str]',
    'from': 'NotRequired[str]',
    'to': 'NotRequired[str]',
    'tag': 'NotRequired[str]',
    'group_id': 'NotRequired[str]',
    'order_by': 'NotRequired[Literal[\'created_at\', \'updated_at\', \'date\', \'message\', \'id\', \'post.date\']]',
    'order': 'NotRequired[Literal[\'asc\', \'desc\', \'1\', \'-1\']]',
})


class ListEventsQuery(TypedDict):
    after: NotRequired[int]
    """Only events after this `seq`."""
    limit: NotRequired[int]
    """Maximum number of events."""


class ListMemberChoicesQuery(TypedDict):
    search: NotRequired[str]
    """Part of a name or email."""


class ListMembersQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    search: NotRequired[str]
    """Part of a name or email."""


class ListMessagesQuery(TypedDict):
    before: NotRequired[str]
    """Only messages older than this one."""
    limit: NotRequired[int]
    """The maximum number of messages."""


class ListNotificationsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    unread: NotRequired[bool]
    """`true`: only unread; `false`: only read."""
    seen: NotRequired[bool]
    """`true`: only seen; `false`: only unseen."""
    archived: NotRequired[bool]
    """Defaults to notifications that are not archived."""
    snoozed: NotRequired[bool]
    """Defaults to notifications that are not snoozed."""
    category: NotRequired[Literal['agentTaskCompleted', 'agentNeedsInput', 'agentError', 'agentProgress', 'agentNudge', 'mention', 'assignment']]
    """Only this category."""
    search: NotRequired[str]
    """Part of the title or message."""
    thread_id: NotRequired[str]
    """Only this thread."""


ListPostsQuery = TypedDict('ListPostsQuery', {
    'account_ids': 'str | List[str]',
    'page': 'NotRequired[int]',
    'per_page': 'NotRequired[int]',
    'search': 'NotRequired[str]',
    'tz': 'NotRequired[str]',
    'from': 'NotRequired[str]',
    'to': 'NotRequired[str]',
    'tag': 'NotRequired[str]',
    'group_id': 'NotRequired[str]',
    'order_by': 'NotRequired[Literal[\'created_at\', \'updated_at\', \'date\', \'message\', \'id\', \'post.date\']]',
    'order': 'NotRequired[Literal[\'asc\', \'desc\', \'1\', \'-1\']]',
    'status': 'NotRequired[Literal[\'scheduled\', \'publishing\', \'published\', \'failed\']]',
    'category': 'NotRequired[Literal[\'all\', \'scheduled\', \'published\', \'failed\', \'draft\']]',
    'query': 'NotRequired[str]',
})


class ListProjectItemsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    search: NotRequired[str]
    """Part of the title or description."""
    status: NotRequired[str]
    """Only items with this status."""
    primary_type: NotRequired[str]
    """Only items of this category."""


class ListProjectsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    search: NotRequired[str]
    """Part of the title or description."""
    primary_type: NotRequired[str]
    """Only projects of this category."""
    order_by: NotRequired[Literal['created_at', 'updated_at', 'title']]
    """The field to sort by."""
    order: NotRequired[Literal['asc', 'desc']]
    """Defaults to newest first, or A to Z for titles."""
    deleted: NotRequired[bool]
    """List deleted projects instead."""


class ListQuestionsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    status: NotRequired[Literal['open', 'answered', 'expired', 'cancelled']]
    """Only questions with this status."""
    thread_id: NotRequired[str]
    """Only questions of this thread."""


class ListQueueSlotsQuery(TypedDict):
    account_id: NotRequired[int]
    """Only slots of this account."""


class ListSocialAccountsQuery(TypedDict):
    network: NotRequired[str]
    """Only accounts on this network: mastodon, bluesky, webhook. Other values match no account."""


class ListTagsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    search: NotRequired[str]
    """Part of the name."""


class ListTasksQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    status: NotRequired[Literal['PENDING', 'STARTED', 'PROGRESS', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED']]
    """Only tasks with this status. FAILURE includes cancelled tasks, REVOKED is only those."""
    kind: NotRequired[str]
    """Only this kind of work, such as remove-background."""


class ListThreadsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    muted: NotRequired[bool]
    """`true`: only muted threads; `false`: only the others."""


class ListTranscriptionsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    job_status: NotRequired[Literal['CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'UPDATED', 'DONE', 'FAILED']]
    """Only transcriptions with this status."""
    search: NotRequired[str]
    """Part of the text."""


class ListTriggerFiringsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    outcome: NotRequired[Literal['started', 'skipped', 'queued', 'failed']]
    """Only firings with this outcome."""


class ListVideosQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    job_status: NotRequired[Literal['CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'DONE', 'FAILED']]
    """Only videos with this status."""


class ListVoicesQuery(TypedDict):
    language_code: NotRequired[str]
    """Such as en-US, or en for all of English."""
    language_name: NotRequired[str]
    """Part of the name of the language."""
    voice_name: NotRequired[str]
    """Part of the name."""
    gender: NotRequired[VoiceGender]
    """0 male, 1 female, 3 neutral"""
    is_premium: NotRequired[bool]
    """`true`: only premium voices; `false`: only the others."""
    provider: NotRequired[str]
    """`embedded` or `openai`."""
    search: NotRequired[str]
    """Part of the name, language or description."""


class ListWebhookDeliveriesQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    subscription_id: NotRequired[str]
    """Only deliveries of this subscription."""
    event_type: NotRequired[str]
    """Only deliveries of this event type."""
    status: NotRequired[Literal['queued', 'sending', 'delivered', 'failed']]
    """Only deliveries with this status."""
    since: NotRequired[str]
    """Created at or after."""
    until: NotRequired[str]
    """Created before."""


class ListWorkflowRunsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    status: NotRequired[Literal['RUNNING', 'PAUSED', 'COMPLETED', 'FAILED', 'TERMINATED', 'TIMED_OUT']]
    """Only runs with this status."""
    search: NotRequired[str]
    """The start of its id, or part of its correlation id or its workflow’s title."""


class ListWorkflowsQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""
    search: NotRequired[str]
    """Part of the title."""


class LoadedDemoData(TypedDict):
    workspace_id: int


class LogInBody(TypedDict):
    email: str
    password: str


class LookUpInvitationBody(TypedDict):
    token: str


class LookUpSignInLinkBody(TypedDict):
    token: str
    """The part of the link after the #."""


class MadeAudio(TypedDict):
    asset_id: str
    """The asset. A transient one expires."""
    url: str
    """Signed; expires after a day."""
    content_type: str
    bytes: int
    sha256: str
    duration_ms: int


class MadeImage(TypedDict):
    asset_id: str
    """The asset. A transient one expires."""
    url: str
    """Signed; expires after a day."""
    content_type: str
    bytes: int
    sha256: str
    width: int
    height: int
    seed: NotRequired[int]
    """Repeats the same image. Only of tools that generate."""
    checks: NotRequired[ImageChecks]


Mail = TypedDict('Mail', {
    'id': 'str',
    'status': 'Literal[\'sending\', \'sent\', \'captured\']',
    'from': 'str',
    'to': 'str',
    'subject': 'str',
    'text': 'str',
    'html': 'str',
    'headers': 'Dict[str, Any]',
    'created_at': 'str',
})


MailSetup = TypedDict('MailSetup', {
    'is_configured': 'bool',
    'from': 'str',
    'is_signed': 'bool',
})


MailSummary = TypedDict('MailSummary', {
    'id': 'str',
    'status': 'Literal[\'sending\', \'sent\', \'captured\']',
    'from': 'str',
    'to': 'str',
    'subject': 'str',
    'created_at': 'str',
})


class MarkNotificationBody(TypedDict):
    action: Literal['seen', 'read', 'unread', 'archive', 'unarchive', 'snooze', 'unsnooze']
    until: NotRequired[str]
    """With `snooze`: the end of the snooze."""


class MarkNotificationsBody(TypedDict):
    action: Literal['seen', 'read', 'unread', 'archive', 'unarchive', 'snooze', 'unsnooze']
    until: NotRequired[str]
    """With `snooze`: the end of the snooze."""
    ids: NotRequired[List[str]]
    """Defaults to all that match `category` and `thread_id`."""
    category: NotRequired[NotificationCategory]
    thread_id: NotRequired[str]
    before: NotRequired[str]
    """Only notifications created before, so that you do not mark new ones you have not seen."""


class MarkNotificationsReply(TypedDict):
    changed: int


class MeUser(TypedDict):
    id: int
    email: str
    first_name: str
    last_name: str
    has_password: bool
    is_email_verified: bool
    """Whether the person proved that the address is theirs. An unverified address gets no email except the one that verifies it."""


class MeWorkspacesItem(TypedDict):
    id: int
    name: str
    slug: str
    is_active: bool
    role: str


class Me(TypedDict):
    user: MeUser
    credential: str
    """session, key or oauth"""
    workspace_id: int
    """The workspace of this request."""
    role: str
    permissions: List[str]
    """The permissions of the credential in that workspace."""
    workspaces: List[MeWorkspacesItem]
    last_event_id: int
    """Connect to the WebSocket with it to miss nothing that happens after this response."""


class Member(TypedDict):
    user_id: int
    first_name: str
    last_name: str
    email: str
    is_email_verified: bool
    """Whether the person proved that the address is theirs. An unverified address gets no email except the one that verifies it."""
    role: MemberRole
    is_active: bool
    joined_at: str


class MemberChoiceListOptionsItem(TypedDict):
    value: int
    """The id of the user."""
    label: str
    """First Last (email)"""


class MemberChoiceList(TypedDict):
    options: List[MemberChoiceListOptionsItem]


class MergeVideosBody(TypedDict):
    video_urls: List[str]
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class MessageAuthor(TypedDict):
    id: int
    """The author, or the person whose key the agent uses."""
    name: str
    kind: str
    """user, agent or system"""


class Message(TypedDict):
    id: str
    channel: str
    author: MessageAuthor
    title: str | None
    text: str
    """Markdown"""
    link: str | None
    cta_label: str | None
    notification_id: str | None
    """The notification that the message is about."""
    extra: Dict[str, Any]
    created_at: str


class MessageList(TypedDict):
    next_before: str | None
    """The `before` for older messages; null if there are none."""
    results: List[Message]


class Model(TypedDict):
    id: str
    title: str
    engine: Literal['background', 'faces', 'outpainting', 'reading', 'speech', 'transcription', 'upscaling']
    version: str
    licence: str
    bytes: int
    """Size on disk after the download."""
    state: Literal['ready', 'missing', 'corrupt']


class ModelList(TypedDict):
    count: int
    results: List[Model]


class MoveAssetsBody(TypedDict):
    asset_ids: List[str]
    folder_id: str | None
    """The target folder. Null: the top level."""


class MoveAssetsReply(TypedDict):
    changed: int
    """The assets that were not in the folder before."""


class MoveBoardTaskBody(TypedDict):
    board: NotRequired[str]
    """Id or slug."""
    status: NotRequired[str]
    """Id or title of a column of the board."""
    before: NotRequired[str]
    """The task of the column to place it before."""
    after: NotRequired[str]
    """The task to place it after."""


class MoveStatusTasksBody(TypedDict):
    target_status_id: str


class MoveStatusTasksReply(TypedDict):
    moved: int
    """Number of tasks moved."""


class MyDoors(TypedDict):
    doors: List[Door]


class NewApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    """The first characters of the key, to recognise it."""
    scopes: List[Permission]
    user_id: int
    created_at: str
    expires_at: str | None
    revoked_at: str | None
    last_used_at: str | None
    key: str
    """The key itself. It is shown only once."""


class NewIncomingWebhook(TypedDict):
    id: str
    channel: str
    """Name of the channel, such as agent-alerts."""
    name: str
    """The author of its messages."""
    created_at: str
    last_used_at: str | None
    url: str
    """Everyone who knows it can post. It is never shown again."""


class NewInvitation(TypedDict):
    id: str
    email: str
    role: InvitedRole
    teamspace_ids: List[int]
    invited_by: int | None
    created_at: str
    expires_at: str
    accepted_at: str | None
    token: str
    """Give it to the invited person. It is shown only once."""


class NewWebhookSubscription(TypedDict):
    id: str
    url: str
    description: str
    event_types: List[str]
    filter: Dict[str, Any] | None
    is_active: bool
    disabled_reason: str | None
    """Why the server switched it off."""
    failing_since: str | None
    """The start of the current series of failures."""
    previous_secret_until: str | None
    """Until then, the previous secret signs as well."""
    created_by: int | None
    """The subscription gets the events that this person may see."""
    created_at: str
    updated_at: str
    secret: str
    """Shown only once. Verify `webhook-signature` with it."""


class NewWorkflowTriggerCreatedBy(TypedDict):
    id: int
    name: str
    kind: str


class NewWorkflowTriggerRunsAs(TypedDict):
    """The last person who changed it."""
    id: int
    name: str
    kind: str


class NewWorkflowTrigger(TypedDict):
    id: str
    workflow_id: str
    kind: Literal['schedule', 'event', 'webhook']
    title: str
    is_active: bool
    input: Dict[str, Any]
    """Template of the run’s input. Expressions see `trigger`."""
    overlap: Literal['skip', 'queue', 'allow', 'replace']
    """What happens if a run of this trigger has not finished yet."""
    dedupe_key: str | None
    """Expression; each value starts at most one run."""
    cron: NotRequired[str]
    """Five or six fields, or `@daily` and friends."""
    every_seconds: NotRequired[int]
    """Counted from `starts_at`."""
    rrule: NotRequired[str]
    """Recurrence rule of RFC 5545, counted from `starts_at`."""
    tz: NotRequired[str]
    """IANA time zone name."""
    starts_at: NotRequired[str]
    """No time before this counts. Default: now."""
    ends_at: NotRequired[str | None]
    """No time after this counts."""
    catch_up: NotRequired[Literal['none', 'latest', 'all']]
    """Which times run that were missed while the service was down; at most 100."""
    event: NotRequired[str]
    """An event type, a prefix such as `pm_task.*`, or `*`."""
    filter: NotRequired[str | None]
    """Condition over `event`."""
    debounce_seconds: NotRequired[int]
    """Waits until no event has come for this long, then runs once for the last one."""
    include_own: NotRequired[bool]
    """Also fires for events that runs of this workflow caused."""
    verify: NotRequired[Literal['token', 'standard-webhooks', 'github', 'stripe', 'slack', 'hmac-sha256']]
    """How deliveries prove their origin."""
    methods: NotRequired[List[Literal['POST', 'GET', 'PUT', 'PATCH']]]
    respond: NotRequired[Literal['run_id', 'output']]
    """`output` waits up to 30 seconds for the output of the run."""
    created_by: NewWorkflowTriggerCreatedBy
    runs_as: NewWorkflowTriggerRunsAs
    """The last person who changed it."""
    created_at: str
    updated_at: str
    next_fire_at: str | None
    last_fired_at: str | None
    last_outcome: Literal['started', 'skipped', 'queued', 'failed'] | None
    url: NotRequired[str]
    """Where deliveries are sent. Shown only this time."""
    secret: NotRequired[str]
    """Signs deliveries, unless `verify` is token. Shown only this time."""


class NotificationSender(TypedDict):
    id: int
    name: str
    kind: str


class Notification(TypedDict):
    id: str
    category: NotificationCategory
    title: str
    message: str
    body: str | None
    link: str | None
    """As the sender gave it."""
    url: str
    """The target of the action: the link, the thread or the card."""
    cta_label: str
    thread_id: str | None
    _extra: Any
    sender: NotificationSender
    question: NotificationQuestion | None
    seen_at: str | None
    read_at: str | None
    archived_at: str | None
    snoozed_until: str | None
    created_at: str


class NotificationCount(TypedDict):
    unread: int
    unseen: int
    by_category: Dict[str, int]


class NotificationPreferences(TypedDict):
    categories: Dict[str, Any]
    quiet_hours: QuietHours | None
    digest: DigestSettings | None
    timezone: str
    """The time zone of the quiet hours."""
    timezone_is_own: bool
    """False: it is the time zone of the workspace."""


class NotificationQuestionOptionsItem(TypedDict):
    value: str
    label: str


class NotificationQuestion(TypedDict):
    id: str
    kind: str
    options: List[NotificationQuestionOptionsItem]
    fields: NotRequired[Dict[str, Any] | None]
    """The JSON Schema of a form."""
    status: Literal['open', 'answered', 'expired', 'cancelled']
    expires_at: str | None
    answer: Dict[str, Any] | None
    answered_by: Dict[str, Any] | None
    ended_at: str | None


class OpenAiCreateImageVariationForm(TypedDict):
    image: str
    n: NotRequired[int]
    size: NotRequired[str]
    response_format: NotRequired[Literal['url', 'b64_json']]


class OpenAiCreateSpeechBodyVoice1(TypedDict):
    id: str


class OpenAiCreateSpeechBody(TypedDict):
    model: str
    """Such as tts-1 or gpt-4o-mini-tts."""
    input: str
    voice: str | OpenAiCreateSpeechBodyVoice1
    """One of OpenAI’s voices, such as alloy, or the id or name of one of yours."""
    instructions: NotRequired[str]
    response_format: NotRequired[Literal['wav', 'mp3', 'opus', 'aac', 'flac', 'pcm']]
    speed: NotRequired[float]
    stream_format: NotRequired[Literal['audio', 'sse']]


OpenAiCreateTranscriptionForm = TypedDict('OpenAiCreateTranscriptionForm', {
    'file': 'str',
    'model': 'NotRequired[str]',
    'language': 'NotRequired[str]',
    'response_format': 'NotRequired[Literal[\'json\', \'text\', \'srt\', \'vtt\', \'verbose_json\']]',
    'timestamp_granularities[]': 'NotRequired[List[Literal[\'word\', \'segment\']]]',
    'stream': 'NotRequired[bool]',
})


class OpenAiCreateTranslationForm(TypedDict):
    file: str
    model: NotRequired[str]
    response_format: NotRequired[Literal['json', 'text', 'srt', 'vtt', 'verbose_json']]


class OpenAiDeletedFile(TypedDict):
    id: str
    object: Literal['file']
    deleted: bool


class OpenAiEditImageForm(TypedDict):
    image: str
    mask: NotRequired[str]
    prompt: NotRequired[str]
    n: NotRequired[int]
    response_format: NotRequired[Literal['url', 'b64_json']]
    output_format: NotRequired[Literal['png', 'jpeg', 'webp']]


class OpenAiErrorError(TypedDict):
    message: str
    type: str
    param: str | None
    code: str | None


class OpenAiError(TypedDict):
    error: OpenAiErrorError


class OpenAiFile(TypedDict):
    id: str
    object: Literal['file']
    bytes: int
    created_at: int
    expires_at: NotRequired[int]
    filename: str
    purpose: str
    status: Literal['uploaded', 'processed', 'error']


class OpenAiFileList(TypedDict):
    object: Literal['list']
    data: List[OpenAiFile]
    has_more: bool
    first_id: str | None
    last_id: str | None


class OpenAiGenerateImageBody(TypedDict):
    prompt: str
    model: NotRequired[str]
    n: NotRequired[int]
    size: NotRequired[str]
    """Width and height, such as 1024x1024; each at most 2048."""
    response_format: NotRequired[Literal['url', 'b64_json']]
    output_format: NotRequired[Literal['png', 'jpeg', 'webp']]
    output_compression: NotRequired[int]


class OpenAiImagesDataItem(TypedDict):
    b64_json: NotRequired[str]
    url: NotRequired[str]


class OpenAiImages(TypedDict):
    created: int
    data: List[OpenAiImagesDataItem]
    output_format: str
    size: str
    warnings: NotRequired[List[str]]
    """What was not done as you asked."""


class OpenAiModel(TypedDict):
    id: str
    object: Literal['model']
    created: int
    owned_by: str


class OpenAiModelList(TypedDict):
    object: Literal['list']
    data: List[OpenAiModel]


class OpenAiUploadFileForm(TypedDict):
    file: str
    purpose: NotRequired[str]


class OpenBrowserSessionBody(TypedDict):
    email: NotRequired[str]
    password: NotRequired[str]
    access_token: NotRequired[str]
    """Instead of email and password, if the page already has one."""
    refresh_token: NotRequired[str]
    """Instead of email and password, to move its session into the browser."""


class OpenSocketQuery(TypedDict):
    ticket: NotRequired[str]
    """From `POST /api/v1/ws/tickets`, for clients that cannot send a header."""
    streams: NotRequired[Literal['user', 'workspace', 'user,workspace']]
    """`user`: your personal events (`notifications:read`). `workspace`: events of the workspace (`events:read`). Defaults to `user`, plus `workspace` if the credential has its permission."""
    last_event_id: NotRequired[int]
    """Continue after this event. If you leave it out, the stream starts now."""


class OutpaintImageBodyExtend(TypedDict):
    left: NotRequired[int]
    right: NotRequired[int]
    top: NotRequired[int]
    bottom: NotRequired[int]


class OutpaintImageBodyPosition(TypedDict):
    x: int
    y: int


class OutpaintImageBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    mask_url: NotRequired[str]
    """http(s) or data: URL, or the id of an asset of this workspace."""
    extend: NotRequired[OutpaintImageBodyExtend]
    aspect_ratio: NotRequired[str]
    position: NotRequired[OutpaintImageBodyPosition]
    prompt: str
    negative_prompt: NotRequired[str]
    guidance_scale: NotRequired[float]
    count: NotRequired[int]
    seed: NotRequired[int]
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class PageQuery(TypedDict):
    page: NotRequired[int]
    """Page number, starting at 1."""
    page_size: NotRequired[int]
    """Entries per page."""


class PauseWorkflowRunBody_(TypedDict):
    reason: NotRequired[str]


class PermissionListResultsItem(TypedDict):
    name: str
    words: str


class PermissionList(TypedDict):
    results: List[PermissionListResultsItem]


class PostAccount(TypedDict):
    id: int
    network: Literal['mastodon', 'bluesky', 'webhook']
    name: str


class Post(TypedDict):
    id: int
    group_id: str
    account: PostAccount
    message: str
    media: List[PostMedium]
    tags: List[str]
    status: Literal['draft', 'scheduled', 'publishing', 'published', 'failed']
    date: str | None
    local_date: NotRequired[str | None]
    """“2026-11-20 09:30” in the zone `tz`; only with `tz`."""
    created_at: str
    updated_at: str
    created_by: int | None
    url: str | None
    """Its URL, once published."""
    published_at: str | None
    error: str | None
    """Why it failed."""
    comments: List[str]
    additional: Dict[str, Any]
    timezone: str
    """The zone that the date was given in."""
    queued: bool
    """Whether the date is a queue slot."""
    attempts: int
    """Number of attempts to publish it."""
    outcome_unknown: bool
    """It failed but may have been published. Check the account before you retry."""
    comments_published: int


class PostMedium(TypedDict):
    asset_id: str | None
    url: str | None
    """For an asset: signed, valid for a day; null if the asset no longer exists."""
    thumbnail: str | None
    """For an image or video asset: a small image, signed like `url`."""
    description: str | None
    """A description for people who cannot see it."""


class PostMessageBody(TypedDict):
    text: str
    """Markdown"""
    title: NotRequired[str]


class PostSummaryAccount(TypedDict):
    id: int
    network: Literal['mastodon', 'bluesky', 'webhook']
    name: str


class PostSummary(TypedDict):
    id: int
    group_id: str
    account: PostSummaryAccount
    message: str
    media: List[PostMedium]
    tags: List[str]
    status: Literal['draft', 'scheduled', 'publishing', 'published', 'failed']
    date: str | None
    local_date: NotRequired[str | None]
    """“2026-11-20 09:30” in the zone `tz`; only with `tz`."""
    created_at: str
    updated_at: str
    created_by: int | None
    url: str | None
    """Its URL, once published."""
    published_at: str | None
    error: str | None
    """Why it failed."""


class PostToIncomingWebhookFormFields(TypedDict):
    payload: str


class PreviewScheduleQuery(TypedDict):
    cron: NotRequired[str]
    """Five or six fields, or `@daily` and friends."""
    every_seconds: NotRequired[int]
    """Counted from `starts_at`."""
    rrule: NotRequired[str]
    """Recurrence rule of RFC 5545, counted from `starts_at`."""
    tz: NotRequired[str]
    """IANA time zone name."""
    starts_at: NotRequired[str]
    """No time before this counts. Default: now."""
    ends_at: NotRequired[str]
    """No time after this counts."""
    count: NotRequired[int]
    """How many times to list."""


class ProgramGrantWorkspace(TypedDict):
    id: int
    name: str


class ProgramGrant(TypedDict):
    id: str
    name: str
    """The name that the program registered."""
    workspace: ProgramGrantWorkspace
    scopes: List[str]
    """What you allowed it to do."""
    created_at: str
    last_used_at: str | None
    expires_at: str


class Project(TypedDict):
    id: str | int
    """UUID or integer, depending on the type."""
    resourcetype: str
    title: str
    description: str
    primary_type: str
    data: Dict[str, Any]
    """Any JSON object. Key order and all digits of numbers are kept."""
    revision: int
    creator: int | None
    modifier: int | None
    space_id: int | None
    """The teamspace that it belongs to."""
    created_at: str
    updated_at: str


class ProjectChangeEventData(TypedDict):
    resourcetype: str
    title: str
    revision: int
    action: str
    from_revision: int | None
    changed: List[str]
    """Fields that changed."""
    paths: List[str]
    """JSON Pointers, at most 100."""


class ProjectCommentEventData(TypedDict):
    resourcetype: str
    title: str
    comment_id: int


class ProjectDiffAddedItem(TypedDict):
    path: str
    """JSON Pointer."""
    value: Any
    """Any JSON."""


class ProjectDiffRemovedItem(TypedDict):
    path: str
    """JSON Pointer."""
    value: Any
    """Any JSON."""


class ProjectDiffChangedItem(TypedDict):
    path: str
    old: Any
    """Any JSON."""
    new: Any
    """Any JSON."""


ProjectDiff = TypedDict('ProjectDiff', {
    'from': 'int',
    'to': 'int',
    'added': 'List[ProjectDiffAddedItem]',
    'removed': 'List[ProjectDiffRemovedItem]',
    'changed': 'List[ProjectDiffChangedItem]',
    'truncated': 'bool',
})


class ProjectEventData(TypedDict):
    resourcetype: str
    title: str
    revision: int


class ProjectItem(TypedDict):
    id: str
    title: str
    description: str
    primary_type: str
    start_date: str | None
    """YYYY-MM-DD"""
    due_date: str | None
    """YYYY-MM-DD"""
    status: str
    """Free-form."""
    priority: int | None
    order: int
    """Position among the items. By default, a new item is the last."""
    data: Dict[str, Any]
    """Any JSON object. Key order and all digits of numbers are kept."""
    creator: int | None
    modifier: int | None
    created_at: str
    updated_at: str


class ProjectItemEventData(TypedDict):
    resourcetype: str
    project_id: int | str
    title: str
    changed: NotRequired[List[str]]


class ProjectItemOrder(TypedDict):
    ids: List[str]


class ProjectPresencePeopleItem(TypedDict):
    id: int
    """The person, or the owner of the agent’s key."""
    name: str
    kind: Literal['user', 'agent', 'system']
    is_editing: bool


class ProjectPresence(TypedDict):
    people: List[ProjectPresencePeopleItem]
    """Everyone who has the project open, you included."""
    expires_in_seconds: int
    """Announce yourself again before that."""


class ProjectRevisionActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectRevision(TypedDict):
    revision: int
    action: Literal['created', 'updated', 'merged', 'reverted']
    from_revision: int | None
    """The base of a merged change, or the revision that was reverted to."""
    changed: List[str]
    """Fields that differ from the previous revision."""
    paths: List[str]
    """JSON Pointers, at most 100."""
    actor: ProjectRevisionActor
    request_id: str | None
    created_at: str
    title: str
    description: str
    primary_type: str
    data: Dict[str, Any]
    """Any JSON object. Key order and all digits of numbers are kept."""


class ProjectRevisionSummaryActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectRevisionSummary(TypedDict):
    revision: int
    action: Literal['created', 'updated', 'merged', 'reverted']
    from_revision: int | None
    """The base of a merged change, or the revision that was reverted to."""
    changed: List[str]
    """Fields that differ from the previous revision."""
    paths: List[str]
    """JSON Pointers, at most 100."""
    actor: ProjectRevisionSummaryActor
    request_id: str | None
    created_at: str


class ProjectSummary(TypedDict):
    id: str | int
    """UUID or integer, depending on the type."""
    resourcetype: str
    title: str
    description: str
    primary_type: str
    revision: int
    creator: int | None
    modifier: int | None
    space_id: int | None
    """The teamspace that it belongs to."""
    created_at: str
    updated_at: str
    deleted_at: str | None


class ProjectType(TypedDict):
    resourcetype: str
    id_kind: Literal['uuid', 'integer']
    title: str
    built_in: bool


class PushKey(TypedDict):
    public_key: str
    """The `applicationServerKey` for `pushManager.subscribe`."""


class PushSubscription(TypedDict):
    id: str
    label: str
    service: str
    """The host of the browser’s push service."""
    created_at: str
    last_used_at: str | None


class PushSubscriptionList(TypedDict):
    count: int
    results: List[PushSubscription]


class QuestionOptionsItem(TypedDict):
    value: str
    label: str


class QuestionEscalateItem(TypedDict):
    after_seconds: int
    to: Dict[str, Any]


class QuestionAnsweredByOnBehalfOf(TypedDict):
    type: Literal['person', 'agent', 'workflow', 'system']
    id: int | str
    name: str


class QuestionAnsweredBy(TypedDict):
    id: int
    """The user who answered, or for whom the agent acted."""
    name: str
    kind: str
    """user or agent"""
    type: NotRequired[Literal['person', 'agent', 'workflow', 'system']]
    on_behalf_of: NotRequired[QuestionAnsweredByOnBehalfOf]


class Question(TypedDict):
    id: str
    notification_id: str
    thread_id: str
    user_id: int
    """The person asked."""
    asked_by: QuestionAsker | None
    title: str
    message: str
    body: NotRequired[str | None]
    """Markdown. Only when you read a single question; lists omit it."""
    kind: Literal['text', 'choice', 'approval', 'form', 'edit', 'rank', 'multi_choice']
    options: List[QuestionOptionsItem]
    fields: Dict[str, Any] | None
    """The JSON Schema of a form."""
    draft: str | None
    """The text of an edit, as it was asked."""
    diff: NotRequired[str | None]
    """The changes of an edit as a unified diff. Only when you read a single question."""
    default_answer: List[str] | Dict[str, Any] | str | None
    remind_after_seconds: List[int]
    escalate: List[QuestionEscalateItem]
    quorum: QuestionQuorum | None
    subject: QuestionSubject | None
    people: List[QuestionRespondent]
    """Who was asked, what they answered, and who can still answer."""
    answerable_by: Literal['session', 'credential', 'user', 'anyone']
    proof: Literal['any', 'session']
    """What must prove who answers."""
    asked_call: str | None
    """The JSON-RPC id of the MCP request that asked it, if an MCP client did."""
    status: Literal['open', 'answered', 'expired', 'cancelled']
    answer: QuestionAnswer | None
    answered_by: QuestionAnsweredBy | None
    authentication: AnswerAuthentication | None
    answered_via: str | None
    """api, console, mail, mail-reply, mcp, slack, telegram, discord, or default at expiry."""
    expires_at: str | None
    created_at: str
    ended_at: str | None


class QuestionAnswer(TypedDict):
    value: List[str] | Dict[str, Any] | str
    """The text; the value of an option for a choice; `approved` or `rejected` for an approval; a list of option values for `multi_choice` and `rank`; the object for a `form`; `{decision, text}` for an `edit`."""
    comment: str | None
    is_default: NotRequired[bool]
    """True if nobody answered and the default answer was used."""


class QuestionAskedData(TypedDict):
    thread_id: str
    notification_id: str
    user_ids: List[int]


class QuestionAskerOnBehalfOfOnBehalfOf(TypedDict):
    type: Literal['person', 'agent', 'workflow', 'system']
    id: int | str
    name: str


class QuestionAskerOnBehalfOf(TypedDict):
    """The owner of the agent, or who started the workflow."""
    type: Literal['person', 'agent', 'workflow', 'system']
    id: int | str
    name: str
    on_behalf_of: NotRequired[QuestionAskerOnBehalfOfOnBehalfOf]


class QuestionAsker(TypedDict):
    type: Literal['person', 'agent', 'workflow', 'system']
    id: int | str
    name: str
    on_behalf_of: NotRequired[QuestionAskerOnBehalfOf]
    """The owner of the agent, or who started the workflow."""


class QuestionEventDataAnsweredByOnBehalfOf(TypedDict):
    type: Literal['person', 'agent', 'workflow', 'system']
    id: int | str
    name: str


class QuestionEventDataAnsweredBy(TypedDict):
    id: int
    """The user who answered, or for whom the agent acted."""
    name: str
    kind: str
    """user or agent"""
    type: NotRequired[Literal['person', 'agent', 'workflow', 'system']]
    on_behalf_of: NotRequired[QuestionEventDataAnsweredByOnBehalfOf]


class QuestionEventData(TypedDict):
    thread_id: str
    notification_id: str
    answered_by: QuestionEventDataAnsweredBy | None


class QuestionQuorum(TypedDict):
    needed: int
    rule: Literal['approve_all', 'first_rejection_ends']
    approved: int
    rejected: int


class QuestionRespondent(TypedDict):
    user_id: int
    name: str
    reason: Literal['asked', 'quorum', 'escalated', 'delegated']
    delegated_by: int | None
    delegated_to: int | None
    answer: QuestionAnswer | None
    answered_via: str | None
    authentication: AnswerAuthentication | None
    answered_at: str | None
    can_answer: bool


class QuestionSubject(TypedDict):
    kind: str
    id: str
    sha256: str


class QueueSlot(TypedDict):
    id: int
    account_id: int
    weekday: Literal['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    time: str
    """“09:30”, in local time of the zone."""
    timezone: str
    created_at: str


class QueueSlotList(TypedDict):
    count: int
    results: List[QueueSlot]


class QuietHours(TypedDict):
    start: str
    """“09:30”, 24 hours."""
    end: str
    """“09:30”, 24 hours."""


class Quota(TypedDict):
    name: Literal['asset_bytes', 'project_bytes', 'boards', 'board_tasks', 'api_keys', 'webhooks', 'triggers', 'schedules', 'members', 'workspaces', 'invitations_per_day', 'recipient_emails_per_hour', 'recipient_emails_per_day', 'emails_per_hour', 'emails_per_day', 'runs_per_event']
    title: str
    """For people, in English."""
    used: int
    """How much is used now, or in the current window. For emails to one person and runs of one event: the most of any."""
    limit: int | None
    """`null` means unlimited."""
    per: Literal['hour', 'day', 'event'] | None
    resets_at: str | None
    source: Literal['default', 'installation', 'workspace']
    """Who set the limit: nobody, a setting of the server, or the operator for this workspace."""


class QuotaLimits(TypedDict):
    asset_bytes: NotRequired[int | None]
    """Stored files. `null` means unlimited."""
    project_bytes: NotRequired[int | None]
    """Project data and its history. `null` means unlimited."""
    boards: NotRequired[int | None]
    """Boards. `null` means unlimited."""
    board_tasks: NotRequired[int | None]
    """Tasks on boards. `null` means unlimited."""
    api_keys: NotRequired[int | None]
    """API keys. `null` means unlimited."""
    webhooks: NotRequired[int | None]
    """Webhook subscriptions. `null` means unlimited."""
    triggers: NotRequired[int | None]
    """Workflow triggers. `null` means unlimited."""
    schedules: NotRequired[int | None]
    """Workflow triggers with a schedule. `null` means unlimited."""
    members: NotRequired[int | None]
    """Members. `null` means unlimited."""
    invitations_per_day: NotRequired[int | None]
    """Invitations a day. `null` means unlimited."""
    recipient_emails_per_hour: NotRequired[int | None]
    """Emails to one person an hour. `null` means unlimited."""
    recipient_emails_per_day: NotRequired[int | None]
    """Emails to one person a day. `null` means unlimited."""
    emails_per_hour: NotRequired[int | None]
    """Emails an hour. `null` means unlimited."""
    emails_per_day: NotRequired[int | None]
    """Emails a day. `null` means unlimited."""
    runs_per_event: NotRequired[int | None]
    """Workflow runs that one event causes. `null` means unlimited."""


class ReachableTeamspaceListDefaultWorkspace(TypedDict):
    id: int
    name: str


class ReachableTeamspaceListTeamspacesItem(TypedDict):
    id: int
    name: str
    slug: str


class ReachableTeamspaceList(TypedDict):
    default_workspace: ReachableTeamspaceListDefaultWorkspace
    teamspaces: List[ReachableTeamspaceListTeamspacesItem]


class ReadAnswersQuery(TypedDict):
    after: NotRequired[int]
    """Only questions that ended after this `seq`."""
    wait: NotRequired[int]
    """Wait up to this many seconds for the next answer."""


class ReadAnswersReplyResultsItemAnsweredByOnBehalfOf(TypedDict):
    type: Literal['person', 'agent', 'workflow', 'system']
    id: int | str
    name: str


class ReadAnswersReplyResultsItemAnsweredBy(TypedDict):
    id: int
    """The user who answered, or for whom the agent acted."""
    name: str
    kind: str
    """user or agent"""
    type: NotRequired[Literal['person', 'agent', 'workflow', 'system']]
    on_behalf_of: NotRequired[ReadAnswersReplyResultsItemAnsweredByOnBehalfOf]


class ReadAnswersReplyResultsItem(TypedDict):
    seq: int
    """Send the last one as `after` to continue."""
    question_id: str
    notification_id: str
    thread_id: str
    kind: Literal['text', 'choice', 'approval', 'form', 'edit', 'rank', 'multi_choice']
    status: Literal['answered', 'expired', 'cancelled']
    answer: QuestionAnswer | None
    answered_by: ReadAnswersReplyResultsItemAnsweredBy | None
    answered_via: str | None
    authentication: AnswerAuthentication | None
    ended_at: str


class ReadAnswersReply(TypedDict):
    results: List[ReadAnswersReplyResultsItem]
    open_questions: int
    """Number of questions in the thread that still wait for an answer."""
    last_seq: int


class ReadTextBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""


class ReadTextResultEngine(TypedDict):
    name: str
    version: str


class ReadTextResult(TypedDict):
    text: str
    """All lines, one per row. Empty if there is no text."""
    lines: List[TextLine]
    """In reading order, column by column."""
    width: int
    height: int
    image_url: str
    """The image that you sent."""
    engine: ReadTextResultEngine
    warnings: List[str]
    timings: Dict[str, Any]
    """Milliseconds by step."""


class ReceiptKeysKeysItem(TypedDict):
    kty: str
    crv: str
    x: str
    kid: str
    alg: str
    use: str


class ReceiptKeys(TypedDict):
    keys: List[ReceiptKeysKeysItem]


class RedeemSignInLinkBody(TypedDict):
    token: str
    """The part of the link after the #."""
    new_password: str
    """At least ten characters."""
    first_name: NotRequired[str]
    last_name: NotRequired[str]


class RefreshSessionBody(TypedDict):
    refresh_token: str


class RegisterAssetBody(TypedDict):
    id: str | int
    """`asset` or `resource_id` of the signed upload."""
    asset_type: NotRequired[AssetType]
    asset_key: NotRequired[str]
    asset_name: NotRequired[str]
    asset_url: NotRequired[str]
    thumbnail: NotRequired[str | None]
    bucket_name: NotRequired[str]
    payload: NotRequired[Dict[str, Any]]


class Rehearsal(TypedDict):
    status: Literal['COMPLETED', 'FAILED', 'TIMED_OUT', 'TERMINATED']
    output: Dict[str, Any]
    steps: List[RehearsedStep]
    effects: List[RehearsalEffect]


class RehearsalEffect(TypedDict):
    kind: Literal['notification', 'mail', 'chat', 'http', 'write', 'task', 'post']
    summary: str
    """A sentence for people."""
    details: Dict[str, Any]


class RehearseWorkflowBody(TypedDict):
    input: NotRequired[Dict[str, Any]]
    """Must match the inputs of the workflow."""
    answers: NotRequired[Dict[str, Any]]
    """Answers to questions, by step id or path. Without one, approvals are approved, choices take the first option, and texts get an example."""
    outputs: NotRequired[Dict[str, Any]]
    """Outputs of external requests, media work and awaited events, by step id or path. Without one, an example is used."""


class RehearsedStepError(TypedDict):
    code: str
    message: str
    step: str


class RehearsedStep(TypedDict):
    path: str
    """Steps of another workflow follow the path of their step."""
    type: str
    title: str
    status: Literal['pending', 'running', 'waiting', 'retrying', 'completed', 'failed', 'cancelled', 'skipped']
    would: Dict[str, Any]
    """What the step would do. `assumed` means that an example stands for the result."""
    output: Any
    error: RehearsedStepError | None
    duration_ms: int
    """Including the time that it would wait."""


class RemoveAudioBody(TypedDict):
    video_url: str
    """http(s) URL of a video, or the id or link of an asset of this workspace."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class RemoveBackgroundBodyRefine(TypedDict):
    """Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins."""
    keep: NotRequired[List[Stroke]]
    remove: NotRequired[List[Stroke]]


class RemoveBackgroundBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    magic_crop: NotRequired[bool]
    """Crop to the bounding box of the subject."""
    background_color: NotRequired[str]
    """#rgb, #rrggbb or #rrggbbaa; the # may be missing."""
    output_format: NotRequired[Literal['png', 'jpeg']]
    refine: NotRequired[RemoveBackgroundBodyRefine]
    """Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class RemoveBgAccountDataAttributesCredits(TypedDict):
    total: int
    subscription: int
    payg: int
    enterprise: int


class RemoveBgAccountDataAttributesApi(TypedDict):
    free_calls: int
    sizes: str


class RemoveBgAccountDataAttributes(TypedDict):
    credits: RemoveBgAccountDataAttributesCredits
    api: RemoveBgAccountDataAttributesApi


class RemoveBgAccountData(TypedDict):
    attributes: RemoveBgAccountDataAttributes


class RemoveBgAccount(TypedDict):
    data: RemoveBgAccountData


class RemoveBgBody(TypedDict):
    image_file_b64: NotRequired[str]
    image_url: NotRequired[str]
    size: NotRequired[str]
    type: NotRequired[str]
    format: NotRequired[str]
    crop: NotRequired[str]
    crop_margin: NotRequired[str]
    roi: NotRequired[str]
    scale: NotRequired[str]
    position: NotRequired[str]
    bg_color: NotRequired[str]
    bg_image_url: NotRequired[str]
    channels: NotRequired[str]
    add_shadow: NotRequired[str]


class RemoveBgErrorsErrorsItem(TypedDict):
    title: str
    code: NotRequired[str]
    detail: NotRequired[str]


class RemoveBgErrors(TypedDict):
    errors: List[RemoveBgErrorsErrorsItem]


class RemoveBgForm(TypedDict):
    image_file: NotRequired[str]
    bg_image_file: NotRequired[str]
    image_file_b64: NotRequired[str]
    image_url: NotRequired[str]
    size: NotRequired[str]
    type: NotRequired[str]
    format: NotRequired[str]
    crop: NotRequired[str]
    crop_margin: NotRequired[str]
    roi: NotRequired[str]
    scale: NotRequired[str]
    position: NotRequired[str]
    bg_color: NotRequired[str]
    bg_image_url: NotRequired[str]
    channels: NotRequired[str]
    add_shadow: NotRequired[str]


class RemoveBgFormFields(TypedDict):
    image_file_b64: NotRequired[str]
    image_url: NotRequired[str]
    size: NotRequired[str]
    type: NotRequired[str]
    format: NotRequired[str]
    crop: NotRequired[str]
    crop_margin: NotRequired[str]
    roi: NotRequired[str]
    scale: NotRequired[str]
    position: NotRequired[str]
    bg_color: NotRequired[str]
    bg_image_url: NotRequired[str]
    channels: NotRequired[str]
    add_shadow: NotRequired[str]


class RemoveDependencyBody(TypedDict):
    target_task_id: str
    """Id or slug."""
    relation_type: NotRequired[Literal['BLOCKS', 'RELATES_TO', 'DUPLICATES']]
    """If omitted, every link between the two."""


class RemovedDemoData(TypedDict):
    removed: int
    kept: int
    """Records that stay, or were already gone."""


class ReorderProjectItemsBody(TypedDict):
    ids: List[str]


class ReplaceBackgroundBodyRefine(TypedDict):
    """Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins."""
    keep: NotRequired[List[Stroke]]
    remove: NotRequired[List[Stroke]]


class ReplaceBackgroundBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    background_color: NotRequired[str]
    """#rgb, #rrggbb or #rrggbbaa; the # may be missing."""
    background_url: NotRequired[str]
    """http(s) or data: URL, or the id of an asset of this workspace."""
    output_format: NotRequired[Literal['png', 'jpeg', 'webp']]
    refine: NotRequired[ReplaceBackgroundBodyRefine]
    """Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class ReplaceImageBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    replace_type: NotRequired[Literal['transparent', 'color', 'image']]
    replace_color: NotRequired[str]
    """#rgb, #rrggbb or #rrggbbaa; the # may be missing."""
    replace_image: NotRequired[str]
    """http(s) or data: URL, or the id of an asset of this workspace."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class ReplayWebhookEventsBody(TypedDict):
    """Send exactly one of the two."""
    after_seq: NotRequired[int]
    """Events after this one."""
    since: NotRequired[str]
    """Events from this time on."""


class ReplayWebhookEventsReply(TypedDict):
    queued: int
    """Number of queued deliveries."""
    last_seq: int
    """The last event covered. Send it as `after_seq` to continue."""
    has_more: bool


class RequestPasswordLinkBody(TypedDict):
    email: str


class RequestPasswordLinkReply(TypedDict):
    is_mail_configured: bool
    """Whether this server sends email at all. Does not depend on the address."""


class RestoreImageBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    scale: NotRequired[float]
    """Also enlarges the image."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class ReverseVideoBody(TypedDict):
    video_url: str
    """http(s) URL of a video, or the id or link of an asset of this workspace."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class RevertProjectBody(TypedDict):
    revision: int


class RotateWebhookSecretReply(TypedDict):
    secret: str
    """Shown only once. Verify `webhook-signature` with it."""
    previous_secret_until: str
    """Until then both secrets sign."""


class RotateWorkflowTriggerBody(TypedDict):
    secret: NotRequired[str]
    """The signing secret, if the sender has chosen it. Default: a new one."""
    keep_seconds: NotRequired[int]
    """How long the previous URL and secret still work."""


class ScheduleDraftBody(TypedDict):
    action: NotRequired[Literal['schedule', 'add_to_queue', 'publish']]
    date: NotRequired[str | None]
    """“2026-11-20 09:30”"""
    tz: NotRequired[str | None]
    """IANA name of the zone of `date`. Defaults to the workspace’s zone."""


class SchedulePreviewTimesItem(TypedDict):
    at: str
    local: str
    """In the time zone."""


class SchedulePreview(TypedDict):
    tz: str
    times: List[SchedulePreviewTimesItem]


class ScriptToVideoBody(TypedDict):
    payload: TextToVideoPayload
    should_export: NotRequired[bool]
    """Accepted for existing clients. The video is always rendered."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class SendAgentNotificationBodyQuestionOptionsItem1(TypedDict):
    value: str
    label: str


class SendAgentNotificationBodyQuestionEscalateItemTo(TypedDict):
    """Exactly one of them."""
    user_id: NotRequired[int]
    role: NotRequired[Literal['owner', 'admin', 'member', 'guest']]
    teamspace_id: NotRequired[int]


class SendAgentNotificationBodyQuestionEscalateItem(TypedDict):
    after_seconds: int
    to: SendAgentNotificationBodyQuestionEscalateItemTo
    """Exactly one of them."""


class SendAgentNotificationBodyQuestionQuorumOf(TypedDict):
    """User ids, a role such as `"admin"`, `{role}` or `{teamspace_id}`."""
    role: NotRequired[Literal['owner', 'admin', 'member', 'guest']]
    teamspace_id: NotRequired[int]


class SendAgentNotificationBodyQuestionQuorum(TypedDict):
    """Only for an approval: several people decide together."""
    needed: NotRequired[int]
    """How many approvals it takes. Defaults to all."""
    of: List[int] | str | SendAgentNotificationBodyQuestionQuorumOf
    """User ids, a role such as `"admin"`, `{role}` or `{teamspace_id}`."""
    rule: NotRequired[Literal['approve_all', 'first_rejection_ends']]
    """`approve_all`: waits until the approvals are reached or out of reach. `first_rejection_ends`: one rejection ends the question."""


class SendAgentNotificationBodyQuestionSubject(TypedDict):
    """What the question is about. The receipt binds the answer to its hash."""
    kind: Literal['asset', 'post', 'workflow_step', 'external']
    id: str
    sha256: NotRequired[str]
    """For `external`: the hash of what you ask about. The server computes the others."""


class SendAgentNotificationBodyQuestion(TypedDict):
    """Only with `agentNeedsInput`."""
    kind: Literal['text', 'choice', 'approval', 'form', 'edit', 'rank', 'multi_choice']
    options: NotRequired[List[str | SendAgentNotificationBodyQuestionOptionsItem1]]
    """The options of `choice`, `multi_choice` and `rank`."""
    fields: NotRequired[Dict[str, Any]]
    """The fields of a `form`: a JSON Schema of type object. Formats: asset-id, user-id, date, date-time, email, uri."""
    draft: NotRequired[str]
    """The text or Markdown of an `edit`, at most 100 kB."""
    expires_at: NotRequired[str | None]
    default_answer: NotRequired[str | List[str] | Dict[str, Any]]
    """The answer if nobody answers before `expires_at`."""
    remind_after_seconds: NotRequired[List[int]]
    """Reminds everyone who can still answer, after each of these times."""
    escalate: NotRequired[List[SendAgentNotificationBodyQuestionEscalateItem]]
    """Also asks these people if there is no answer yet."""
    quorum: NotRequired[SendAgentNotificationBodyQuestionQuorum]
    """Only for an approval: several people decide together."""
    subject: NotRequired[SendAgentNotificationBodyQuestionSubject]
    """What the question is about. The receipt binds the answer to its hash."""
    answerable_by: NotRequired[Literal['session', 'credential', 'user', 'anyone']]
    """`session`: the person asked, and administrators, in person: signed in, by mail or in a linked chat. The default of `approval` and `edit`. `user`: also through another key or program of theirs, unless it is one of those. The default of all other kinds. `credential`: those too; the workspace must allow it. `anyone`: like `user`, and every member, but not guests."""
    proof: NotRequired[Literal['any', 'session']]
    """`session`: the answer must be given signed in, not by mail or in a chat. Default `any`."""
    webhook_url: NotRequired[str]
    """Receives the answer as a signed request."""


class SendAgentNotificationBody(TypedDict):
    userId: str | int
    """The person to notify."""
    workspaceId: str | int
    """The workspace of the credential. Without an `Organization` header, it selects the workspace."""
    title: str
    """Short headline in sentence case. Do not repeat it in `message` or `body`; a repetition is removed."""
    message: str
    """One or two lines for the card, push and websocket."""
    category: Literal['agentTaskCompleted', 'agentNeedsInput', 'agentError', 'agentProgress', 'agentNudge']
    threadId: NotRequired[str]
    body: NotRequired[str]
    """Markdown, written as a complete email. Defaults to `message`."""
    ctaLabel: NotRequired[str]
    link: NotRequired[str]
    """An http(s) URL, or a path on this server that starts with /."""
    _extra: NotRequired[Dict[str, Any]]
    """Stored unchanged; at most 64 kB."""
    question: NotRequired[SendAgentNotificationBodyQuestion]
    """Only with `agentNeedsInput`."""


class SendAgentNotificationQuery(TypedDict):
    dry_run: NotRequired[bool]
    """Choose the channels and render everything, but send nothing."""


class SentNotificationDeliveriesItem(TypedDict):
    channel: NotificationChannel
    status: str


class SentNotificationSkippedItem(TypedDict):
    channel: NotificationChannel
    reason: str


SentNotificationRenderedEmail = TypedDict('SentNotificationRenderedEmail', {
    'from': 'str',
    'to': 'str',
    'subject': 'str',
    'html': 'str',
    'text': 'str',
    'headers': 'Dict[str, Any]',
})


class SentNotificationRendered(TypedDict):
    email: SentNotificationRenderedEmail
    chat: Dict[str, Any]
    in_app: Dict[str, Any]
    push: Dict[str, Any]


class SentNotification(TypedDict):
    status: Literal['sent', 'dry_run']
    notification_id: NotRequired[str]
    thread_id: NotRequired[str | None]
    question_id: NotRequired[str]
    adjusted: NotRequired[List[Literal['message', 'body']]]
    """Fields from which the server removed a repetition of the title."""
    deliveries: List[SentNotificationDeliveriesItem]
    skipped: List[SentNotificationSkippedItem]
    decisions: NotRequired[List[ChannelDecision]]
    rendered: NotRequired[SentNotificationRendered]


class Session(TypedDict):
    access_token: str
    """Send it as "Authorization: Bearer"."""
    refresh_token: str
    """Works once; the response contains the next one."""
    expires_in: int
    """Seconds until the access token expires."""
    token_type: Literal['Bearer']


class ShowAnswerPageQuery(TypedDict):
    value: NotRequired[str]
    """The preselected answer."""


class ShowMailQuery(TypedDict):
    organization: NotRequired[str]
    """Same as the header of that name, which frames cannot send."""


class SignInLink(TypedDict):
    email: str
    """The email of the link’s owner."""
    has_password: bool
    """Whether the person already has a password, which the link replaces."""
    proves_email: bool
    """Whether the link was mailed to an address that nobody has verified. `verifyEmail` then verifies it for the signed-in person, and `redeemSignInLink` creates a new account that owns it."""
    expires_at: str


class SignUploadBody(TypedDict):
    filename: str
    folder_id: NotRequired[str | None]
    """The folder for the file."""
    filetype: str
    """Media type, such as image/png."""
    resource: NotRequired[str]
    resource_id: NotRequired[str | int]


class SignedUpload(TypedDict):
    resource_id: str
    signed: str
    """PUT the bytes here within an hour."""
    asset: str
    """The id to register the file with."""
    asset_url: str
    asset_key: str
    asset_type: AssetType
    bucket_name: str


class SmartCropBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    aspect_ratio: str
    """Width to height, such as 4:5."""
    focus: NotRequired[Literal['auto', 'faces', 'subject']]
    """auto: faces if there are any, otherwise the subject."""
    output_format: NotRequired[Literal['png', 'jpeg', 'webp']]
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class SmartCropResultEngine(TypedDict):
    name: str
    version: str
    prompt_applied: bool
    """Whether the engine used your prompt."""


class SmartCropResultCrop(TypedDict):
    """The part that was kept, in pixels of the original."""
    left: int
    top: int
    width: int
    height: int


class SmartCropResult(TypedDict):
    result: List[MadeImage]
    url: str
    """URL of the first image."""
    image_url: str
    """The image that you sent."""
    storage: Literal['asset', 'transient']
    warnings: List[str]
    timings: Dict[str, Any]
    """Milliseconds by step."""
    engine: SmartCropResultEngine
    crop: SmartCropResultCrop
    """The part that was kept, in pixels of the original."""
    focus: Literal['faces', 'subject', 'centre']
    """What the crop was placed around."""


class SocialAccount(TypedDict):
    id: int
    name: str
    type: Literal['profile', 'webhook']
    network: Literal['mastodon', 'bluesky', 'webhook']
    is_active: bool
    """Whether posts are published. Drafts can be written either way."""
    handle: str | None
    """Its identity on the network; null until it is verified."""
    url: str | None
    """Its page on the network."""
    address_hint: str
    """Its URL, without the secret part of a webhook’s URL."""
    credential_hint: str
    """The last characters of the credentials."""
    max_characters: int
    max_media: int
    verified_at: str | None
    last_error: str | None
    created_at: str
    updated_at: str


class SocialAccountEventData(TypedDict):
    network: str
    name: str
    handle: str | None
    is_active: bool


class SocialAccountList(TypedDict):
    count: int
    results: List[SocialAccount]


class SocialAnalyticsAggregatedBaseLineImpressionsAggregated(TypedDict):
    value: float
    prevValue: NotRequired[float]
    """The same for the period of equal length before."""


class SocialAnalyticsAggregatedBaseLineEngagementAggregated(TypedDict):
    value: float
    prevValue: NotRequired[float]
    """The same for the period of equal length before."""


class SocialAnalyticsAggregatedBaseLineFollowersAggregated(TypedDict):
    value: float
    prevValue: NotRequired[float]
    """The same for the period of equal length before."""


class SocialAnalyticsAggregatedBaseLinePublishingAggregated(TypedDict):
    value: float
    prevValue: NotRequired[float]
    """The same for the period of equal length before."""


class SocialAnalyticsAggregatedBaseLine(TypedDict):
    impressions_aggregated: NotRequired[SocialAnalyticsAggregatedBaseLineImpressionsAggregated]
    engagement_aggregated: NotRequired[SocialAnalyticsAggregatedBaseLineEngagementAggregated]
    followers_aggregated: NotRequired[SocialAnalyticsAggregatedBaseLineFollowersAggregated]
    publishing_aggregated: NotRequired[SocialAnalyticsAggregatedBaseLinePublishingAggregated]


class SocialAnalyticsAggregated(TypedDict):
    baseLine: SocialAnalyticsAggregatedBaseLine


class SocialAnalyticsAudienceData(TypedDict):
    audience_page_fans_gender_age: NotRequired[Dict[str, float]]
    audience_page_fans_country: NotRequired[Dict[str, float]]
    audience_page_fans_city: NotRequired[Dict[str, float]]


class SocialAnalyticsAudience(TypedDict):
    data: SocialAnalyticsAudienceData


class SocialAnalyticsPostsPostsItemMetricsItem(TypedDict):
    id: str
    value: float


class SocialAnalyticsPostsPostsItem(TypedDict):
    id: int
    message: str
    url: str | None
    date: str
    metrics: List[SocialAnalyticsPostsPostsItemMetricsItem]
    """Only metrics that the network reported."""


class SocialAnalyticsPosts(TypedDict):
    all_posts_count: int
    current_page: int
    pages_count: int
    posts: List[SocialAnalyticsPostsPostsItem]


class SocialAnalyticsRangeDataItemMetricsItem(TypedDict):
    id: str
    value: float
    prevValue: NotRequired[float]
    """The same for the period of equal length before."""


class SocialAnalyticsRangeDataItem(TypedDict):
    date: str
    metrics: List[SocialAnalyticsRangeDataItemMetricsItem]


class SocialAnalyticsRangeBaseLine(TypedDict):
    value: float
    prevValue: NotRequired[float]
    """The same for the period of equal length before."""


class SocialAnalyticsRange(TypedDict):
    data: List[SocialAnalyticsRangeDataItem]
    baseLine: Dict[str, SocialAnalyticsRangeBaseLine]
    """The whole period, by metric: sums, and for followers the last value."""


class SocialPostEventDataAccount(TypedDict):
    id: int
    network: str
    name: str


class SocialPostEventData(TypedDict):
    group_id: str
    account: SocialPostEventDataAccount
    status: str
    date: str | None


class SocialTag(TypedDict):
    id: int
    name: str
    created_at: str


class SocialTagList(TypedDict):
    count: int
    results: List[SocialTag]


class SocketTicket(TypedDict):
    ticket: str
    """Opens one WebSocket, only once."""
    url: str
    """The URL to connect to, including the ticket."""
    expires_at: str


class SpeechResultVoice(TypedDict):
    id: str
    voice_name: str


class SpeechResultSentencesItem(TypedDict):
    text: str
    start: float
    """Milliseconds."""
    end: float
    """Milliseconds."""


class SpeechResultEngine(TypedDict):
    name: str
    version: str
    instructions_applied: bool
    """Whether it followed your instructions."""


class SpeechResult(TypedDict):
    result: List[MadeAudio]
    url: str
    """URL of the audio."""
    voice: SpeechResultVoice
    sentences: List[SpeechResultSentencesItem]
    storage: Literal['asset', 'transient']
    warnings: List[str]
    timings: Dict[str, Any]
    """Milliseconds by step."""
    engine: SpeechResultEngine


class SpeedUpVideoBody(TypedDict):
    video_url: str
    """http(s) URL of a video, or the id or link of an asset of this workspace."""
    playbackrate: float
    """2 plays twice as fast, 0.5 half as fast. The pitch of the audio stays."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class StartWorkflowBody(TypedDict):
    input: NotRequired[Dict[str, Any]]
    """Must match the inputs of the workflow."""
    source: NotRequired[str]
    """Where it was started from, shown to people."""
    idempotency_key: NotRequired[str]
    """Starting again with the same key returns the first run."""
    start_at: NotRequired[str]
    """When the run starts, at most a year ahead. Default: now."""


class StartWorkflowReply(TypedDict):
    correlation_id: str
    workflow_id: str
    """The id of the run, as `run_id`."""
    run_id: str


class StartableWorkflow(TypedDict):
    id: str
    title: str
    description: str
    inputs: Any
    """A JSON Schema: type, properties, required."""


class StartableWorkflowList(TypedDict):
    count: int
    results: List[StartableWorkflow]


class Status(TypedDict):
    id: str
    board: str
    title: str
    description: str
    color: str
    order: int
    """From the left, starting at 0."""
    category: StatusCategory
    created_at: str
    updated_at: str


class StoryboardParameters(TypedDict):
    scenes: NotRequired[List[VideoScene]]
    script: NotRequired[str]
    """Instead of scenes: each paragraph becomes a scene."""
    images: NotRequired[List[str]]
    """With a script: the images of its paragraphs, in order."""
    voice_id: NotRequired[str]
    """The voice that speaks the texts. Without it, the video is silent."""
    speed: NotRequired[float]
    captions: NotRequired[bool]
    aspect_ratio: NotRequired[Literal['16:9', '9:16', '1:1', '4:5']]
    resolution: NotRequired[Literal['480p', '720p', '1080p']]
    fps: NotRequired[int]
    background_color: NotRequired[str]


class StreamEventsQuery(TypedDict):
    after: NotRequired[int]
    """Start after this `seq`. Defaults to now."""


class Stroke(TypedDict):
    points: List[List[float]]
    """Points `[x, y]` in pixels of the upright image. One point is a dot."""
    width: NotRequired[float]
    """Diameter of the brush in pixels. Defaults to 2 % of the longest side."""


class SubmitAiImageBody(TypedDict):
    model: NotRequired[str]
    """The connected engine decides. A warning says if it is another model."""
    capability: NotRequired[Literal['prompt', 'reference_image', 'multiple_images']]
    parameters: AiImageParameters
    properties: NotRequired[Dict[str, Any]]
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class SubmittedTask(TypedDict):
    task_id: str


class SubmittedTranscription(TypedDict):
    id: str
    task_id: str
    job_status: Literal['CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'UPDATED', 'DONE', 'FAILED']


class SubmittedVideo(TypedDict):
    task_id: str
    """Tracks the submission only."""
    id: str
    art_variation_id: str
    storage: Literal['asset', 'transient']


class Tag(TypedDict):
    id: int
    name: str
    color: str


class TaskProgress_(TypedDict):
    percent: int
    stage: str | None


class Task(TypedDict):
    task_id: str
    kind: str
    """The kind of work, such as remove-background."""
    status: TaskStatus
    state: Literal['PENDING', 'STARTED', 'PROGRESS', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED']
    """Like `status`, but REVOKED for a cancelled task, whose `status` is FAILURE."""
    info: Dict[str, Any] | None
    """On SUCCESS the result, on FAILURE the errors, before that percent and stage."""
    result: NotRequired[Dict[str, Any]]
    error: NotRequired[str]
    """On FAILURE: what went wrong, in a sentence."""
    progress: TaskProgress_
    created_at: str
    started_at: str | None
    finished_at: str | None
    attempts: int
    queue_position: int | None
    """Position in the queue, from 1; null once it runs."""


class TaskActivityActor(TypedDict):
    id: int
    name: str
    kind: Literal['user', 'agent', 'system']
    via: str


class TaskActivityObject(TypedDict):
    type: str
    id: int | str


class TaskActivity(TypedDict):
    id: int
    seq: int
    """Position in the history of the task, from 1, without gaps."""
    verb: Literal['created', 'updated', 'status_changed', 'assigned', 'unassigned', 'commented', 'comment_edited', 'comment_deleted', 'attached', 'detached', 'dependency_added', 'dependency_removed', 'completed', 'reopened', 'deleted']
    actor: TaskActivityActor
    object: TaskActivityObject
    timestamp: str
    changes: List[FieldChange]
    comment: str | None
    request_id: str | None


class TaskInputLeftOutItem(TypedDict):
    field: str
    reason: Literal['data_url', 'shortened', 'secret']
    """`data_url`: the file was part of the request. `shortened`: a URL, shown without user, query and fragment. `secret`: not shown."""
    content_type: NotRequired[str]
    """The media type of a data: URL."""
    length: NotRequired[int]
    """The length of a data: URL in characters."""


class TaskInput(TypedDict):
    task_id: str
    tool: str
    """The kind of the task, such as remove-background."""
    input: Dict[str, Any]
    """The fields of the request. A link to an asset is shown as the id of the asset."""
    left_out: List[TaskInputLeftOutItem]
    """Fields that are not shown, or not in full."""


class TaskProgress(TypedDict):
    status: Literal['pending', 'processing', 'success', 'failed']
    info: Dict[str, Any] | None


class TaskRecurrence(TypedDict):
    rrule: str
    """Recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO."""
    tz: str
    """IANA time zone name."""
    mode: Literal['on_schedule', 'after_completion']
    """Creates the next task on its day, or when the last one is complete, counted from that day."""


class TaskSigns(TypedDict):
    task: str
    comments_count: int
    open_blockers: int
    """Incomplete tasks that block it, also those on boards that you cannot see."""


class TaskSignsList(TypedDict):
    count: int
    results: List[TaskSigns]


class Teamspace(TypedDict):
    id: int
    name: str
    slug: str
    is_active: bool
    members_count: int
    created_at: str
    updated_at: str


class TeamspaceMember(TypedDict):
    user_id: int
    first_name: str
    last_name: str
    email: str
    added_at: str


class TerminateWorkflowRunBody_(TypedDict):
    reason: NotRequired[str]


class TestMail(TypedDict):
    status: Literal['sent', 'captured']
    detail: str
    """The response of the mail server."""


class TestResult(TypedDict):
    status: Literal['sent']


class TextLineBox(TypedDict):
    """In pixels of the upright image."""
    left: int
    top: int
    width: int
    height: int


class TextLine(TypedDict):
    text: str
    confidence: float
    box: TextLineBox
    """In pixels of the upright image."""
    corners: List[List[int]]
    """Four `[x, y]`, clockwise from the start of the upper edge of the line."""
    angle: float
    """Degrees, clockwise. 0 for level text."""


class TextToVideoBody(TypedDict):
    payload: TextToVideoPayload
    should_export: NotRequired[bool]
    """Accepted for existing clients. The video is always rendered."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class TextToVideoPayload(TypedDict):
    title: NotRequired[str]
    """The opening slide."""
    description: NotRequired[str]
    """The text that is spoken. An empty line starts a new scene."""
    keywords: NotRequired[str | List[str]]
    """Images of this workspace whose names contain one of these words are shown."""
    tone: NotRequired[str | float | None]
    creativity_level: NotRequired[str | float | None]
    language_code: NotRequired[str]
    voice_id: NotRequired[str]
    """An embedded voice. Defaults to the first one of the language."""
    format: NotRequired[Literal['youtube-shorts', 'youtube-video', 'instagram-post-video', 'mp4']]
    no_runs: NotRequired[int]
    logo_id: NotRequired[str | float | None]
    caption_style_id: NotRequired[str | float | None]


class Thread(TypedDict):
    id: str
    title: str
    """The title of its first notification."""
    notifications: int
    unread: int
    open_questions: int
    muted: bool
    created_at: str
    last_at: str
    entries: List[WriteInThreadReply]
    """Oldest first; the last 500."""


class ThreadMute(TypedDict):
    thread_id: str
    muted: bool


class ThreadSummary(TypedDict):
    id: str
    title: str
    """The title of its first notification."""
    notifications: int
    unread: int
    open_questions: int
    muted: bool
    created_at: str
    last_at: str


class TranscribeBody(TypedDict):
    video_url: NotRequired[str]
    """http(s) URL of an audio or video recording, or a link to an asset of this workspace."""
    audio_url: NotRequired[str]
    """http(s) URL of an audio or video recording, or a link to an asset of this workspace."""
    asset_id: NotRequired[str]
    language_code: NotRequired[str]
    """The language spoken, or `auto` to detect it. Other languages than English need a Whisper model or an external engine; see docs/speech.md."""
    translate: NotRequired[bool]
    """Writes an English translation. Only the embedded Whisper models can."""
    provider: NotRequired[str]
    """`embedded`, or the kind of engine that the workspace has chosen."""
    webhook_url: NotRequired[str]
    """Called when it is submitted, not when DONE."""


class TranscriptPhrase(TypedDict):
    start: int
    end: int
    text: str
    speaker: NotRequired[str]
    words: NotRequired[List[TranscriptWord]]


class TranscriptWord(TypedDict):
    text: str
    start: int
    end: int
    confidence: NotRequired[float]


class TranscriptionEngine(TypedDict):
    """The embedded engine that did the work. Null before it is done."""
    name: str
    version: str
    device: Literal['cpu', 'webgpu', 'cuda']


class TranscriptionRecording(TypedDict):
    """The file to play. Null before it is fetched, after its asset was deleted, and for a key without `assets:read`."""
    file_url: str
    """Signed URL, valid for a day."""
    content_type: str


class TranscriptionPayload(TypedDict):
    """Times in milliseconds. Empty before DONE."""
    phrases: List[TranscriptPhrase]


class TranscriptionErrorsItem(TypedDict):
    code: str
    message: str
    field: str | None


class Transcription(TypedDict):
    id: str
    task_id: str
    """Tracks the submission only."""
    job_status: Literal['CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'UPDATED', 'DONE', 'FAILED']
    """DONE and FAILED are final."""
    percent: int
    provider: str
    language_code: str
    """The language of the text. `auto` until the engine has detected it; `en` for a translation."""
    engine: TranscriptionEngine | None
    """The embedded engine that did the work. Null before it is done."""
    source: TranscriptionSource
    recording: TranscriptionRecording | None
    """The file to play. Null before it is fetched, after its asset was deleted, and for a key without `assets:read`."""
    duration_ms: int | None
    text: str | None
    payload: TranscriptionPayload
    """Times in milliseconds. Empty before DONE."""
    errors: List[TranscriptionErrorsItem]
    warnings: List[str]
    """Such as a recording without speech, whose `text` is empty."""
    created_at: str
    updated_at: str


class TranscriptionSource(TypedDict):
    """Where the recording came from."""
    asset_id: str | None
    """Null if the recording came from a URL or the asset was deleted."""
    name: str | None
    url: str | None
    """The external URL, without user, query and fragment."""


class TranscriptionSummaryErrorsItem(TypedDict):
    code: str
    message: str
    field: str | None


class TranscriptionSummary(TypedDict):
    id: str
    task_id: str
    """Tracks the submission only."""
    job_status: Literal['CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'UPDATED', 'DONE', 'FAILED']
    """DONE and FAILED are final."""
    percent: int
    provider: str
    language_code: str
    """The language of the text. `auto` until the engine has detected it; `en` for a translation."""
    source: TranscriptionSource
    duration_ms: int | None
    errors: List[TranscriptionSummaryErrorsItem]
    created_at: str
    updated_at: str
    excerpt: str | None
    """The start of the text."""


class TransformImageBody(TypedDict):
    image_url: str
    """http(s) or data: URL of an image, or the id or link of an asset of this workspace."""
    prompt: str
    image_guidance_scale: NotRequired[float]
    """Higher stays closer to the image."""
    counts: NotRequired[int]
    storage: NotRequired[Literal['asset', 'transient']]
    """Transient results expire after 24 hours."""
    webhook_url: NotRequired[str]
    """Called once when the task finishes."""


class UpdateAssetBody(TypedDict):
    name: str


class UpdateAssetFolderBody(TypedDict):
    name: NotRequired[str]
    parent_id: NotRequired[str | None]
    """The folder that contains it. Null: the top level."""


class UpdateBoardBody(TypedDict):
    title: NotRequired[str]
    slug: NotRequired[str]
    """Also the prefix of its tasks’ slugs: `launch` has LAUNCH-1, LAUNCH-2 … A board that not everyone can see gets a random suffix, `launch-3f9a1c`; people who can see it can also use `launch`."""
    description: NotRequired[str]
    access: NotRequired[BoardAccess]
    """0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public."""
    extra: NotRequired[Dict[str, Any]]
    space_id: NotRequired[int | None]
    """The teamspace that it belongs to; null for the whole workspace."""


class UpdateBoardTaskBody(TypedDict):
    status: NotRequired[str]
    """Id or title of a column of the board."""
    title: NotRequired[str]
    description: NotRequired[str]
    rich_description: NotRequired[Any]
    """The editor’s own format: a JSON document, or markup as text."""
    start_date: NotRequired[str | None]
    """YYYY-MM-DD"""
    due_date: NotRequired[str | None]
    """YYYY-MM-DD"""
    priority: NotRequired[Literal['low', 'medium', 'high', 'urgent'] | None]
    parent: NotRequired[str | None]
    """Id or slug."""
    task_type: NotRequired[str]
    complete: NotRequired[bool]
    estimated_hours: NotRequired[float | None]
    order: NotRequired[str]
    """Position in the column, compared as text, byte by byte. `move` is easier."""
    extra: NotRequired[Dict[str, Any]]
    custom_fields: NotRequired[Dict[str, Any]]
    """Values by field key. Omitted fields stay unchanged; null removes a value."""
    tags: NotRequired[List[int | str]]
    """Names, or ids of existing tags. A new name creates a tag."""
    assignees: NotRequired[List[int | str]]
    """Members who can see the board: ids, emails, full names or `me`."""
    recurrence: NotRequired[TaskRecurrence | None]
    """Makes it a recurring task; null ends the series with this task."""
    apply_to: NotRequired[Literal['this', 'following']]
    """For a recurring task: whether the change counts for this task only, or also for those that follow."""


class UpdateChatWebhookBody(TypedDict):
    kind: NotRequired[Literal['slack', 'mattermost', 'discord']]
    name: NotRequired[str]
    url: NotRequired[str]
    """The URL of the incoming webhook, as the chat service shows it; http or https."""
    is_active: NotRequired[bool]


class UpdateChecklistItemBody(TypedDict):
    title: NotRequired[str]
    done: NotRequired[bool]
    before: NotRequired[str]
    """The item to place it before."""
    after: NotRequired[str]
    """The item to place it after."""


class UpdateCommentBody(TypedDict):
    comment: str
    """Markdown. `@[Mia Wong](user:12)` mentions member 12 and notifies them."""


class UpdateCurrentWorkspaceBodySettings(TypedDict):
    timezone: NotRequired[str]
    """IANA time zone name."""
    language: NotRequired[str]
    """Language code, such as en or de-AT."""
    start_of_week: NotRequired[Literal['mon', 'sun', 'sat']]
    approvals_by_credentials: NotRequired[bool]
    """Whether keys and programs may answer approvals that say so. Default false. Only an administrator who is signed in changes it."""
    approval_proof: NotRequired[Literal['any', 'session']]
    """What an approval needs: `any` (signed in, by mail or in a linked chat; the default) or `session` (signed in). Only an administrator who is signed in changes it."""


class UpdateCurrentWorkspaceBody(TypedDict):
    name: NotRequired[str]
    slug: NotRequired[str]
    """Lower-case letters, digits and hyphens; not digits alone."""
    is_active: NotRequired[bool]
    settings: NotRequired[UpdateCurrentWorkspaceBodySettings]


class UpdateDraftBodyMediaItem1(TypedDict):
    asset_id: NotRequired[str | None]
    url: NotRequired[str | None]
    description: NotRequired[str | None]


class UpdateDraftBody(TypedDict):
    draft_id: int | str
    message: NotRequired[str]
    date: NotRequired[str | None]
    """“2026-11-20” with `time`, or “2026-11-20 09:30”; null for none."""
    time: NotRequired[str | None]
    """“09:30”"""
    timezone: NotRequired[str | None]
    """Zone of `date` and `time`. Defaults to the draft’s zone."""
    media: NotRequired[List[str | UpdateDraftBodyMediaItem1]]
    """Ids or URLs of assets, or http(s) URLs; or objects with a description."""
    tags: NotRequired[List[str]]
    comments: NotRequired[List[str]]
    """Posted as replies to the post, one after the other."""
    additional: NotRequired[Dict[str, Any] | None]
    """Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`."""
    account_id: NotRequired[int | str]
    """Another account to move it to."""
    group: NotRequired[str | None]
    """Another group to move it to; null for a group of its own."""


class UpdateFieldBody(TypedDict):
    name: NotRequired[str]
    options: NotRequired[List[str]]
    """The options of a select."""


class UpdateMeBody(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]


class UpdateMemberBody(TypedDict):
    role: MemberRole


class UpdateNotificationPreferencesBody(TypedDict):
    categories: NotRequired[Dict[str, Any]]
    quiet_hours: NotRequired[QuietHours | None]
    digest: NotRequired[DigestSettingsInput | None]
    timezone: NotRequired[str | None]
    """Null: use the time zone of the workspace."""


class UpdatePostBodyMediaItem1(TypedDict):
    asset_id: NotRequired[str | None]
    url: NotRequired[str | None]
    description: NotRequired[str | None]


class UpdatePostBody(TypedDict):
    post_id: int | str
    message: NotRequired[str]
    date: NotRequired[str | None]
    """“2026-11-20” with `time`, or “2026-11-20 09:30”; null for none."""
    time: NotRequired[str | None]
    """“09:30”"""
    timezone: NotRequired[str | None]
    """Zone of `date` and `time`. Defaults to the draft’s zone."""
    media: NotRequired[List[str | UpdatePostBodyMediaItem1]]
    """Ids or URLs of assets, or http(s) URLs; or objects with a description."""
    tags: NotRequired[List[str]]
    comments: NotRequired[List[str]]
    """Posted as replies to the post, one after the other."""
    additional: NotRequired[Dict[str, Any] | None]
    """Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`."""
    group: NotRequired[str | None]
    """Another group to move it to; null for a group of its own."""


class UpdateProjectBody(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str]
    primary_type: NotRequired[str]
    """Free-form category."""
    data: NotRequired[Dict[str, Any]]
    """At most 1 MiB of JSON."""
    base_revision: NotRequired[int]


class UpdateProjectItemBody(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str]
    primary_type: NotRequired[str]
    start_date: NotRequired[str | None]
    """YYYY-MM-DD"""
    due_date: NotRequired[str | None]
    """YYYY-MM-DD"""
    status: NotRequired[str]
    """Free-form."""
    priority: NotRequired[int | None]
    order: NotRequired[int]
    """Position among the items. By default, a new item is the last."""
    data: NotRequired[Dict[str, Any]]
    """At most 1 MiB of JSON."""


class UpdateProjectQuery(TypedDict):
    base_revision: NotRequired[int]
    """The revision that the change is based on."""


class UpdateSocialAccountBody(TypedDict):
    name: NotRequired[str]
    """Its name here. Defaults to its name on the network."""
    is_active: NotRequired[bool]
    base_url: NotRequired[str]
    """mastodon: the server, such as https://mastodon.social"""
    access_token: NotRequired[str]
    """mastodon: token of an application with the scopes read and write."""
    service_url: NotRequired[str]
    """bluesky: the server of the account. Defaults to https://bsky.social"""
    handle: NotRequired[str]
    """bluesky: such as name.bsky.social"""
    app_password: NotRequired[str]
    """bluesky: created in the settings of the account."""
    url: NotRequired[str]
    """webhook: the URL that receives posts."""
    secret: NotRequired[str]
    """webhook: the secret that signs posts. `whsec_…` of Standard Webhooks, or any text."""


class UpdateSocialGroupBodyMediaItem1(TypedDict):
    asset_id: NotRequired[str | None]
    url: NotRequired[str | None]
    description: NotRequired[str | None]


class UpdateSocialGroupBody(TypedDict):
    group_id: str
    message: NotRequired[str]
    date: NotRequired[str | None]
    """“2026-11-20” with `time`, or “2026-11-20 09:30”; null for none."""
    time: NotRequired[str | None]
    """“09:30”"""
    timezone: NotRequired[str | None]
    """Zone of `date` and `time`. Defaults to the draft’s zone."""
    media: NotRequired[List[str | UpdateSocialGroupBodyMediaItem1]]
    """Ids or URLs of assets, or http(s) URLs; or objects with a description."""
    tags: NotRequired[List[str]]
    comments: NotRequired[List[str]]
    """Posted as replies to the post, one after the other."""
    additional: NotRequired[Dict[str, Any] | None]
    """Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`."""


class UpdateSocialGroupReply(TypedDict):
    group_id: str
    posts: List[Post]
    """The changed posts and drafts."""
    unchanged: List[int]
    """The ids of posts that are published or being published. They stay unchanged."""


class UpdateStatusBody(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str]
    color: NotRequired[str]
    """#rrggbb"""
    order: NotRequired[int]
    """From the left, starting at 0."""
    category: NotRequired[StatusCategory]


class UpdateTagBody(TypedDict):
    name: NotRequired[str]
    color: NotRequired[str]
    """#rrggbb"""


class UpdateTeamspaceBody(TypedDict):
    name: NotRequired[str]
    slug: NotRequired[str]
    is_active: NotRequired[bool]


class UpdateVoiceBody(TypedDict):
    voice_name: NotRequired[str]
    gender: NotRequired[VoiceGender]
    """0 male, 1 female, 3 neutral"""
    language_code: NotRequired[str]
    description: NotRequired[str]
    is_premium: NotRequired[bool]
    supports_instructions: NotRequired[bool]
    """For an engine that follows instructions, such as gpt-4o-mini-tts."""
    published: NotRequired[bool]


class UpdateWebhookSubscriptionBody(TypedDict):
    url: NotRequired[str]
    """http or https."""
    event_types: NotRequired[List[str]]
    """Names from `GET /api/v1/events/types`, `noun.*` for all of a noun, or `*`."""
    description: NotRequired[str]
    is_active: NotRequired[bool]
    filter: NotRequired[WebhookFilter | None]


class UpdateWorkflowBody(TypedDict):
    definition: NotRequired[Dict[str, Any]]
    """The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas."""
    slug: NotRequired[str]
    is_listed: NotRequired[bool]
    """Whether agents see it in `GET /api/v1/service/workflows/mcp`."""


class UpdateWorkflowTriggerBody(TypedDict):
    title: NotRequired[str]
    is_active: NotRequired[bool]
    input: NotRequired[Dict[str, Any]]
    """Template of the run’s input. Expressions see `trigger`."""
    overlap: NotRequired[Literal['skip', 'queue', 'allow', 'replace']]
    """What happens if a run of this trigger has not finished yet."""
    dedupe_key: NotRequired[str | None]
    """Expression; each value starts at most one run."""
    cron: NotRequired[str]
    """Five or six fields, or `@daily` and friends."""
    every_seconds: NotRequired[int]
    """Counted from `starts_at`."""
    rrule: NotRequired[str]
    """Recurrence rule of RFC 5545, counted from `starts_at`."""
    tz: NotRequired[str]
    """IANA time zone name."""
    starts_at: NotRequired[str]
    """No time before this counts. Default: now."""
    ends_at: NotRequired[str | None]
    """No time after this counts."""
    catch_up: NotRequired[Literal['none', 'latest', 'all']]
    """Which times run that were missed while the service was down; at most 100."""
    event: NotRequired[str]
    """An event type, a prefix such as `pm_task.*`, or `*`."""
    filter: NotRequired[str | None]
    """Condition over `event`."""
    debounce_seconds: NotRequired[int]
    """Waits until no event has come for this long, then runs once for the last one."""
    include_own: NotRequired[bool]
    """Also fires for events that runs of this workflow caused."""
    verify: NotRequired[Literal['token', 'standard-webhooks', 'github', 'stripe', 'slack', 'hmac-sha256']]
    """How deliveries prove their origin."""
    methods: NotRequired[List[Literal['POST', 'GET', 'PUT', 'PATCH']]]
    respond: NotRequired[Literal['run_id', 'output']]
    """`output` waits up to 30 seconds for the output of the run."""


class UpdateWorkspaceQuotasBody(TypedDict):
    limits: NotRequired[QuotaLimits]
    reset: NotRequired[List[Literal['asset_bytes', 'project_bytes', 'boards', 'board_tasks', 'api_keys', 'webhooks', 'triggers', 'schedules', 'members', 'invitations_per_day', 'recipient_emails_per_hour', 'recipient_emails_per_day', 'emails_per_hour', 'emails_per_day', 'runs_per_event']]]
    """Quotas that get the limit of the installation again."""


class UploadAssetForm(TypedDict):
    file: str
    folder_id: NotRequired[str]


class UpscaleImageBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    factor: NotRequired[float]
    method: NotRequired[Literal['auto', 'model', 'resample']]
    """auto: the model, but resampling above 3 megapixels."""
    output_format: NotRequired[Literal['png', 'jpeg', 'webp']]
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class UpscaleImageByScaleBody(TypedDict):
    image_url: str
    """http(s) or data: URL, or the id of an asset of this workspace."""
    scale: NotRequired[Literal[2, 4, 8]]
    method: NotRequired[Literal['auto', 'model', 'resample']]
    """auto: the model, but resampling above 3 megapixels."""
    storage: NotRequired[Literal['asset', 'transient']]
    """Keep the result as an asset, or for a day only."""
    webhook_url: NotRequired[str]
    """Receives a signed request when the task ends."""
    checks: NotRequired[List[Literal['faces', 'text']]]
    """Also look for faces or text in each result. Takes seconds; see `checks` of the result."""


class UsageReport(TypedDict):
    quotas: List[Quota]


class VerifyEmailBody(TypedDict):
    token: str
    """The part of the link after the #."""


class VideoOutput(TypedDict):
    id: str
    """The asset of the video."""
    file_url: str | None
    thumbnail: str | None
    thumbnail_cover_image: str | None


class VideoPayloadErrorsItem(TypedDict):
    code: str
    message: str
    field: str | None


class VideoPayload(TypedDict):
    errors: List[VideoPayloadErrorsItem]
    warnings: List[str]


class Video(TypedDict):
    id: str
    video_id: str
    job_status: Literal['CREATED', 'PENDING', 'PROCESSING', 'RENDERING', 'DONE', 'FAILED']
    """DONE and FAILED are final."""
    percent: int
    modified: str
    output: VideoOutput | None
    payload: VideoPayload


class VideoExport(TypedDict):
    id: str
    status: Literal['PENDING', 'PROCESSING', 'DONE', 'FAILED']
    """DONE and FAILED are final."""
    url: str | None
    """Signed URL of the video once it is DONE."""
    error: str | None


class VideoScene(TypedDict):
    text: NotRequired[str]
    """Spoken if there is a voice, and shown as captions."""
    title: NotRequired[str]
    """Shown large on a scene without an image."""
    image_url: NotRequired[str]
    """http(s) URL of an image, or the id or link of an asset of this workspace."""
    duration_ms: NotRequired[int]


class Voice(TypedDict):
    id: str
    voice_name: str
    gender: VoiceGender
    """0 male, 1 female, 3 neutral"""
    is_premium: bool
    description: str
    supports_instructions: bool
    """Whether the voice follows the `instructions` of audio generation."""
    language_code: str
    """Such as en-US."""
    language_name: str
    provider: Literal['embedded', 'openai']
    published: bool
    """Whether every workspace can use it."""
    ready: bool
    """Whether it can speak right away. An embedded voice is ready once the speech model is downloaded, which its first use does. An `openai` voice is ready if the workspace has chosen a speech engine."""
    sample_url: str | None
    """A sample sentence in this voice."""


class VoiceList(TypedDict):
    voices: List[Voice]
    count: int


class WebhookAttempt(TypedDict):
    started_at: str
    duration_ms: int
    status_code: int | None
    response: str | None
    """The first 2 kB of the response."""
    reason: str | None


class WebhookDelivery(TypedDict):
    id: str
    """The `webhook-id` that the receiver sees."""
    subscription_id: str
    event_type: str
    event_seq: int | None
    """The `seq` of the event; null for a test."""
    status: Literal['queued', 'sending', 'delivered', 'failed']
    attempts_count: int
    """Attempts since it was last queued."""
    status_code: int | None
    """The last response status."""
    reason: str | None
    """The last error."""
    next_attempt_at: str | None
    created_at: str
    updated_at: str
    attempts: List[WebhookAttempt]
    """Oldest first; the last hundred."""


class WebhookDeliverySummary(TypedDict):
    id: str
    """The `webhook-id` that the receiver sees."""
    subscription_id: str
    event_type: str
    event_seq: int | None
    """The `seq` of the event; null for a test."""
    status: Literal['queued', 'sending', 'delivered', 'failed']
    attempts_count: int
    """Attempts since it was last queued."""
    status_code: int | None
    """The last response status."""
    reason: str | None
    """The last error."""
    next_attempt_at: str | None
    created_at: str
    updated_at: str


class WebhookSecret(TypedDict):
    secret: str


class WebhookSubscription(TypedDict):
    id: str
    url: str
    description: str
    event_types: List[str]
    filter: Dict[str, Any] | None
    is_active: bool
    disabled_reason: str | None
    """Why the server switched it off."""
    failing_since: str | None
    """The start of the current series of failures."""
    previous_secret_until: str | None
    """Until then, the previous secret signs as well."""
    created_by: int | None
    """The subscription gets the events that this person may see."""
    created_at: str
    updated_at: str


class WebhookSubscriptionEventData(TypedDict):
    host: str
    description: str
    event_types: List[str]
    is_active: bool
    disabled_reason: str | None


class Workflow(TypedDict):
    id: str
    slug: str
    title: str
    description: str
    version: int
    """The latest version. Each change of the document creates one."""
    is_listed: bool
    """Whether agents see it in `GET /api/v1/service/workflows/mcp`."""
    inputs: Any
    """A JSON Schema of type object."""
    created_by: WorkflowMaker
    created_at: str
    updated_at: str
    definition: Dict[str, Any]
    """The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas."""


class WorkflowEventData(TypedDict):
    slug: str
    title: str
    version: int


class WorkflowMaker(TypedDict):
    id: int
    name: str
    kind: str


class WorkflowOperation(TypedDict):
    operation: str
    summary: str
    permission: str
    params: Dict[str, Any] | None
    """JSON Schema; null if there is none."""
    query: Dict[str, Any] | None
    """JSON Schema; null if there is none."""
    body: Dict[str, Any] | None
    """JSON Schema; null if there is none."""
    reply: Any


class WorkflowOperationList(TypedDict):
    count: int
    results: List[WorkflowOperation]


class WorkflowRun(TypedDict):
    create_time: int
    """When it was accepted, epoch ms"""
    update_time: int
    """When it last changed, epoch ms"""
    start_time: int
    """When it started, epoch ms"""
    end_time: int
    """When it ended, or 0, epoch ms"""
    status: Literal['RUNNING', 'PAUSED', 'COMPLETED', 'FAILED', 'TERMINATED', 'TIMED_OUT']
    workflow_id: str
    """The id of the run, as `run_id`."""
    run_id: str
    definition_id: str
    version: int
    """The version of the definition that it runs."""
    correlation_id: str
    source: str | None
    reason: str | None
    """Why it is paused or did not succeed."""


class WorkflowRunEventData(TypedDict):
    definition_id: str
    version: int
    correlation_id: str


class WorkflowRunStatusStartedBy(TypedDict):
    id: int
    name: str
    kind: str


class WorkflowRunStatusStepsItemWaitsFor(TypedDict):
    type: str
    """task, transcription, video, question or run"""
    id: str


class WorkflowRunStatusStepsItem(TypedDict):
    path: str
    """`cut`, or `each[3].cut` inside a loop."""
    id: str
    type: str
    status: Literal['pending', 'running', 'waiting', 'retrying', 'completed', 'failed', 'cancelled', 'skipped']
    attempts: int
    waits_for: WorkflowRunStatusStepsItemWaitsFor | None
    next_at: str | None
    error: WorkflowStepError | None
    started_at: str | None
    ended_at: str | None


class WorkflowRunStatus(TypedDict):
    create_time: int
    """When it was accepted, epoch ms"""
    update_time: int
    """When it last changed, epoch ms"""
    start_time: int
    """When it started, epoch ms"""
    end_time: int
    """When it ended, or 0, epoch ms"""
    status: Literal['RUNNING', 'PAUSED', 'COMPLETED', 'FAILED', 'TERMINATED', 'TIMED_OUT', 'CANCELLED']
    """CANCELLED only with `states=basic`."""
    workflow_id: str
    """The id of the run, as `run_id`."""
    run_id: str
    definition_id: str
    version: int
    """The version of the definition that it runs."""
    correlation_id: str
    source: str | None
    reason: str | None
    """Why it is paused or did not succeed."""
    input: Dict[str, Any]
    """The input it was started with."""
    output: Dict[str, Any]
    """Its output; `error` explains FAILED, TERMINATED and TIMED_OUT."""
    parent_run_id: str | None
    started_by: WorkflowRunStatusStartedBy
    deadline_at: str
    steps: List[WorkflowRunStatusStepsItem]


class WorkflowRunStepWaitsFor(TypedDict):
    type: str
    """task, transcription, video, question or run"""
    id: str


class WorkflowRunStep(TypedDict):
    path: str
    """`cut`, or `each[3].cut` inside a loop."""
    id: str
    type: str
    status: Literal['pending', 'running', 'waiting', 'retrying', 'completed', 'failed', 'cancelled', 'skipped']
    attempts: int
    waits_for: WorkflowRunStepWaitsFor | None
    next_at: str | None
    error: WorkflowStepError | None
    started_at: str | None
    ended_at: str | None
    input: Any
    output: Any


class WorkflowRunStepList(TypedDict):
    count: int
    results: List[WorkflowRunStep]


class WorkflowSchema(TypedDict):
    document: Any
    steps: Dict[str, Any]


class WorkflowStepError(TypedDict):
    code: str
    message: str
    step: str
    """The path of the step that failed."""


class WorkflowSummary(TypedDict):
    id: str
    slug: str
    title: str
    description: str
    version: int
    """The latest version. Each change of the document creates one."""
    is_listed: bool
    """Whether agents see it in `GET /api/v1/service/workflows/mcp`."""
    inputs: Any
    """A JSON Schema of type object."""
    created_by: WorkflowMaker
    created_at: str
    updated_at: str


class WorkflowTemplate(TypedDict):
    id: str
    title: str
    description: str
    definition: Dict[str, Any]
    """The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas."""
    trigger: Dict[str, Any] | None
    """A trigger that suits it, as for `createWorkflowTrigger`."""


class WorkflowTemplateList(TypedDict):
    count: int
    results: List[WorkflowTemplate]


class WorkflowTriggerCreatedBy(TypedDict):
    id: int
    name: str
    kind: str


class WorkflowTriggerRunsAs(TypedDict):
    """The last person who changed it."""
    id: int
    name: str
    kind: str


class WorkflowTrigger(TypedDict):
    id: str
    workflow_id: str
    kind: Literal['schedule', 'event', 'webhook']
    title: str
    is_active: bool
    input: Dict[str, Any]
    """Template of the run’s input. Expressions see `trigger`."""
    overlap: Literal['skip', 'queue', 'allow', 'replace']
    """What happens if a run of this trigger has not finished yet."""
    dedupe_key: str | None
    """Expression; each value starts at most one run."""
    cron: NotRequired[str]
    """Five or six fields, or `@daily` and friends."""
    every_seconds: NotRequired[int]
    """Counted from `starts_at`."""
    rrule: NotRequired[str]
    """Recurrence rule of RFC 5545, counted from `starts_at`."""
    tz: NotRequired[str]
    """IANA time zone name."""
    starts_at: NotRequired[str]
    """No time before this counts. Default: now."""
    ends_at: NotRequired[str | None]
    """No time after this counts."""
    catch_up: NotRequired[Literal['none', 'latest', 'all']]
    """Which times run that were missed while the service was down; at most 100."""
    event: NotRequired[str]
    """An event type, a prefix such as `pm_task.*`, or `*`."""
    filter: NotRequired[str | None]
    """Condition over `event`."""
    debounce_seconds: NotRequired[int]
    """Waits until no event has come for this long, then runs once for the last one."""
    include_own: NotRequired[bool]
    """Also fires for events that runs of this workflow caused."""
    verify: NotRequired[Literal['token', 'standard-webhooks', 'github', 'stripe', 'slack', 'hmac-sha256']]
    """How deliveries prove their origin."""
    methods: NotRequired[List[Literal['POST', 'GET', 'PUT', 'PATCH']]]
    respond: NotRequired[Literal['run_id', 'output']]
    """`output` waits up to 30 seconds for the output of the run."""
    created_by: WorkflowTriggerCreatedBy
    runs_as: WorkflowTriggerRunsAs
    """The last person who changed it."""
    created_at: str
    updated_at: str
    next_fire_at: str | None
    last_fired_at: str | None
    last_outcome: Literal['started', 'skipped', 'queued', 'failed'] | None


class WorkflowTriggerEventData(TypedDict):
    workflow_id: str
    kind: str
    title: str


class WorkflowTriggerFiring(TypedDict):
    id: str
    fired_at: str
    scheduled_for: str | None
    outcome: Literal['started', 'skipped', 'queued', 'failed']
    reason: str | None
    run_id: str | None
    event_id: int | None
    """The `seq` of the event."""


class WorkflowTriggerList(TypedDict):
    count: int
    results: List[WorkflowTrigger]


class WorkflowVersion(TypedDict):
    version: int
    created_by: WorkflowMaker
    created_at: str
    definition: Dict[str, Any]
    """The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas."""


class Workspace(TypedDict):
    id: int
    name: str
    slug: str
    is_active: bool
    settings: WorkspaceSettings


class WorkspaceContextUser(TypedDict):
    id: int
    first_name: str
    last_name: str
    email: str


class WorkspaceContextTeamspacesItem(TypedDict):
    id: int
    name: str
    slug: str
    is_active: bool


class WorkspaceContext(TypedDict):
    user: WorkspaceContextUser
    workspace: Workspace
    teamspaces: List[WorkspaceContextTeamspacesItem]


class WorkspaceList(TypedDict):
    count: int
    results: List[Workspace]


class WorkspaceSettings(TypedDict):
    timezone: str
    """IANA time zone name."""
    language: str
    """Language code, such as en or de-AT."""
    start_of_week: Literal['mon', 'sun', 'sat']
    approvals_by_credentials: NotRequired[bool]
    """Whether keys and programs may answer approvals that say so. Default false. Only an administrator who is signed in changes it."""
    approval_proof: NotRequired[Literal['any', 'session']]
    """What an approval needs: `any` (signed in, by mail or in a linked chat; the default) or `session` (signed in). Only an administrator who is signed in changes it."""


class WriteInThreadBody(TypedDict):
    text: str


class WriteInThreadReplyAuthor(TypedDict):
    id: int
    name: str
    kind: str


class WriteInThreadReply(TypedDict):
    id: str
    kind: Literal['notification', 'answer', 'message']
    author: WriteInThreadReplyAuthor
    title: str | None
    text: str
    """Markdown in notifications with a body."""
    category: str | None
    question_id: str | None
    at: str


class EngineChosenEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class EngineChosenEventObject(TypedDict):
    type: str
    id: int | str


class EngineChosenEventData(TypedDict):
    kind: str
    model: str | None


class EngineChosenEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['engine.chosen']
    actor: EngineChosenEventActor
    object: EngineChosenEventObject
    data: EngineChosenEventData
    request_id: str | None
    created_at: str


class EngineResetEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class EngineResetEventObject(TypedDict):
    type: str
    id: int | str


class EngineResetEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['engine.reset']
    actor: EngineResetEventActor
    object: EngineResetEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class VoiceCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class VoiceCreatedEventObject(TypedDict):
    type: str
    id: int | str


class VoiceCreatedEventData(TypedDict):
    voice_name: str
    published: bool


class VoiceCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['voice.created']
    actor: VoiceCreatedEventActor
    object: VoiceCreatedEventObject
    data: VoiceCreatedEventData
    request_id: str | None
    created_at: str


class VoiceUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class VoiceUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class VoiceUpdatedEventData(TypedDict):
    voice_name: str
    published: bool


class VoiceUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['voice.updated']
    actor: VoiceUpdatedEventActor
    object: VoiceUpdatedEventObject
    data: VoiceUpdatedEventData
    request_id: str | None
    created_at: str


class VoiceDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class VoiceDeletedEventObject(TypedDict):
    type: str
    id: int | str


class VoiceDeletedEventData(TypedDict):
    voice_name: str
    published: bool


class VoiceDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['voice.deleted']
    actor: VoiceDeletedEventActor
    object: VoiceDeletedEventObject
    data: VoiceDeletedEventData
    request_id: str | None
    created_at: str


class TranscriptionSubmittedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TranscriptionSubmittedEventObject(TypedDict):
    type: str
    id: int | str


class TranscriptionSubmittedEventData(TypedDict):
    provider: str
    language_code: str


class TranscriptionSubmittedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['transcription.submitted']
    actor: TranscriptionSubmittedEventActor
    object: TranscriptionSubmittedEventObject
    data: TranscriptionSubmittedEventData
    request_id: str | None
    created_at: str


class TranscriptionDoneEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TranscriptionDoneEventObject(TypedDict):
    type: str
    id: int | str


class TranscriptionDoneEventData(TypedDict):
    provider: str


class TranscriptionDoneEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['transcription.done']
    actor: TranscriptionDoneEventActor
    object: TranscriptionDoneEventObject
    data: TranscriptionDoneEventData
    request_id: str | None
    created_at: str


class TranscriptionFailedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TranscriptionFailedEventObject(TypedDict):
    type: str
    id: int | str


class TranscriptionFailedEventData(TypedDict):
    provider: str


class TranscriptionFailedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['transcription.failed']
    actor: TranscriptionFailedEventActor
    object: TranscriptionFailedEventObject
    data: TranscriptionFailedEventData
    request_id: str | None
    created_at: str


class TranscriptionUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TranscriptionUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class TranscriptionUpdatedEventData(TypedDict):
    before: str | None
    after: str | None


class TranscriptionUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['transcription.updated']
    actor: TranscriptionUpdatedEventActor
    object: TranscriptionUpdatedEventObject
    data: TranscriptionUpdatedEventData
    request_id: str | None
    created_at: str


class TranscriptionDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TranscriptionDeletedEventObject(TypedDict):
    type: str
    id: int | str


class TranscriptionDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['transcription.deleted']
    actor: TranscriptionDeletedEventActor
    object: TranscriptionDeletedEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class VideoSubmittedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class VideoSubmittedEventObject(TypedDict):
    type: str
    id: int | str


class VideoSubmittedEventData(TypedDict):
    model: str


class VideoSubmittedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['video.submitted']
    actor: VideoSubmittedEventActor
    object: VideoSubmittedEventObject
    data: VideoSubmittedEventData
    request_id: str | None
    created_at: str


class VideoDoneEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class VideoDoneEventObject(TypedDict):
    type: str
    id: int | str


class VideoDoneEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['video.done']
    actor: VideoDoneEventActor
    object: VideoDoneEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class VideoFailedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class VideoFailedEventObject(TypedDict):
    type: str
    id: int | str


class VideoFailedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['video.failed']
    actor: VideoFailedEventActor
    object: VideoFailedEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class PmBoardCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmBoardCreatedEventObject(TypedDict):
    type: str
    id: int | str


class PmBoardCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_board.created']
    actor: PmBoardCreatedEventActor
    object: PmBoardCreatedEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class PmBoardUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmBoardUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class PmBoardUpdatedEventData(TypedDict):
    fields: List[str]


class PmBoardUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_board.updated']
    actor: PmBoardUpdatedEventActor
    object: PmBoardUpdatedEventObject
    data: PmBoardUpdatedEventData
    request_id: str | None
    created_at: str


class PmBoardDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmBoardDeletedEventObject(TypedDict):
    type: str
    id: int | str


class PmBoardDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_board.deleted']
    actor: PmBoardDeletedEventActor
    object: PmBoardDeletedEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class PmTaskCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskCreatedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.created']
    actor: PmTaskCreatedEventActor
    object: PmTaskCreatedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.updated']
    actor: PmTaskUpdatedEventActor
    object: PmTaskUpdatedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskStatusChangedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskStatusChangedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskStatusChangedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.status_changed']
    actor: PmTaskStatusChangedEventActor
    object: PmTaskStatusChangedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskAssignedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskAssignedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskAssignedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.assigned']
    actor: PmTaskAssignedEventActor
    object: PmTaskAssignedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskUnassignedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskUnassignedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskUnassignedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.unassigned']
    actor: PmTaskUnassignedEventActor
    object: PmTaskUnassignedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskCommentedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskCommentedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskCommentedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.commented']
    actor: PmTaskCommentedEventActor
    object: PmTaskCommentedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskCommentEditedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskCommentEditedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskCommentEditedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.comment_edited']
    actor: PmTaskCommentEditedEventActor
    object: PmTaskCommentEditedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskCommentDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskCommentDeletedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskCommentDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.comment_deleted']
    actor: PmTaskCommentDeletedEventActor
    object: PmTaskCommentDeletedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskAttachedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskAttachedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskAttachedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.attached']
    actor: PmTaskAttachedEventActor
    object: PmTaskAttachedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskDetachedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskDetachedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskDetachedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.detached']
    actor: PmTaskDetachedEventActor
    object: PmTaskDetachedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskDependencyAddedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskDependencyAddedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskDependencyAddedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.dependency_added']
    actor: PmTaskDependencyAddedEventActor
    object: PmTaskDependencyAddedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskDependencyRemovedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskDependencyRemovedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskDependencyRemovedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.dependency_removed']
    actor: PmTaskDependencyRemovedEventActor
    object: PmTaskDependencyRemovedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskCompletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskCompletedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskCompletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.completed']
    actor: PmTaskCompletedEventActor
    object: PmTaskCompletedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskReopenedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskReopenedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskReopenedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.reopened']
    actor: PmTaskReopenedEventActor
    object: PmTaskReopenedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class PmTaskDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class PmTaskDeletedEventObject(TypedDict):
    type: str
    id: int | str


class PmTaskDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['pm_task.deleted']
    actor: PmTaskDeletedEventActor
    object: PmTaskDeletedEventObject
    data: BoardTaskEventData
    request_id: str | None
    created_at: str


class NotificationCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class NotificationCreatedEventObject(TypedDict):
    type: str
    id: int | str


class NotificationCreatedEventDataSender(TypedDict):
    id: int
    name: str
    kind: str


class NotificationCreatedEventData(TypedDict):
    id: str
    category: NotificationCategory
    title: str
    message: str
    link: str | None
    """As the sender gave it."""
    url: str
    """The target of the action: the link, the thread or the card."""
    cta_label: str
    thread_id: str | None
    _extra: Any
    sender: NotificationCreatedEventDataSender
    question: NotificationQuestion | None
    seen_at: str | None
    read_at: str | None
    archived_at: str | None
    snoozed_until: str | None
    created_at: str


class NotificationCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['notification.created']
    actor: NotificationCreatedEventActor
    object: NotificationCreatedEventObject
    data: NotificationCreatedEventData
    request_id: str | None
    created_at: str


class NotificationUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class NotificationUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class NotificationUpdatedEventData(TypedDict):
    action: str
    until: str | None
    ids: List[str] | None
    count: int


class NotificationUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['notification.updated']
    actor: NotificationUpdatedEventActor
    object: NotificationUpdatedEventObject
    data: NotificationUpdatedEventData
    request_id: str | None
    created_at: str


class NotificationDigestEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class NotificationDigestEventObject(TypedDict):
    type: str
    id: int | str


class NotificationDigestEventDataMessagesItem(TypedDict):
    id: str
    title: str
    message: str
    thread_id: str | None
    created_at: str


class NotificationDigestEventData(TypedDict):
    category: str
    count: int
    messages: List[NotificationDigestEventDataMessagesItem]


class NotificationDigestEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['notification.digest']
    actor: NotificationDigestEventActor
    object: NotificationDigestEventObject
    data: NotificationDigestEventData
    request_id: str | None
    created_at: str


class DeliveryFailedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class DeliveryFailedEventObject(TypedDict):
    type: str
    id: int | str


class DeliveryFailedEventData(TypedDict):
    notification_id: str
    channel: str
    category: str
    reason: str


class DeliveryFailedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['delivery.failed']
    actor: DeliveryFailedEventActor
    object: DeliveryFailedEventObject
    data: DeliveryFailedEventData
    request_id: str | None
    created_at: str


class ThreadMessageEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ThreadMessageEventObject(TypedDict):
    type: str
    id: int | str


class ThreadMessageEventData(TypedDict):
    message_id: str


class ThreadMessageEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['thread.message']
    actor: ThreadMessageEventActor
    object: ThreadMessageEventObject
    data: ThreadMessageEventData
    request_id: str | None
    created_at: str


class QuestionAskedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuestionAskedEventObject(TypedDict):
    type: str
    id: int | str


class QuestionAskedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['question.asked']
    actor: QuestionAskedEventActor
    object: QuestionAskedEventObject
    data: QuestionAskedData
    request_id: str | None
    created_at: str


class QuestionRemindedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuestionRemindedEventObject(TypedDict):
    type: str
    id: int | str


class QuestionRemindedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['question.reminded']
    actor: QuestionRemindedEventActor
    object: QuestionRemindedEventObject
    data: QuestionAskedData
    request_id: str | None
    created_at: str


class QuestionEscalatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuestionEscalatedEventObject(TypedDict):
    type: str
    id: int | str


class QuestionEscalatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['question.escalated']
    actor: QuestionEscalatedEventActor
    object: QuestionEscalatedEventObject
    data: QuestionAskedData
    request_id: str | None
    created_at: str


class QuestionDelegatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuestionDelegatedEventObject(TypedDict):
    type: str
    id: int | str


class QuestionDelegatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['question.delegated']
    actor: QuestionDelegatedEventActor
    object: QuestionDelegatedEventObject
    data: QuestionAskedData
    request_id: str | None
    created_at: str


class QuestionVotedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuestionVotedEventObject(TypedDict):
    type: str
    id: int | str


class QuestionVotedEventData(TypedDict):
    thread_id: str
    notification_id: str


class QuestionVotedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['question.voted']
    actor: QuestionVotedEventActor
    object: QuestionVotedEventObject
    data: QuestionVotedEventData
    request_id: str | None
    created_at: str


class QuestionAnsweredEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuestionAnsweredEventObject(TypedDict):
    type: str
    id: int | str


class QuestionAnsweredEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['question.answered']
    actor: QuestionAnsweredEventActor
    object: QuestionAnsweredEventObject
    data: QuestionEventData
    request_id: str | None
    created_at: str


class QuestionExpiredEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuestionExpiredEventObject(TypedDict):
    type: str
    id: int | str


class QuestionExpiredEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['question.expired']
    actor: QuestionExpiredEventActor
    object: QuestionExpiredEventObject
    data: QuestionEventData
    request_id: str | None
    created_at: str


class QuestionCancelledEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuestionCancelledEventObject(TypedDict):
    type: str
    id: int | str


class QuestionCancelledEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['question.cancelled']
    actor: QuestionCancelledEventActor
    object: QuestionCancelledEventObject
    data: QuestionEventData
    request_id: str | None
    created_at: str


class ConnectionCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ConnectionCreatedEventObject(TypedDict):
    type: str
    id: int | str


class ConnectionCreatedEventData(TypedDict):
    kind: str
    name: str


class ConnectionCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['connection.created']
    actor: ConnectionCreatedEventActor
    object: ConnectionCreatedEventObject
    data: ConnectionCreatedEventData
    request_id: str | None
    created_at: str


class ConnectionDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ConnectionDeletedEventObject(TypedDict):
    type: str
    id: int | str


class ConnectionDeletedEventData(TypedDict):
    kind: str
    name: str


class ConnectionDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['connection.deleted']
    actor: ConnectionDeletedEventActor
    object: ConnectionDeletedEventObject
    data: ConnectionDeletedEventData
    request_id: str | None
    created_at: str


class ProjectTypeCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectTypeCreatedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectTypeCreatedEventData(TypedDict):
    resourcetype: str
    id_kind: str
    title: str


class ProjectTypeCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project_type.created']
    actor: ProjectTypeCreatedEventActor
    object: ProjectTypeCreatedEventObject
    data: ProjectTypeCreatedEventData
    request_id: str | None
    created_at: str


class ProjectTypeDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectTypeDeletedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectTypeDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project_type.deleted']
    actor: ProjectTypeDeletedEventActor
    object: ProjectTypeDeletedEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class ProjectCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectCreatedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project.created']
    actor: ProjectCreatedEventActor
    object: ProjectCreatedEventObject
    data: ProjectEventData
    request_id: str | None
    created_at: str


class ProjectUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project.updated']
    actor: ProjectUpdatedEventActor
    object: ProjectUpdatedEventObject
    data: ProjectChangeEventData
    request_id: str | None
    created_at: str


class ProjectDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectDeletedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project.deleted']
    actor: ProjectDeletedEventActor
    object: ProjectDeletedEventObject
    data: ProjectEventData
    request_id: str | None
    created_at: str


class ProjectRestoredEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectRestoredEventObject(TypedDict):
    type: str
    id: int | str


class ProjectRestoredEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project.restored']
    actor: ProjectRestoredEventActor
    object: ProjectRestoredEventObject
    data: ProjectEventData
    request_id: str | None
    created_at: str


class ProjectRevertedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectRevertedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectRevertedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project.reverted']
    actor: ProjectRevertedEventActor
    object: ProjectRevertedEventObject
    data: ProjectChangeEventData
    request_id: str | None
    created_at: str


class ProjectCommentedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectCommentedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectCommentedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project.commented']
    actor: ProjectCommentedEventActor
    object: ProjectCommentedEventObject
    data: ProjectCommentEventData
    request_id: str | None
    created_at: str


class ProjectCommentEditedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectCommentEditedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectCommentEditedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project.comment_edited']
    actor: ProjectCommentEditedEventActor
    object: ProjectCommentEditedEventObject
    data: ProjectCommentEventData
    request_id: str | None
    created_at: str


class ProjectCommentDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectCommentDeletedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectCommentDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project.comment_deleted']
    actor: ProjectCommentDeletedEventActor
    object: ProjectCommentDeletedEventObject
    data: ProjectCommentEventData
    request_id: str | None
    created_at: str


class ProjectItemCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectItemCreatedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectItemCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project_item.created']
    actor: ProjectItemCreatedEventActor
    object: ProjectItemCreatedEventObject
    data: ProjectItemEventData
    request_id: str | None
    created_at: str


class ProjectItemUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectItemUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectItemUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project_item.updated']
    actor: ProjectItemUpdatedEventActor
    object: ProjectItemUpdatedEventObject
    data: ProjectItemEventData
    request_id: str | None
    created_at: str


class ProjectItemDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectItemDeletedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectItemDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project_item.deleted']
    actor: ProjectItemDeletedEventActor
    object: ProjectItemDeletedEventObject
    data: ProjectItemEventData
    request_id: str | None
    created_at: str


class ProjectItemReorderedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ProjectItemReorderedEventObject(TypedDict):
    type: str
    id: int | str


class ProjectItemReorderedEventData(TypedDict):
    resourcetype: str
    ids: List[str]


class ProjectItemReorderedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['project_item.reordered']
    actor: ProjectItemReorderedEventActor
    object: ProjectItemReorderedEventObject
    data: ProjectItemReorderedEventData
    request_id: str | None
    created_at: str


class SocialAccountConnectedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialAccountConnectedEventObject(TypedDict):
    type: str
    id: int | str


class SocialAccountConnectedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_account.connected']
    actor: SocialAccountConnectedEventActor
    object: SocialAccountConnectedEventObject
    data: SocialAccountEventData
    request_id: str | None
    created_at: str


class SocialAccountUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialAccountUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class SocialAccountUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_account.updated']
    actor: SocialAccountUpdatedEventActor
    object: SocialAccountUpdatedEventObject
    data: SocialAccountEventData
    request_id: str | None
    created_at: str


class SocialAccountDisconnectedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialAccountDisconnectedEventObject(TypedDict):
    type: str
    id: int | str


class SocialAccountDisconnectedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_account.disconnected']
    actor: SocialAccountDisconnectedEventActor
    object: SocialAccountDisconnectedEventObject
    data: SocialAccountEventData
    request_id: str | None
    created_at: str


class SocialDraftCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialDraftCreatedEventObject(TypedDict):
    type: str
    id: int | str


class SocialDraftCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_draft.created']
    actor: SocialDraftCreatedEventActor
    object: SocialDraftCreatedEventObject
    data: SocialPostEventData
    request_id: str | None
    created_at: str


class SocialDraftUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialDraftUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class SocialDraftUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_draft.updated']
    actor: SocialDraftUpdatedEventActor
    object: SocialDraftUpdatedEventObject
    data: SocialPostEventData
    request_id: str | None
    created_at: str


class SocialDraftDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialDraftDeletedEventObject(TypedDict):
    type: str
    id: int | str


class SocialDraftDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_draft.deleted']
    actor: SocialDraftDeletedEventActor
    object: SocialDraftDeletedEventObject
    data: SocialPostEventData
    request_id: str | None
    created_at: str


class SocialPostCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialPostCreatedEventObject(TypedDict):
    type: str
    id: int | str


class SocialPostCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_post.created']
    actor: SocialPostCreatedEventActor
    object: SocialPostCreatedEventObject
    data: SocialPostEventData
    request_id: str | None
    created_at: str


class SocialPostUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialPostUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class SocialPostUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_post.updated']
    actor: SocialPostUpdatedEventActor
    object: SocialPostUpdatedEventObject
    data: SocialPostEventData
    request_id: str | None
    created_at: str


class SocialPostDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialPostDeletedEventObject(TypedDict):
    type: str
    id: int | str


class SocialPostDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_post.deleted']
    actor: SocialPostDeletedEventActor
    object: SocialPostDeletedEventObject
    data: SocialPostEventData
    request_id: str | None
    created_at: str


class SocialPostScheduledEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialPostScheduledEventObject(TypedDict):
    type: str
    id: int | str


class SocialPostScheduledEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_post.scheduled']
    actor: SocialPostScheduledEventActor
    object: SocialPostScheduledEventObject
    data: SocialPostEventData
    request_id: str | None
    created_at: str


class SocialPostPublishedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialPostPublishedEventObject(TypedDict):
    type: str
    id: int | str


class SocialPostPublishedEventDataAccount(TypedDict):
    id: int
    network: str
    name: str


class SocialPostPublishedEventData(TypedDict):
    group_id: str
    account: SocialPostPublishedEventDataAccount
    status: str
    date: str | None
    url: str | None


class SocialPostPublishedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_post.published']
    actor: SocialPostPublishedEventActor
    object: SocialPostPublishedEventObject
    data: SocialPostPublishedEventData
    request_id: str | None
    created_at: str


class SocialPostFailedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class SocialPostFailedEventObject(TypedDict):
    type: str
    id: int | str


class SocialPostFailedEventDataAccount(TypedDict):
    id: int
    network: str
    name: str


class SocialPostFailedEventData(TypedDict):
    group_id: str
    account: SocialPostFailedEventDataAccount
    status: str
    date: str | None
    error: str | None


class SocialPostFailedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['social_post.failed']
    actor: SocialPostFailedEventActor
    object: SocialPostFailedEventObject
    data: SocialPostFailedEventData
    request_id: str | None
    created_at: str


class WorkflowCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowCreatedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow.created']
    actor: WorkflowCreatedEventActor
    object: WorkflowCreatedEventObject
    data: WorkflowEventData
    request_id: str | None
    created_at: str


class WorkflowUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow.updated']
    actor: WorkflowUpdatedEventActor
    object: WorkflowUpdatedEventObject
    data: WorkflowEventData
    request_id: str | None
    created_at: str


class WorkflowDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowDeletedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow.deleted']
    actor: WorkflowDeletedEventActor
    object: WorkflowDeletedEventObject
    data: WorkflowEventData
    request_id: str | None
    created_at: str


class WorkflowTriggerCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowTriggerCreatedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowTriggerCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_trigger.created']
    actor: WorkflowTriggerCreatedEventActor
    object: WorkflowTriggerCreatedEventObject
    data: WorkflowTriggerEventData
    request_id: str | None
    created_at: str


class WorkflowTriggerUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowTriggerUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowTriggerUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_trigger.updated']
    actor: WorkflowTriggerUpdatedEventActor
    object: WorkflowTriggerUpdatedEventObject
    data: WorkflowTriggerEventData
    request_id: str | None
    created_at: str


class WorkflowTriggerDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowTriggerDeletedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowTriggerDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_trigger.deleted']
    actor: WorkflowTriggerDeletedEventActor
    object: WorkflowTriggerDeletedEventObject
    data: WorkflowTriggerEventData
    request_id: str | None
    created_at: str


class WorkflowRunStartedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunStartedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunStartedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.started']
    actor: WorkflowRunStartedEventActor
    object: WorkflowRunStartedEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class WorkflowRunPausedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunPausedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunPausedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.paused']
    actor: WorkflowRunPausedEventActor
    object: WorkflowRunPausedEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class WorkflowRunResumedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunResumedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunResumedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.resumed']
    actor: WorkflowRunResumedEventActor
    object: WorkflowRunResumedEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class WorkflowRunRetriedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunRetriedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunRetriedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.retried']
    actor: WorkflowRunRetriedEventActor
    object: WorkflowRunRetriedEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class WorkflowRunRestartedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunRestartedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunRestartedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.restarted']
    actor: WorkflowRunRestartedEventActor
    object: WorkflowRunRestartedEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class WorkflowRunCompletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunCompletedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunCompletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.completed']
    actor: WorkflowRunCompletedEventActor
    object: WorkflowRunCompletedEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class WorkflowRunFailedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunFailedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunFailedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.failed']
    actor: WorkflowRunFailedEventActor
    object: WorkflowRunFailedEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class WorkflowRunTerminatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunTerminatedEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunTerminatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.terminated']
    actor: WorkflowRunTerminatedEventActor
    object: WorkflowRunTerminatedEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class WorkflowRunTimedOutEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkflowRunTimedOutEventObject(TypedDict):
    type: str
    id: int | str


class WorkflowRunTimedOutEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workflow_run.timed_out']
    actor: WorkflowRunTimedOutEventActor
    object: WorkflowRunTimedOutEventObject
    data: WorkflowRunEventData
    request_id: str | None
    created_at: str


class TaskSubmittedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TaskSubmittedEventObject(TypedDict):
    type: str
    id: int | str


class TaskSubmittedEventData(TypedDict):
    kind: str


class TaskSubmittedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['task.submitted']
    actor: TaskSubmittedEventActor
    object: TaskSubmittedEventObject
    data: TaskSubmittedEventData
    request_id: str | None
    created_at: str


class TaskSucceededEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TaskSucceededEventObject(TypedDict):
    type: str
    id: int | str


class TaskSucceededEventData(TypedDict):
    kind: str


class TaskSucceededEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['task.succeeded']
    actor: TaskSucceededEventActor
    object: TaskSucceededEventObject
    data: TaskSucceededEventData
    request_id: str | None
    created_at: str


class TaskFailedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TaskFailedEventObject(TypedDict):
    type: str
    id: int | str


class TaskFailedEventData(TypedDict):
    kind: str


class TaskFailedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['task.failed']
    actor: TaskFailedEventActor
    object: TaskFailedEventObject
    data: TaskFailedEventData
    request_id: str | None
    created_at: str


class TaskCancelledEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TaskCancelledEventObject(TypedDict):
    type: str
    id: int | str


class TaskCancelledEventData(TypedDict):
    kind: str


class TaskCancelledEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['task.cancelled']
    actor: TaskCancelledEventActor
    object: TaskCancelledEventObject
    data: TaskCancelledEventData
    request_id: str | None
    created_at: str


class AssetCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class AssetCreatedEventObject(TypedDict):
    type: str
    id: int | str


class AssetCreatedEventData(TypedDict):
    name: str
    asset_type: int


class AssetCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['asset.created']
    actor: AssetCreatedEventActor
    object: AssetCreatedEventObject
    data: AssetCreatedEventData
    request_id: str | None
    created_at: str


class AssetProcessedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class AssetProcessedEventObject(TypedDict):
    type: str
    id: int | str


class AssetProcessedEventData(TypedDict):
    name: str
    asset_type: int
    status: int


class AssetProcessedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['asset.processed']
    actor: AssetProcessedEventActor
    object: AssetProcessedEventObject
    data: AssetProcessedEventData
    request_id: str | None
    created_at: str


class AssetUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class AssetUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class AssetUpdatedEventDataBefore(TypedDict):
    name: str
    folder_id: str | None


class AssetUpdatedEventDataAfter(TypedDict):
    name: str
    folder_id: str | None


class AssetUpdatedEventData(TypedDict):
    before: AssetUpdatedEventDataBefore
    after: AssetUpdatedEventDataAfter


class AssetUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['asset.updated']
    actor: AssetUpdatedEventActor
    object: AssetUpdatedEventObject
    data: AssetUpdatedEventData
    request_id: str | None
    created_at: str


class AssetDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class AssetDeletedEventObject(TypedDict):
    type: str
    id: int | str


class AssetDeletedEventData(TypedDict):
    name: str


class AssetDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['asset.deleted']
    actor: AssetDeletedEventActor
    object: AssetDeletedEventObject
    data: AssetDeletedEventData
    request_id: str | None
    created_at: str


class AssetFolderCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class AssetFolderCreatedEventObject(TypedDict):
    type: str
    id: int | str


class AssetFolderCreatedEventData(TypedDict):
    name: str
    parent_id: str | None


class AssetFolderCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['asset_folder.created']
    actor: AssetFolderCreatedEventActor
    object: AssetFolderCreatedEventObject
    data: AssetFolderCreatedEventData
    request_id: str | None
    created_at: str


class AssetFolderUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class AssetFolderUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class AssetFolderUpdatedEventData(TypedDict):
    before: AssetFolder
    after: AssetFolder


class AssetFolderUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['asset_folder.updated']
    actor: AssetFolderUpdatedEventActor
    object: AssetFolderUpdatedEventObject
    data: AssetFolderUpdatedEventData
    request_id: str | None
    created_at: str


class AssetFolderDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class AssetFolderDeletedEventObject(TypedDict):
    type: str
    id: int | str


class AssetFolderDeletedEventData(TypedDict):
    before: AssetFolder


class AssetFolderDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['asset_folder.deleted']
    actor: AssetFolderDeletedEventActor
    object: AssetFolderDeletedEventObject
    data: AssetFolderDeletedEventData
    request_id: str | None
    created_at: str


class ChatMessageEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ChatMessageEventObject(TypedDict):
    type: str
    id: int | str


class ChatMessageEventData(TypedDict):
    channel: str
    title: str | None
    author: str
    notification_id: str | None


class ChatMessageEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['chat.message']
    actor: ChatMessageEventActor
    object: ChatMessageEventObject
    data: ChatMessageEventData
    request_id: str | None
    created_at: str


class ChatWebhookCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ChatWebhookCreatedEventObject(TypedDict):
    type: str
    id: int | str


class ChatWebhookCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['chat_webhook.created']
    actor: ChatWebhookCreatedEventActor
    object: ChatWebhookCreatedEventObject
    data: ChatWebhookEventData
    request_id: str | None
    created_at: str


class ChatWebhookUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ChatWebhookUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class ChatWebhookUpdatedEventData(TypedDict):
    before: ChatWebhookEventData
    after: ChatWebhookEventData


class ChatWebhookUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['chat_webhook.updated']
    actor: ChatWebhookUpdatedEventActor
    object: ChatWebhookUpdatedEventObject
    data: ChatWebhookUpdatedEventData
    request_id: str | None
    created_at: str


class ChatWebhookDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ChatWebhookDeletedEventObject(TypedDict):
    type: str
    id: int | str


class ChatWebhookDeletedEventData(TypedDict):
    before: ChatWebhookEventData


class ChatWebhookDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['chat_webhook.deleted']
    actor: ChatWebhookDeletedEventActor
    object: ChatWebhookDeletedEventObject
    data: ChatWebhookDeletedEventData
    request_id: str | None
    created_at: str


class WorkspaceCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkspaceCreatedEventObject(TypedDict):
    type: str
    id: int | str


class WorkspaceCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workspace.created']
    actor: WorkspaceCreatedEventActor
    object: WorkspaceCreatedEventObject
    data: Workspace
    request_id: str | None
    created_at: str


class WorkspaceUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WorkspaceUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class WorkspaceUpdatedEventData(TypedDict):
    before: Workspace
    after: Workspace


class WorkspaceUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['workspace.updated']
    actor: WorkspaceUpdatedEventActor
    object: WorkspaceUpdatedEventObject
    data: WorkspaceUpdatedEventData
    request_id: str | None
    created_at: str


class TeamspaceCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TeamspaceCreatedEventObject(TypedDict):
    type: str
    id: int | str


class TeamspaceCreatedEventData(TypedDict):
    name: str
    slug: str


class TeamspaceCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['teamspace.created']
    actor: TeamspaceCreatedEventActor
    object: TeamspaceCreatedEventObject
    data: TeamspaceCreatedEventData
    request_id: str | None
    created_at: str


class TeamspaceUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TeamspaceUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class TeamspaceUpdatedEventData(TypedDict):
    before: Teamspace
    after: Teamspace


class TeamspaceUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['teamspace.updated']
    actor: TeamspaceUpdatedEventActor
    object: TeamspaceUpdatedEventObject
    data: TeamspaceUpdatedEventData
    request_id: str | None
    created_at: str


class TeamspaceDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TeamspaceDeletedEventObject(TypedDict):
    type: str
    id: int | str


class TeamspaceDeletedEventData(TypedDict):
    before: Teamspace


class TeamspaceDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['teamspace.deleted']
    actor: TeamspaceDeletedEventActor
    object: TeamspaceDeletedEventObject
    data: TeamspaceDeletedEventData
    request_id: str | None
    created_at: str


class TeamspaceMemberAddedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TeamspaceMemberAddedEventObject(TypedDict):
    type: str
    id: int | str


class TeamspaceMemberAddedEventData(TypedDict):
    user_id: int


class TeamspaceMemberAddedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['teamspace.member_added']
    actor: TeamspaceMemberAddedEventActor
    object: TeamspaceMemberAddedEventObject
    data: TeamspaceMemberAddedEventData
    request_id: str | None
    created_at: str


class TeamspaceMemberRemovedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class TeamspaceMemberRemovedEventObject(TypedDict):
    type: str
    id: int | str


class TeamspaceMemberRemovedEventData(TypedDict):
    user_id: int


class TeamspaceMemberRemovedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['teamspace.member_removed']
    actor: TeamspaceMemberRemovedEventActor
    object: TeamspaceMemberRemovedEventObject
    data: TeamspaceMemberRemovedEventData
    request_id: str | None
    created_at: str


class MemberJoinedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class MemberJoinedEventObject(TypedDict):
    type: str
    id: int | str


class MemberJoinedEventData(TypedDict):
    email: str
    role: str


class MemberJoinedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['member.joined']
    actor: MemberJoinedEventActor
    object: MemberJoinedEventObject
    data: MemberJoinedEventData
    request_id: str | None
    created_at: str


class MemberUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class MemberUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class MemberUpdatedEventDataBefore(TypedDict):
    role: str


class MemberUpdatedEventDataAfter(TypedDict):
    role: str


class MemberUpdatedEventData(TypedDict):
    before: MemberUpdatedEventDataBefore
    after: MemberUpdatedEventDataAfter


class MemberUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['member.updated']
    actor: MemberUpdatedEventActor
    object: MemberUpdatedEventObject
    data: MemberUpdatedEventData
    request_id: str | None
    created_at: str


class MemberRemovedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class MemberRemovedEventObject(TypedDict):
    type: str
    id: int | str


class MemberRemovedEventData(TypedDict):
    email: str
    role: str


class MemberRemovedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['member.removed']
    actor: MemberRemovedEventActor
    object: MemberRemovedEventObject
    data: MemberRemovedEventData
    request_id: str | None
    created_at: str


class InvitationCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class InvitationCreatedEventObject(TypedDict):
    type: str
    id: int | str


class InvitationCreatedEventData(TypedDict):
    email: str
    role: str
    teamspace_ids: List[int]


class InvitationCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['invitation.created']
    actor: InvitationCreatedEventActor
    object: InvitationCreatedEventObject
    data: InvitationCreatedEventData
    request_id: str | None
    created_at: str


class InvitationRevokedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class InvitationRevokedEventObject(TypedDict):
    type: str
    id: int | str


class InvitationRevokedEventData(TypedDict):
    email: str


class InvitationRevokedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['invitation.revoked']
    actor: InvitationRevokedEventActor
    object: InvitationRevokedEventObject
    data: InvitationRevokedEventData
    request_id: str | None
    created_at: str


class QuotaUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class QuotaUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class QuotaUpdatedEventData(TypedDict):
    limits: QuotaLimits
    reset: List[str]


class QuotaUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['quota.updated']
    actor: QuotaUpdatedEventActor
    object: QuotaUpdatedEventObject
    data: QuotaUpdatedEventData
    request_id: str | None
    created_at: str


class ApiKeyCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ApiKeyCreatedEventObject(TypedDict):
    type: str
    id: int | str


class ApiKeyCreatedEventData(TypedDict):
    name: str
    prefix: str
    scopes: List[str]


class ApiKeyCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['api_key.created']
    actor: ApiKeyCreatedEventActor
    object: ApiKeyCreatedEventObject
    data: ApiKeyCreatedEventData
    request_id: str | None
    created_at: str


class ApiKeyRevokedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class ApiKeyRevokedEventObject(TypedDict):
    type: str
    id: int | str


class ApiKeyRevokedEventData(TypedDict):
    name: str
    prefix: str


class ApiKeyRevokedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['api_key.revoked']
    actor: ApiKeyRevokedEventActor
    object: ApiKeyRevokedEventObject
    data: ApiKeyRevokedEventData
    request_id: str | None
    created_at: str


class WebhookSubscriptionCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WebhookSubscriptionCreatedEventObject(TypedDict):
    type: str
    id: int | str


class WebhookSubscriptionCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['webhook_subscription.created']
    actor: WebhookSubscriptionCreatedEventActor
    object: WebhookSubscriptionCreatedEventObject
    data: WebhookSubscriptionEventData
    request_id: str | None
    created_at: str


class WebhookSubscriptionUpdatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WebhookSubscriptionUpdatedEventObject(TypedDict):
    type: str
    id: int | str


class WebhookSubscriptionUpdatedEventData(TypedDict):
    before: WebhookSubscriptionEventData
    after: WebhookSubscriptionEventData


class WebhookSubscriptionUpdatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['webhook_subscription.updated']
    actor: WebhookSubscriptionUpdatedEventActor
    object: WebhookSubscriptionUpdatedEventObject
    data: WebhookSubscriptionUpdatedEventData
    request_id: str | None
    created_at: str


class WebhookSubscriptionSecretRotatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WebhookSubscriptionSecretRotatedEventObject(TypedDict):
    type: str
    id: int | str


class WebhookSubscriptionSecretRotatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['webhook_subscription.secret_rotated']
    actor: WebhookSubscriptionSecretRotatedEventActor
    object: WebhookSubscriptionSecretRotatedEventObject
    data: Dict[str, Any]
    request_id: str | None
    created_at: str


class WebhookSubscriptionDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class WebhookSubscriptionDeletedEventObject(TypedDict):
    type: str
    id: int | str


class WebhookSubscriptionDeletedEventData(TypedDict):
    before: WebhookSubscriptionEventData


class WebhookSubscriptionDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['webhook_subscription.deleted']
    actor: WebhookSubscriptionDeletedEventActor
    object: WebhookSubscriptionDeletedEventObject
    data: WebhookSubscriptionDeletedEventData
    request_id: str | None
    created_at: str


class IncomingWebhookCreatedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class IncomingWebhookCreatedEventObject(TypedDict):
    type: str
    id: int | str


class IncomingWebhookCreatedEventData(TypedDict):
    channel: str
    name: str


class IncomingWebhookCreatedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['incoming_webhook.created']
    actor: IncomingWebhookCreatedEventActor
    object: IncomingWebhookCreatedEventObject
    data: IncomingWebhookCreatedEventData
    request_id: str | None
    created_at: str


class IncomingWebhookDeletedEventActor(TypedDict):
    id: int
    name: str
    kind: str
    """user, agent or system"""
    via: str


class IncomingWebhookDeletedEventObject(TypedDict):
    type: str
    id: int | str


class IncomingWebhookDeletedEventData(TypedDict):
    channel: str
    name: str


class IncomingWebhookDeletedEvent(TypedDict):
    seq: int
    """Position in the order of events. Send the last one as `after`."""
    type: Literal['incoming_webhook.deleted']
    actor: IncomingWebhookDeletedEventActor
    object: IncomingWebhookDeletedEventObject
    data: IncomingWebhookDeletedEventData
    request_id: str | None
    created_at: str


AssetStatus: TypeAlias = Literal[0, 1, 2, 3, 4]


AssetType: TypeAlias = Literal[0, 2, 4, 6, 8, 17]


BoardAccess: TypeAlias = Literal[0, 1, 2]


CloneBoardBody: TypeAlias = CloneBoardBody_ | None


CloneBoardTaskBody: TypeAlias = CloneBoardTaskBody_ | None


DependencyRelation: TypeAlias = Literal['BLOCKS', 'RELATES_TO', 'DUPLICATES']


DoorReply: TypeAlias = Dict[str, Any]


ElevenLabsTranscript: TypeAlias = Dict[str, Any]


FieldKind: TypeAlias = Literal['text', 'number', 'date', 'select', 'checkbox', 'url', 'person']


InvitedRole: TypeAlias = Literal['admin', 'member', 'guest']


JsonPatch: TypeAlias = List[JsonPatchItem]


MemberRole: TypeAlias = Literal['owner', 'admin', 'member', 'guest']


MergePatch: TypeAlias = Dict[str, Any]


NotificationCategory: TypeAlias = Literal['agentTaskCompleted', 'agentNeedsInput', 'agentError', 'agentProgress', 'agentNudge', 'mention', 'assignment']


NotificationChannel: TypeAlias = Literal['in_app', 'websocket', 'email', 'chat', 'push']


OpenAiTranscript: TypeAlias = Dict[str, Any]


PauseWorkflowRunBody: TypeAlias = PauseWorkflowRunBody_ | None


Permission: TypeAlias = Literal['workspaces:read', 'workspaces:write', 'teamspaces:read', 'teamspaces:write', 'members:read', 'members:write', 'api-keys:read', 'api-keys:write', 'events:read', 'tasks:read', 'tasks:write', 'tools:write', 'assets:read', 'assets:write', 'webhooks:read', 'webhooks:write', 'voices:read', 'voices:write', 'transcriptions:read', 'transcriptions:write', 'videos:read', 'videos:write', 'notifications:read', 'notifications:write', 'notifications:send', 'deliveries:read', 'deliveries:write', 'chat:read', 'chat:write', 'projects:read', 'projects:write', 'boards:read', 'boards:write', 'social:read', 'social:write', 'social-accounts:write', 'workflows:read', 'workflows:write', 'workflows:run']


PostToIncomingWebhookBody: TypeAlias = Dict[str, Any]


StatusCategory: TypeAlias = Literal['backlog', 'todo', 'in_progress', 'done']


TaskStatus: TypeAlias = Literal['PENDING', 'STARTED', 'PROGRESS', 'RETRY', 'SUCCESS', 'FAILURE']


TerminateWorkflowRunBody: TypeAlias = TerminateWorkflowRunBody_ | None


UnsubscribeFormFields: TypeAlias = Dict[str, Any]


VoiceGender: TypeAlias = Literal[0, 1, 3]


WebhookFilter: TypeAlias = Dict[str, Any]


AtelierEvent: TypeAlias = EngineChosenEvent | EngineResetEvent | VoiceCreatedEvent | VoiceUpdatedEvent | VoiceDeletedEvent | TranscriptionSubmittedEvent | TranscriptionDoneEvent | TranscriptionFailedEvent | TranscriptionUpdatedEvent | TranscriptionDeletedEvent | VideoSubmittedEvent | VideoDoneEvent | VideoFailedEvent | PmBoardCreatedEvent | PmBoardUpdatedEvent | PmBoardDeletedEvent | PmTaskCreatedEvent | PmTaskUpdatedEvent | PmTaskStatusChangedEvent | PmTaskAssignedEvent | PmTaskUnassignedEvent | PmTaskCommentedEvent | PmTaskCommentEditedEvent | PmTaskCommentDeletedEvent | PmTaskAttachedEvent | PmTaskDetachedEvent | PmTaskDependencyAddedEvent | PmTaskDependencyRemovedEvent | PmTaskCompletedEvent | PmTaskReopenedEvent | PmTaskDeletedEvent | NotificationCreatedEvent | NotificationUpdatedEvent | NotificationDigestEvent | DeliveryFailedEvent | ThreadMessageEvent | QuestionAskedEvent | QuestionRemindedEvent | QuestionEscalatedEvent | QuestionDelegatedEvent | QuestionVotedEvent | QuestionAnsweredEvent | QuestionExpiredEvent | QuestionCancelledEvent | ConnectionCreatedEvent | ConnectionDeletedEvent | ProjectTypeCreatedEvent | ProjectTypeDeletedEvent | ProjectCreatedEvent | ProjectUpdatedEvent | ProjectDeletedEvent | ProjectRestoredEvent | ProjectRevertedEvent | ProjectCommentedEvent | ProjectCommentEditedEvent | ProjectCommentDeletedEvent | ProjectItemCreatedEvent | ProjectItemUpdatedEvent | ProjectItemDeletedEvent | ProjectItemReorderedEvent | SocialAccountConnectedEvent | SocialAccountUpdatedEvent | SocialAccountDisconnectedEvent | SocialDraftCreatedEvent | SocialDraftUpdatedEvent | SocialDraftDeletedEvent | SocialPostCreatedEvent | SocialPostUpdatedEvent | SocialPostDeletedEvent | SocialPostScheduledEvent | SocialPostPublishedEvent | SocialPostFailedEvent | WorkflowCreatedEvent | WorkflowUpdatedEvent | WorkflowDeletedEvent | WorkflowTriggerCreatedEvent | WorkflowTriggerUpdatedEvent | WorkflowTriggerDeletedEvent | WorkflowRunStartedEvent | WorkflowRunPausedEvent | WorkflowRunResumedEvent | WorkflowRunRetriedEvent | WorkflowRunRestartedEvent | WorkflowRunCompletedEvent | WorkflowRunFailedEvent | WorkflowRunTerminatedEvent | WorkflowRunTimedOutEvent | TaskSubmittedEvent | TaskSucceededEvent | TaskFailedEvent | TaskCancelledEvent | AssetCreatedEvent | AssetProcessedEvent | AssetUpdatedEvent | AssetDeletedEvent | AssetFolderCreatedEvent | AssetFolderUpdatedEvent | AssetFolderDeletedEvent | ChatMessageEvent | ChatWebhookCreatedEvent | ChatWebhookUpdatedEvent | ChatWebhookDeletedEvent | WorkspaceCreatedEvent | WorkspaceUpdatedEvent | TeamspaceCreatedEvent | TeamspaceUpdatedEvent | TeamspaceDeletedEvent | TeamspaceMemberAddedEvent | TeamspaceMemberRemovedEvent | MemberJoinedEvent | MemberUpdatedEvent | MemberRemovedEvent | InvitationCreatedEvent | InvitationRevokedEvent | QuotaUpdatedEvent | ApiKeyCreatedEvent | ApiKeyRevokedEvent | WebhookSubscriptionCreatedEvent | WebhookSubscriptionUpdatedEvent | WebhookSubscriptionSecretRotatedEvent | WebhookSubscriptionDeletedEvent | IncomingWebhookCreatedEvent | IncomingWebhookDeletedEvent
