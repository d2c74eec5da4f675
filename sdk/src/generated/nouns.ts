// Generated from docs/openapi.json by "npm run generate". Do not edit.

import { bind } from '../bind.ts'
import type { CallOptions, Paged, RawBody, WithQuery } from '../operation.ts'
import type { Submitted } from '../task-result.ts'
import type { Transport } from '../transport.ts'
import { operations } from './operations.ts'
import type {
  AcceptInvitationBody,
  AcceptedInvitation,
  AccountsToPostTo,
  ActiveSession,
  AddBRollsVideoBody,
  AddBoardMemberBody,
  AddChecklistItemBody,
  AddDependencyBody,
  AddQueueSlotBody,
  AddTeamspaceMemberBody,
  AiImageGeneration,
  AiImageGenerationV2,
  AiImageModelList,
  AiImageStatus,
  AnnounceProjectPresenceBody,
  AnswerQuestionBody,
  ApiKey,
  ApproveWorkflowStepBody,
  Asset,
  AssetFolder,
  AssetFolderList,
  AssetFromUrl,
  AttachAssetBody,
  BlurBackgroundBody,
  BlurBackgroundNowBody,
  BlurFacesBody,
  BlurFacesResult,
  BlurredImage,
  Board,
  BoardMember,
  BoardTask,
  BrowserSession,
  CallbackOutcome,
  ChangePasswordBody,
  ChannelList,
  ChatWebhook,
  CheckWorkflowBody,
  CheckWorkflowReply,
  ChecklistItem,
  ChooseImagesEngineBody,
  ChooseOutpaintingEngineBody,
  ChooseSpeechEngineBody,
  ChooseTranscriptionEngineBody,
  ChooseVideoEngineBody,
  CloneBoardBody,
  CloneBoardTaskBody,
  Comment,
  ConnectSocialAccountBody,
  Connection,
  ConnectionList,
  ConnectionTest,
  ConvertFormatBody,
  ConvertImageFormatBody,
  ConvertVideoFormatBody,
  CorrectTranscriptionBody,
  CreateApiKeyBody,
  CreateAssetFolderBody,
  CreateAssetFromUrlBody,
  CreateBoardBody,
  CreateBoardTaskBody,
  CreateChatWebhookBody,
  CreateCommentBody,
  CreateConnectionBody,
  CreateFieldBody,
  CreateIncomingWebhookBody,
  CreateInvitationBody,
  CreateLinkCodeBody,
  CreatePostsBody,
  CreateProjectBody,
  CreateProjectItemBody,
  CreateProjectTypeBody,
  CreatePushSubscriptionBody,
  CreateSocialTagBody,
  CreateStatusBody,
  CreateTagBody,
  CreateTeamspaceBody,
  CreateVoiceBody,
  CreateWebhookSubscriptionBody,
  CreateWorkflowBody,
  CreateWorkflowTriggerBody,
  CreateWorkspaceBody,
  CreatedPosts,
  CutOutResult,
  DelegateQuestionBody,
  DeleteDraftsBody,
  DeletePostsBody,
  DeleteStatusQuery,
  DeletedPosts,
  Delivery,
  DeliveryReceipts,
  DemoData,
  Dependencies,
  DiffProjectRevisionsQuery,
  DoorReply,
  DownloadTranscriptionFileQuery,
  Draft,
  DraftSummary,
  EndProjectPresenceQuery,
  EndedSessions,
  Engine,
  EngineList,
  EngineTest,
  EventList,
  EventTypeList,
  Field,
  FillImageBody,
  FindFacesBody,
  FindFacesResult,
  FireWorkflowTriggerBody,
  GenerateAiImageBody,
  GenerateAudioBody,
  GenerateVideoBody,
  GetBoardQuery,
  GetBoardTaskQuery,
  GetLinkCardQuery,
  GetSocialAccountsQuery,
  GetSocialAnalyticsAggregatedQuery,
  GetSocialAnalyticsAudienceQuery,
  GetSocialAnalyticsPostsQuery,
  GetSocialAnalyticsRangeBody,
  GetTaskActivityQuery,
  GetWorkflowRunStatusQuery,
  HookReply,
  IdempotentResponse,
  ImageFromScribbleBody,
  ImageToolResult,
  InboundMailOutcome,
  IncomingWebhook,
  InpaintImageBody,
  Invitation,
  InvitationDetails,
  JsonPatch,
  LinkCard,
  LinkCode,
  ListAiImageModelsQuery,
  ListAllProjectsQuery,
  ListAllRunsQuery,
  ListAssetsQuery,
  ListBoardTasksQuery,
  ListBoardsQuery,
  ListCommentsQuery,
  ListDeliveriesQuery,
  ListDraftsQuery,
  ListEventsQuery,
  ListMemberChoicesQuery,
  ListMembersQuery,
  ListMessagesQuery,
  ListNotificationsQuery,
  ListPostsQuery,
  ListProjectItemsQuery,
  ListProjectsQuery,
  ListQuestionsQuery,
  ListQueueSlotsQuery,
  ListSocialAccountsQuery,
  ListTagsQuery,
  ListTasksQuery,
  ListThreadsQuery,
  ListTranscriptionsQuery,
  ListTriggerFiringsQuery,
  ListVideosQuery,
  ListVoicesQuery,
  ListWebhookDeliveriesQuery,
  ListWorkflowRunsQuery,
  ListWorkflowsQuery,
  LoadedDemoData,
  LogInBody,
  LookUpInvitationBody,
  LookUpSignInLinkBody,
  Mail,
  MailSetup,
  MailSummary,
  MarkNotificationBody,
  MarkNotificationsBody,
  MarkNotificationsReply,
  Me,
  Member,
  MemberChoiceList,
  MergePatch,
  MergeVideosBody,
  Message,
  MessageList,
  ModelList,
  MoveAssetsBody,
  MoveAssetsReply,
  MoveBoardTaskBody,
  MoveStatusTasksBody,
  MoveStatusTasksReply,
  MyDoors,
  NewApiKey,
  NewIncomingWebhook,
  NewInvitation,
  NewWebhookSubscription,
  NewWorkflowTrigger,
  Notification,
  NotificationCount,
  NotificationPreferences,
  OpenBrowserSessionBody,
  OutpaintImageBody,
  PageQuery,
  PauseWorkflowRunBody,
  PermissionList,
  Post,
  PostMessageBody,
  PostSummary,
  PreviewScheduleQuery,
  ProgramGrant,
  Project,
  ProjectDiff,
  ProjectItem,
  ProjectItemOrder,
  ProjectPresence,
  ProjectRevision,
  ProjectRevisionSummary,
  ProjectSummary,
  ProjectType,
  PushKey,
  PushSubscription,
  PushSubscriptionList,
  Question,
  QueueSlot,
  QueueSlotList,
  ReachableTeamspaceList,
  ReadAnswersQuery,
  ReadAnswersReply,
  ReadTextBody,
  ReadTextResult,
  ReceiptKeys,
  RedeemSignInLinkBody,
  RefreshSessionBody,
  RegisterAssetBody,
  Rehearsal,
  RehearseWorkflowBody,
  RemoveAudioBody,
  RemoveBackgroundBody,
  RemoveDependencyBody,
  RemovedDemoData,
  ReorderProjectItemsBody,
  ReplaceBackgroundBody,
  ReplaceImageBody,
  ReplayWebhookEventsBody,
  ReplayWebhookEventsReply,
  RequestPasswordLinkBody,
  RequestPasswordLinkReply,
  RestoreImageBody,
  ReverseVideoBody,
  RevertProjectBody,
  RotateWebhookSecretReply,
  RotateWorkflowTriggerBody,
  ScheduleDraftBody,
  SchedulePreview,
  ScriptToVideoBody,
  SendAgentNotificationBody,
  SendAgentNotificationQuery,
  SentNotification,
  Session,
  ShowAnswerPageQuery,
  ShowMailQuery,
  SignInLink,
  SignUploadBody,
  SignedUpload,
  SmartCropBody,
  SmartCropResult,
  SocialAccount,
  SocialAccountList,
  SocialAnalyticsAggregated,
  SocialAnalyticsAudience,
  SocialAnalyticsPosts,
  SocialAnalyticsRange,
  SocialTag,
  SocialTagList,
  SocketTicket,
  SpeechResult,
  SpeedUpVideoBody,
  StartWorkflowBody,
  StartWorkflowReply,
  StartableWorkflowList,
  Status,
  SubmitAiImageBody,
  SubmittedTask,
  SubmittedTranscription,
  SubmittedVideo,
  Tag,
  Task,
  TaskActivity,
  TaskInput,
  TaskProgress,
  TaskSignsList,
  Teamspace,
  TeamspaceMember,
  TerminateWorkflowRunBody,
  TestMail,
  TestResult,
  TextToVideoBody,
  Thread,
  ThreadMute,
  ThreadSummary,
  TranscribeBody,
  Transcription,
  TranscriptionSummary,
  TransformImageBody,
  UpdateAssetBody,
  UpdateAssetFolderBody,
  UpdateBoardBody,
  UpdateBoardTaskBody,
  UpdateChatWebhookBody,
  UpdateChecklistItemBody,
  UpdateCommentBody,
  UpdateCurrentWorkspaceBody,
  UpdateDraftBody,
  UpdateFieldBody,
  UpdateMeBody,
  UpdateMemberBody,
  UpdateNotificationPreferencesBody,
  UpdatePostBody,
  UpdateProjectBody,
  UpdateProjectItemBody,
  UpdateProjectQuery,
  UpdateSocialAccountBody,
  UpdateSocialGroupBody,
  UpdateSocialGroupReply,
  UpdateStatusBody,
  UpdateTagBody,
  UpdateTeamspaceBody,
  UpdateVoiceBody,
  UpdateWebhookSubscriptionBody,
  UpdateWorkflowBody,
  UpdateWorkflowTriggerBody,
  UpdateWorkspaceQuotasBody,
  UpscaleImageBody,
  UpscaleImageByScaleBody,
  UsageReport,
  VerifyEmailBody,
  Video,
  VideoExport,
  Voice,
  VoiceList,
  WebhookDelivery,
  WebhookDeliverySummary,
  WebhookSecret,
  WebhookSubscription,
  Workflow,
  WorkflowOperationList,
  WorkflowRun,
  WorkflowRunStatus,
  WorkflowRunStepList,
  WorkflowSchema,
  WorkflowSummary,
  WorkflowTemplateList,
  WorkflowTrigger,
  WorkflowTriggerFiring,
  WorkflowTriggerList,
  WorkflowVersion,
  Workspace,
  WorkspaceContext,
  WorkspaceList,
  WriteInThreadBody,
  WriteInThreadReply,
} from './types.ts'

export interface Images {
  /** Convert an image, with the names of existing clients. `POST /api/v1/service/image-tools/convert-image-format` */
  convertImageFormat(body: ConvertImageFormatBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Clean up an old or noisy photo. `POST /api/v1/service/image-tools/restore-image` */
  restore(body: RestoreImageBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Enlarge an image, with the names of existing clients. `POST /api/v1/service/image-tools/upscale-image` */
  upscaleByScale(body: UpscaleImageByScaleBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Replace the background, with the names of existing clients. `POST /api/v1/service/image-tools/replace-image` */
  replace(body: ReplaceImageBody, options?: CallOptions): Promise<Submitted<CutOutResult>>
  /** Blur the background and wait for the result. `POST /api/v1/service/image-tools/blur-background` */
  blurBackgroundNow(body: BlurBackgroundNowBody, options?: CallOptions): Promise<BlurredImage>
  /** Remove the background of an image. `POST /api/v1/tools/remove-background` */
  removeBackground(body: RemoveBackgroundBody, options?: CallOptions): Promise<Submitted<CutOutResult>>
  /** Extend an image beyond its borders. `POST /api/v1/tools/image-outpainting` */
  outpaint(body: OutpaintImageBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Fill a region inside an image. `POST /api/v1/tools/generative-fill` */
  fill(body: FillImageBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Replace the background of an image. `POST /api/v1/tools/replace-background` */
  replaceBackground(body: ReplaceBackgroundBody, options?: CallOptions): Promise<Submitted<CutOutResult>>
  /** Blur the background of an image. `POST /api/v1/tools/blur-background` */
  blurBackground(body: BlurBackgroundBody, options?: CallOptions): Promise<Submitted<CutOutResult>>
  /** Enlarge an image. `POST /api/v1/tools/upscale` */
  upscale(body: UpscaleImageBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Convert an image to another format. `POST /api/v1/tools/convert-format` */
  convertFormat(body: ConvertFormatBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Read the text of an image. `POST /api/v1/tools/read-text` */
  readText(body: ReadTextBody, options?: CallOptions): Promise<Submitted<ReadTextResult>>
  /** Find the faces in an image. `POST /api/v1/tools/find-faces` */
  findFaces(body: FindFacesBody, options?: CallOptions): Promise<Submitted<FindFacesResult>>
  /** Make the faces in an image unrecognisable. `POST /api/v1/tools/blur-faces` */
  blurFaces(body: BlurFacesBody, options?: CallOptions): Promise<Submitted<BlurFacesResult>>
  /** Crop an image to an aspect ratio around faces or the subject. `POST /api/v1/tools/smart-crop` */
  smartCrop(body: SmartCropBody, options?: CallOptions): Promise<Submitted<SmartCropResult>>
  /** Change an image as a prompt says. `POST /api/v1/service/image-tools/magic-inpaint` */
  inpaint(body: InpaintImageBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Create variants of an image from a prompt. `POST /api/v1/service/image-tools/pix-to-pix` */
  transform(body: TransformImageBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
  /** Create an image from a sketch and a prompt. `POST /api/v1/service/image-tools/sd-scrible` */
  imageFromScribble(body: ImageFromScribbleBody, options?: CallOptions): Promise<Submitted<ImageToolResult>>
}

export interface AiImages {
  /** Generate images from a prompt. `POST /api/v1/service/ai-image/generate` */
  generate(body: GenerateAiImageBody, options?: CallOptions): Promise<AiImageGeneration>
  /** Poll generated images. `GET /api/v1/service/ai-image/status/{id}` */
  getStatus(id: string, options?: CallOptions): Promise<AiImageStatus>
  /** List models that generate images. `GET /api/v1/service/ai-image/models` */
  listModels(query?: ListAiImageModelsQuery, options?: CallOptions): Promise<AiImageModelList>
  /** Generate images, with the names of existing clients. `POST /api/v1/ai/image/ai-generate-image-v2` */
  submit(body: SubmitAiImageBody, options?: CallOptions): Promise<AiImageGenerationV2>
}

export interface VideoTools {
  /** Convert a video to another format. `POST /api/v1/service/video-tools/convert-video-format` */
  convertVideoFormat(body: ConvertVideoFormatBody, options?: CallOptions): Promise<SubmittedTask>
  /** Join videos. `POST /api/v1/service/video-tools/merge-videos` */
  mergeVideos(body: MergeVideosBody, options?: CallOptions): Promise<SubmittedTask>
  /** Remove the audio of a video. `POST /api/v1/service/video-tools/remove-audio` */
  removeAudio(body: RemoveAudioBody, options?: CallOptions): Promise<SubmittedTask>
  /** Play a video backwards. `POST /api/v1/service/video-tools/reverse-video` */
  reverseVideo(body: ReverseVideoBody, options?: CallOptions): Promise<SubmittedTask>
  /** Change the speed of a video. `POST /api/v1/service/video-tools/speedup-video` */
  speedUpVideo(body: SpeedUpVideoBody, options?: CallOptions): Promise<SubmittedTask>
  /** Show matching images and videos while someone speaks. `POST /api/v1/service/video-tools/add-b-rolls-video` */
  addBRollsVideo(body?: AddBRollsVideoBody, options?: CallOptions): Promise<SubmittedTask>
  /** Render a narrated video from a text. `POST /api/v1/service/video-tools/text-to-video` */
  textToVideo(body: TextToVideoBody, options?: CallOptions): Promise<SubmittedTask>
  /** Render a narrated video from a script. `POST /api/v1/service/video-tools/script-to-video` */
  scriptToVideo(body: ScriptToVideoBody, options?: CallOptions): Promise<SubmittedTask>
  /** Poll an exported video. `GET /api/v1/service/export-lib/{id}` */
  getVideoExport(id: string, options?: CallOptions): Promise<VideoExport>
}

export interface Engines {
  /** List engines. `GET /api/v1/engines` */
  list(options?: CallOptions): Promise<EngineList>
  /** List the models of the embedded engines. `GET /api/v1/engines/models` */
  listModels(options?: CallOptions): Promise<ModelList>
  /** Test the external engine for a purpose. `POST /api/v1/engines/{purpose}/test` */
  test(purpose: string, options?: CallOptions): Promise<EngineTest>
  /** Use another engine for outpainting. `PUT /api/v1/engines/outpainting` */
  chooseOutpainting(body: ChooseOutpaintingEngineBody, options?: CallOptions): Promise<Engine>
  /** Use the default engine for outpainting again. `DELETE /api/v1/engines/outpainting` */
  resetOutpainting(options?: CallOptions): Promise<void>
  /** Use another engine for images. `PUT /api/v1/engines/images` */
  chooseImages(body: ChooseImagesEngineBody, options?: CallOptions): Promise<Engine>
  /** Use the default engine for images again. `DELETE /api/v1/engines/images` */
  resetImages(options?: CallOptions): Promise<void>
  /** Use another engine for speech. `PUT /api/v1/engines/speech` */
  chooseSpeech(body: ChooseSpeechEngineBody, options?: CallOptions): Promise<Engine>
  /** Use the default engine for speech again. `DELETE /api/v1/engines/speech` */
  resetSpeech(options?: CallOptions): Promise<void>
  /** Use another engine for transcription. `PUT /api/v1/engines/transcription` */
  chooseTranscription(body: ChooseTranscriptionEngineBody, options?: CallOptions): Promise<Engine>
  /** Use the default engine for transcription again. `DELETE /api/v1/engines/transcription` */
  resetTranscription(options?: CallOptions): Promise<void>
  /** Use another engine for video. `PUT /api/v1/engines/video` */
  chooseVideo(body: ChooseVideoEngineBody, options?: CallOptions): Promise<Engine>
  /** Use the default engine for video again. `DELETE /api/v1/engines/video` */
  resetVideo(options?: CallOptions): Promise<void>
}

export interface Voices {
  /** List the voices that this workspace can use. `GET /api/v1/voices` */
  list(query?: ListVoicesQuery, options?: CallOptions): Promise<VoiceList>
  /** Add a voice to this workspace. `POST /api/v1/voices` */
  create(body: CreateVoiceBody, options?: CallOptions): Promise<Voice>
  /** Read a voice. `GET /api/v1/voices/{voice_id}` */
  get(voiceId: string, options?: CallOptions): Promise<Voice>
  /** Change a voice of this workspace. `PATCH /api/v1/voices/{voice_id}` */
  update(voiceId: string, body: UpdateVoiceBody, options?: CallOptions): Promise<Voice>
  /** Delete a voice of this workspace. `DELETE /api/v1/voices/{voice_id}` */
  delete(voiceId: string, options?: CallOptions): Promise<void>
  /** Play a sample of an embedded voice. `GET /api/v1/voices/{voice_id}/sample` */
  getSample(voiceId: string, options?: CallOptions): Promise<Response>
  /** Generate speech from text. `POST /api/v1/voices/{voice_id}/translate` */
  generateAudio(voiceId: string, body: GenerateAudioBody, options?: CallOptions): Promise<Submitted<SpeechResult>>
}

export interface Transcriptions {
  /** Transcribe an audio or video recording. `POST /api/v1/transcription/transcribe` */
  create(body?: TranscribeBody, options?: CallOptions): Promise<SubmittedTranscription>
  /** List transcriptions, newest first. `GET /api/v1/transcription` */
  list: Paged<[query?: ListTranscriptionsQuery, options?: CallOptions], TranscriptionSummary>
  /** Poll a transcription. `GET /api/v1/transcription/{id}` */
  get(id: string, options?: CallOptions): Promise<Transcription>
  /** Correct a transcription. `PATCH /api/v1/transcription/{id}` */
  correct(id: string, body: CorrectTranscriptionBody, options?: CallOptions): Promise<Transcription>
  /** Delete a transcription. `DELETE /api/v1/transcription/{id}` */
  delete(id: string, options?: CallOptions): Promise<void>
  /** Cancel a transcription. `POST /api/v1/transcription/{id}/cancel` */
  cancel(id: string, options?: CallOptions): Promise<Transcription>
  /** Download the subtitles. `GET /api/v1/transcription/{id}/download_transcription_file` */
  downloadSubtitles(id: string, query?: DownloadTranscriptionFileQuery, options?: CallOptions): Promise<Response>
}

export interface Videos {
  /** Render a storyboard as a video. `POST /api/v1/ai-imageart/ai-generate-video-v2` */
  generate(body: GenerateVideoBody, options?: CallOptions): Promise<SubmittedVideo>
  /** Poll a video. `GET /api/v1/ai/video/{id}/variations/{variation_id}` */
  get(id: string, variationId: string, options?: CallOptions): Promise<Video>
  /** Poll a video by its own id. `GET /api/v1/ai/video/{id}` */
  getById(id: string, options?: CallOptions): Promise<Video>
  /** List videos, newest first. `GET /api/v1/ai/video` */
  list: Paged<[query?: ListVideosQuery, options?: CallOptions], Video>
}

export interface Webhooks {
  /** Receive a result from an external engine. `POST /api/v1/webhooks/{provider}/{token}` */
  receiveProviderCallback(provider: string, token: string, body: RawBody, options?: CallOptions): Promise<CallbackOutcome>
  /** List webhook subscriptions. `GET /api/v1/webhooks/subscriptions` */
  listSubscriptions: Paged<[query?: PageQuery, options?: CallOptions], WebhookSubscription>
  /** Create a webhook subscription. `POST /api/v1/webhooks/subscriptions` */
  createSubscription(body: CreateWebhookSubscriptionBody, options?: CallOptions): Promise<NewWebhookSubscription>
  /** Read a webhook subscription. `GET /api/v1/webhooks/subscriptions/{id}` */
  getSubscription(id: string, options?: CallOptions): Promise<WebhookSubscription>
  /** Change a webhook subscription. `PATCH /api/v1/webhooks/subscriptions/{id}` */
  updateSubscription(id: string, body: UpdateWebhookSubscriptionBody, options?: CallOptions): Promise<WebhookSubscription>
  /** Delete a webhook subscription. `DELETE /api/v1/webhooks/subscriptions/{id}` */
  deleteSubscription(id: string, options?: CallOptions): Promise<void>
  /** Rotate the secret of a webhook subscription. `POST /api/v1/webhooks/subscriptions/{id}/rotate-secret` */
  rotateSecret(id: string, options?: CallOptions): Promise<RotateWebhookSecretReply>
  /** Send a test event. `POST /api/v1/webhooks/subscriptions/{id}/test` */
  testSubscription(id: string, options?: CallOptions): Promise<WebhookDeliverySummary>
  /** Send past events again. `POST /api/v1/webhooks/subscriptions/{id}/replay` */
  replayEvents(id: string, body?: ReplayWebhookEventsBody, options?: CallOptions): Promise<ReplayWebhookEventsReply>
  /** List webhook deliveries. `GET /api/v1/webhooks/deliveries` */
  listDeliveries: Paged<[query?: ListWebhookDeliveriesQuery, options?: CallOptions], WebhookDeliverySummary>
  /** Read a webhook delivery with its attempts. `GET /api/v1/webhooks/deliveries/{id}` */
  getDelivery(id: string, options?: CallOptions): Promise<WebhookDelivery>
  /** Send a webhook delivery again. `POST /api/v1/webhooks/deliveries/{id}/resend` */
  resendDelivery(id: string, options?: CallOptions): Promise<WebhookDeliverySummary>
  /** Read the webhook signing secret of this workspace. `GET /api/v1/webhooks/secret` */
  getSecret(options?: CallOptions): Promise<WebhookSecret>
}

export interface Boards {
  /** List boards, newest first. `GET /api/v1/pm/boards` */
  list: Paged<[query?: ListBoardsQuery, options?: CallOptions], Board>
  /** Create a board. `POST /api/v1/pm/boards` */
  create(body: CreateBoardBody, options?: CallOptions): Promise<Board>
  /** Read a board. `GET /api/v1/pm/boards/{board_id}` */
  get(boardId: string, query?: GetBoardQuery, options?: CallOptions): Promise<Board>
  /** Change a board. `PATCH /api/v1/pm/boards/{board_id}` */
  update(boardId: string, body: UpdateBoardBody, options?: CallOptions): Promise<Board>
  /** Delete a board with its tasks. `DELETE /api/v1/pm/boards/{board_id}` */
  delete(boardId: string, options?: CallOptions): Promise<void>
  /** Clone a board. `POST /api/v1/pm/boards/{board_id}/clone` */
  clone(boardId: string, body: CloneBoardBody, options?: CallOptions): Promise<Board>
  /** List the members of a board. `GET /api/v1/pm/boards/{board_id}/members` */
  listMembers: Paged<[boardId: string, query?: PageQuery, options?: CallOptions], BoardMember>
  /** Add a member of the workspace to a board. `POST /api/v1/pm/boards/{board_id}/members` */
  addMember(boardId: string, body: AddBoardMemberBody, options?: CallOptions): Promise<BoardMember>
  /** Remove a member from a board. `DELETE /api/v1/pm/boards/{board_id}/members/{user_id}` */
  removeMember(boardId: string, userId: number, options?: CallOptions): Promise<void>
  /** List the statuses of a board, from left to right. `GET /api/v1/pm/boards/{board_id}/status` */
  listStatuses: Paged<[boardId: string, query?: PageQuery, options?: CallOptions], Status>
  /** Add a status to a board. `POST /api/v1/pm/boards/{board_id}/status` */
  createStatus(boardId: string, body: CreateStatusBody, options?: CallOptions): Promise<Status>
  /** Read a status. `GET /api/v1/pm/boards/{board_id}/status/{status_id}` */
  getStatus(boardId: string, statusId: string, options?: CallOptions): Promise<Status>
  /** Change a status. `PATCH /api/v1/pm/boards/{board_id}/status/{status_id}` */
  updateStatus(boardId: string, statusId: string, body: UpdateStatusBody, options?: CallOptions): Promise<Status>
  /** Delete a status. `DELETE /api/v1/pm/boards/{board_id}/status/{status_id}` */
  deleteStatus(boardId: string, statusId: string, query?: DeleteStatusQuery, options?: CallOptions): Promise<void>
  /** Move all tasks of a status to another. `POST /api/v1/pm/status/{status_id}/move` */
  moveStatusTasks(statusId: string, body: MoveStatusTasksBody, options?: CallOptions): Promise<MoveStatusTasksReply>
  /** List the custom fields of a board. `GET /api/v1/pm/boards/{board_id}/fields` */
  listFields: Paged<[boardId: string, query?: PageQuery, options?: CallOptions], Field>
  /** Add a custom field to a board. `POST /api/v1/pm/boards/{board_id}/fields` */
  createField(boardId: string, body: CreateFieldBody, options?: CallOptions): Promise<Field>
  /** Rename a field or change its options. `PATCH /api/v1/pm/boards/{board_id}/fields/{field_id}` */
  updateField(boardId: string, fieldId: string, body: UpdateFieldBody, options?: CallOptions): Promise<Field>
  /** Delete a field. `DELETE /api/v1/pm/boards/{board_id}/fields/{field_id}` */
  deleteField(boardId: string, fieldId: string, options?: CallOptions): Promise<void>
  /** List the tags of the workspace. `GET /api/v1/pm/tags` */
  listTags: Paged<[query?: ListTagsQuery, options?: CallOptions], Tag>
  /** Create a tag for tasks. `POST /api/v1/pm/tags` */
  createTag(body: CreateTagBody, options?: CallOptions): Promise<Tag>
  /** Rename or recolour a tag. `PATCH /api/v1/pm/tags/{tag_id}` */
  updateTag(tagId: number, body: UpdateTagBody, options?: CallOptions): Promise<Tag>
  /** Delete an unused tag. `DELETE /api/v1/pm/tags/{tag_id}` */
  deleteTag(tagId: number, options?: CallOptions): Promise<void>
}

export interface BoardTasks {
  /** List board tasks. `GET /api/v1/pm/tasks` */
  list: Paged<[query?: ListBoardTasksQuery, options?: CallOptions], BoardTask>
  /** Create a task on a board. `POST /api/v1/pm/tasks` */
  create(body: CreateBoardTaskBody, options?: CallOptions): Promise<BoardTask>
  /** Read a board task. `GET /api/v1/pm/tasks/{task_id}` */
  get(taskId: string, query?: GetBoardTaskQuery, options?: CallOptions): Promise<BoardTask>
  /** Change a board task. `PATCH /api/v1/pm/tasks/{task_id}` */
  update(taskId: string, body: UpdateBoardTaskBody, options?: CallOptions): Promise<BoardTask>
  /** Delete a task with its subtasks. `DELETE /api/v1/pm/tasks/{task_id}` */
  delete(taskId: string, options?: CallOptions): Promise<void>
  /** Copy a task. `POST /api/v1/pm/tasks/{task_id}/clone` */
  clone(taskId: string, body: CloneBoardTaskBody, options?: CallOptions): Promise<BoardTask>
  /** Move a task within its column, to another column or board. `POST /api/v1/pm/tasks/{task_id}/move` */
  move(taskId: string, body?: MoveBoardTaskBody, options?: CallOptions): Promise<BoardTask>
  /** List the activity of a task, newest first. `GET /api/v1/pm/tasks/{task_id}/activity` */
  getActivity: Paged<[taskId: string, query?: GetTaskActivityQuery, options?: CallOptions], TaskActivity>
  /** Add an item to the checklist of a task. `POST /api/v1/pm/tasks/{task_id}/checklist` */
  addChecklistItem(taskId: string, body: AddChecklistItemBody, options?: CallOptions): Promise<ChecklistItem>
  /** Tick, rename or move an item of a checklist. `PATCH /api/v1/pm/tasks/{task_id}/checklist/{item_id}` */
  updateChecklistItem(taskId: string, itemId: string, body: UpdateChecklistItemBody, options?: CallOptions): Promise<ChecklistItem>
  /** Delete an item of a checklist. `DELETE /api/v1/pm/tasks/{task_id}/checklist/{item_id}` */
  deleteChecklistItem(taskId: string, itemId: string, options?: CallOptions): Promise<void>
  /** List the files of a task. `GET /api/v1/pm/tasks/{task_id}/attachment` */
  listAttachments: Paged<[taskId: string, query?: PageQuery, options?: CallOptions], Asset>
  /** Attach a file to a task. `POST /api/v1/pm/tasks/{task_id}/attachment` */
  attachAsset(taskId: string, body?: AttachAssetBody, options?: CallOptions): Promise<Asset>
  /** Remove a file from a task. `DELETE /api/v1/pm/tasks/{task_id}/attachment/{asset_id}` */
  detachAsset(taskId: string, assetId: string, options?: CallOptions): Promise<void>
  /** List comments and open blockers of a board’s tasks. `GET /api/v1/pm/boards/{board_id}/task-signs` */
  listSigns(boardId: string, options?: CallOptions): Promise<TaskSignsList>
  /** Read the dependencies of a task. `GET /api/v1/pm/tasks/{task_id}/dependencies` */
  getDependencies(taskId: string, options?: CallOptions): Promise<Dependencies>
  /** Link a task to another. `POST /api/v1/pm/tasks/{task_id}/add_dependency` */
  addDependency(taskId: string, body: AddDependencyBody, options?: CallOptions): Promise<Dependencies>
  /** Remove the link between two tasks. `POST /api/v1/pm/tasks/{task_id}/remove_dependency` */
  removeDependency(taskId: string, body: RemoveDependencyBody, options?: CallOptions): Promise<Dependencies>
}

export interface Comments {
  /** List comments, oldest first. `GET /api/v1/comments` */
  list: Paged<[query?: ListCommentsQuery, options?: CallOptions], Comment>
  /** Comment on a task or project. `POST /api/v1/comments` */
  create(body: CreateCommentBody, options?: CallOptions): Promise<Comment>
  /** Read a comment. `GET /api/v1/comments/{id}` */
  get(id: number, options?: CallOptions): Promise<Comment>
  /** Change your own comment. `PATCH /api/v1/comments/{id}` */
  update(id: number, body: UpdateCommentBody, options?: CallOptions): Promise<Comment>
  /** Delete a comment. `DELETE /api/v1/comments/{id}` */
  delete(id: number, options?: CallOptions): Promise<void>
}

export interface Notifications {
  /** Notify a person. `POST /api/v1/service/agent/notify` */
  send(body: SendAgentNotificationBody, options?: WithQuery<SendAgentNotificationQuery>): Promise<SentNotification>
  /** List your notifications, newest first. `GET /api/v1/notifications` */
  list: Paged<[query?: ListNotificationsQuery, options?: CallOptions], Notification>
  /** Count your unread notifications. `GET /api/v1/notifications/count` */
  count(options?: CallOptions): Promise<NotificationCount>
  /** Read your notification preferences. `GET /api/v1/notifications/preferences` */
  getPreferences(options?: CallOptions): Promise<NotificationPreferences>
  /** Change your notification preferences. `PATCH /api/v1/notifications/preferences` */
  updatePreferences(body: UpdateNotificationPreferencesBody, options?: CallOptions): Promise<NotificationPreferences>
  /** Mark many of your notifications at once. `POST /api/v1/notifications/mark` */
  markMany(body: MarkNotificationsBody, options?: CallOptions): Promise<MarkNotificationsReply>
  /** Read the delivery log of the workspace. `GET /api/v1/notifications/deliveries` */
  listDeliveries: Paged<[query?: ListDeliveriesQuery, options?: CallOptions], Delivery>
  /** Resend a failed or captured delivery. `POST /api/v1/notifications/deliveries/{id}/resend` */
  resendDelivery(id: string, options?: CallOptions): Promise<Delivery>
  /** Read one of your notifications. `GET /api/v1/notifications/{id}` */
  get(id: string, options?: CallOptions): Promise<Notification>
  /** Mark one of your notifications: seen, read, unread, archived or snoozed. `POST /api/v1/notifications/{id}/mark` */
  mark(id: string, body: MarkNotificationBody, options?: CallOptions): Promise<Notification>
  /** Read the delivery status of a notification on each channel. `GET /api/v1/notifications/{id}/receipts` */
  getReceipts(id: string, options?: CallOptions): Promise<DeliveryReceipts>
  /** List the emails that were sent to you. `GET /api/v1/mails` */
  listMails: Paged<[query?: PageQuery, options?: CallOptions], MailSummary>
  /** Read an email as it was sent. `GET /api/v1/mails/{id}` */
  getMail(id: string, options?: CallOptions): Promise<Mail>
  /** Read whether this server sends email. `GET /api/v1/notifications/mail` */
  getMailSetup(options?: CallOptions): Promise<MailSetup>
  /** Send yourself a test email. `POST /api/v1/notifications/mail/test` */
  sendTestMail(options?: CallOptions): Promise<TestMail>
  /** Show an email as it was sent. `GET /api/v1/mails/{id}/page` */
  showMail(id: string, query?: ShowMailQuery, options?: CallOptions): Promise<Response>
}

export interface Pages {
  /** Show the page to unsubscribe from a category. `GET /unsubscribe/{token}` */
  showUnsubscribe(token: string, options?: CallOptions): Promise<Response>
  /** Unsubscribe from a category of emails. `POST /unsubscribe/{token}` */
  unsubscribe(token: string, body: RawBody, options?: CallOptions): Promise<Response>
  /** Show the answer page; opening it changes nothing. `GET /answer/{token}` */
  showAnswer(token: string, query?: ShowAnswerPageQuery, options?: CallOptions): Promise<Response>
  /** Submit the form of the answer page. `POST /answer/{token}` */
  answerByLink(token: string, body: RawBody, options?: CallOptions): Promise<Response>
}

export interface Threads {
  /** List your conversations. `GET /api/v1/threads` */
  list: Paged<[query?: ListThreadsQuery, options?: CallOptions], ThreadSummary>
  /** Read a conversation: notifications, answers and messages. `GET /api/v1/threads/{thread_id}` */
  get(threadId: string, options?: CallOptions): Promise<Thread>
  /** Write a message in a conversation. `POST /api/v1/threads/{thread_id}/messages` */
  write(threadId: string, body: WriteInThreadBody, options?: CallOptions): Promise<WriteInThreadReply>
  /** Mute a conversation. `PUT /api/v1/threads/{thread_id}/mute` */
  mute(threadId: string, options?: CallOptions): Promise<ThreadMute>
  /** Unmute a conversation. `DELETE /api/v1/threads/{thread_id}/mute` */
  unmute(threadId: string, options?: CallOptions): Promise<ThreadMute>
  /** Get the answers to the questions of a thread. `GET /api/v1/threads/{thread_id}/answers` */
  readAnswers(threadId: string, query?: ReadAnswersQuery, options?: CallOptions): Promise<ReadAnswersReply>
}

export interface Questions {
  /** List your questions, newest first. `GET /api/v1/questions` */
  list: Paged<[query?: ListQuestionsQuery, options?: CallOptions], Question>
  /** Read a question. `GET /api/v1/questions/{id}` */
  get(id: string, options?: CallOptions): Promise<Question>
  /** Answer a question. `POST /api/v1/questions/{id}/answer` */
  answer(id: string, body: AnswerQuestionBody, options?: CallOptions): Promise<Question>
  /** Pass a question on to another member. `POST /api/v1/questions/{id}/delegate` */
  delegate(id: string, body: DelegateQuestionBody, options?: CallOptions): Promise<Question>
  /** Withdraw a question that you asked. `POST /api/v1/questions/{id}/cancel` */
  cancel(id: string, options?: CallOptions): Promise<Question>
}

export interface Receipts {
  /** Get the signed receipt of an answer. `GET /api/v1/questions/{id}/receipt` */
  get(id: string, options?: CallOptions): Promise<Response>
  /** List the public keys of receipts. `GET /.well-known/atelier-keys.json` */
  listKeys(options?: CallOptions): Promise<ReceiptKeys>
}

export interface Doors {
  /** List connected chat apps and mailboxes. `GET /api/v1/connections` */
  listConnections(options?: CallOptions): Promise<ConnectionList>
  /** Connect Slack, Telegram, Discord or a mailbox. `POST /api/v1/connections` */
  createConnection(body: CreateConnectionBody, options?: CallOptions): Promise<Connection>
  /** Disconnect a chat app or mailbox. `DELETE /api/v1/connections/{id}` */
  deleteConnection(id: string, options?: CallOptions): Promise<void>
  /** Test a connection. `POST /api/v1/connections/{id}/test` */
  testConnection(id: string, options?: CallOptions): Promise<ConnectionTest>
  /** List where you can answer questions. `GET /api/v1/me/doors` */
  listMy(options?: CallOptions): Promise<MyDoors>
  /** Create a code that links your chat account. `POST /api/v1/me/doors/codes` */
  createLinkCode(body: CreateLinkCodeBody, options?: CallOptions): Promise<LinkCode>
  /** Unlink your chat account. `DELETE /api/v1/me/doors/{connection_id}` */
  unlink(connectionId: string, options?: CallOptions): Promise<void>
  /** Receive interactions and commands from Slack. `POST /api/v1/doors/slack/{id}` */
  receiveFromSlack(id: string, body: RawBody, options?: CallOptions): Promise<DoorReply>
  /** Receive updates from Telegram. `POST /api/v1/doors/telegram/{id}` */
  receiveFromTelegram(id: string, body: RawBody, options?: CallOptions): Promise<DoorReply>
  /** Receive interactions from Discord. `POST /api/v1/doors/discord/{id}` */
  receiveFromDiscord(id: string, body: RawBody, options?: CallOptions): Promise<DoorReply>
  /** Receive replies to questions by email. `POST /api/v1/inbound-mail/{provider}` */
  receiveInboundMail(provider: string, body: RawBody, options?: CallOptions): Promise<InboundMailOutcome>
}

export interface Projects {
  /** List the project types. `GET /api/v1/project-types` */
  listTypes: Paged<[query?: PageQuery, options?: CallOptions], ProjectType>
  /** Add a project type. `POST /api/v1/project-types` */
  createType(body: CreateProjectTypeBody, options?: CallOptions): Promise<ProjectType>
  /** Remove an unused project type. `DELETE /api/v1/project-types/{resourcetype}` */
  deleteType(resourcetype: string, options?: CallOptions): Promise<void>
  /** List the projects of a type. `GET /api/v1/projects/{resourcetype}` */
  list: Paged<[resourcetype: string, query?: ListProjectsQuery, options?: CallOptions], ProjectSummary>
  /** Create a project. `POST /api/v1/projects/{resourcetype}` */
  create(resourcetype: string, body: CreateProjectBody, options?: CallOptions): Promise<Project>
  /** List the projects of all types. `GET /api/v1/projects` */
  listAll: Paged<[query?: ListAllProjectsQuery, options?: CallOptions], ProjectSummary>
  /** Read a project. `GET /api/v1/projects/{resourcetype}/{id}` */
  get(resourcetype: string, id: string | number, options?: CallOptions): Promise<Project>
  /** Change a project. `PATCH /api/v1/projects/{resourcetype}/{id}` */
  update(resourcetype: string, id: string | number, body: UpdateProjectBody | MergePatch | JsonPatch, options?: WithQuery<UpdateProjectQuery>): Promise<Project>
  /** Delete a project. `DELETE /api/v1/projects/{resourcetype}/{id}` */
  delete(resourcetype: string, id: string | number, options?: CallOptions): Promise<void>
  /** Restore a deleted project. `POST /api/v1/projects/{resourcetype}/{id}/restore` */
  restore(resourcetype: string, id: string | number, options?: CallOptions): Promise<Project>
  /** List the revisions of a project, newest first. `GET /api/v1/projects/{resourcetype}/{id}/revisions` */
  listRevisions: Paged<[resourcetype: string, id: string | number, query?: PageQuery, options?: CallOptions], ProjectRevisionSummary>
  /** Read a revision of a project. `GET /api/v1/projects/{resourcetype}/{id}/revisions/{revision}` */
  getRevision(resourcetype: string, id: string | number, revision: number, options?: CallOptions): Promise<ProjectRevision>
  /** Compare two revisions of a project. `GET /api/v1/projects/{resourcetype}/{id}/diff` */
  diff(resourcetype: string, id: string | number, query?: DiffProjectRevisionsQuery, options?: CallOptions): Promise<ProjectDiff>
  /** Revert a project to an earlier revision. `POST /api/v1/projects/{resourcetype}/{id}/revert` */
  revert(resourcetype: string, id: string | number, body: RevertProjectBody, options?: CallOptions): Promise<Project>
  /** List the items of a project in their order. `GET /api/v1/projects/{resourcetype}/{id}/items` */
  listItems: Paged<[resourcetype: string, id: string | number, query?: ListProjectItemsQuery, options?: CallOptions], ProjectItem>
  /** Add an item to a project. `POST /api/v1/projects/{resourcetype}/{id}/items` */
  createItem(resourcetype: string, id: string | number, body: CreateProjectItemBody, options?: CallOptions): Promise<ProjectItem>
  /** Read an item of a project. `GET /api/v1/projects/{resourcetype}/{id}/items/{item_id}` */
  getItem(resourcetype: string, id: string | number, itemId: string, options?: CallOptions): Promise<ProjectItem>
  /** Change an item of a project. `PATCH /api/v1/projects/{resourcetype}/{id}/items/{item_id}` */
  updateItem(resourcetype: string, id: string | number, itemId: string, body: UpdateProjectItemBody, options?: CallOptions): Promise<ProjectItem>
  /** Delete an item of a project. `DELETE /api/v1/projects/{resourcetype}/{id}/items/{item_id}` */
  deleteItem(resourcetype: string, id: string | number, itemId: string, options?: CallOptions): Promise<void>
  /** Reorder the items of a project. `POST /api/v1/projects/{resourcetype}/{id}/items/reorder` */
  reorderItems(resourcetype: string, id: string | number, body: ReorderProjectItemsBody, options?: CallOptions): Promise<ProjectItemOrder>
  /** Show that you have a project open. `PUT /api/v1/projects/{resourcetype}/{id}/presence` */
  announcePresence(resourcetype: string, id: string | number, body: AnnounceProjectPresenceBody, options?: CallOptions): Promise<ProjectPresence>
  /** Show that you have closed a project. `DELETE /api/v1/projects/{resourcetype}/{id}/presence` */
  endPresence(resourcetype: string, id: string | number, query?: EndProjectPresenceQuery, options?: CallOptions): Promise<void>
}

export interface Social {
  /** List draft social posts. `GET /api/v1/service/social-media/get-drafts` */
  listDrafts: Paged<[query: ListDraftsQuery, options?: CallOptions], DraftSummary>
  /** List social posts. `GET /api/v1/service/social-media/get-posts` */
  listPosts: Paged<[query: ListPostsQuery, options?: CallOptions], PostSummary>
  /** Create a draft or post for one or more accounts. `POST /api/v1/service/social-media/create` */
  createPosts(body?: CreatePostsBody, options?: CallOptions): Promise<CreatedPosts>
  /** Read a draft. `GET /api/v1/service/social-media/drafts/{id}` */
  getDraft(id: number, options?: CallOptions): Promise<Draft>
  /** Change a draft. `PUT /api/v1/service/social-media/update-draft` */
  updateDraft(body: UpdateDraftBody, options?: CallOptions): Promise<Draft>
  /** Delete drafts. `POST /api/v1/service/social-media/delete-draft` */
  deleteDrafts(body?: DeleteDraftsBody, options?: CallOptions): Promise<DeletedPosts>
  /** Turn a draft into a post. `POST /api/v1/service/social-media/drafts/{id}/schedule` */
  scheduleDraft(id: number, body?: ScheduleDraftBody, options?: CallOptions): Promise<Post>
  /** Read a post. `GET /api/v1/service/social-media/posts/{id}` */
  getPost(id: number, options?: CallOptions): Promise<Post>
  /** Change an unpublished post. `PUT /api/v1/service/social-media/update-post` */
  updatePost(body: UpdatePostBody, options?: CallOptions): Promise<Post>
  /** Delete posts. `POST /api/v1/service/social-media/delete-post` */
  deletePosts(body?: DeletePostsBody, options?: CallOptions): Promise<DeletedPosts>
  /** Turn an unpublished post back into a draft. `POST /api/v1/service/social-media/posts/{id}/cancel` */
  cancelPost(id: number, options?: CallOptions): Promise<Draft>
  /** Retry a failed post. `POST /api/v1/service/social-media/posts/{id}/retry` */
  retryPost(id: number, options?: CallOptions): Promise<Post>
  /** Read a draft or a post. `GET /api/v1/service/social-media/entries/{id}` */
  getEntry(id: number, options?: CallOptions): Promise<Post>
  /** Change all drafts and posts of a group. `PUT /api/v1/service/social-media/update-group` */
  updateGroup(body: UpdateSocialGroupBody, options?: CallOptions): Promise<UpdateSocialGroupReply>
  /** Read the card of a link. `GET /api/v1/service/social-media/link-card` */
  getLinkCard(query: GetLinkCardQuery, options?: CallOptions): Promise<LinkCard>
  /** List the accounts that you can post to. `GET /api/v1/service/social-media/get-accounts` */
  listAccountsToPostTo(query?: GetSocialAccountsQuery, options?: CallOptions): Promise<AccountsToPostTo>
  /** List the connected accounts with all details. `GET /api/v1/service/social-media/accounts` */
  listAccounts(query?: ListSocialAccountsQuery, options?: CallOptions): Promise<SocialAccountList>
  /** Connect an account. `POST /api/v1/service/social-media/accounts` */
  connectAccount(body: ConnectSocialAccountBody, options?: CallOptions): Promise<SocialAccount>
  /** Read an account. `GET /api/v1/service/social-media/accounts/{id}` */
  getAccount(id: number, options?: CallOptions): Promise<SocialAccount>
  /** Change an account. `PATCH /api/v1/service/social-media/accounts/{id}` */
  updateAccount(id: number, body: UpdateSocialAccountBody, options?: CallOptions): Promise<SocialAccount>
  /** Disconnect an account. `DELETE /api/v1/service/social-media/accounts/{id}` */
  disconnectAccount(id: number, options?: CallOptions): Promise<void>
  /** Verify an account with its network. `POST /api/v1/service/social-media/accounts/{id}/verify` */
  verifyAccount(id: number, options?: CallOptions): Promise<SocialAccount>
  /** List the slots of queues. `GET /api/v1/service/social-media/queue-slots` */
  listQueueSlots(query?: ListQueueSlotsQuery, options?: CallOptions): Promise<QueueSlotList>
  /** Add a weekly slot to the queue of an account. `POST /api/v1/service/social-media/queue-slots` */
  addQueueSlot(body: AddQueueSlotBody, options?: CallOptions): Promise<QueueSlot>
  /** Remove a slot from a queue. `DELETE /api/v1/service/social-media/queue-slots/{id}` */
  removeQueueSlot(id: number, options?: CallOptions): Promise<void>
  /** List the tags of drafts and posts. `GET /api/v1/service/social-media/tags` */
  listTags(options?: CallOptions): Promise<SocialTagList>
  /** Create a tag. `POST /api/v1/service/social-media/tags` */
  createTag(body: CreateSocialTagBody, options?: CallOptions): Promise<SocialTag>
  /** Read the figures of an account by day. `POST /api/v1/service/social-media/analytics/range` */
  getAnalyticsRange(body: GetSocialAnalyticsRangeBody, options?: CallOptions): Promise<SocialAnalyticsRange>
  /** List published posts with their figures. `GET /api/v1/service/social-media/analytics/posts` */
  getAnalyticsPosts(query: GetSocialAnalyticsPostsQuery, options?: CallOptions): Promise<SocialAnalyticsPosts>
  /** Read the figures of an account for a whole period. `GET /api/v1/service/social-media/analytics/aggregated` */
  getAnalyticsAggregated(query: GetSocialAnalyticsAggregatedQuery, options?: CallOptions): Promise<SocialAnalyticsAggregated>
  /** Read who follows an account. `GET /api/v1/service/social-media/analytics/audience` */
  getAnalyticsAudience(query: GetSocialAnalyticsAudienceQuery, options?: CallOptions): Promise<SocialAnalyticsAudience>
}

export interface Workflows {
  /** List the workflows that agents can start. `GET /api/v1/service/workflows/mcp` */
  listStartable(options?: CallOptions): Promise<StartableWorkflowList>
  /** List workflows, newest first. `GET /api/v1/service/workflows` */
  list: Paged<[query?: ListWorkflowsQuery, options?: CallOptions], WorkflowSummary>
  /** Create a workflow. `POST /api/v1/service/workflows` */
  create(body?: CreateWorkflowBody, options?: CallOptions): Promise<Workflow>
  /** Check a definition without saving it. `POST /api/v1/service/workflows/check` */
  check(body: CheckWorkflowBody, options?: CallOptions): Promise<CheckWorkflowReply>
  /** List the workflow templates. `GET /api/v1/service/workflows/templates` */
  listTemplates(options?: CallOptions): Promise<WorkflowTemplateList>
  /** List the operations that `call` steps can use. `GET /api/v1/service/workflows/operations` */
  listOperations(options?: CallOptions): Promise<WorkflowOperationList>
  /** Read the JSON Schemas of a definition. `GET /api/v1/service/workflows/schema` */
  getSchema(options?: CallOptions): Promise<WorkflowSchema>
  /** Read a workflow. `GET /api/v1/service/workflows/{id}` */
  get(id: string, options?: CallOptions): Promise<Workflow>
  /** Change a workflow. `PATCH /api/v1/service/workflows/{id}` */
  update(id: string, body: UpdateWorkflowBody, options?: CallOptions): Promise<Workflow>
  /** Delete a workflow. `DELETE /api/v1/service/workflows/{id}` */
  delete(id: string, options?: CallOptions): Promise<void>
  /** List the versions of a workflow, newest first. `GET /api/v1/service/workflows/{id}/versions` */
  listVersions: Paged<[id: string, query?: PageQuery, options?: CallOptions], WorkflowVersion>
  /** Read a version of a workflow. `GET /api/v1/service/workflows/{id}/versions/{version}` */
  getVersion(id: string, version: number, options?: CallOptions): Promise<WorkflowVersion>
  /** Start a run of a workflow. `POST /api/v1/service/workflows/{id}/start` */
  start(id: string, body?: StartWorkflowBody, options?: CallOptions): Promise<StartWorkflowReply>
  /** List the runs of all workflows, newest first. `GET /api/v1/service/workflows/runs` */
  listAllRuns: Paged<[query?: ListAllRunsQuery, options?: CallOptions], WorkflowRun>
  /** List the runs of a workflow, newest first. `GET /api/v1/service/workflows/{id}/runs` */
  listRuns: Paged<[id: string, query?: ListWorkflowRunsQuery, options?: CallOptions], WorkflowRun>
  /** Read a run. `GET /api/v1/service/workflows/{id}/runs/{run_id}/status` */
  getRunStatus(id: string, runId: string, query?: GetWorkflowRunStatusQuery, options?: CallOptions): Promise<WorkflowRunStatus>
  /** List the steps of a run with their input and output. `GET /api/v1/service/workflows/{id}/runs/{run_id}/steps` */
  listRunSteps(id: string, runId: string, options?: CallOptions): Promise<WorkflowRunStepList>
  /** Pause a run. `POST /api/v1/service/workflows/{id}/runs/{run_id}/pause` */
  pauseRun(id: string, runId: string, body: PauseWorkflowRunBody, options?: CallOptions): Promise<WorkflowRunStatus>
  /** Resume a paused run. `POST /api/v1/service/workflows/{id}/runs/{run_id}/resume` */
  resumeRun(id: string, runId: string, options?: CallOptions): Promise<WorkflowRunStatus>
  /** Retry a run that ended without success. `POST /api/v1/service/workflows/{id}/runs/{run_id}/retry` */
  retryRun(id: string, runId: string, options?: CallOptions): Promise<WorkflowRunStatus>
  /** Restart a run from its first step. `POST /api/v1/service/workflows/{id}/runs/{run_id}/restart` */
  restartRun(id: string, runId: string, options?: CallOptions): Promise<WorkflowRunStatus>
  /** Terminate a run. `POST /api/v1/service/workflows/{id}/runs/{run_id}/terminate` */
  terminateRun(id: string, runId: string, body: TerminateWorkflowRunBody, options?: CallOptions): Promise<WorkflowRunStatus>
  /** Approve or reject a step of a run. `POST /api/v1/service/workflows/{id}/runs/{run_id}/approve` */
  approveStep(id: string, runId: string, body: ApproveWorkflowStepBody, options?: CallOptions): Promise<WorkflowRunStatus>
  /** Rehearse a workflow: see its effects, change nothing. `POST /api/v1/service/workflows/{id}/rehearse` */
  rehearse(id: string, body?: RehearseWorkflowBody, options?: CallOptions): Promise<Rehearsal>
  /** List the next times of a schedule. `GET /api/v1/service/workflows/schedule/preview` */
  previewSchedule(query?: PreviewScheduleQuery, options?: CallOptions): Promise<SchedulePreview>
  /** List the triggers of a workflow. `GET /api/v1/service/workflows/{id}/triggers` */
  listTriggers(id: string, options?: CallOptions): Promise<WorkflowTriggerList>
  /** Create a trigger. `POST /api/v1/service/workflows/{id}/triggers` */
  createTrigger(id: string, body: CreateWorkflowTriggerBody, options?: CallOptions): Promise<NewWorkflowTrigger>
  /** Read a trigger. `GET /api/v1/service/workflows/{id}/triggers/{trigger_id}` */
  getTrigger(id: string, triggerId: string, options?: CallOptions): Promise<WorkflowTrigger>
  /** Change, pause or resume a trigger. `PATCH /api/v1/service/workflows/{id}/triggers/{trigger_id}` */
  updateTrigger(id: string, triggerId: string, body: UpdateWorkflowTriggerBody, options?: CallOptions): Promise<WorkflowTrigger>
  /** Delete a trigger and its history. `DELETE /api/v1/service/workflows/{id}/triggers/{trigger_id}` */
  deleteTrigger(id: string, triggerId: string, options?: CallOptions): Promise<void>
  /** Fire a trigger now, to test it. `POST /api/v1/service/workflows/{id}/triggers/{trigger_id}/fire` */
  fireTrigger(id: string, triggerId: string, body?: FireWorkflowTriggerBody, options?: CallOptions): Promise<WorkflowTriggerFiring>
  /** List the firings of a trigger, newest first. `GET /api/v1/service/workflows/{id}/triggers/{trigger_id}/firings` */
  listTriggerFirings: Paged<[id: string, triggerId: string, query?: ListTriggerFiringsQuery, options?: CallOptions], WorkflowTriggerFiring>
  /** Replace the URL and the secret of a webhook. `POST /api/v1/service/workflows/{id}/triggers/{trigger_id}/rotate` */
  rotateTrigger(id: string, triggerId: string, body?: RotateWorkflowTriggerBody, options?: CallOptions): Promise<NewWorkflowTrigger>
  /** Start a run by webhook. `POST /api/v1/hooks/{token}` */
  receiveHook(token: string, body: RawBody, options?: CallOptions): Promise<HookReply>
  /** Start a run by webhook, with GET. `GET /api/v1/hooks/{token}` */
  receiveHookByGet(token: string, options?: CallOptions): Promise<HookReply>
  /** Start a run by webhook, with PUT. `PUT /api/v1/hooks/{token}` */
  receiveHookByPut(token: string, body: RawBody, options?: CallOptions): Promise<HookReply>
  /** Start a run by webhook, with PATCH. `PATCH /api/v1/hooks/{token}` */
  receiveHookByPatch(token: string, body: RawBody, options?: CallOptions): Promise<HookReply>
}

export interface Tasks {
  /** Poll a task. `GET /api/v1/tasks/{task_id}` */
  get(taskId: string, options?: CallOptions): Promise<Task>
  /** Read the progress of a task. `GET /api/v1/service/tasks/progress/{task_id}` */
  getProgress(taskId: string, options?: CallOptions): Promise<TaskProgress>
  /** List tasks, newest first. `GET /api/v1/tasks` */
  list: Paged<[query?: ListTasksQuery, options?: CallOptions], Task>
  /** Cancel a task, before or after it has started. `POST /api/v1/tasks/{task_id}/cancel` */
  cancel(taskId: string, options?: CallOptions): Promise<Task>
  /** Read the input of a task. `GET /api/v1/tasks/{task_id}/input` */
  getInput(taskId: string, options?: CallOptions): Promise<TaskInput>
}

export interface Assets {
  /** Prepare an upload. `POST /api/v1/assets/sign` */
  signUpload(body: SignUploadBody, options?: CallOptions): Promise<SignedUpload>
  /** Register an uploaded file. `POST /api/v1/assets` */
  register(body: RegisterAssetBody, options?: CallOptions): Promise<Asset>
  /** List assets, newest first. `GET /api/v1/assets` */
  list: Paged<[query?: ListAssetsQuery, options?: CallOptions], Asset>
  /** Create an asset from a URL. `POST /api/v1/assets/from-url` */
  createFromUrl(body: CreateAssetFromUrlBody, options?: CallOptions): Promise<AssetFromUrl>
  /** Read an asset. `GET /api/v1/assets/{id}` */
  get(id: string, options?: CallOptions): Promise<Asset>
  /** Rename an asset. `PATCH /api/v1/assets/{id}` */
  update(id: string, body: UpdateAssetBody, options?: CallOptions): Promise<Asset>
  /** Delete an asset. `DELETE /api/v1/assets/{id}` */
  delete(id: string, options?: CallOptions): Promise<void>
  /** List the folders of the assets. `GET /api/v1/assets/folders` */
  listFolders(options?: CallOptions): Promise<AssetFolderList>
  /** Create a folder for assets. `POST /api/v1/assets/folders` */
  createFolder(body: CreateAssetFolderBody, options?: CallOptions): Promise<AssetFolder>
  /** Read a folder. `GET /api/v1/assets/folders/{id}` */
  getFolder(id: string, options?: CallOptions): Promise<AssetFolder>
  /** Rename or move a folder. `PATCH /api/v1/assets/folders/{id}` */
  updateFolder(id: string, body: UpdateAssetFolderBody, options?: CallOptions): Promise<AssetFolder>
  /** Delete a folder but not its files. `DELETE /api/v1/assets/folders/{id}` */
  deleteFolder(id: string, options?: CallOptions): Promise<void>
  /** Move assets to a folder. `POST /api/v1/assets/move` */
  move(body: MoveAssetsBody, options?: CallOptions): Promise<MoveAssetsReply>
}

export interface Chat {
  /** List channels. `GET /api/v1/chat/channels` */
  listChannels(options?: CallOptions): Promise<ChannelList>
  /** List the messages of a channel. `GET /api/v1/chat/channels/{channel}/messages` */
  listMessages(channel: string, query?: ListMessagesQuery, options?: CallOptions): Promise<MessageList>
  /** Post a message to a channel. `POST /api/v1/chat/channels/{channel}/messages` */
  postMessage(channel: string, body: PostMessageBody, options?: CallOptions): Promise<Message>
  /** List chat webhooks. `GET /api/v1/chat/webhooks` */
  listWebhooks: Paged<[query?: PageQuery, options?: CallOptions], ChatWebhook>
  /** Forward a channel to Slack, Mattermost or Discord. `POST /api/v1/chat/webhooks` */
  createWebhook(body: CreateChatWebhookBody, options?: CallOptions): Promise<ChatWebhook>
  /** Read a chat webhook. `GET /api/v1/chat/webhooks/{id}` */
  getWebhook(id: string, options?: CallOptions): Promise<ChatWebhook>
  /** Change a chat webhook. `PATCH /api/v1/chat/webhooks/{id}` */
  updateWebhook(id: string, body: UpdateChatWebhookBody, options?: CallOptions): Promise<ChatWebhook>
  /** Delete a chat webhook. `DELETE /api/v1/chat/webhooks/{id}` */
  deleteWebhook(id: string, options?: CallOptions): Promise<void>
  /** Send a test message through a chat webhook. `POST /api/v1/chat/webhooks/{id}/test` */
  testWebhook(id: string, options?: CallOptions): Promise<TestResult>
  /** List incoming webhooks. `GET /api/v1/chat/incoming-webhooks` */
  listIncomingWebhooks: Paged<[query?: PageQuery, options?: CallOptions], IncomingWebhook>
  /** Create a URL that posts to a channel, for programs that post to Slack. `POST /api/v1/chat/incoming-webhooks` */
  createIncomingWebhook(body: CreateIncomingWebhookBody, options?: CallOptions): Promise<NewIncomingWebhook>
  /** Delete an incoming webhook. `DELETE /api/v1/chat/incoming-webhooks/{id}` */
  deleteIncomingWebhook(id: string, options?: CallOptions): Promise<void>
}

export interface Push {
  /** Read the public key for push subscriptions. `GET /api/v1/push/key` */
  getKey(options?: CallOptions): Promise<PushKey>
  /** List your browsers that get push notifications. `GET /api/v1/push/subscriptions` */
  listSubscriptions(options?: CallOptions): Promise<PushSubscriptionList>
  /** Turn on push in a browser. `POST /api/v1/push/subscriptions` */
  createSubscription(body: CreatePushSubscriptionBody, options?: CallOptions): Promise<PushSubscription>
  /** Turn off push in a browser. `DELETE /api/v1/push/subscriptions/{id}` */
  deleteSubscription(id: string, options?: CallOptions): Promise<void>
  /** Show a test notification in a browser. `POST /api/v1/push/subscriptions/{id}/test` */
  testSubscription(id: string, options?: CallOptions): Promise<TestResult>
}

export interface Workspaces {
  /** Read the current workspace, its user and teamspaces. `GET /api/v1/workspaces/current` */
  getCurrent(options?: CallOptions): Promise<WorkspaceContext>
  /** Change the current workspace or its settings. `PATCH /api/v1/workspaces/current` */
  updateCurrent(body: UpdateCurrentWorkspaceBody, options?: CallOptions): Promise<WorkspaceContext>
  /** List the workspaces of the credential. `GET /api/v1/workspaces` */
  list(options?: CallOptions): Promise<WorkspaceList>
  /** Create a workspace. `POST /api/v1/workspaces` */
  create(body: CreateWorkspaceBody, options?: CallOptions): Promise<Workspace>
  /** Fill the workspace with demo data. `POST /api/v1/workspaces/current/demo` */
  loadDemoData(options?: CallOptions): Promise<LoadedDemoData>
  /** Count the demo records in the workspace. `GET /api/v1/workspaces/current/demo` */
  getDemoData(options?: CallOptions): Promise<DemoData>
  /** Remove the demo data from the workspace. `DELETE /api/v1/workspaces/current/demo` */
  removeDemoData(options?: CallOptions): Promise<RemovedDemoData>
}

export interface Teamspaces {
  /** List your teamspaces. `GET /api/v1/service/workspaces` */
  listMine(options?: CallOptions): Promise<ReachableTeamspaceList>
  /** List the teamspaces of the workspace. `GET /api/v1/workspaces/teamspaces` */
  list: Paged<[query?: PageQuery, options?: CallOptions], Teamspace>
  /** Create a teamspace. `POST /api/v1/workspaces/teamspaces` */
  create(body: CreateTeamspaceBody, options?: CallOptions): Promise<Teamspace>
  /** Read a teamspace. `GET /api/v1/workspaces/teamspaces/{id}` */
  get(id: number, options?: CallOptions): Promise<Teamspace>
  /** Change a teamspace. `PATCH /api/v1/workspaces/teamspaces/{id}` */
  update(id: number, body: UpdateTeamspaceBody, options?: CallOptions): Promise<Teamspace>
  /** Delete a teamspace. `DELETE /api/v1/workspaces/teamspaces/{id}` */
  delete(id: number, options?: CallOptions): Promise<void>
  /** List the members of a teamspace. `GET /api/v1/workspaces/teamspaces/{id}/members` */
  listMembers: Paged<[id: number, query?: PageQuery, options?: CallOptions], TeamspaceMember>
  /** Add a member of the workspace to a teamspace. `POST /api/v1/workspaces/teamspaces/{id}/members` */
  addMember(id: number, body: AddTeamspaceMemberBody, options?: CallOptions): Promise<TeamspaceMember>
  /** Remove a member from a teamspace. `DELETE /api/v1/workspaces/teamspaces/{id}/members/{user_id}` */
  removeMember(id: number, userId: number, options?: CallOptions): Promise<void>
}

export interface Members {
  /** List the members of the workspace. `GET /api/v1/workspaces/members` */
  list: Paged<[query?: ListMembersQuery, options?: CallOptions], Member>
  /** List members as options for a dropdown. `GET /api/v1/workspaces/members/as-choices` */
  listChoices(query?: ListMemberChoicesQuery, options?: CallOptions): Promise<MemberChoiceList>
  /** Read a member. `GET /api/v1/workspaces/members/{user_id}` */
  get(userId: number, options?: CallOptions): Promise<Member>
  /** Change the role of a member. `PATCH /api/v1/workspaces/members/{user_id}` */
  update(userId: number, body: UpdateMemberBody, options?: CallOptions): Promise<Member>
  /** Remove a member from the workspace. `DELETE /api/v1/workspaces/members/{user_id}` */
  remove(userId: number, options?: CallOptions): Promise<void>
  /** List invitations. `GET /api/v1/workspaces/invitations` */
  listInvitations: Paged<[query?: PageQuery, options?: CallOptions], Invitation>
  /** Invite someone to the workspace. `POST /api/v1/workspaces/invitations` */
  createInvitation(body: CreateInvitationBody, options?: CallOptions): Promise<NewInvitation>
  /** Revoke an invitation. `DELETE /api/v1/workspaces/invitations/{id}` */
  revokeInvitation(id: string, options?: CallOptions): Promise<void>
  /** Show an invitation to the invited person. `POST /api/v1/workspaces/invitations/lookup` */
  lookUpInvitation(body: LookUpInvitationBody, options?: CallOptions): Promise<InvitationDetails>
  /** Accept an invitation and sign in. `POST /api/v1/workspaces/invitations/accept` */
  acceptInvitation(body: AcceptInvitationBody, options?: CallOptions): Promise<AcceptedInvitation>
}

export interface Usage {
  /** Read what the workspace uses of its quotas. `GET /api/v1/usage` */
  get(options?: CallOptions): Promise<UsageReport>
  /** Change the quotas of a workspace. `PATCH /api/v1/quotas/{workspace_id}` */
  updateWorkspaceQuotas(workspaceId: number, body: UpdateWorkspaceQuotasBody, options?: CallOptions): Promise<UsageReport>
}

export interface ApiKeys {
  /** Create an API key. `POST /api/v1/api-keys` */
  create(body: CreateApiKeyBody, options?: CallOptions): Promise<NewApiKey>
  /** List API keys. `GET /api/v1/api-keys` */
  list: Paged<[query?: PageQuery, options?: CallOptions], ApiKey>
  /** Read an API key. `GET /api/v1/api-keys/{id}` */
  get(id: string, options?: CallOptions): Promise<ApiKey>
  /** Revoke an API key. `DELETE /api/v1/api-keys/{id}` */
  revoke(id: string, options?: CallOptions): Promise<void>
}

export interface Auth {
  /** Sign in with email and password. `POST /api/v1/auth/login` */
  logIn(body: LogInBody, options?: CallOptions): Promise<Session>
  /** Exchange a refresh token for new tokens. `POST /api/v1/auth/refresh` */
  refresh(body: RefreshSessionBody, options?: CallOptions): Promise<Session>
  /** Sign in a browser. `POST /api/v1/auth/browser` */
  openBrowserSession(body?: OpenBrowserSessionBody, options?: CallOptions): Promise<BrowserSession>
  /** Set a password with a one-time link. `POST /api/v1/auth/browser/link` */
  redeemSignInLink(body: RedeemSignInLinkBody, options?: CallOptions): Promise<BrowserSession>
  /** Read whose one-time link it is. `POST /api/v1/auth/browser/link/look-up` */
  lookUpSignInLink(body: LookUpSignInLinkBody, options?: CallOptions): Promise<SignInLink>
  /** Request a password link by email. `POST /api/v1/auth/browser/forgotten` */
  requestPasswordLink(body: RequestPasswordLinkBody, options?: CallOptions): Promise<RequestPasswordLinkReply>
  /** Request the email that verifies your address. `POST /api/v1/auth/email/verification` */
  requestEmailVerification(options?: CallOptions): Promise<RequestPasswordLinkReply>
  /** Verify your address with the link from the email. `POST /api/v1/auth/email/verify` */
  verifyEmail(body: VerifyEmailBody, options?: CallOptions): Promise<void>
  /** Read your user, workspace and permissions. `GET /api/v1/auth/me` */
  getMe(options?: CallOptions): Promise<Me>
  /** Change your own name. `PATCH /api/v1/auth/me` */
  updateMe(body: UpdateMeBody, options?: CallOptions): Promise<Me>
  /** List all permissions with descriptions. `GET /api/v1/auth/permissions` */
  listPermissions(options?: CallOptions): Promise<PermissionList>
  /** End the session of this access token or browser. `POST /api/v1/auth/logout` */
  logOut(options?: CallOptions): Promise<void>
  /** Set your own password. `POST /api/v1/auth/password` */
  changePassword(body: ChangePasswordBody, options?: CallOptions): Promise<void>
  /** List your sessions. `GET /api/v1/auth/sessions` */
  listSessions: Paged<[query?: PageQuery, options?: CallOptions], ActiveSession>
  /** End one of your sessions. `DELETE /api/v1/auth/sessions/{id}` */
  endSession(id: string, options?: CallOptions): Promise<void>
  /** Sign out everywhere else. `POST /api/v1/auth/sessions/end-others` */
  endOtherSessions(options?: CallOptions): Promise<EndedSessions>
  /** List programs with access to your account. `GET /api/v1/auth/grants` */
  listGrants: Paged<[query?: PageQuery, options?: CallOptions], ProgramGrant>
  /** Remove the access of a program. `DELETE /api/v1/auth/grants/{id}` */
  endGrant(id: string, options?: CallOptions): Promise<void>
}

export interface Events {
  /** List the events of the workspace. `GET /api/v1/events` */
  list(query?: ListEventsQuery, options?: CallOptions): Promise<EventList>
  /** List the event types and their data. `GET /api/v1/events/types` */
  listTypes(options?: CallOptions): Promise<EventTypeList>
}

export interface Live {
  /** Get a ticket for a WebSocket. `POST /api/v1/ws/tickets` */
  createTicket(options?: CallOptions): Promise<SocketTicket>
}

export interface Idempotency {
  /** Look up the response to a request with an Idempotency-Key. `GET /api/v1/idempotency/{key}` */
  get(key: string, options?: CallOptions): Promise<IdempotentResponse>
}

/** Every operation under its noun. */
export class Nouns {
  readonly images: Images
  readonly aiImages: AiImages
  readonly videoTools: VideoTools
  readonly engines: Engines
  readonly voices: Voices
  readonly transcriptions: Transcriptions
  readonly videos: Videos
  readonly webhooks: Webhooks
  readonly boards: Boards
  readonly boardTasks: BoardTasks
  readonly comments: Comments
  readonly notifications: Notifications
  readonly pages: Pages
  readonly threads: Threads
  readonly questions: Questions
  readonly receipts: Receipts
  readonly doors: Doors
  readonly projects: Projects
  readonly social: Social
  readonly workflows: Workflows
  readonly tasks: Tasks
  readonly assets: Assets
  readonly chat: Chat
  readonly push: Push
  readonly workspaces: Workspaces
  readonly teamspaces: Teamspaces
  readonly members: Members
  readonly usage: Usage
  readonly apiKeys: ApiKeys
  readonly auth: Auth
  readonly events: Events
  readonly live: Live
  readonly idempotency: Idempotency

  constructor(transport: Transport) {
    this.images = bind(transport, operations.images)
    this.aiImages = bind(transport, operations.aiImages)
    this.videoTools = bind(transport, operations.videoTools)
    this.engines = bind(transport, operations.engines)
    this.voices = bind(transport, operations.voices)
    this.transcriptions = bind(transport, operations.transcriptions)
    this.videos = bind(transport, operations.videos)
    this.webhooks = bind(transport, operations.webhooks)
    this.boards = bind(transport, operations.boards)
    this.boardTasks = bind(transport, operations.boardTasks)
    this.comments = bind(transport, operations.comments)
    this.notifications = bind(transport, operations.notifications)
    this.pages = bind(transport, operations.pages)
    this.threads = bind(transport, operations.threads)
    this.questions = bind(transport, operations.questions)
    this.receipts = bind(transport, operations.receipts)
    this.doors = bind(transport, operations.doors)
    this.projects = bind(transport, operations.projects)
    this.social = bind(transport, operations.social)
    this.workflows = bind(transport, operations.workflows)
    this.tasks = bind(transport, operations.tasks)
    this.assets = bind(transport, operations.assets)
    this.chat = bind(transport, operations.chat)
    this.push = bind(transport, operations.push)
    this.workspaces = bind(transport, operations.workspaces)
    this.teamspaces = bind(transport, operations.teamspaces)
    this.members = bind(transport, operations.members)
    this.usage = bind(transport, operations.usage)
    this.apiKeys = bind(transport, operations.apiKeys)
    this.auth = bind(transport, operations.auth)
    this.events = bind(transport, operations.events)
    this.live = bind(transport, operations.live)
    this.idempotency = bind(transport, operations.idempotency)
  }
}
