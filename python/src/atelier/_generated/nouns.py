# Generated from docs/openapi.json by "npm run generate". Do not edit.
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Unpack

from .._noun import Noun
from .._operation import CallOptions, CallOptionsWithQuery, Page
from .._response import FileResponse
from .._task_result import Submitted
from .._transport import Transport
from . import operations
from .types import *  # noqa: F403

class Images(Noun):
    def convert_image_format(self, body: ConvertImageFormatBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Convert an image, with the names of existing clients. `POST /api/v1/service/image-tools/convert-image-format`"""
        return self._call(operations.convert_image_format, (), body, options)

    def restore(self, body: RestoreImageBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Clean up an old or noisy photo. `POST /api/v1/service/image-tools/restore-image`"""
        return self._call(operations.restore_image, (), body, options)

    def upscale_by_scale(self, body: UpscaleImageByScaleBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Enlarge an image, with the names of existing clients. `POST /api/v1/service/image-tools/upscale-image`"""
        return self._call(operations.upscale_image_by_scale, (), body, options)

    def replace(self, body: ReplaceImageBody, **options: Unpack[CallOptions]) -> Submitted[CutOutResult]:
        """Replace the background, with the names of existing clients. `POST /api/v1/service/image-tools/replace-image`"""
        return self._call(operations.replace_image, (), body, options)

    def blur_background_now(self, body: BlurBackgroundNowBody, **options: Unpack[CallOptions]) -> BlurredImage:
        """Blur the background and wait for the result. `POST /api/v1/service/image-tools/blur-background`"""
        return self._call(operations.blur_background_now, (), body, options)

    def remove_background(self, body: RemoveBackgroundBody, **options: Unpack[CallOptions]) -> Submitted[CutOutResult]:
        """Remove the background of an image. `POST /api/v1/tools/remove-background`"""
        return self._call(operations.remove_background, (), body, options)

    def outpaint(self, body: OutpaintImageBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Extend an image beyond its borders. `POST /api/v1/tools/image-outpainting`"""
        return self._call(operations.outpaint_image, (), body, options)

    def fill(self, body: FillImageBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Fill a region inside an image. `POST /api/v1/tools/generative-fill`"""
        return self._call(operations.fill_image, (), body, options)

    def replace_background(self, body: ReplaceBackgroundBody, **options: Unpack[CallOptions]) -> Submitted[CutOutResult]:
        """Replace the background of an image. `POST /api/v1/tools/replace-background`"""
        return self._call(operations.replace_background, (), body, options)

    def blur_background(self, body: BlurBackgroundBody, **options: Unpack[CallOptions]) -> Submitted[CutOutResult]:
        """Blur the background of an image. `POST /api/v1/tools/blur-background`"""
        return self._call(operations.blur_background, (), body, options)

    def upscale(self, body: UpscaleImageBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Enlarge an image. `POST /api/v1/tools/upscale`"""
        return self._call(operations.upscale_image, (), body, options)

    def convert_format(self, body: ConvertFormatBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Convert an image to another format. `POST /api/v1/tools/convert-format`"""
        return self._call(operations.convert_format, (), body, options)

    def read_text(self, body: ReadTextBody, **options: Unpack[CallOptions]) -> Submitted[ReadTextResult]:
        """Read the text of an image. `POST /api/v1/tools/read-text`"""
        return self._call(operations.read_text, (), body, options)

    def find_faces(self, body: FindFacesBody, **options: Unpack[CallOptions]) -> Submitted[FindFacesResult]:
        """Find the faces in an image. `POST /api/v1/tools/find-faces`"""
        return self._call(operations.find_faces, (), body, options)

    def blur_faces(self, body: BlurFacesBody, **options: Unpack[CallOptions]) -> Submitted[BlurFacesResult]:
        """Make the faces in an image unrecognisable. `POST /api/v1/tools/blur-faces`"""
        return self._call(operations.blur_faces, (), body, options)

    def smart_crop(self, body: SmartCropBody, **options: Unpack[CallOptions]) -> Submitted[SmartCropResult]:
        """Crop an image to an aspect ratio around faces or the subject. `POST /api/v1/tools/smart-crop`"""
        return self._call(operations.smart_crop, (), body, options)

    def inpaint(self, body: InpaintImageBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Change an image as a prompt says. `POST /api/v1/service/image-tools/magic-inpaint`"""
        return self._call(operations.inpaint_image, (), body, options)

    def transform(self, body: TransformImageBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Create variants of an image from a prompt. `POST /api/v1/service/image-tools/pix-to-pix`"""
        return self._call(operations.transform_image, (), body, options)

    def image_from_scribble(self, body: ImageFromScribbleBody, **options: Unpack[CallOptions]) -> Submitted[ImageToolResult]:
        """Create an image from a sketch and a prompt. `POST /api/v1/service/image-tools/sd-scrible`"""
        return self._call(operations.image_from_scribble, (), body, options)


class AiImages(Noun):
    def generate(self, body: GenerateAiImageBody, **options: Unpack[CallOptions]) -> AiImageGeneration:
        """Generate images from a prompt. `POST /api/v1/service/ai-image/generate`"""
        return self._call(operations.generate_ai_image, (), body, options)

    def get_status(self, id: str, **options: Unpack[CallOptions]) -> AiImageStatus:
        """Poll generated images. `GET /api/v1/service/ai-image/status/{id}`"""
        return self._call(operations.get_ai_image_status, (id,), None, options)

    def list_models(self, query: ListAiImageModelsQuery | None = None, **options: Unpack[CallOptions]) -> AiImageModelList:
        """List models that generate images. `GET /api/v1/service/ai-image/models`"""
        return self._call(operations.list_ai_image_models, (), query, options)

    def submit(self, body: SubmitAiImageBody, **options: Unpack[CallOptions]) -> AiImageGenerationV2:
        """Generate images, with the names of existing clients. `POST /api/v1/ai/image/ai-generate-image-v2`"""
        return self._call(operations.submit_ai_image, (), body, options)


class VideoTools(Noun):
    def convert_video_format(self, body: ConvertVideoFormatBody, **options: Unpack[CallOptions]) -> SubmittedTask:
        """Convert a video to another format. `POST /api/v1/service/video-tools/convert-video-format`"""
        return self._call(operations.convert_video_format, (), body, options)

    def merge_videos(self, body: MergeVideosBody, **options: Unpack[CallOptions]) -> SubmittedTask:
        """Join videos. `POST /api/v1/service/video-tools/merge-videos`"""
        return self._call(operations.merge_videos, (), body, options)

    def remove_audio(self, body: RemoveAudioBody, **options: Unpack[CallOptions]) -> SubmittedTask:
        """Remove the audio of a video. `POST /api/v1/service/video-tools/remove-audio`"""
        return self._call(operations.remove_audio, (), body, options)

    def reverse_video(self, body: ReverseVideoBody, **options: Unpack[CallOptions]) -> SubmittedTask:
        """Play a video backwards. `POST /api/v1/service/video-tools/reverse-video`"""
        return self._call(operations.reverse_video, (), body, options)

    def speed_up_video(self, body: SpeedUpVideoBody, **options: Unpack[CallOptions]) -> SubmittedTask:
        """Change the speed of a video. `POST /api/v1/service/video-tools/speedup-video`"""
        return self._call(operations.speed_up_video, (), body, options)

    def add_brolls_video(self, body: AddBRollsVideoBody | None = None, **options: Unpack[CallOptions]) -> SubmittedTask:
        """Show matching images and videos while someone speaks. `POST /api/v1/service/video-tools/add-b-rolls-video`"""
        return self._call(operations.add_brolls_video, (), body, options)

    def text_to_video(self, body: TextToVideoBody, **options: Unpack[CallOptions]) -> SubmittedTask:
        """Render a narrated video from a text. `POST /api/v1/service/video-tools/text-to-video`"""
        return self._call(operations.text_to_video, (), body, options)

    def script_to_video(self, body: ScriptToVideoBody, **options: Unpack[CallOptions]) -> SubmittedTask:
        """Render a narrated video from a script. `POST /api/v1/service/video-tools/script-to-video`"""
        return self._call(operations.script_to_video, (), body, options)

    def get_video_export(self, id: str, **options: Unpack[CallOptions]) -> VideoExport:
        """Poll an exported video. `GET /api/v1/service/export-lib/{id}`"""
        return self._call(operations.get_video_export, (id,), None, options)


class Engines(Noun):
    def list(self, **options: Unpack[CallOptions]) -> EngineList:
        """List engines. `GET /api/v1/engines`"""
        return self._call(operations.list_engines, (), None, options)

    def list_models(self, **options: Unpack[CallOptions]) -> ModelList:
        """List the models of the embedded engines. `GET /api/v1/engines/models`"""
        return self._call(operations.list_models, (), None, options)

    def test(self, purpose: str, **options: Unpack[CallOptions]) -> EngineTest:
        """Test the external engine for a purpose. `POST /api/v1/engines/{purpose}/test`"""
        return self._call(operations.test_engine, (purpose,), None, options)

    def choose_outpainting(self, body: ChooseOutpaintingEngineBody, **options: Unpack[CallOptions]) -> Engine:
        """Use another engine for outpainting. `PUT /api/v1/engines/outpainting`"""
        return self._call(operations.choose_outpainting_engine, (), body, options)

    def reset_outpainting(self, **options: Unpack[CallOptions]) -> None:
        """Use the default engine for outpainting again. `DELETE /api/v1/engines/outpainting`"""
        self._call(operations.reset_outpainting_engine, (), None, options)

    def choose_images(self, body: ChooseImagesEngineBody, **options: Unpack[CallOptions]) -> Engine:
        """Use another engine for images. `PUT /api/v1/engines/images`"""
        return self._call(operations.choose_images_engine, (), body, options)

    def reset_images(self, **options: Unpack[CallOptions]) -> None:
        """Use the default engine for images again. `DELETE /api/v1/engines/images`"""
        self._call(operations.reset_images_engine, (), None, options)

    def choose_speech(self, body: ChooseSpeechEngineBody, **options: Unpack[CallOptions]) -> Engine:
        """Use another engine for speech. `PUT /api/v1/engines/speech`"""
        return self._call(operations.choose_speech_engine, (), body, options)

    def reset_speech(self, **options: Unpack[CallOptions]) -> None:
        """Use the default engine for speech again. `DELETE /api/v1/engines/speech`"""
        self._call(operations.reset_speech_engine, (), None, options)

    def choose_transcription(self, body: ChooseTranscriptionEngineBody, **options: Unpack[CallOptions]) -> Engine:
        """Use another engine for transcription. `PUT /api/v1/engines/transcription`"""
        return self._call(operations.choose_transcription_engine, (), body, options)

    def reset_transcription(self, **options: Unpack[CallOptions]) -> None:
        """Use the default engine for transcription again. `DELETE /api/v1/engines/transcription`"""
        self._call(operations.reset_transcription_engine, (), None, options)

    def choose_video(self, body: ChooseVideoEngineBody, **options: Unpack[CallOptions]) -> Engine:
        """Use another engine for video. `PUT /api/v1/engines/video`"""
        return self._call(operations.choose_video_engine, (), body, options)

    def reset_video(self, **options: Unpack[CallOptions]) -> None:
        """Use the default engine for video again. `DELETE /api/v1/engines/video`"""
        self._call(operations.reset_video_engine, (), None, options)


class Voices(Noun):
    def list(self, query: ListVoicesQuery | None = None, **options: Unpack[CallOptions]) -> VoiceList:
        """List the voices that this workspace can use. `GET /api/v1/voices`"""
        return self._call(operations.list_voices, (), query, options)

    def create(self, body: CreateVoiceBody, **options: Unpack[CallOptions]) -> Voice:
        """Add a voice to this workspace. `POST /api/v1/voices`"""
        return self._call(operations.create_voice, (), body, options)

    def get(self, voice_id: str, **options: Unpack[CallOptions]) -> Voice:
        """Read a voice. `GET /api/v1/voices/{voice_id}`"""
        return self._call(operations.get_voice, (voice_id,), None, options)

    def update(self, voice_id: str, body: UpdateVoiceBody, **options: Unpack[CallOptions]) -> Voice:
        """Change a voice of this workspace. `PATCH /api/v1/voices/{voice_id}`"""
        return self._call(operations.update_voice, (voice_id,), body, options)

    def delete(self, voice_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a voice of this workspace. `DELETE /api/v1/voices/{voice_id}`"""
        self._call(operations.delete_voice, (voice_id,), None, options)

    def get_sample(self, voice_id: str, **options: Unpack[CallOptions]) -> FileResponse:
        """Play a sample of an embedded voice. `GET /api/v1/voices/{voice_id}/sample`"""
        return self._call(operations.get_voice_sample, (voice_id,), None, options)

    def generate_audio(self, voice_id: str, body: GenerateAudioBody, **options: Unpack[CallOptions]) -> Submitted[SpeechResult]:
        """Generate speech from text. `POST /api/v1/voices/{voice_id}/translate`"""
        return self._call(operations.generate_audio, (voice_id,), body, options)


class Transcriptions(Noun):
    def create(self, body: TranscribeBody | None = None, **options: Unpack[CallOptions]) -> SubmittedTranscription:
        """Transcribe an audio or video recording. `POST /api/v1/transcription/transcribe`"""
        return self._call(operations.transcribe, (), body, options)

    def list(self, query: ListTranscriptionsQuery | None = None, **options: Unpack[CallOptions]) -> Page[TranscriptionSummary]:
        """List transcriptions, newest first. `GET /api/v1/transcription`"""
        return self._call(operations.list_transcriptions, (), query, options)

    def iterate(self, query: ListTranscriptionsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[TranscriptionSummary]:
        """The same for all pages."""
        return self._all(operations.list_transcriptions, (), query, options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Transcription:
        """Poll a transcription. `GET /api/v1/transcription/{id}`"""
        return self._call(operations.get_transcription, (id,), None, options)

    def correct(self, id: str, body: CorrectTranscriptionBody, **options: Unpack[CallOptions]) -> Transcription:
        """Correct a transcription. `PATCH /api/v1/transcription/{id}`"""
        return self._call(operations.correct_transcription, (id,), body, options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a transcription. `DELETE /api/v1/transcription/{id}`"""
        self._call(operations.delete_transcription, (id,), None, options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Transcription:
        """Cancel a transcription. `POST /api/v1/transcription/{id}/cancel`"""
        return self._call(operations.cancel_transcription, (id,), None, options)

    def download_subtitles(self, id: str, query: DownloadTranscriptionFileQuery | None = None, **options: Unpack[CallOptions]) -> FileResponse:
        """Download the subtitles. `GET /api/v1/transcription/{id}/download_transcription_file`"""
        return self._call(operations.download_transcription_file, (id,), query, options)


class Videos(Noun):
    def generate(self, body: GenerateVideoBody, **options: Unpack[CallOptions]) -> SubmittedVideo:
        """Render a storyboard as a video. `POST /api/v1/ai-imageart/ai-generate-video-v2`"""
        return self._call(operations.generate_video, (), body, options)

    def get(self, id: str, variation_id: str, **options: Unpack[CallOptions]) -> Video:
        """Poll a video. `GET /api/v1/ai/video/{id}/variations/{variation_id}`"""
        return self._call(operations.get_video_variation, (id, variation_id,), None, options)

    def get_by_id(self, id: str, **options: Unpack[CallOptions]) -> Video:
        """Poll a video by its own id. `GET /api/v1/ai/video/{id}`"""
        return self._call(operations.get_video, (id,), None, options)

    def list(self, query: ListVideosQuery | None = None, **options: Unpack[CallOptions]) -> Page[Video]:
        """List videos, newest first. `GET /api/v1/ai/video`"""
        return self._call(operations.list_videos, (), query, options)

    def iterate(self, query: ListVideosQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Video]:
        """The same for all pages."""
        return self._all(operations.list_videos, (), query, options)


class Webhooks(Noun):
    def receive_provider_callback(self, provider: str, token: str, body: bytes | str, **options: Unpack[CallOptions]) -> CallbackOutcome:
        """Receive a result from an external engine. `POST /api/v1/webhooks/{provider}/{token}`"""
        return self._call(operations.receive_provider_callback, (provider, token,), body, options)

    def list_subscriptions(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[WebhookSubscription]:
        """List webhook subscriptions. `GET /api/v1/webhooks/subscriptions`"""
        return self._call(operations.list_webhook_subscriptions, (), query, options)

    def iterate_subscriptions(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[WebhookSubscription]:
        """The same for all pages."""
        return self._all(operations.list_webhook_subscriptions, (), query, options)

    def create_subscription(self, body: CreateWebhookSubscriptionBody, **options: Unpack[CallOptions]) -> NewWebhookSubscription:
        """Create a webhook subscription. `POST /api/v1/webhooks/subscriptions`"""
        return self._call(operations.create_webhook_subscription, (), body, options)

    def get_subscription(self, id: str, **options: Unpack[CallOptions]) -> WebhookSubscription:
        """Read a webhook subscription. `GET /api/v1/webhooks/subscriptions/{id}`"""
        return self._call(operations.get_webhook_subscription, (id,), None, options)

    def update_subscription(self, id: str, body: UpdateWebhookSubscriptionBody, **options: Unpack[CallOptions]) -> WebhookSubscription:
        """Change a webhook subscription. `PATCH /api/v1/webhooks/subscriptions/{id}`"""
        return self._call(operations.update_webhook_subscription, (id,), body, options)

    def delete_subscription(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a webhook subscription. `DELETE /api/v1/webhooks/subscriptions/{id}`"""
        self._call(operations.delete_webhook_subscription, (id,), None, options)

    def rotate_secret(self, id: str, **options: Unpack[CallOptions]) -> RotateWebhookSecretReply:
        """Rotate the secret of a webhook subscription. `POST /api/v1/webhooks/subscriptions/{id}/rotate-secret`"""
        return self._call(operations.rotate_webhook_secret, (id,), None, options)

    def test_subscription(self, id: str, **options: Unpack[CallOptions]) -> WebhookDeliverySummary:
        """Send a test event. `POST /api/v1/webhooks/subscriptions/{id}/test`"""
        return self._call(operations.test_webhook_subscription, (id,), None, options)

    def replay_events(self, id: str, body: ReplayWebhookEventsBody | None = None, **options: Unpack[CallOptions]) -> ReplayWebhookEventsReply:
        """Send past events again. `POST /api/v1/webhooks/subscriptions/{id}/replay`"""
        return self._call(operations.replay_webhook_events, (id,), body, options)

    def list_deliveries(self, query: ListWebhookDeliveriesQuery | None = None, **options: Unpack[CallOptions]) -> Page[WebhookDeliverySummary]:
        """List webhook deliveries. `GET /api/v1/webhooks/deliveries`"""
        return self._call(operations.list_webhook_deliveries, (), query, options)

    def iterate_deliveries(self, query: ListWebhookDeliveriesQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[WebhookDeliverySummary]:
        """The same for all pages."""
        return self._all(operations.list_webhook_deliveries, (), query, options)

    def get_delivery(self, id: str, **options: Unpack[CallOptions]) -> WebhookDelivery:
        """Read a webhook delivery with its attempts. `GET /api/v1/webhooks/deliveries/{id}`"""
        return self._call(operations.get_webhook_delivery, (id,), None, options)

    def resend_delivery(self, id: str, **options: Unpack[CallOptions]) -> WebhookDeliverySummary:
        """Send a webhook delivery again. `POST /api/v1/webhooks/deliveries/{id}/resend`"""
        return self._call(operations.resend_webhook_delivery, (id,), None, options)

    def get_secret(self, **options: Unpack[CallOptions]) -> WebhookSecret:
        """Read the webhook signing secret of this workspace. `GET /api/v1/webhooks/secret`"""
        return self._call(operations.get_webhook_secret, (), None, options)


class Boards(Noun):
    def list(self, query: ListBoardsQuery | None = None, **options: Unpack[CallOptions]) -> Page[Board]:
        """List boards, newest first. `GET /api/v1/pm/boards`"""
        return self._call(operations.list_boards, (), query, options)

    def iterate(self, query: ListBoardsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Board]:
        """The same for all pages."""
        return self._all(operations.list_boards, (), query, options)

    def create(self, body: CreateBoardBody, **options: Unpack[CallOptions]) -> Board:
        """Create a board. `POST /api/v1/pm/boards`"""
        return self._call(operations.create_board, (), body, options)

    def get(self, board_id: str, query: GetBoardQuery | None = None, **options: Unpack[CallOptions]) -> Board:
        """Read a board. `GET /api/v1/pm/boards/{board_id}`"""
        return self._call(operations.get_board, (board_id,), query, options)

    def update(self, board_id: str, body: UpdateBoardBody, **options: Unpack[CallOptions]) -> Board:
        """Change a board. `PATCH /api/v1/pm/boards/{board_id}`"""
        return self._call(operations.update_board, (board_id,), body, options)

    def delete(self, board_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a board with its tasks. `DELETE /api/v1/pm/boards/{board_id}`"""
        self._call(operations.delete_board, (board_id,), None, options)

    def clone(self, board_id: str, body: CloneBoardBody, **options: Unpack[CallOptions]) -> Board:
        """Clone a board. `POST /api/v1/pm/boards/{board_id}/clone`"""
        return self._call(operations.clone_board, (board_id,), body, options)

    def list_members(self, board_id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[BoardMember]:
        """List the members of a board. `GET /api/v1/pm/boards/{board_id}/members`"""
        return self._call(operations.list_board_members, (board_id,), query, options)

    def iterate_members(self, board_id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[BoardMember]:
        """The same for all pages."""
        return self._all(operations.list_board_members, (board_id,), query, options)

    def add_member(self, board_id: str, body: AddBoardMemberBody, **options: Unpack[CallOptions]) -> BoardMember:
        """Add a member of the workspace to a board. `POST /api/v1/pm/boards/{board_id}/members`"""
        return self._call(operations.add_board_member, (board_id,), body, options)

    def remove_member(self, board_id: str, user_id: int, **options: Unpack[CallOptions]) -> None:
        """Remove a member from a board. `DELETE /api/v1/pm/boards/{board_id}/members/{user_id}`"""
        self._call(operations.remove_board_member, (board_id, user_id,), None, options)

    def list_statuses(self, board_id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[Status]:
        """List the statuses of a board, from left to right. `GET /api/v1/pm/boards/{board_id}/status`"""
        return self._call(operations.list_statuses, (board_id,), query, options)

    def iterate_statuses(self, board_id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Status]:
        """The same for all pages."""
        return self._all(operations.list_statuses, (board_id,), query, options)

    def create_status(self, board_id: str, body: CreateStatusBody, **options: Unpack[CallOptions]) -> Status:
        """Add a status to a board. `POST /api/v1/pm/boards/{board_id}/status`"""
        return self._call(operations.create_status, (board_id,), body, options)

    def get_status(self, board_id: str, status_id: str, **options: Unpack[CallOptions]) -> Status:
        """Read a status. `GET /api/v1/pm/boards/{board_id}/status/{status_id}`"""
        return self._call(operations.get_status, (board_id, status_id,), None, options)

    def update_status(self, board_id: str, status_id: str, body: UpdateStatusBody, **options: Unpack[CallOptions]) -> Status:
        """Change a status. `PATCH /api/v1/pm/boards/{board_id}/status/{status_id}`"""
        return self._call(operations.update_status, (board_id, status_id,), body, options)

    def delete_status(self, board_id: str, status_id: str, query: DeleteStatusQuery | None = None, **options: Unpack[CallOptions]) -> None:
        """Delete a status. `DELETE /api/v1/pm/boards/{board_id}/status/{status_id}`"""
        self._call(operations.delete_status, (board_id, status_id,), query, options)

    def move_status_tasks(self, status_id: str, body: MoveStatusTasksBody, **options: Unpack[CallOptions]) -> MoveStatusTasksReply:
        """Move all tasks of a status to another. `POST /api/v1/pm/status/{status_id}/move`"""
        return self._call(operations.move_status_tasks, (status_id,), body, options)

    def list_fields(self, board_id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[Field]:
        """List the custom fields of a board. `GET /api/v1/pm/boards/{board_id}/fields`"""
        return self._call(operations.list_fields, (board_id,), query, options)

    def iterate_fields(self, board_id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Field]:
        """The same for all pages."""
        return self._all(operations.list_fields, (board_id,), query, options)

    def create_field(self, board_id: str, body: CreateFieldBody, **options: Unpack[CallOptions]) -> Field:
        """Add a custom field to a board. `POST /api/v1/pm/boards/{board_id}/fields`"""
        return self._call(operations.create_field, (board_id,), body, options)

    def update_field(self, board_id: str, field_id: str, body: UpdateFieldBody, **options: Unpack[CallOptions]) -> Field:
        """Rename a field or change its options. `PATCH /api/v1/pm/boards/{board_id}/fields/{field_id}`"""
        return self._call(operations.update_field, (board_id, field_id,), body, options)

    def delete_field(self, board_id: str, field_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a field. `DELETE /api/v1/pm/boards/{board_id}/fields/{field_id}`"""
        self._call(operations.delete_field, (board_id, field_id,), None, options)

    def list_tags(self, query: ListTagsQuery | None = None, **options: Unpack[CallOptions]) -> Page[Tag]:
        """List the tags of the workspace. `GET /api/v1/pm/tags`"""
        return self._call(operations.list_tags, (), query, options)

    def iterate_tags(self, query: ListTagsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Tag]:
        """The same for all pages."""
        return self._all(operations.list_tags, (), query, options)

    def create_tag(self, body: CreateTagBody, **options: Unpack[CallOptions]) -> Tag:
        """Create a tag for tasks. `POST /api/v1/pm/tags`"""
        return self._call(operations.create_tag, (), body, options)

    def update_tag(self, tag_id: int, body: UpdateTagBody, **options: Unpack[CallOptions]) -> Tag:
        """Rename or recolour a tag. `PATCH /api/v1/pm/tags/{tag_id}`"""
        return self._call(operations.update_tag, (tag_id,), body, options)

    def delete_tag(self, tag_id: int, **options: Unpack[CallOptions]) -> None:
        """Delete an unused tag. `DELETE /api/v1/pm/tags/{tag_id}`"""
        self._call(operations.delete_tag, (tag_id,), None, options)


class BoardTasks(Noun):
    def list(self, query: ListBoardTasksQuery | None = None, **options: Unpack[CallOptions]) -> Page[BoardTask]:
        """List board tasks. `GET /api/v1/pm/tasks`"""
        return self._call(operations.list_board_tasks, (), query, options)

    def iterate(self, query: ListBoardTasksQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[BoardTask]:
        """The same for all pages."""
        return self._all(operations.list_board_tasks, (), query, options)

    def create(self, body: CreateBoardTaskBody, **options: Unpack[CallOptions]) -> BoardTask:
        """Create a task on a board. `POST /api/v1/pm/tasks`"""
        return self._call(operations.create_board_task, (), body, options)

    def get(self, task_id: str, query: GetBoardTaskQuery | None = None, **options: Unpack[CallOptions]) -> BoardTask:
        """Read a board task. `GET /api/v1/pm/tasks/{task_id}`"""
        return self._call(operations.get_board_task, (task_id,), query, options)

    def update(self, task_id: str, body: UpdateBoardTaskBody, **options: Unpack[CallOptions]) -> BoardTask:
        """Change a board task. `PATCH /api/v1/pm/tasks/{task_id}`"""
        return self._call(operations.update_board_task, (task_id,), body, options)

    def delete(self, task_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a task with its subtasks. `DELETE /api/v1/pm/tasks/{task_id}`"""
        self._call(operations.delete_board_task, (task_id,), None, options)

    def clone(self, task_id: str, body: CloneBoardTaskBody, **options: Unpack[CallOptions]) -> BoardTask:
        """Copy a task. `POST /api/v1/pm/tasks/{task_id}/clone`"""
        return self._call(operations.clone_board_task, (task_id,), body, options)

    def move(self, task_id: str, body: MoveBoardTaskBody | None = None, **options: Unpack[CallOptions]) -> BoardTask:
        """Move a task within its column, to another column or board. `POST /api/v1/pm/tasks/{task_id}/move`"""
        return self._call(operations.move_board_task, (task_id,), body, options)

    def get_activity(self, task_id: str, query: GetTaskActivityQuery | None = None, **options: Unpack[CallOptions]) -> Page[TaskActivity]:
        """List the activity of a task, newest first. `GET /api/v1/pm/tasks/{task_id}/activity`"""
        return self._call(operations.get_task_activity, (task_id,), query, options)

    def iterate_activity(self, task_id: str, query: GetTaskActivityQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[TaskActivity]:
        """The same for all pages."""
        return self._all(operations.get_task_activity, (task_id,), query, options)

    def add_checklist_item(self, task_id: str, body: AddChecklistItemBody, **options: Unpack[CallOptions]) -> ChecklistItem:
        """Add an item to the checklist of a task. `POST /api/v1/pm/tasks/{task_id}/checklist`"""
        return self._call(operations.add_checklist_item, (task_id,), body, options)

    def update_checklist_item(self, task_id: str, item_id: str, body: UpdateChecklistItemBody, **options: Unpack[CallOptions]) -> ChecklistItem:
        """Tick, rename or move an item of a checklist. `PATCH /api/v1/pm/tasks/{task_id}/checklist/{item_id}`"""
        return self._call(operations.update_checklist_item, (task_id, item_id,), body, options)

    def delete_checklist_item(self, task_id: str, item_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an item of a checklist. `DELETE /api/v1/pm/tasks/{task_id}/checklist/{item_id}`"""
        self._call(operations.delete_checklist_item, (task_id, item_id,), None, options)

    def list_attachments(self, task_id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[Asset]:
        """List the files of a task. `GET /api/v1/pm/tasks/{task_id}/attachment`"""
        return self._call(operations.list_attachments, (task_id,), query, options)

    def iterate_attachments(self, task_id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Asset]:
        """The same for all pages."""
        return self._all(operations.list_attachments, (task_id,), query, options)

    def attach_asset(self, task_id: str, body: AttachAssetBody | None = None, **options: Unpack[CallOptions]) -> Asset:
        """Attach a file to a task. `POST /api/v1/pm/tasks/{task_id}/attachment`"""
        return self._call(operations.attach_asset, (task_id,), body, options)

    def detach_asset(self, task_id: str, asset_id: str, **options: Unpack[CallOptions]) -> None:
        """Remove a file from a task. `DELETE /api/v1/pm/tasks/{task_id}/attachment/{asset_id}`"""
        self._call(operations.detach_asset, (task_id, asset_id,), None, options)

    def list_signs(self, board_id: str, **options: Unpack[CallOptions]) -> TaskSignsList:
        """List comments and open blockers of a board’s tasks. `GET /api/v1/pm/boards/{board_id}/task-signs`"""
        return self._call(operations.list_task_signs, (board_id,), None, options)

    def get_dependencies(self, task_id: str, **options: Unpack[CallOptions]) -> Dependencies:
        """Read the dependencies of a task. `GET /api/v1/pm/tasks/{task_id}/dependencies`"""
        return self._call(operations.get_dependencies, (task_id,), None, options)

    def add_dependency(self, task_id: str, body: AddDependencyBody, **options: Unpack[CallOptions]) -> Dependencies:
        """Link a task to another. `POST /api/v1/pm/tasks/{task_id}/add_dependency`"""
        return self._call(operations.add_dependency, (task_id,), body, options)

    def remove_dependency(self, task_id: str, body: RemoveDependencyBody, **options: Unpack[CallOptions]) -> Dependencies:
        """Remove the link between two tasks. `POST /api/v1/pm/tasks/{task_id}/remove_dependency`"""
        return self._call(operations.remove_dependency, (task_id,), body, options)


class Comments(Noun):
    def list(self, query: ListCommentsQuery | None = None, **options: Unpack[CallOptions]) -> Page[Comment]:
        """List comments, oldest first. `GET /api/v1/comments`"""
        return self._call(operations.list_comments, (), query, options)

    def iterate(self, query: ListCommentsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Comment]:
        """The same for all pages."""
        return self._all(operations.list_comments, (), query, options)

    def create(self, body: CreateCommentBody, **options: Unpack[CallOptions]) -> Comment:
        """Comment on a task or project. `POST /api/v1/comments`"""
        return self._call(operations.create_comment, (), body, options)

    def get(self, id: int, **options: Unpack[CallOptions]) -> Comment:
        """Read a comment. `GET /api/v1/comments/{id}`"""
        return self._call(operations.get_comment, (id,), None, options)

    def update(self, id: int, body: UpdateCommentBody, **options: Unpack[CallOptions]) -> Comment:
        """Change your own comment. `PATCH /api/v1/comments/{id}`"""
        return self._call(operations.update_comment, (id,), body, options)

    def delete(self, id: int, **options: Unpack[CallOptions]) -> None:
        """Delete a comment. `DELETE /api/v1/comments/{id}`"""
        self._call(operations.delete_comment, (id,), None, options)


class Notifications(Noun):
    def send(self, body: SendAgentNotificationBody, **options: Unpack[CallOptionsWithQuery]) -> SentNotification:
        """Notify a person. `POST /api/v1/service/agent/notify`"""
        return self._call(operations.send_agent_notification, (), body, options)

    def list(self, query: ListNotificationsQuery | None = None, **options: Unpack[CallOptions]) -> Page[Notification]:
        """List your notifications, newest first. `GET /api/v1/notifications`"""
        return self._call(operations.list_notifications, (), query, options)

    def iterate(self, query: ListNotificationsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Notification]:
        """The same for all pages."""
        return self._all(operations.list_notifications, (), query, options)

    def count(self, **options: Unpack[CallOptions]) -> NotificationCount:
        """Count your unread notifications. `GET /api/v1/notifications/count`"""
        return self._call(operations.count_notifications, (), None, options)

    def get_preferences(self, **options: Unpack[CallOptions]) -> NotificationPreferences:
        """Read your notification preferences. `GET /api/v1/notifications/preferences`"""
        return self._call(operations.get_notification_preferences, (), None, options)

    def update_preferences(self, body: UpdateNotificationPreferencesBody, **options: Unpack[CallOptions]) -> NotificationPreferences:
        """Change your notification preferences. `PATCH /api/v1/notifications/preferences`"""
        return self._call(operations.update_notification_preferences, (), body, options)

    def mark_many(self, body: MarkNotificationsBody, **options: Unpack[CallOptions]) -> MarkNotificationsReply:
        """Mark many of your notifications at once. `POST /api/v1/notifications/mark`"""
        return self._call(operations.mark_notifications, (), body, options)

    def list_deliveries(self, query: ListDeliveriesQuery | None = None, **options: Unpack[CallOptions]) -> Page[Delivery]:
        """Read the delivery log of the workspace. `GET /api/v1/notifications/deliveries`"""
        return self._call(operations.list_deliveries, (), query, options)

    def iterate_deliveries(self, query: ListDeliveriesQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Delivery]:
        """The same for all pages."""
        return self._all(operations.list_deliveries, (), query, options)

    def resend_delivery(self, id: str, **options: Unpack[CallOptions]) -> Delivery:
        """Resend a failed or captured delivery. `POST /api/v1/notifications/deliveries/{id}/resend`"""
        return self._call(operations.resend_delivery, (id,), None, options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Notification:
        """Read one of your notifications. `GET /api/v1/notifications/{id}`"""
        return self._call(operations.get_notification, (id,), None, options)

    def mark(self, id: str, body: MarkNotificationBody, **options: Unpack[CallOptions]) -> Notification:
        """Mark one of your notifications: seen, read, unread, archived or snoozed. `POST /api/v1/notifications/{id}/mark`"""
        return self._call(operations.mark_notification, (id,), body, options)

    def get_receipts(self, id: str, **options: Unpack[CallOptions]) -> DeliveryReceipts:
        """Read the delivery status of a notification on each channel. `GET /api/v1/notifications/{id}/receipts`"""
        return self._call(operations.get_receipts, (id,), None, options)

    def list_mails(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[MailSummary]:
        """List the emails that were sent to you. `GET /api/v1/mails`"""
        return self._call(operations.list_mails, (), query, options)

    def iterate_mails(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[MailSummary]:
        """The same for all pages."""
        return self._all(operations.list_mails, (), query, options)

    def get_mail(self, id: str, **options: Unpack[CallOptions]) -> Mail:
        """Read an email as it was sent. `GET /api/v1/mails/{id}`"""
        return self._call(operations.get_mail, (id,), None, options)

    def get_mail_setup(self, **options: Unpack[CallOptions]) -> MailSetup:
        """Read whether this server sends email. `GET /api/v1/notifications/mail`"""
        return self._call(operations.get_mail_setup, (), None, options)

    def send_test_mail(self, **options: Unpack[CallOptions]) -> TestMail:
        """Send yourself a test email. `POST /api/v1/notifications/mail/test`"""
        return self._call(operations.send_test_mail, (), None, options)

    def show_mail(self, id: str, query: ShowMailQuery | None = None, **options: Unpack[CallOptions]) -> FileResponse:
        """Show an email as it was sent. `GET /api/v1/mails/{id}/page`"""
        return self._call(operations.show_mail, (id,), query, options)


class Pages(Noun):
    def show_unsubscribe(self, token: str, **options: Unpack[CallOptions]) -> FileResponse:
        """Show the page to unsubscribe from a category. `GET /unsubscribe/{token}`"""
        return self._call(operations.show_unsubscribe_page, (token,), None, options)

    def unsubscribe(self, token: str, body: bytes | str, **options: Unpack[CallOptions]) -> FileResponse:
        """Unsubscribe from a category of emails. `POST /unsubscribe/{token}`"""
        return self._call(operations.unsubscribe, (token,), body, options)

    def show_answer(self, token: str, query: ShowAnswerPageQuery | None = None, **options: Unpack[CallOptions]) -> FileResponse:
        """Show the answer page; opening it changes nothing. `GET /answer/{token}`"""
        return self._call(operations.show_answer_page, (token,), query, options)

    def answer_by_link(self, token: str, body: bytes | str, **options: Unpack[CallOptions]) -> FileResponse:
        """Submit the form of the answer page. `POST /answer/{token}`"""
        return self._call(operations.answer_by_link, (token,), body, options)


class Threads(Noun):
    def list(self, query: ListThreadsQuery | None = None, **options: Unpack[CallOptions]) -> Page[ThreadSummary]:
        """List your conversations. `GET /api/v1/threads`"""
        return self._call(operations.list_threads, (), query, options)

    def iterate(self, query: ListThreadsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ThreadSummary]:
        """The same for all pages."""
        return self._all(operations.list_threads, (), query, options)

    def get(self, thread_id: str, **options: Unpack[CallOptions]) -> Thread:
        """Read a conversation: notifications, answers and messages. `GET /api/v1/threads/{thread_id}`"""
        return self._call(operations.get_thread, (thread_id,), None, options)

    def write(self, thread_id: str, body: WriteInThreadBody, **options: Unpack[CallOptions]) -> WriteInThreadReply:
        """Write a message in a conversation. `POST /api/v1/threads/{thread_id}/messages`"""
        return self._call(operations.write_in_thread, (thread_id,), body, options)

    def mute(self, thread_id: str, **options: Unpack[CallOptions]) -> ThreadMute:
        """Mute a conversation. `PUT /api/v1/threads/{thread_id}/mute`"""
        return self._call(operations.mute_thread, (thread_id,), None, options)

    def unmute(self, thread_id: str, **options: Unpack[CallOptions]) -> ThreadMute:
        """Unmute a conversation. `DELETE /api/v1/threads/{thread_id}/mute`"""
        return self._call(operations.unmute_thread, (thread_id,), None, options)

    def read_answers(self, thread_id: str, query: ReadAnswersQuery | None = None, **options: Unpack[CallOptions]) -> ReadAnswersReply:
        """Get the answers to the questions of a thread. `GET /api/v1/threads/{thread_id}/answers`"""
        return self._call(operations.read_answers, (thread_id,), query, options)


class Questions(Noun):
    def list(self, query: ListQuestionsQuery | None = None, **options: Unpack[CallOptions]) -> Page[Question]:
        """List your questions, newest first. `GET /api/v1/questions`"""
        return self._call(operations.list_questions, (), query, options)

    def iterate(self, query: ListQuestionsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Question]:
        """The same for all pages."""
        return self._all(operations.list_questions, (), query, options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Question:
        """Read a question. `GET /api/v1/questions/{id}`"""
        return self._call(operations.get_question, (id,), None, options)

    def answer(self, id: str, body: AnswerQuestionBody, **options: Unpack[CallOptions]) -> Question:
        """Answer a question. `POST /api/v1/questions/{id}/answer`"""
        return self._call(operations.answer_question, (id,), body, options)

    def delegate(self, id: str, body: DelegateQuestionBody, **options: Unpack[CallOptions]) -> Question:
        """Pass a question on to another member. `POST /api/v1/questions/{id}/delegate`"""
        return self._call(operations.delegate_question, (id,), body, options)

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Question:
        """Withdraw a question that you asked. `POST /api/v1/questions/{id}/cancel`"""
        return self._call(operations.cancel_question, (id,), None, options)


class Receipts(Noun):
    def get(self, id: str, **options: Unpack[CallOptions]) -> FileResponse:
        """Get the signed receipt of an answer. `GET /api/v1/questions/{id}/receipt`"""
        return self._call(operations.get_receipt, (id,), None, options)

    def list_keys(self, **options: Unpack[CallOptions]) -> ReceiptKeys:
        """List the public keys of receipts. `GET /.well-known/atelier-keys.json`"""
        return self._call(operations.list_receipt_keys, (), None, options)


class Doors(Noun):
    def list_connections(self, **options: Unpack[CallOptions]) -> ConnectionList:
        """List connected chat apps and mailboxes. `GET /api/v1/connections`"""
        return self._call(operations.list_connections, (), None, options)

    def create_connection(self, body: CreateConnectionBody, **options: Unpack[CallOptions]) -> Connection:
        """Connect Slack, Telegram, Discord or a mailbox. `POST /api/v1/connections`"""
        return self._call(operations.create_connection, (), body, options)

    def delete_connection(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Disconnect a chat app or mailbox. `DELETE /api/v1/connections/{id}`"""
        self._call(operations.delete_connection, (id,), None, options)

    def test_connection(self, id: str, **options: Unpack[CallOptions]) -> ConnectionTest:
        """Test a connection. `POST /api/v1/connections/{id}/test`"""
        return self._call(operations.test_connection, (id,), None, options)

    def list_my(self, **options: Unpack[CallOptions]) -> MyDoors:
        """List where you can answer questions. `GET /api/v1/me/doors`"""
        return self._call(operations.list_my_doors, (), None, options)

    def create_link_code(self, body: CreateLinkCodeBody, **options: Unpack[CallOptions]) -> LinkCode:
        """Create a code that links your chat account. `POST /api/v1/me/doors/codes`"""
        return self._call(operations.create_link_code, (), body, options)

    def unlink(self, connection_id: str, **options: Unpack[CallOptions]) -> None:
        """Unlink your chat account. `DELETE /api/v1/me/doors/{connection_id}`"""
        self._call(operations.unlink_door, (connection_id,), None, options)

    def receive_from_slack(self, id: str, body: bytes | str, **options: Unpack[CallOptions]) -> DoorReply:
        """Receive interactions and commands from Slack. `POST /api/v1/doors/slack/{id}`"""
        return self._call(operations.receive_from_slack, (id,), body, options)

    def receive_from_telegram(self, id: str, body: bytes | str, **options: Unpack[CallOptions]) -> DoorReply:
        """Receive updates from Telegram. `POST /api/v1/doors/telegram/{id}`"""
        return self._call(operations.receive_from_telegram, (id,), body, options)

    def receive_from_discord(self, id: str, body: bytes | str, **options: Unpack[CallOptions]) -> DoorReply:
        """Receive interactions from Discord. `POST /api/v1/doors/discord/{id}`"""
        return self._call(operations.receive_from_discord, (id,), body, options)

    def receive_inbound_mail(self, provider: str, body: bytes | str, **options: Unpack[CallOptions]) -> InboundMailOutcome:
        """Receive replies to questions by email. `POST /api/v1/inbound-mail/{provider}`"""
        return self._call(operations.receive_inbound_mail, (provider,), body, options)


class Projects(Noun):
    def list_types(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[ProjectType]:
        """List the project types. `GET /api/v1/project-types`"""
        return self._call(operations.list_project_types, (), query, options)

    def iterate_types(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ProjectType]:
        """The same for all pages."""
        return self._all(operations.list_project_types, (), query, options)

    def create_type(self, body: CreateProjectTypeBody, **options: Unpack[CallOptions]) -> ProjectType:
        """Add a project type. `POST /api/v1/project-types`"""
        return self._call(operations.create_project_type, (), body, options)

    def delete_type(self, resourcetype: str, **options: Unpack[CallOptions]) -> None:
        """Remove an unused project type. `DELETE /api/v1/project-types/{resourcetype}`"""
        self._call(operations.delete_project_type, (resourcetype,), None, options)

    def list(self, resourcetype: str, query: ListProjectsQuery | None = None, **options: Unpack[CallOptions]) -> Page[ProjectSummary]:
        """List the projects of a type. `GET /api/v1/projects/{resourcetype}`"""
        return self._call(operations.list_projects, (resourcetype,), query, options)

    def iterate(self, resourcetype: str, query: ListProjectsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ProjectSummary]:
        """The same for all pages."""
        return self._all(operations.list_projects, (resourcetype,), query, options)

    def create(self, resourcetype: str, body: CreateProjectBody, **options: Unpack[CallOptions]) -> Project:
        """Create a project. `POST /api/v1/projects/{resourcetype}`"""
        return self._call(operations.create_project, (resourcetype,), body, options)

    def list_all(self, query: ListAllProjectsQuery | None = None, **options: Unpack[CallOptions]) -> Page[ProjectSummary]:
        """List the projects of all types. `GET /api/v1/projects`"""
        return self._call(operations.list_all_projects, (), query, options)

    def iterate_all(self, query: ListAllProjectsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ProjectSummary]:
        """The same for all pages."""
        return self._all(operations.list_all_projects, (), query, options)

    def get(self, resourcetype: str, id: str | int, **options: Unpack[CallOptions]) -> Project:
        """Read a project. `GET /api/v1/projects/{resourcetype}/{id}`"""
        return self._call(operations.get_project, (resourcetype, id,), None, options)

    def update(self, resourcetype: str, id: str | int, body: UpdateProjectBody | MergePatch | JsonPatch, **options: Unpack[CallOptionsWithQuery]) -> Project:
        """Change a project. `PATCH /api/v1/projects/{resourcetype}/{id}`"""
        return self._call(operations.update_project, (resourcetype, id,), body, options)

    def delete(self, resourcetype: str, id: str | int, **options: Unpack[CallOptions]) -> None:
        """Delete a project. `DELETE /api/v1/projects/{resourcetype}/{id}`"""
        self._call(operations.delete_project, (resourcetype, id,), None, options)

    def restore(self, resourcetype: str, id: str | int, **options: Unpack[CallOptions]) -> Project:
        """Restore a deleted project. `POST /api/v1/projects/{resourcetype}/{id}/restore`"""
        return self._call(operations.restore_project, (resourcetype, id,), None, options)

    def list_revisions(self, resourcetype: str, id: str | int, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[ProjectRevisionSummary]:
        """List the revisions of a project, newest first. `GET /api/v1/projects/{resourcetype}/{id}/revisions`"""
        return self._call(operations.list_project_revisions, (resourcetype, id,), query, options)

    def iterate_revisions(self, resourcetype: str, id: str | int, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ProjectRevisionSummary]:
        """The same for all pages."""
        return self._all(operations.list_project_revisions, (resourcetype, id,), query, options)

    def get_revision(self, resourcetype: str, id: str | int, revision: int, **options: Unpack[CallOptions]) -> ProjectRevision:
        """Read a revision of a project. `GET /api/v1/projects/{resourcetype}/{id}/revisions/{revision}`"""
        return self._call(operations.get_project_revision, (resourcetype, id, revision,), None, options)

    def diff(self, resourcetype: str, id: str | int, query: DiffProjectRevisionsQuery | None = None, **options: Unpack[CallOptions]) -> ProjectDiff:
        """Compare two revisions of a project. `GET /api/v1/projects/{resourcetype}/{id}/diff`"""
        return self._call(operations.diff_project_revisions, (resourcetype, id,), query, options)

    def revert(self, resourcetype: str, id: str | int, body: RevertProjectBody, **options: Unpack[CallOptions]) -> Project:
        """Revert a project to an earlier revision. `POST /api/v1/projects/{resourcetype}/{id}/revert`"""
        return self._call(operations.revert_project, (resourcetype, id,), body, options)

    def list_items(self, resourcetype: str, id: str | int, query: ListProjectItemsQuery | None = None, **options: Unpack[CallOptions]) -> Page[ProjectItem]:
        """List the items of a project in their order. `GET /api/v1/projects/{resourcetype}/{id}/items`"""
        return self._call(operations.list_project_items, (resourcetype, id,), query, options)

    def iterate_items(self, resourcetype: str, id: str | int, query: ListProjectItemsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ProjectItem]:
        """The same for all pages."""
        return self._all(operations.list_project_items, (resourcetype, id,), query, options)

    def create_item(self, resourcetype: str, id: str | int, body: CreateProjectItemBody, **options: Unpack[CallOptions]) -> ProjectItem:
        """Add an item to a project. `POST /api/v1/projects/{resourcetype}/{id}/items`"""
        return self._call(operations.create_project_item, (resourcetype, id,), body, options)

    def get_item(self, resourcetype: str, id: str | int, item_id: str, **options: Unpack[CallOptions]) -> ProjectItem:
        """Read an item of a project. `GET /api/v1/projects/{resourcetype}/{id}/items/{item_id}`"""
        return self._call(operations.get_project_item, (resourcetype, id, item_id,), None, options)

    def update_item(self, resourcetype: str, id: str | int, item_id: str, body: UpdateProjectItemBody, **options: Unpack[CallOptions]) -> ProjectItem:
        """Change an item of a project. `PATCH /api/v1/projects/{resourcetype}/{id}/items/{item_id}`"""
        return self._call(operations.update_project_item, (resourcetype, id, item_id,), body, options)

    def delete_item(self, resourcetype: str, id: str | int, item_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an item of a project. `DELETE /api/v1/projects/{resourcetype}/{id}/items/{item_id}`"""
        self._call(operations.delete_project_item, (resourcetype, id, item_id,), None, options)

    def reorder_items(self, resourcetype: str, id: str | int, body: ReorderProjectItemsBody, **options: Unpack[CallOptions]) -> ProjectItemOrder:
        """Reorder the items of a project. `POST /api/v1/projects/{resourcetype}/{id}/items/reorder`"""
        return self._call(operations.reorder_project_items, (resourcetype, id,), body, options)

    def announce_presence(self, resourcetype: str, id: str | int, body: AnnounceProjectPresenceBody, **options: Unpack[CallOptions]) -> ProjectPresence:
        """Show that you have a project open. `PUT /api/v1/projects/{resourcetype}/{id}/presence`"""
        return self._call(operations.announce_project_presence, (resourcetype, id,), body, options)

    def end_presence(self, resourcetype: str, id: str | int, query: EndProjectPresenceQuery | None = None, **options: Unpack[CallOptions]) -> None:
        """Show that you have closed a project. `DELETE /api/v1/projects/{resourcetype}/{id}/presence`"""
        self._call(operations.end_project_presence, (resourcetype, id,), query, options)


class Social(Noun):
    def list_drafts(self, query: ListDraftsQuery, **options: Unpack[CallOptions]) -> Page[DraftSummary]:
        """List draft social posts. `GET /api/v1/service/social-media/get-drafts`"""
        return self._call(operations.list_drafts, (), query, options)

    def iterate_drafts(self, query: ListDraftsQuery, **options: Unpack[CallOptions]) -> Iterator[DraftSummary]:
        """The same for all pages."""
        return self._all(operations.list_drafts, (), query, options)

    def list_posts(self, query: ListPostsQuery, **options: Unpack[CallOptions]) -> Page[PostSummary]:
        """List social posts. `GET /api/v1/service/social-media/get-posts`"""
        return self._call(operations.list_posts, (), query, options)

    def iterate_posts(self, query: ListPostsQuery, **options: Unpack[CallOptions]) -> Iterator[PostSummary]:
        """The same for all pages."""
        return self._all(operations.list_posts, (), query, options)

    def create_posts(self, body: CreatePostsBody | None = None, **options: Unpack[CallOptions]) -> CreatedPosts:
        """Create a draft or post for one or more accounts. `POST /api/v1/service/social-media/create`"""
        return self._call(operations.create_posts, (), body, options)

    def get_draft(self, id: int, **options: Unpack[CallOptions]) -> Draft:
        """Read a draft. `GET /api/v1/service/social-media/drafts/{id}`"""
        return self._call(operations.get_draft, (id,), None, options)

    def update_draft(self, body: UpdateDraftBody, **options: Unpack[CallOptions]) -> Draft:
        """Change a draft. `PUT /api/v1/service/social-media/update-draft`"""
        return self._call(operations.update_draft, (), body, options)

    def delete_drafts(self, body: DeleteDraftsBody | None = None, **options: Unpack[CallOptions]) -> DeletedPosts:
        """Delete drafts. `POST /api/v1/service/social-media/delete-draft`"""
        return self._call(operations.delete_drafts, (), body, options)

    def schedule_draft(self, id: int, body: ScheduleDraftBody | None = None, **options: Unpack[CallOptions]) -> Post:
        """Turn a draft into a post. `POST /api/v1/service/social-media/drafts/{id}/schedule`"""
        return self._call(operations.schedule_draft, (id,), body, options)

    def get_post(self, id: int, **options: Unpack[CallOptions]) -> Post:
        """Read a post. `GET /api/v1/service/social-media/posts/{id}`"""
        return self._call(operations.get_post, (id,), None, options)

    def update_post(self, body: UpdatePostBody, **options: Unpack[CallOptions]) -> Post:
        """Change an unpublished post. `PUT /api/v1/service/social-media/update-post`"""
        return self._call(operations.update_post, (), body, options)

    def delete_posts(self, body: DeletePostsBody | None = None, **options: Unpack[CallOptions]) -> DeletedPosts:
        """Delete posts. `POST /api/v1/service/social-media/delete-post`"""
        return self._call(operations.delete_posts, (), body, options)

    def cancel_post(self, id: int, **options: Unpack[CallOptions]) -> Draft:
        """Turn an unpublished post back into a draft. `POST /api/v1/service/social-media/posts/{id}/cancel`"""
        return self._call(operations.cancel_post, (id,), None, options)

    def retry_post(self, id: int, **options: Unpack[CallOptions]) -> Post:
        """Retry a failed post. `POST /api/v1/service/social-media/posts/{id}/retry`"""
        return self._call(operations.retry_post, (id,), None, options)

    def get_entry(self, id: int, **options: Unpack[CallOptions]) -> Post:
        """Read a draft or a post. `GET /api/v1/service/social-media/entries/{id}`"""
        return self._call(operations.get_social_entry, (id,), None, options)

    def update_group(self, body: UpdateSocialGroupBody, **options: Unpack[CallOptions]) -> UpdateSocialGroupReply:
        """Change all drafts and posts of a group. `PUT /api/v1/service/social-media/update-group`"""
        return self._call(operations.update_social_group, (), body, options)

    def get_link_card(self, query: GetLinkCardQuery, **options: Unpack[CallOptions]) -> LinkCard:
        """Read the card of a link. `GET /api/v1/service/social-media/link-card`"""
        return self._call(operations.get_link_card, (), query, options)

    def list_accounts_to_post_to(self, query: GetSocialAccountsQuery | None = None, **options: Unpack[CallOptions]) -> AccountsToPostTo:
        """List the accounts that you can post to. `GET /api/v1/service/social-media/get-accounts`"""
        return self._call(operations.get_social_accounts, (), query, options)

    def list_accounts(self, query: ListSocialAccountsQuery | None = None, **options: Unpack[CallOptions]) -> SocialAccountList:
        """List the connected accounts with all details. `GET /api/v1/service/social-media/accounts`"""
        return self._call(operations.list_social_accounts, (), query, options)

    def connect_account(self, body: ConnectSocialAccountBody, **options: Unpack[CallOptions]) -> SocialAccount:
        """Connect an account. `POST /api/v1/service/social-media/accounts`"""
        return self._call(operations.connect_social_account, (), body, options)

    def get_account(self, id: int, **options: Unpack[CallOptions]) -> SocialAccount:
        """Read an account. `GET /api/v1/service/social-media/accounts/{id}`"""
        return self._call(operations.get_social_account, (id,), None, options)

    def update_account(self, id: int, body: UpdateSocialAccountBody, **options: Unpack[CallOptions]) -> SocialAccount:
        """Change an account. `PATCH /api/v1/service/social-media/accounts/{id}`"""
        return self._call(operations.update_social_account, (id,), body, options)

    def disconnect_account(self, id: int, **options: Unpack[CallOptions]) -> None:
        """Disconnect an account. `DELETE /api/v1/service/social-media/accounts/{id}`"""
        self._call(operations.disconnect_social_account, (id,), None, options)

    def verify_account(self, id: int, **options: Unpack[CallOptions]) -> SocialAccount:
        """Verify an account with its network. `POST /api/v1/service/social-media/accounts/{id}/verify`"""
        return self._call(operations.verify_social_account, (id,), None, options)

    def list_queue_slots(self, query: ListQueueSlotsQuery | None = None, **options: Unpack[CallOptions]) -> QueueSlotList:
        """List the slots of queues. `GET /api/v1/service/social-media/queue-slots`"""
        return self._call(operations.list_queue_slots, (), query, options)

    def add_queue_slot(self, body: AddQueueSlotBody, **options: Unpack[CallOptions]) -> QueueSlot:
        """Add a weekly slot to the queue of an account. `POST /api/v1/service/social-media/queue-slots`"""
        return self._call(operations.add_queue_slot, (), body, options)

    def remove_queue_slot(self, id: int, **options: Unpack[CallOptions]) -> None:
        """Remove a slot from a queue. `DELETE /api/v1/service/social-media/queue-slots/{id}`"""
        self._call(operations.remove_queue_slot, (id,), None, options)

    def list_tags(self, **options: Unpack[CallOptions]) -> SocialTagList:
        """List the tags of drafts and posts. `GET /api/v1/service/social-media/tags`"""
        return self._call(operations.list_social_tags, (), None, options)

    def create_tag(self, body: CreateSocialTagBody, **options: Unpack[CallOptions]) -> SocialTag:
        """Create a tag. `POST /api/v1/service/social-media/tags`"""
        return self._call(operations.create_social_tag, (), body, options)

    def get_analytics_range(self, body: GetSocialAnalyticsRangeBody, **options: Unpack[CallOptions]) -> SocialAnalyticsRange:
        """Read the figures of an account by day. `POST /api/v1/service/social-media/analytics/range`"""
        return self._call(operations.get_social_analytics_range, (), body, options)

    def get_analytics_posts(self, query: GetSocialAnalyticsPostsQuery, **options: Unpack[CallOptions]) -> SocialAnalyticsPosts:
        """List published posts with their figures. `GET /api/v1/service/social-media/analytics/posts`"""
        return self._call(operations.get_social_analytics_posts, (), query, options)

    def get_analytics_aggregated(self, query: GetSocialAnalyticsAggregatedQuery, **options: Unpack[CallOptions]) -> SocialAnalyticsAggregated:
        """Read the figures of an account for a whole period. `GET /api/v1/service/social-media/analytics/aggregated`"""
        return self._call(operations.get_social_analytics_aggregated, (), query, options)

    def get_analytics_audience(self, query: GetSocialAnalyticsAudienceQuery, **options: Unpack[CallOptions]) -> SocialAnalyticsAudience:
        """Read who follows an account. `GET /api/v1/service/social-media/analytics/audience`"""
        return self._call(operations.get_social_analytics_audience, (), query, options)


class Workflows(Noun):
    def list_startable(self, **options: Unpack[CallOptions]) -> StartableWorkflowList:
        """List the workflows that agents can start. `GET /api/v1/service/workflows/mcp`"""
        return self._call(operations.list_startable_workflows, (), None, options)

    def list(self, query: ListWorkflowsQuery | None = None, **options: Unpack[CallOptions]) -> Page[WorkflowSummary]:
        """List workflows, newest first. `GET /api/v1/service/workflows`"""
        return self._call(operations.list_workflows, (), query, options)

    def iterate(self, query: ListWorkflowsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[WorkflowSummary]:
        """The same for all pages."""
        return self._all(operations.list_workflows, (), query, options)

    def create(self, body: CreateWorkflowBody | None = None, **options: Unpack[CallOptions]) -> Workflow:
        """Create a workflow. `POST /api/v1/service/workflows`"""
        return self._call(operations.create_workflow, (), body, options)

    def check(self, body: CheckWorkflowBody, **options: Unpack[CallOptions]) -> CheckWorkflowReply:
        """Check a definition without saving it. `POST /api/v1/service/workflows/check`"""
        return self._call(operations.check_workflow, (), body, options)

    def list_templates(self, **options: Unpack[CallOptions]) -> WorkflowTemplateList:
        """List the workflow templates. `GET /api/v1/service/workflows/templates`"""
        return self._call(operations.list_workflow_templates, (), None, options)

    def list_operations(self, **options: Unpack[CallOptions]) -> WorkflowOperationList:
        """List the operations that `call` steps can use. `GET /api/v1/service/workflows/operations`"""
        return self._call(operations.list_workflow_operations, (), None, options)

    def get_schema(self, **options: Unpack[CallOptions]) -> WorkflowSchema:
        """Read the JSON Schemas of a definition. `GET /api/v1/service/workflows/schema`"""
        return self._call(operations.get_workflow_schema, (), None, options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Workflow:
        """Read a workflow. `GET /api/v1/service/workflows/{id}`"""
        return self._call(operations.get_workflow, (id,), None, options)

    def update(self, id: str, body: UpdateWorkflowBody, **options: Unpack[CallOptions]) -> Workflow:
        """Change a workflow. `PATCH /api/v1/service/workflows/{id}`"""
        return self._call(operations.update_workflow, (id,), body, options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a workflow. `DELETE /api/v1/service/workflows/{id}`"""
        self._call(operations.delete_workflow, (id,), None, options)

    def list_versions(self, id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[WorkflowVersion]:
        """List the versions of a workflow, newest first. `GET /api/v1/service/workflows/{id}/versions`"""
        return self._call(operations.list_workflow_versions, (id,), query, options)

    def iterate_versions(self, id: str, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[WorkflowVersion]:
        """The same for all pages."""
        return self._all(operations.list_workflow_versions, (id,), query, options)

    def get_version(self, id: str, version: int, **options: Unpack[CallOptions]) -> WorkflowVersion:
        """Read a version of a workflow. `GET /api/v1/service/workflows/{id}/versions/{version}`"""
        return self._call(operations.get_workflow_version, (id, version,), None, options)

    def start(self, id: str, body: StartWorkflowBody | None = None, **options: Unpack[CallOptions]) -> StartWorkflowReply:
        """Start a run of a workflow. `POST /api/v1/service/workflows/{id}/start`"""
        return self._call(operations.start_workflow, (id,), body, options)

    def list_all_runs(self, query: ListAllRunsQuery | None = None, **options: Unpack[CallOptions]) -> Page[WorkflowRun]:
        """List the runs of all workflows, newest first. `GET /api/v1/service/workflows/runs`"""
        return self._call(operations.list_all_runs, (), query, options)

    def iterate_all_runs(self, query: ListAllRunsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[WorkflowRun]:
        """The same for all pages."""
        return self._all(operations.list_all_runs, (), query, options)

    def list_runs(self, id: str, query: ListWorkflowRunsQuery | None = None, **options: Unpack[CallOptions]) -> Page[WorkflowRun]:
        """List the runs of a workflow, newest first. `GET /api/v1/service/workflows/{id}/runs`"""
        return self._call(operations.list_workflow_runs, (id,), query, options)

    def iterate_runs(self, id: str, query: ListWorkflowRunsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[WorkflowRun]:
        """The same for all pages."""
        return self._all(operations.list_workflow_runs, (id,), query, options)

    def get_run_status(self, id: str, run_id: str, query: GetWorkflowRunStatusQuery | None = None, **options: Unpack[CallOptions]) -> WorkflowRunStatus:
        """Read a run. `GET /api/v1/service/workflows/{id}/runs/{run_id}/status`"""
        return self._call(operations.get_workflow_run_status, (id, run_id,), query, options)

    def list_run_steps(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> WorkflowRunStepList:
        """List the steps of a run with their input and output. `GET /api/v1/service/workflows/{id}/runs/{run_id}/steps`"""
        return self._call(operations.list_workflow_run_steps, (id, run_id,), None, options)

    def pause_run(self, id: str, run_id: str, body: PauseWorkflowRunBody, **options: Unpack[CallOptions]) -> WorkflowRunStatus:
        """Pause a run. `POST /api/v1/service/workflows/{id}/runs/{run_id}/pause`"""
        return self._call(operations.pause_workflow_run, (id, run_id,), body, options)

    def resume_run(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> WorkflowRunStatus:
        """Resume a paused run. `POST /api/v1/service/workflows/{id}/runs/{run_id}/resume`"""
        return self._call(operations.resume_workflow_run, (id, run_id,), None, options)

    def retry_run(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> WorkflowRunStatus:
        """Retry a run that ended without success. `POST /api/v1/service/workflows/{id}/runs/{run_id}/retry`"""
        return self._call(operations.retry_workflow_run, (id, run_id,), None, options)

    def restart_run(self, id: str, run_id: str, **options: Unpack[CallOptions]) -> WorkflowRunStatus:
        """Restart a run from its first step. `POST /api/v1/service/workflows/{id}/runs/{run_id}/restart`"""
        return self._call(operations.restart_workflow_run, (id, run_id,), None, options)

    def terminate_run(self, id: str, run_id: str, body: TerminateWorkflowRunBody, **options: Unpack[CallOptions]) -> WorkflowRunStatus:
        """Terminate a run. `POST /api/v1/service/workflows/{id}/runs/{run_id}/terminate`"""
        return self._call(operations.terminate_workflow_run, (id, run_id,), body, options)

    def approve_step(self, id: str, run_id: str, body: ApproveWorkflowStepBody, **options: Unpack[CallOptions]) -> WorkflowRunStatus:
        """Approve or reject a step of a run. `POST /api/v1/service/workflows/{id}/runs/{run_id}/approve`"""
        return self._call(operations.approve_workflow_step, (id, run_id,), body, options)

    def rehearse(self, id: str, body: RehearseWorkflowBody | None = None, **options: Unpack[CallOptions]) -> Rehearsal:
        """Rehearse a workflow: see its effects, change nothing. `POST /api/v1/service/workflows/{id}/rehearse`"""
        return self._call(operations.rehearse_workflow, (id,), body, options)

    def preview_schedule(self, query: PreviewScheduleQuery | None = None, **options: Unpack[CallOptions]) -> SchedulePreview:
        """List the next times of a schedule. `GET /api/v1/service/workflows/schedule/preview`"""
        return self._call(operations.preview_schedule, (), query, options)

    def list_triggers(self, id: str, **options: Unpack[CallOptions]) -> WorkflowTriggerList:
        """List the triggers of a workflow. `GET /api/v1/service/workflows/{id}/triggers`"""
        return self._call(operations.list_workflow_triggers, (id,), None, options)

    def create_trigger(self, id: str, body: CreateWorkflowTriggerBody, **options: Unpack[CallOptions]) -> NewWorkflowTrigger:
        """Create a trigger. `POST /api/v1/service/workflows/{id}/triggers`"""
        return self._call(operations.create_workflow_trigger, (id,), body, options)

    def get_trigger(self, id: str, trigger_id: str, **options: Unpack[CallOptions]) -> WorkflowTrigger:
        """Read a trigger. `GET /api/v1/service/workflows/{id}/triggers/{trigger_id}`"""
        return self._call(operations.get_workflow_trigger, (id, trigger_id,), None, options)

    def update_trigger(self, id: str, trigger_id: str, body: UpdateWorkflowTriggerBody, **options: Unpack[CallOptions]) -> WorkflowTrigger:
        """Change, pause or resume a trigger. `PATCH /api/v1/service/workflows/{id}/triggers/{trigger_id}`"""
        return self._call(operations.update_workflow_trigger, (id, trigger_id,), body, options)

    def delete_trigger(self, id: str, trigger_id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a trigger and its history. `DELETE /api/v1/service/workflows/{id}/triggers/{trigger_id}`"""
        self._call(operations.delete_workflow_trigger, (id, trigger_id,), None, options)

    def fire_trigger(self, id: str, trigger_id: str, body: FireWorkflowTriggerBody | None = None, **options: Unpack[CallOptions]) -> WorkflowTriggerFiring:
        """Fire a trigger now, to test it. `POST /api/v1/service/workflows/{id}/triggers/{trigger_id}/fire`"""
        return self._call(operations.fire_workflow_trigger, (id, trigger_id,), body, options)

    def list_trigger_firings(self, id: str, trigger_id: str, query: ListTriggerFiringsQuery | None = None, **options: Unpack[CallOptions]) -> Page[WorkflowTriggerFiring]:
        """List the firings of a trigger, newest first. `GET /api/v1/service/workflows/{id}/triggers/{trigger_id}/firings`"""
        return self._call(operations.list_trigger_firings, (id, trigger_id,), query, options)

    def iterate_trigger_firings(self, id: str, trigger_id: str, query: ListTriggerFiringsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[WorkflowTriggerFiring]:
        """The same for all pages."""
        return self._all(operations.list_trigger_firings, (id, trigger_id,), query, options)

    def rotate_trigger(self, id: str, trigger_id: str, body: RotateWorkflowTriggerBody | None = None, **options: Unpack[CallOptions]) -> NewWorkflowTrigger:
        """Replace the URL and the secret of a webhook. `POST /api/v1/service/workflows/{id}/triggers/{trigger_id}/rotate`"""
        return self._call(operations.rotate_workflow_trigger, (id, trigger_id,), body, options)

    def receive_hook(self, token: str, body: bytes | str, **options: Unpack[CallOptions]) -> HookReply:
        """Start a run by webhook. `POST /api/v1/hooks/{token}`"""
        return self._call(operations.receive_hook, (token,), body, options)

    def receive_hook_by_get(self, token: str, **options: Unpack[CallOptions]) -> HookReply:
        """Start a run by webhook, with GET. `GET /api/v1/hooks/{token}`"""
        return self._call(operations.receive_hook_by_get, (token,), None, options)

    def receive_hook_by_put(self, token: str, body: bytes | str, **options: Unpack[CallOptions]) -> HookReply:
        """Start a run by webhook, with PUT. `PUT /api/v1/hooks/{token}`"""
        return self._call(operations.receive_hook_by_put, (token,), body, options)

    def receive_hook_by_patch(self, token: str, body: bytes | str, **options: Unpack[CallOptions]) -> HookReply:
        """Start a run by webhook, with PATCH. `PATCH /api/v1/hooks/{token}`"""
        return self._call(operations.receive_hook_by_patch, (token,), body, options)


class Tasks(Noun):
    def get(self, task_id: str, **options: Unpack[CallOptions]) -> Task:
        """Poll a task. `GET /api/v1/tasks/{task_id}`"""
        return self._call(operations.get_task, (task_id,), None, options)

    def get_progress(self, task_id: str, **options: Unpack[CallOptions]) -> TaskProgress:
        """Read the progress of a task. `GET /api/v1/service/tasks/progress/{task_id}`"""
        return self._call(operations.get_task_progress, (task_id,), None, options)

    def list(self, query: ListTasksQuery | None = None, **options: Unpack[CallOptions]) -> Page[Task]:
        """List tasks, newest first. `GET /api/v1/tasks`"""
        return self._call(operations.list_tasks, (), query, options)

    def iterate(self, query: ListTasksQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Task]:
        """The same for all pages."""
        return self._all(operations.list_tasks, (), query, options)

    def cancel(self, task_id: str, **options: Unpack[CallOptions]) -> Task:
        """Cancel a task, before or after it has started. `POST /api/v1/tasks/{task_id}/cancel`"""
        return self._call(operations.cancel_task, (task_id,), None, options)

    def get_input(self, task_id: str, **options: Unpack[CallOptions]) -> TaskInput:
        """Read the input of a task. `GET /api/v1/tasks/{task_id}/input`"""
        return self._call(operations.get_task_input, (task_id,), None, options)


class Assets(Noun):
    def sign_upload(self, body: SignUploadBody, **options: Unpack[CallOptions]) -> SignedUpload:
        """Prepare an upload. `POST /api/v1/assets/sign`"""
        return self._call(operations.sign_upload, (), body, options)

    def register(self, body: RegisterAssetBody, **options: Unpack[CallOptions]) -> Asset:
        """Register an uploaded file. `POST /api/v1/assets`"""
        return self._call(operations.register_asset, (), body, options)

    def list(self, query: ListAssetsQuery | None = None, **options: Unpack[CallOptions]) -> Page[Asset]:
        """List assets, newest first. `GET /api/v1/assets`"""
        return self._call(operations.list_assets, (), query, options)

    def iterate(self, query: ListAssetsQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Asset]:
        """The same for all pages."""
        return self._all(operations.list_assets, (), query, options)

    def create_from_url(self, body: CreateAssetFromUrlBody, **options: Unpack[CallOptions]) -> AssetFromUrl:
        """Create an asset from a URL. `POST /api/v1/assets/from-url`"""
        return self._call(operations.create_asset_from_url, (), body, options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Asset:
        """Read an asset. `GET /api/v1/assets/{id}`"""
        return self._call(operations.get_asset, (id,), None, options)

    def update(self, id: str, body: UpdateAssetBody, **options: Unpack[CallOptions]) -> Asset:
        """Rename an asset. `PATCH /api/v1/assets/{id}`"""
        return self._call(operations.update_asset, (id,), body, options)

    def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an asset. `DELETE /api/v1/assets/{id}`"""
        self._call(operations.delete_asset, (id,), None, options)

    def list_folders(self, **options: Unpack[CallOptions]) -> AssetFolderList:
        """List the folders of the assets. `GET /api/v1/assets/folders`"""
        return self._call(operations.list_asset_folders, (), None, options)

    def create_folder(self, body: CreateAssetFolderBody, **options: Unpack[CallOptions]) -> AssetFolder:
        """Create a folder for assets. `POST /api/v1/assets/folders`"""
        return self._call(operations.create_asset_folder, (), body, options)

    def get_folder(self, id: str, **options: Unpack[CallOptions]) -> AssetFolder:
        """Read a folder. `GET /api/v1/assets/folders/{id}`"""
        return self._call(operations.get_asset_folder, (id,), None, options)

    def update_folder(self, id: str, body: UpdateAssetFolderBody, **options: Unpack[CallOptions]) -> AssetFolder:
        """Rename or move a folder. `PATCH /api/v1/assets/folders/{id}`"""
        return self._call(operations.update_asset_folder, (id,), body, options)

    def delete_folder(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a folder but not its files. `DELETE /api/v1/assets/folders/{id}`"""
        self._call(operations.delete_asset_folder, (id,), None, options)

    def move(self, body: MoveAssetsBody, **options: Unpack[CallOptions]) -> MoveAssetsReply:
        """Move assets to a folder. `POST /api/v1/assets/move`"""
        return self._call(operations.move_assets, (), body, options)


class Chat(Noun):
    def list_channels(self, **options: Unpack[CallOptions]) -> ChannelList:
        """List channels. `GET /api/v1/chat/channels`"""
        return self._call(operations.list_channels, (), None, options)

    def list_messages(self, channel: str, query: ListMessagesQuery | None = None, **options: Unpack[CallOptions]) -> MessageList:
        """List the messages of a channel. `GET /api/v1/chat/channels/{channel}/messages`"""
        return self._call(operations.list_messages, (channel,), query, options)

    def post_message(self, channel: str, body: PostMessageBody, **options: Unpack[CallOptions]) -> Message:
        """Post a message to a channel. `POST /api/v1/chat/channels/{channel}/messages`"""
        return self._call(operations.post_message, (channel,), body, options)

    def list_webhooks(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[ChatWebhook]:
        """List chat webhooks. `GET /api/v1/chat/webhooks`"""
        return self._call(operations.list_chat_webhooks, (), query, options)

    def iterate_webhooks(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ChatWebhook]:
        """The same for all pages."""
        return self._all(operations.list_chat_webhooks, (), query, options)

    def create_webhook(self, body: CreateChatWebhookBody, **options: Unpack[CallOptions]) -> ChatWebhook:
        """Forward a channel to Slack, Mattermost or Discord. `POST /api/v1/chat/webhooks`"""
        return self._call(operations.create_chat_webhook, (), body, options)

    def get_webhook(self, id: str, **options: Unpack[CallOptions]) -> ChatWebhook:
        """Read a chat webhook. `GET /api/v1/chat/webhooks/{id}`"""
        return self._call(operations.get_chat_webhook, (id,), None, options)

    def update_webhook(self, id: str, body: UpdateChatWebhookBody, **options: Unpack[CallOptions]) -> ChatWebhook:
        """Change a chat webhook. `PATCH /api/v1/chat/webhooks/{id}`"""
        return self._call(operations.update_chat_webhook, (id,), body, options)

    def delete_webhook(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete a chat webhook. `DELETE /api/v1/chat/webhooks/{id}`"""
        self._call(operations.delete_chat_webhook, (id,), None, options)

    def test_webhook(self, id: str, **options: Unpack[CallOptions]) -> TestResult:
        """Send a test message through a chat webhook. `POST /api/v1/chat/webhooks/{id}/test`"""
        return self._call(operations.test_chat_webhook, (id,), None, options)

    def list_incoming_webhooks(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[IncomingWebhook]:
        """List incoming webhooks. `GET /api/v1/chat/incoming-webhooks`"""
        return self._call(operations.list_incoming_webhooks, (), query, options)

    def iterate_incoming_webhooks(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[IncomingWebhook]:
        """The same for all pages."""
        return self._all(operations.list_incoming_webhooks, (), query, options)

    def create_incoming_webhook(self, body: CreateIncomingWebhookBody, **options: Unpack[CallOptions]) -> NewIncomingWebhook:
        """Create a URL that posts to a channel, for programs that post to Slack. `POST /api/v1/chat/incoming-webhooks`"""
        return self._call(operations.create_incoming_webhook, (), body, options)

    def delete_incoming_webhook(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Delete an incoming webhook. `DELETE /api/v1/chat/incoming-webhooks/{id}`"""
        self._call(operations.delete_incoming_webhook, (id,), None, options)


class Push(Noun):
    def get_key(self, **options: Unpack[CallOptions]) -> PushKey:
        """Read the public key for push subscriptions. `GET /api/v1/push/key`"""
        return self._call(operations.get_push_key, (), None, options)

    def list_subscriptions(self, **options: Unpack[CallOptions]) -> PushSubscriptionList:
        """List your browsers that get push notifications. `GET /api/v1/push/subscriptions`"""
        return self._call(operations.list_push_subscriptions, (), None, options)

    def create_subscription(self, body: CreatePushSubscriptionBody, **options: Unpack[CallOptions]) -> PushSubscription:
        """Turn on push in a browser. `POST /api/v1/push/subscriptions`"""
        return self._call(operations.create_push_subscription, (), body, options)

    def delete_subscription(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Turn off push in a browser. `DELETE /api/v1/push/subscriptions/{id}`"""
        self._call(operations.delete_push_subscription, (id,), None, options)

    def test_subscription(self, id: str, **options: Unpack[CallOptions]) -> TestResult:
        """Show a test notification in a browser. `POST /api/v1/push/subscriptions/{id}/test`"""
        return self._call(operations.test_push_subscription, (id,), None, options)


class Workspaces(Noun):
    def get_current(self, **options: Unpack[CallOptions]) -> WorkspaceContext:
        """Read the current workspace, its user and teamspaces. `GET /api/v1/workspaces/current`"""
        return self._call(operations.get_current_workspace, (), None, options)

    def update_current(self, body: UpdateCurrentWorkspaceBody, **options: Unpack[CallOptions]) -> WorkspaceContext:
        """Change the current workspace or its settings. `PATCH /api/v1/workspaces/current`"""
        return self._call(operations.update_current_workspace, (), body, options)

    def list(self, **options: Unpack[CallOptions]) -> WorkspaceList:
        """List the workspaces of the credential. `GET /api/v1/workspaces`"""
        return self._call(operations.list_workspaces, (), None, options)

    def create(self, body: CreateWorkspaceBody, **options: Unpack[CallOptions]) -> Workspace:
        """Create a workspace. `POST /api/v1/workspaces`"""
        return self._call(operations.create_workspace, (), body, options)

    def load_demo_data(self, **options: Unpack[CallOptions]) -> LoadedDemoData:
        """Fill the workspace with demo data. `POST /api/v1/workspaces/current/demo`"""
        return self._call(operations.load_demo_data, (), None, options)

    def get_demo_data(self, **options: Unpack[CallOptions]) -> DemoData:
        """Count the demo records in the workspace. `GET /api/v1/workspaces/current/demo`"""
        return self._call(operations.get_demo_data, (), None, options)

    def remove_demo_data(self, **options: Unpack[CallOptions]) -> RemovedDemoData:
        """Remove the demo data from the workspace. `DELETE /api/v1/workspaces/current/demo`"""
        return self._call(operations.remove_demo_data, (), None, options)


class Teamspaces(Noun):
    def list_mine(self, **options: Unpack[CallOptions]) -> ReachableTeamspaceList:
        """List your teamspaces. `GET /api/v1/service/workspaces`"""
        return self._call(operations.list_reachable_teamspaces, (), None, options)

    def list(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[Teamspace]:
        """List the teamspaces of the workspace. `GET /api/v1/workspaces/teamspaces`"""
        return self._call(operations.list_teamspaces, (), query, options)

    def iterate(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Teamspace]:
        """The same for all pages."""
        return self._all(operations.list_teamspaces, (), query, options)

    def create(self, body: CreateTeamspaceBody, **options: Unpack[CallOptions]) -> Teamspace:
        """Create a teamspace. `POST /api/v1/workspaces/teamspaces`"""
        return self._call(operations.create_teamspace, (), body, options)

    def get(self, id: int, **options: Unpack[CallOptions]) -> Teamspace:
        """Read a teamspace. `GET /api/v1/workspaces/teamspaces/{id}`"""
        return self._call(operations.get_teamspace, (id,), None, options)

    def update(self, id: int, body: UpdateTeamspaceBody, **options: Unpack[CallOptions]) -> Teamspace:
        """Change a teamspace. `PATCH /api/v1/workspaces/teamspaces/{id}`"""
        return self._call(operations.update_teamspace, (id,), body, options)

    def delete(self, id: int, **options: Unpack[CallOptions]) -> None:
        """Delete a teamspace. `DELETE /api/v1/workspaces/teamspaces/{id}`"""
        self._call(operations.delete_teamspace, (id,), None, options)

    def list_members(self, id: int, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[TeamspaceMember]:
        """List the members of a teamspace. `GET /api/v1/workspaces/teamspaces/{id}/members`"""
        return self._call(operations.list_teamspace_members, (id,), query, options)

    def iterate_members(self, id: int, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[TeamspaceMember]:
        """The same for all pages."""
        return self._all(operations.list_teamspace_members, (id,), query, options)

    def add_member(self, id: int, body: AddTeamspaceMemberBody, **options: Unpack[CallOptions]) -> TeamspaceMember:
        """Add a member of the workspace to a teamspace. `POST /api/v1/workspaces/teamspaces/{id}/members`"""
        return self._call(operations.add_teamspace_member, (id,), body, options)

    def remove_member(self, id: int, user_id: int, **options: Unpack[CallOptions]) -> None:
        """Remove a member from a teamspace. `DELETE /api/v1/workspaces/teamspaces/{id}/members/{user_id}`"""
        self._call(operations.remove_teamspace_member, (id, user_id,), None, options)


class Members(Noun):
    def list(self, query: ListMembersQuery | None = None, **options: Unpack[CallOptions]) -> Page[Member]:
        """List the members of the workspace. `GET /api/v1/workspaces/members`"""
        return self._call(operations.list_members, (), query, options)

    def iterate(self, query: ListMembersQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Member]:
        """The same for all pages."""
        return self._all(operations.list_members, (), query, options)

    def list_choices(self, query: ListMemberChoicesQuery | None = None, **options: Unpack[CallOptions]) -> MemberChoiceList:
        """List members as options for a dropdown. `GET /api/v1/workspaces/members/as-choices`"""
        return self._call(operations.list_member_choices, (), query, options)

    def get(self, user_id: int, **options: Unpack[CallOptions]) -> Member:
        """Read a member. `GET /api/v1/workspaces/members/{user_id}`"""
        return self._call(operations.get_member, (user_id,), None, options)

    def update(self, user_id: int, body: UpdateMemberBody, **options: Unpack[CallOptions]) -> Member:
        """Change the role of a member. `PATCH /api/v1/workspaces/members/{user_id}`"""
        return self._call(operations.update_member, (user_id,), body, options)

    def remove(self, user_id: int, **options: Unpack[CallOptions]) -> None:
        """Remove a member from the workspace. `DELETE /api/v1/workspaces/members/{user_id}`"""
        self._call(operations.remove_member, (user_id,), None, options)

    def list_invitations(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[Invitation]:
        """List invitations. `GET /api/v1/workspaces/invitations`"""
        return self._call(operations.list_invitations, (), query, options)

    def iterate_invitations(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[Invitation]:
        """The same for all pages."""
        return self._all(operations.list_invitations, (), query, options)

    def create_invitation(self, body: CreateInvitationBody, **options: Unpack[CallOptions]) -> NewInvitation:
        """Invite someone to the workspace. `POST /api/v1/workspaces/invitations`"""
        return self._call(operations.create_invitation, (), body, options)

    def revoke_invitation(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Revoke an invitation. `DELETE /api/v1/workspaces/invitations/{id}`"""
        self._call(operations.revoke_invitation, (id,), None, options)

    def look_up_invitation(self, body: LookUpInvitationBody, **options: Unpack[CallOptions]) -> InvitationDetails:
        """Show an invitation to the invited person. `POST /api/v1/workspaces/invitations/lookup`"""
        return self._call(operations.look_up_invitation, (), body, options)

    def accept_invitation(self, body: AcceptInvitationBody, **options: Unpack[CallOptions]) -> AcceptedInvitation:
        """Accept an invitation and sign in. `POST /api/v1/workspaces/invitations/accept`"""
        return self._call(operations.accept_invitation, (), body, options)


class Usage(Noun):
    def get(self, **options: Unpack[CallOptions]) -> UsageReport:
        """Read what the workspace uses of its quotas. `GET /api/v1/usage`"""
        return self._call(operations.get_usage, (), None, options)

    def update_workspace_quotas(self, workspace_id: int, body: UpdateWorkspaceQuotasBody, **options: Unpack[CallOptions]) -> UsageReport:
        """Change the quotas of a workspace. `PATCH /api/v1/quotas/{workspace_id}`"""
        return self._call(operations.update_workspace_quotas, (workspace_id,), body, options)


class ApiKeys(Noun):
    def create(self, body: CreateApiKeyBody, **options: Unpack[CallOptions]) -> NewApiKey:
        """Create an API key. `POST /api/v1/api-keys`"""
        return self._call(operations.create_api_key, (), body, options)

    def list(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[ApiKey]:
        """List API keys. `GET /api/v1/api-keys`"""
        return self._call(operations.list_api_keys, (), query, options)

    def iterate(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ApiKey]:
        """The same for all pages."""
        return self._all(operations.list_api_keys, (), query, options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> ApiKey:
        """Read an API key. `GET /api/v1/api-keys/{id}`"""
        return self._call(operations.get_api_key, (id,), None, options)

    def revoke(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Revoke an API key. `DELETE /api/v1/api-keys/{id}`"""
        self._call(operations.revoke_api_key, (id,), None, options)


class Auth(Noun):
    def log_in(self, body: LogInBody, **options: Unpack[CallOptions]) -> Session:
        """Sign in with email and password. `POST /api/v1/auth/login`"""
        return self._call(operations.log_in, (), body, options)

    def refresh(self, body: RefreshSessionBody, **options: Unpack[CallOptions]) -> Session:
        """Exchange a refresh token for new tokens. `POST /api/v1/auth/refresh`"""
        return self._call(operations.refresh_session, (), body, options)

    def open_browser_session(self, body: OpenBrowserSessionBody | None = None, **options: Unpack[CallOptions]) -> BrowserSession:
        """Sign in a browser. `POST /api/v1/auth/browser`"""
        return self._call(operations.open_browser_session, (), body, options)

    def redeem_sign_in_link(self, body: RedeemSignInLinkBody, **options: Unpack[CallOptions]) -> BrowserSession:
        """Set a password with a one-time link. `POST /api/v1/auth/browser/link`"""
        return self._call(operations.redeem_sign_in_link, (), body, options)

    def look_up_sign_in_link(self, body: LookUpSignInLinkBody, **options: Unpack[CallOptions]) -> SignInLink:
        """Read whose one-time link it is. `POST /api/v1/auth/browser/link/look-up`"""
        return self._call(operations.look_up_sign_in_link, (), body, options)

    def request_password_link(self, body: RequestPasswordLinkBody, **options: Unpack[CallOptions]) -> RequestPasswordLinkReply:
        """Request a password link by email. `POST /api/v1/auth/browser/forgotten`"""
        return self._call(operations.request_password_link, (), body, options)

    def request_email_verification(self, **options: Unpack[CallOptions]) -> RequestPasswordLinkReply:
        """Request the email that verifies your address. `POST /api/v1/auth/email/verification`"""
        return self._call(operations.request_email_verification, (), None, options)

    def verify_email(self, body: VerifyEmailBody, **options: Unpack[CallOptions]) -> None:
        """Verify your address with the link from the email. `POST /api/v1/auth/email/verify`"""
        self._call(operations.verify_email, (), body, options)

    def get_me(self, **options: Unpack[CallOptions]) -> Me:
        """Read your user, workspace and permissions. `GET /api/v1/auth/me`"""
        return self._call(operations.get_me, (), None, options)

    def update_me(self, body: UpdateMeBody, **options: Unpack[CallOptions]) -> Me:
        """Change your own name. `PATCH /api/v1/auth/me`"""
        return self._call(operations.update_me, (), body, options)

    def list_permissions(self, **options: Unpack[CallOptions]) -> PermissionList:
        """List all permissions with descriptions. `GET /api/v1/auth/permissions`"""
        return self._call(operations.list_permissions, (), None, options)

    def log_out(self, **options: Unpack[CallOptions]) -> None:
        """End the session of this access token or browser. `POST /api/v1/auth/logout`"""
        self._call(operations.log_out, (), None, options)

    def change_password(self, body: ChangePasswordBody, **options: Unpack[CallOptions]) -> None:
        """Set your own password. `POST /api/v1/auth/password`"""
        self._call(operations.change_password, (), body, options)

    def list_sessions(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[ActiveSession]:
        """List your sessions. `GET /api/v1/auth/sessions`"""
        return self._call(operations.list_sessions, (), query, options)

    def iterate_sessions(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ActiveSession]:
        """The same for all pages."""
        return self._all(operations.list_sessions, (), query, options)

    def end_session(self, id: str, **options: Unpack[CallOptions]) -> None:
        """End one of your sessions. `DELETE /api/v1/auth/sessions/{id}`"""
        self._call(operations.end_session, (id,), None, options)

    def end_other_sessions(self, **options: Unpack[CallOptions]) -> EndedSessions:
        """Sign out everywhere else. `POST /api/v1/auth/sessions/end-others`"""
        return self._call(operations.end_other_sessions, (), None, options)

    def list_grants(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Page[ProgramGrant]:
        """List programs with access to your account. `GET /api/v1/auth/grants`"""
        return self._call(operations.list_grants, (), query, options)

    def iterate_grants(self, query: PageQuery | None = None, **options: Unpack[CallOptions]) -> Iterator[ProgramGrant]:
        """The same for all pages."""
        return self._all(operations.list_grants, (), query, options)

    def end_grant(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Remove the access of a program. `DELETE /api/v1/auth/grants/{id}`"""
        self._call(operations.end_grant, (id,), None, options)


class Events(Noun):
    def list(self, query: ListEventsQuery | None = None, **options: Unpack[CallOptions]) -> EventList:
        """List the events of the workspace. `GET /api/v1/events`"""
        return self._call(operations.list_events, (), query, options)

    def list_types(self, **options: Unpack[CallOptions]) -> EventTypeList:
        """List the event types and their data. `GET /api/v1/events/types`"""
        return self._call(operations.list_event_types, (), None, options)


class Live(Noun):
    def create_ticket(self, **options: Unpack[CallOptions]) -> SocketTicket:
        """Get a ticket for a WebSocket. `POST /api/v1/ws/tickets`"""
        return self._call(operations.create_socket_ticket, (), None, options)


class Idempotency(Noun):
    def get(self, key: str, **options: Unpack[CallOptions]) -> IdempotentResponse:
        """Look up the response to a request with an Idempotency-Key. `GET /api/v1/idempotency/{key}`"""
        return self._call(operations.get_idempotent_response, (key,), None, options)


class Nouns:
    """Every operation under its noun."""

    def __init__(self, transport: Transport) -> None:
        self.images = Images(transport)
        self.ai_images = AiImages(transport)
        self.video_tools = VideoTools(transport)
        self.engines = Engines(transport)
        self.voices = Voices(transport)
        self.transcriptions = Transcriptions(transport)
        self.videos = Videos(transport)
        self.webhooks = Webhooks(transport)
        self.boards = Boards(transport)
        self.board_tasks = BoardTasks(transport)
        self.comments = Comments(transport)
        self.notifications = Notifications(transport)
        self.pages = Pages(transport)
        self.threads = Threads(transport)
        self.questions = Questions(transport)
        self.receipts = Receipts(transport)
        self.doors = Doors(transport)
        self.projects = Projects(transport)
        self.social = Social(transport)
        self.workflows = Workflows(transport)
        self.tasks = Tasks(transport)
        self.assets = Assets(transport)
        self.chat = Chat(transport)
        self.push = Push(transport)
        self.workspaces = Workspaces(transport)
        self.teamspaces = Teamspaces(transport)
        self.members = Members(transport)
        self.usage = Usage(transport)
        self.api_keys = ApiKeys(transport)
        self.auth = Auth(transport)
        self.events = Events(transport)
        self.live = Live(transport)
        self.idempotency = Idempotency(transport)
