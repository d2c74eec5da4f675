// Generated from docs/openapi.json by "npm run generate". Do not edit.

import type { EventUnion } from './events.ts'

interface components {
    schemas: {
        AcceptInvitationBody: {
            token: string;
            first_name?: string;
            last_name?: string;
            /** @description At least ten characters. */
            password: string;
            /** @description Creates an account of your own if others use the address but nobody has verified it. */
            new_account?: boolean;
        };
        AcceptedInvitation: {
            /** @description Send it as "Authorization: Bearer". */
            access_token: string;
            /** @description Works once; the response contains the next one. */
            refresh_token: string;
            /** @description Seconds until the access token expires. */
            expires_in: number;
            token_type: "Bearer";
            workspace: {
                id: number;
                name: string;
                slug: string;
            };
        };
        AccountToPostTo: {
            id: number;
            name: string;
            type: "profile" | "webhook";
            network: "mastodon" | "bluesky" | "webhook";
            /** @description Whether posts are published. Drafts can be written either way. */
            is_active: boolean;
        };
        AccountsToPostTo: {
            accounts: components["schemas"]["AccountToPostTo"][];
            total: number;
        };
        ActiveSession: {
            /** Format: uuid */
            id: string;
            /**
             * @description `browser`: a cookie. `token`: an access token with its refresh tokens.
             */
            kind: "browser" | "token";
            /** @description The name that the browser or program sent. */
            name: string;
            /** @description The IP address of the sign-in. */
            address: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Whether it is the session of this request. */
            is_current: boolean;
        };
        AddBRollsVideoBody: {
            title?: string;
            /** @description http(s) URL of a video, or the id or link of an asset of this workspace. */
            media_url?: string;
            /** @description http(s) URL of a video, or the id or link of an asset of this workspace. */
            asset?: string;
            /** @default en-US */
            language_code?: string;
            /** @description Accepted for existing clients. The video is always rendered. */
            should_export?: boolean;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        AddBoardMemberBody: {
            user_id: number;
        };
        AddChecklistItemBody: {
            title: string;
            done?: boolean;
            /**
             * Format: uuid
             * @description The item to place it before.
             */
            before?: string;
            /**
             * Format: uuid
             * @description The item to place it after.
             */
            after?: string;
        };
        AddDependencyBody: {
            /** @description Id or slug. */
            target_task_id: string;
            relation_type: components["schemas"]["DependencyRelation"];
        };
        AddQueueSlotBody: {
            account_id: number | string;
            weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
            /**
             * Format: clock-time
             * @description “09:30”, 24 hours.
             */
            time: string;
            /**
             * Format: time-zone
             * @description IANA name. Defaults to the workspace’s zone.
             */
            timezone?: string;
        };
        AddTeamspaceMemberBody: {
            user_id: number;
        };
        AiImageGeneration: {
            /** Format: uuid */
            task_id: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            art_variation_id: string;
        };
        AiImageGenerationV2: {
            /** Format: uuid */
            task_id: string;
            storage: "asset" | "transient";
        };
        AiImageModel: {
            id: string;
            name: string;
            provider: string;
            capabilities: ("prompt" | "reference_image" | "multiple_images")[];
        };
        AiImageModelList: {
            count: number;
            results: components["schemas"]["AiImageModel"][];
        };
        AiImageParameters: {
            prompt: string;
            /** @default 1:1 */
            aspect_ratio?: string;
            /** @default 1 */
            count?: number;
            negative_prompt?: string;
            reference_images?: string[];
            seed?: number;
        };
        AiImageStatus: {
            /** Format: uuid */
            id: string;
            /**
             * @description DONE and FAILED are final.
             */
            job_status: "CREATED" | "PENDING" | "PROCESSING" | "RENDERING" | "DONE" | "FAILED";
            /** Format: date-time */
            modified: string;
            images: {
                /** @description Missing for transient results of ai-generate-image-v2. */
                asset_id?: string;
                url: string;
            }[];
            errors?: {
                detail: {
                    message: string;
                    code: string;
                };
            };
        };
        AnnounceProjectPresenceBody: {
            /** @description Tells apart several windows of one credential. */
            client_id?: string;
            /** @description Whether there are unsaved changes. */
            is_editing?: boolean;
        };
        AnswerAuthentication: {
            /**
             * @description `session`: the person, signed in. `channel`: their mailbox or chat account. `credential`: a key or program that acts for them.
             */
            strength: "credential" | "channel" | "session";
            /** @description What proved who answered, in words. */
            statement: string;
        };
        AnswerByLinkFormFields: {
            value?: string;
            decision?: "approved" | "rejected";
            text?: string;
            comment?: string;
        };
        AnswerQuestionBody: {
            /** @description The text; the value of an option for a choice; `approved` or `rejected` for an approval; a list of option values for `multi_choice` and `rank`; the object for a `form`; `{decision, text}` for an `edit`. */
            value: string | string[] | {
                [key: string]: unknown;
            };
            comment?: string;
        };
        AnyEvent: {
            /** @description Position in the order of events. Send the last one as `after`. */
            seq: number;
            type: string;
            actor: {
                id: number;
                name: string;
                /** @description user, agent or system */
                kind: string;
                via: string;
            };
            object: {
                type: string;
                id: number | string;
            };
            data: {
                [key: string]: unknown;
            };
            request_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The first characters of the key, to recognise it. */
            prefix: string;
            scopes: components["schemas"]["Permission"][];
            user_id: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
        };
        ApproveWorkflowStepBody: {
            /** @description The id or path of the `ask` step. */
            task_reference_name: string;
            /**
             * @description `COMPLETED` means approved, `FAILED` means rejected.
             * @default approved
             */
            status?: "approved" | "rejected" | "COMPLETED" | "FAILED";
            comment?: string;
        };
        Asset: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["AssetStatus"];
            asset_type: components["schemas"]["AssetType"];
            name: string;
            /** @description Signed URL, valid for a day. The id never changes. */
            file_url: string | null;
            thumbnail: string | null;
            content_type: string | null;
            bytes: number | null;
            width: number | null;
            height: number | null;
            duration_ms: number | null;
            sha256: string | null;
            /** @description The error, for status 2 and 3. */
            error: string | null;
            payload: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description Its folder. Null: the top level.
             */
            folder_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
        };
        AssetFolder: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * Format: uuid
             * @description The folder that contains it. Null: the top level.
             */
            parent_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        AssetFolderList: {
            count: number;
            results: components["schemas"]["AssetFolder"][];
        };
        AssetFromUrl: {
            /** Format: uuid */
            id: string;
        };
        /**
         * @description 0 created, 1 processing, 2 processing failed, 3 thumbnail failed, 4 done
         */
        AssetStatus: 0 | 1 | 2 | 3 | 4;
        /**
         * @description 0 image, 2 video, 4 giphy, 6 font, 8 audio, 17 pdf
         */
        AssetType: 0 | 2 | 4 | 6 | 8 | 17;
        AtelierEvent: EventUnion;
        AttachAssetBody: {
            /** Format: uuid */
            asset_id?: string;
            /** @description `asset_key` of a completed signed upload. */
            asset_key?: string;
        };
        BlurBackgroundBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /**
             * @description In pixels.
             * @default 20
             */
            radius?: number;
            /**
             * @default png
             */
            output_format?: "png" | "jpeg" | "webp";
            /** @description Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins. */
            refine?: {
                keep?: components["schemas"]["Stroke"][];
                remove?: components["schemas"]["Stroke"][];
            };
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        BlurBackgroundNowBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /** @description Radius in pixels. Same as `radius`. */
            blur_value?: number;
            /** @default 20 */
            radius?: number;
            /**
             * @default png
             */
            output_format?: "png" | "jpeg" | "webp";
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        BlurFacesBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /**
             * @default blur
             */
            style?: "blur" | "pixelate";
            /**
             * @default png
             */
            output_format?: "png" | "jpeg" | "webp";
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        BlurFacesResult: {
            result: components["schemas"]["MadeImage"][];
            /** @description URL of the first image. */
            url: string;
            /** @description The image that you sent. */
            image_url: string;
            storage: "asset" | "transient";
            warnings: string[];
            /** @description Milliseconds by step. */
            timings: {
                [key: string]: number;
            };
            engine: {
                name: string;
                version: string;
                /** @description Whether the engine used your prompt. */
                prompt_applied: boolean;
            };
            /** @description The largest first. */
            faces: components["schemas"]["Face"][];
        };
        BlurredImage: {
            /** @description The result. Missing with status 202. */
            image_url?: string;
            /** Format: uuid */
            task_id: string;
        };
        Board: {
            /** Format: uuid */
            id: string;
            slug: string;
            title: string;
            description: string;
            /** @description 0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public. */
            access: components["schemas"]["BoardAccess"];
            primary_type: "PM";
            extra: {
                [key: string]: unknown;
            };
            /** @description The teamspace that it belongs to. */
            space_id: number | null;
            /** @description Ids of the columns from left to right, or the columns if expanded. */
            statuses: (string | {
                [key: string]: unknown;
            })[];
            /** @description The id, or the person if expanded. */
            creator: number | {
                [key: string]: unknown;
            } | null;
            /** @description The id, or the person if expanded. */
            modifier: number | {
                [key: string]: unknown;
            } | null;
            tasks_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        BoardAccess: 0 | 1 | 2;
        BoardMember: {
            id: number;
            first_name: string;
            last_name: string;
            email: string;
            /** Format: date-time */
            added_at: string;
        };
        BoardTask: {
            /** Format: uuid */
            id: string;
            /** @description Such as LAUNCH-12; earlier ones keep working. */
            slug: string;
            board: string | {
                [key: string]: unknown;
            };
            /** Format: uuid */
            status: string;
            status_details?: components["schemas"]["Status"];
            title: string;
            description: string;
            /** @description The editor’s own format: a JSON document, or markup as text. */
            rich_description: unknown;
            start_date: string | null;
            due_date: string | null;
            priority: ("low" | "medium" | "high" | "urgent") | null;
            /** Format: uuid */
            parent: string | null;
            task_type: string;
            complete: boolean;
            /** Format: date-time */
            completed_at: string | null;
            estimated_hours: number | null;
            order: string;
            extra: {
                [key: string]: unknown;
            };
            custom_fields: {
                [key: string]: unknown;
            };
            tags: (number | {
                [key: string]: unknown;
            })[];
            assignees: (number | {
                [key: string]: unknown;
            })[];
            checklist: components["schemas"]["ChecklistItem"][];
            attachments: (string | {
                [key: string]: unknown;
            })[];
            subtasks: (string | {
                [key: string]: unknown;
            })[];
            recurrence: components["schemas"]["TaskRecurrence"] | null;
            /** Format: uuid */
            series_id: string | null;
            creator: number | null;
            modifier: number | null;
            /**
             * @description The kind of actor that changed it last. An agent acts with the key of the person in `modifier`.
             */
            modifier_kind: "user" | "agent" | "system";
            /** @description The name of the person, or of the agent’s key. */
            modifier_name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        BoardTaskBrief: {
            /** Format: uuid */
            id: string;
            slug: string;
            title: string;
            /** Format: uuid */
            status: string;
            complete: boolean;
        };
        BoardTaskEventData: {
            /** Format: uuid */
            board: string;
            /** @description Position in the activity of the task. */
            seq: number;
            /** @description What has changed. */
            fields: string[];
        };
        BrowserSession: {
            user_id: number;
        };
        CallbackOutcome: {
            status: "applied" | "duplicate" | "ignored";
        };
        ChangePasswordBody: {
            current_password?: string;
            /** @description At least ten characters. */
            new_password: string;
        };
        Channel: {
            name: string;
            description: string;
            messages_count: number;
            /** Format: date-time */
            last_message_at: string | null;
        };
        ChannelDecision: {
            channel: components["schemas"]["NotificationChannel"];
            decision: "send" | "hold" | "gather" | "skip";
            reason: string;
            /** Format: date-time */
            until: string | null;
        };
        ChannelList: {
            count: number;
            results: components["schemas"]["Channel"][];
        };
        ChatWebhook: {
            /** Format: uuid */
            id: string;
            channel: string;
            kind: "slack" | "mattermost" | "discord";
            name: string;
            /** @description The URL without its secret part. */
            url_hint: string;
            is_active: boolean;
            /** @description Why it was switched off, or the last error. */
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ChatWebhookEventData: {
            channel: string;
            kind: string;
            name: string;
            is_active: boolean;
            last_error: string | null;
        };
        CheckWorkflowBody: {
            /** @description The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas. */
            definition: {
                [key: string]: unknown;
            };
        };
        CheckWorkflowReply: {
            valid: boolean;
            errors: {
                path: string;
                message: string;
            }[];
        };
        ChecklistItem: {
            /** Format: uuid */
            id: string;
            title: string;
            done: boolean;
            order: string;
        };
        ChooseImagesEngineBody: {
            kind: "openai" | "automatic1111" | "replicate" | "comfyui";
            /** @description Base URL of the engine, without a path. Defaults to the provider’s URL. */
            base_url?: string;
            /** @description Model or model version. */
            model?: string;
            /** @description Stored and never shown again. For automatic1111, use name:password. */
            api_key?: string;
            timeout_seconds?: number;
            /** @description For comfyui: a workflow in API format, with slots such as {{prompt}} as values. */
            workflow?: {
                [key: string]: unknown;
            };
        };
        ChooseOutpaintingEngineBody: {
            kind: "openai" | "automatic1111" | "replicate" | "comfyui";
            /** @description Base URL of the engine, without a path. Defaults to the provider’s URL. */
            base_url?: string;
            /** @description Model or model version. */
            model?: string;
            /** @description Stored and never shown again. For automatic1111, use name:password. */
            api_key?: string;
            timeout_seconds?: number;
            /** @description For comfyui: a workflow in API format, with slots such as {{prompt}} as values. */
            workflow?: {
                [key: string]: unknown;
            };
        };
        ChooseSpeechEngineBody: {
            kind: "openai";
            /** @description Base URL of the engine, without a path. Defaults to the provider’s URL. */
            base_url?: string;
            /** @description Model or model version. */
            model?: string;
            /** @description Stored and never shown again. For automatic1111, use name:password. */
            api_key?: string;
            timeout_seconds?: number;
            /** @description For comfyui: a workflow in API format, with slots such as {{prompt}} as values. */
            workflow?: {
                [key: string]: unknown;
            };
        };
        ChooseTranscriptionEngineBody: {
            kind: "whisper-cpp" | "openai" | "assemblyai" | "deepgram";
            /** @description Base URL of the engine, without a path. Defaults to the provider’s URL. */
            base_url?: string;
            /** @description Model or model version. */
            model?: string;
            /** @description Stored and never shown again. For automatic1111, use name:password. */
            api_key?: string;
            timeout_seconds?: number;
            /** @description For comfyui: a workflow in API format, with slots such as {{prompt}} as values. */
            workflow?: {
                [key: string]: unknown;
            };
        };
        ChooseVideoEngineBody: {
            kind: "webhook";
            /** @description Base URL of the engine, without a path. Defaults to the provider’s URL. */
            base_url?: string;
            /** @description Model or model version. */
            model?: string;
            /** @description Stored and never shown again. For automatic1111, use name:password. */
            api_key?: string;
            timeout_seconds?: number;
            /** @description For comfyui: a workflow in API format, with slots such as {{prompt}} as values. */
            workflow?: {
                [key: string]: unknown;
            };
        };
        CloneBoardBody: {
            title?: string;
            /** @description Also the prefix of its tasks’ slugs: `launch` has LAUNCH-1, LAUNCH-2 … A board that not everyone can see gets a random suffix, `launch-3f9a1c`; people who can see it can also use `launch`. */
            slug?: string;
            /**
             * @description Also copies the tasks, at most 1,000.
             * @default false
             */
            with_tasks?: boolean;
        } | null;
        CloneBoardTaskBody: {
            title?: string;
            /** @default false */
            with_subtasks?: boolean;
        } | null;
        Comment: {
            id: number;
            /**
             * @description Type of the commented object.
             */
            content_type: "task" | "project";
            /** @description The id of the task or project. */
            object_pk: string;
            /** @description The comment that it replies to. */
            parent: number | null;
            /** @description Empty if it was deleted but has replies. */
            comment: string;
            author: {
                id: number;
                name: string;
                kind: string;
            };
            /** @description Ids of the notified members. */
            mentions: number[];
            is_deleted: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ConnectSocialAccountBody: {
            network: "mastodon" | "bluesky" | "webhook";
            /** @description Its name here. Defaults to its name on the network. */
            name?: string;
            is_active?: boolean;
            /** @description mastodon: the server, such as https://mastodon.social */
            base_url?: string;
            /** @description mastodon: token of an application with the scopes read and write. */
            access_token?: string;
            /** @description bluesky: the server of the account. Defaults to https://bsky.social */
            service_url?: string;
            /** @description bluesky: such as name.bsky.social */
            handle?: string;
            /** @description bluesky: created in the settings of the account. */
            app_password?: string;
            /** @description webhook: the URL that receives posts. */
            url?: string;
            /** @description webhook: the secret that signs posts. `whsec_…` of Standard Webhooks, or any text. */
            secret?: string;
        };
        Connection: {
            /** Format: uuid */
            id: string;
            kind: "slack" | "telegram" | "discord" | "imap";
            name: string;
            /** @description The app or mailbox, in its own words. */
            description: string;
            /** @description Enter this URL in the settings of the app. */
            inbound_url: string | null;
            /**
             * @description How answers arrive.
             */
            delivery: "webhook" | "polling" | "socket";
            linked_people: number;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ConnectionList: {
            count: number;
            results: components["schemas"]["Connection"][];
        };
        ConnectionTest: {
            status: "ok";
            description: string;
            /** @description Your account that got the message; null if none is linked. */
            sent_to: string | null;
        };
        ConvertFormatBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            output_format: "png" | "jpeg" | "webp" | "avif" | "bmp";
            quality?: number;
            /** @description #rgb, #rrggbb or #rrggbbaa; the # may be missing. */
            background_color?: string;
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        ConvertImageFormatBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /**
             * @default jpg
             */
            output_format?: "jpeg" | "jpg" | "png" | "webp" | "bmp";
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        ConvertVideoFormatBody: {
            /** @description http(s) URL of a video, or the id or link of an asset of this workspace. */
            video_url: string;
            /**
             * @default mp4
             */
            output_format?: "mp4" | "avi" | "mkv" | "mov" | "wmv" | "flv" | "webm" | "mpeg" | "mpg" | "3gp" | "ogv" | "ts" | "vob" | "m4v" | "f4v" | "divx" | "asf";
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        CorrectTranscriptionBody: {
            phrases?: components["schemas"]["TranscriptPhrase"][];
            payload?: {
                phrases: components["schemas"]["TranscriptPhrase"][];
            };
            /**
             * Format: date-time
             * @description The `updated_at` of the version that you corrected.
             */
            base_updated_at?: string;
        };
        CreateApiKeyBody: {
            name: string;
            /** @description What the key may do. Defaults to everything except administration. */
            scopes?: components["schemas"]["Permission"][];
            /** Format: date-time */
            expires_at?: string | null;
        };
        CreateAssetFolderBody: {
            name: string;
            /**
             * Format: uuid
             * @description The folder that contains it. Null: the top level.
             */
            parent_id?: string | null;
        };
        CreateAssetFromUrlBody: {
            url: string;
            asset_type?: components["schemas"]["AssetType"];
            name?: string;
            /**
             * Format: uuid
             * @description The folder for the file.
             */
            folder_id?: string | null;
        };
        CreateBoardBody: {
            title: string;
            /** @description Also the prefix of its tasks’ slugs: `launch` has LAUNCH-1, LAUNCH-2 … A board that not everyone can see gets a random suffix, `launch-3f9a1c`; people who can see it can also use `launch`. */
            slug?: string;
            description?: string;
            /** @description 0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public. */
            access?: components["schemas"]["BoardAccess"];
            extra?: {
                [key: string]: unknown;
            };
            /** @description The teamspace that it belongs to; null for the whole workspace. */
            space_id?: number | null;
        };
        CreateBoardTaskBody: {
            /** @description Id or title of a column of the board. */
            status?: string;
            title: string;
            description?: string;
            /** @description The editor’s own format: a JSON document, or markup as text. */
            rich_description?: unknown;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            due_date?: string | null;
            priority?: ("low" | "medium" | "high" | "urgent") | null;
            /** @description Id or slug. */
            parent?: string | null;
            task_type?: string;
            complete?: boolean;
            estimated_hours?: number | null;
            /** @description Position in the column, compared as text, byte by byte. `move` is easier. */
            order?: string;
            extra?: {
                [key: string]: unknown;
            };
            /** @description Values by field key. Omitted fields stay unchanged; null removes a value. */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description Names, or ids of existing tags. A new name creates a tag. */
            tags?: (number | string)[];
            /** @description Members who can see the board: ids, emails, full names or `me`. */
            assignees?: (number | string)[];
            /** @description Makes it a recurring task; null ends the series with this task. */
            recurrence?: components["schemas"]["TaskRecurrence"] | null;
            /**
             * @description For a recurring task: whether the change counts for this task only, or also for those that follow.
             * @default this
             */
            apply_to?: "this" | "following";
            /** @description Id or slug. Optional if you send `parent` or the id of a column as `status`. */
            board?: string;
        };
        CreateChatWebhookBody: {
            /**
             * @default agent-alerts
             */
            channel?: "agent-alerts";
            kind: "slack" | "mattermost" | "discord";
            name: string;
            /** @description The URL of the incoming webhook, as the chat service shows it; http or https. */
            url: string;
        };
        CreateCommentBody: {
            /**
             * @description Type of the commented object.
             */
            content_type: "task" | "project";
            /** @description The id of the task, or its slug; the id of the project. */
            object_pk: string;
            /** @description Markdown. `@[Mia Wong](user:12)` mentions member 12 and notifies them. */
            comment: string;
            parent?: number | null;
        };
        CreateConnectionBody: {
            kind: "slack" | "telegram" | "discord" | "imap";
            name: string;
            /** @description Slack, Telegram and Discord: the token of the bot. */
            bot_token?: string;
            /** @description Slack: checks requests from Slack. Not needed for Socket Mode. */
            signing_secret?: string;
            /** @description Slack: an app-level token for Socket Mode, for servers without a public URL. */
            app_token?: string;
            /**
             * @description Telegram: how updates arrive. Defaults to polling, which needs no public URL.
             */
            delivery?: "webhook" | "polling";
            /** @description IMAP: the name of the receiving server in its Authentication-Results. */
            authserv_id?: string;
            /** @description IMAP: imaps://user:password@host/INBOX, with special characters percent-encoded. */
            url?: string;
        };
        CreateFieldBody: {
            name: string;
            kind: components["schemas"]["FieldKind"];
            key?: string;
            /** @description The options of a select. */
            options?: string[];
        };
        CreateIncomingWebhookBody: {
            /**
             * @description Name of the channel, such as agent-alerts.
             * @default agent-alerts
             */
            channel?: string;
            name: string;
        };
        CreateInvitationBody: {
            /** Format: email */
            email: string;
            role?: components["schemas"]["InvitedRole"];
            teamspace_ids?: number[];
        };
        CreateLinkCodeBody: {
            /** Format: uuid */
            connection_id: string;
        };
        CreatePostsBody: {
            message?: string;
            /** @description Required unless `action` is draft, which then uses your first active account. */
            account_ids?: (number | string)[];
            /**
             * @default draft
             */
            action?: "schedule" | "add_to_queue" | "draft" | "publish";
            /**
             * Format: local-time
             * @description “2026-11-20 09:30”
             */
            date?: string | null;
            /**
             * Format: time-zone
             * @description IANA name of the zone of `date`. Defaults to the workspace’s zone.
             */
            tz?: string | null;
            /** @description Ids or URLs of assets, or http(s) URLs; or objects with a description. */
            media?: (string | {
                asset_id?: string | null;
                url?: string | null;
                description?: string | null;
            })[];
            tags?: string[];
            /** @description Posted as replies to the post, one after the other. */
            comments?: string[];
            /** @description An existing group to add to. By default, a new group is created. */
            group?: string | boolean | null;
            /** @description Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`. */
            additional?: {
                [key: string]: unknown;
            } | null;
        };
        CreateProjectBody: {
            title: string;
            description?: string;
            /** @description Free-form category. */
            primary_type?: string;
            /** @description At most 1 MiB of JSON. */
            data?: {
                [key: string]: unknown;
            };
        };
        CreateProjectItemBody: {
            description?: string;
            primary_type?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            due_date?: string | null;
            /** @description Free-form. */
            status?: string;
            priority?: number | null;
            /** @description Position among the items. By default, a new item is the last. */
            order?: number;
            title: string;
            /** @description At most 1 MiB of JSON. */
            data?: {
                [key: string]: unknown;
            };
        };
        CreateProjectTypeBody: {
            resourcetype: string;
            /**
             * @default uuid
             */
            id_kind?: "uuid" | "integer";
            title?: string;
        };
        CreatePushSubscriptionBody: {
            endpoint: string;
            keys: {
                /** @description A point of P-256, as base64url. */
                p256dh: string;
                /** @description 16 bytes, as base64url. */
                auth: string;
            };
            /** @default Browser */
            label?: string;
        };
        CreateSocialTagBody: {
            name: string;
        };
        CreateStatusBody: {
            title: string;
            description?: string;
            /** @description #rrggbb */
            color?: string;
            /** @description From the left, starting at 0. */
            order?: number;
            category?: components["schemas"]["StatusCategory"];
        };
        CreateTagBody: {
            name: string;
            /** @description #rrggbb */
            color?: string;
        };
        CreateTeamspaceBody: {
            name: string;
            slug?: string;
        };
        CreateVoiceBody: {
            voice_name: string;
            /** @description 0 male, 1 female, 3 neutral */
            gender: components["schemas"]["VoiceGender"];
            language_code: string;
            /**
             * @description `openai`: the speech engine that the workspace has chosen.
             */
            provider: "embedded" | "openai";
            /** @description The engine’s name for the voice, such as alloy or af_heart. */
            engine_voice: string;
            description?: string;
            is_premium?: boolean;
            /** @description For an engine that follows instructions, such as gpt-4o-mini-tts. */
            supports_instructions?: boolean;
            published?: boolean;
        };
        CreateWebhookSubscriptionBody: {
            /** @description http or https. */
            url: string;
            /** @description Names from `GET /api/v1/events/types`, `noun.*` for all of a noun, or `*`. */
            event_types: string[];
            description?: string;
            /** @default true */
            is_active?: boolean;
            filter?: components["schemas"]["WebhookFilter"] | null;
        };
        CreateWorkflowBody: {
            /** @description The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas. */
            definition?: {
                [key: string]: unknown;
            };
            /** @description Instead of a definition: one of `GET /api/v1/service/workflows/templates`. */
            template?: string;
            /** @description Also creates the trigger of the template, with these inputs in addition to those that it fills itself. */
            trigger_input?: {
                [key: string]: unknown;
            };
            slug?: string;
            /**
             * @description Whether agents see it in `GET /api/v1/service/workflows/mcp`.
             * @default true
             */
            is_listed?: boolean;
        };
        CreateWorkflowTriggerBody: {
            kind: "schedule" | "event" | "webhook";
            title?: string;
            is_active?: boolean;
            /** @description Template of the run’s input. Expressions see `trigger`. */
            input?: {
                [key: string]: unknown;
            };
            /**
             * @description What happens if a run of this trigger has not finished yet.
             */
            overlap?: "skip" | "queue" | "allow" | "replace";
            /** @description Expression; each value starts at most one run. */
            dedupe_key?: string | null;
            /** @description Five or six fields, or `@daily` and friends. */
            cron?: string;
            /** @description Counted from `starts_at`. */
            every_seconds?: number;
            /** @description Recurrence rule of RFC 5545, counted from `starts_at`. */
            rrule?: string;
            /**
             * Format: time-zone
             * @description IANA time zone name.
             */
            tz?: string;
            /**
             * Format: date-time
             * @description No time before this counts. Default: now.
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description No time after this counts.
             */
            ends_at?: string | null;
            /**
             * @description Which times run that were missed while the service was down; at most 100.
             */
            catch_up?: "none" | "latest" | "all";
            /** @description An event type, a prefix such as `pm_task.*`, or `*`. */
            event?: string;
            /** @description Condition over `event`. */
            filter?: string | null;
            /** @description Waits until no event has come for this long, then runs once for the last one. */
            debounce_seconds?: number;
            /** @description Also fires for events that runs of this workflow caused. */
            include_own?: boolean;
            /**
             * @description How deliveries prove their origin.
             */
            verify?: "token" | "standard-webhooks" | "github" | "stripe" | "slack" | "hmac-sha256";
            methods?: ("POST" | "GET" | "PUT" | "PATCH")[];
            /**
             * @description `output` waits up to 30 seconds for the output of the run.
             */
            respond?: "run_id" | "output";
            /** @description The signing secret, if the sender has chosen it. Default: a new one. */
            secret?: string;
        };
        CreateWorkspaceBody: {
            name: string;
            /** @description Lower-case letters, digits and hyphens; not digits alone. */
            slug?: string;
            settings?: {
                /**
                 * Format: time-zone
                 * @description IANA time zone name.
                 */
                timezone?: string;
                /** @description Language code, such as en or de-AT. */
                language?: string;
                start_of_week?: "mon" | "sun" | "sat";
                /** @description Whether keys and programs may answer approvals that say so. Default false. Only an administrator who is signed in changes it. */
                approvals_by_credentials?: boolean;
                /**
                 * @description What an approval needs: `any` (signed in, by mail or in a linked chat; the default) or `session` (signed in). Only an administrator who is signed in changes it.
                 */
                approval_proof?: "any" | "session";
            };
        };
        CreatedPosts: {
            /** Format: uuid */
            group_id: string;
            /** @description The ids of the posts, as text. */
            ids: string[];
            posts: components["schemas"]["Post"][];
        };
        CutOutResult: {
            result: components["schemas"]["MadeImage"][];
            /** @description URL of the first image. */
            url: string;
            /** @description The image that you sent. */
            image_url: string;
            storage: "asset" | "transient";
            warnings: string[];
            /** @description Milliseconds by step. */
            timings: {
                [key: string]: number;
            };
            engine: {
                name: string;
                version: string;
                /** @description Whether the engine used your prompt. */
                prompt_applied: boolean;
            };
            /** @description The box around the subject, in pixels. */
            foreground: {
                left: number;
                top: number;
                width: number;
                height: number;
            };
            /** @description The share of the image that the subject covers. */
            alpha_coverage: number;
        };
        DelegateQuestionBody: {
            user_id: number;
            comment?: string;
        };
        DeleteDraftsBody: {
            /** Format: uuid */
            group_id?: string;
            draft_ids?: (number | string)[];
        };
        DeletePostsBody: {
            /** Format: uuid */
            group_id?: string;
            post_ids?: (number | string)[];
            /** @description The id of one post. */
            post_schedule_id?: number | string;
        };
        DeleteStatusQuery: {
            /**
             * Format: uuid
             * @description The status that its tasks move to.
             */
            move_to?: string;
        };
        DeletedPosts: {
            /** @description The deleted ids. */
            deleted: number[];
            count: number;
        };
        Delivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            notification_id: string;
            user_id: number;
            category: components["schemas"]["NotificationCategory"];
            channel: components["schemas"]["NotificationChannel"];
            target: string;
            status: "queued" | "attempted" | "sent" | "failed" | "captured" | "seen" | "read" | "answered";
            attempts: number;
            reason: string | null;
            /** Format: date-time */
            deliver_after: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DeliveryReceipts: {
            receipts: components["schemas"]["Delivery"][];
        };
        DemoData: {
            records: number;
        };
        Dependencies: {
            blocks: components["schemas"]["BoardTaskBrief"][];
            blocked_by: components["schemas"]["BoardTaskBrief"][];
            related: {
                /** Format: uuid */
                id: string;
                slug: string;
                title: string;
                /** Format: uuid */
                status: string;
                complete: boolean;
                relation_type: "RELATES_TO" | "DUPLICATES" | "DUPLICATED_BY";
            }[];
            /** @description Whether an incomplete task blocks it. */
            is_blocked: boolean;
        };
        DependencyRelation: "BLOCKS" | "RELATES_TO" | "DUPLICATES";
        DiffProjectRevisionsQuery: {
            /** @description Defaults to the one before `to`. */
            from?: number;
            /** @description Defaults to the newest. */
            to?: number;
        };
        DigestSettings: {
            categories: ("agentProgress" | "agentNudge")[];
            /** @default 3 */
            after: number;
            /** @default 15 */
            minutes: number;
        };
        DigestSettingsInput: {
            categories: ("agentProgress" | "agentNudge")[];
            /** @default 3 */
            after?: number;
            /** @default 15 */
            minutes?: number;
        };
        Door: {
            kind: "console" | "mail" | "mail-reply" | "slack" | "telegram" | "discord";
            /** Format: uuid */
            connection_id: string | null;
            name: string;
            /** @description Whether you can answer there. */
            is_linked: boolean;
            account_name: string | null;
            /** @description Where to enter a link code. */
            how_to_link: string | null;
        };
        DoorReply: {
            [key: string]: unknown;
        };
        DownloadTranscriptionFileQuery: {
            /**
             * @description WebVTT or SubRip.
             * @default srt
             */
            requested_format?: "vtt" | "srt";
            /**
             * @description Maximum characters per line of a cue.
             * @default 42
             */
            max_chars_per_line?: number;
            /**
             * @description Maximum lines per cue.
             * @default 2
             */
            max_lines?: number;
        };
        Draft: {
            id: number;
            /** Format: uuid */
            group_id: string;
            account: {
                id: number;
                network: "mastodon" | "bluesky" | "webhook";
                name: string;
            };
            message: string;
            media: components["schemas"]["PostMedium"][];
            tags: string[];
            status: "draft" | "scheduled" | "publishing" | "published" | "failed";
            /** Format: date-time */
            date: string | null;
            /** @description “2026-11-20 09:30” in the zone `tz`; only with `tz`. */
            local_date?: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            created_by: number | null;
            comments: string[];
            additional: {
                [key: string]: unknown;
            };
            /** @description The zone that the date was given in. */
            timezone: string;
            /** @description Whether the date is a queue slot. */
            queued: boolean;
        };
        DraftSummary: {
            id: number;
            /** Format: uuid */
            group_id: string;
            account: {
                id: number;
                network: "mastodon" | "bluesky" | "webhook";
                name: string;
            };
            message: string;
            media: components["schemas"]["PostMedium"][];
            tags: string[];
            status: "draft" | "scheduled" | "publishing" | "published" | "failed";
            /** Format: date-time */
            date: string | null;
            /** @description “2026-11-20 09:30” in the zone `tz`; only with `tz`. */
            local_date?: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            created_by: number | null;
        };
        ElevenLabsError: {
            detail: {
                status: string;
                message: string;
            };
        };
        ElevenLabsSpeakBody: {
            text: string;
            model_id?: string;
            language_code?: string | null;
            voice_settings?: {
                speed?: number | null;
            } | null;
        };
        ElevenLabsSpeakWithTimesBody: {
            text: string;
            model_id?: string;
            language_code?: string | null;
            voice_settings?: {
                speed?: number | null;
            } | null;
        };
        ElevenLabsSpeechWithTimes: {
            audio_base64: string;
            alignment: {
                characters: string[];
                character_start_times_seconds: number[];
                character_end_times_seconds: number[];
            };
            normalized_alignment: {
                characters: string[];
                character_start_times_seconds: number[];
                character_end_times_seconds: number[];
            };
        };
        ElevenLabsStreamSpeechBody: {
            text: string;
            model_id?: string;
            language_code?: string | null;
            voice_settings?: {
                speed?: number | null;
            } | null;
        };
        ElevenLabsStreamWithTimesBody: {
            text: string;
            model_id?: string;
            language_code?: string | null;
            voice_settings?: {
                speed?: number | null;
            } | null;
        };
        ElevenLabsTranscribeForm: {
            file?: string;
            source_url?: string;
            model_id?: string;
            /** @description Such as en or eng. */
            language_code?: string;
            timestamps_granularity?: "none" | "word" | "character";
        };
        ElevenLabsTranscript: {
            language_code: string;
            text: string;
        } & {
            [key: string]: unknown;
        };
        ElevenLabsVoice: {
            voice_id: string;
            name: string;
            category: "premade" | "professional";
            labels: {
                [key: string]: string;
            };
            description: string;
            preview_url: string | null;
            is_owner: boolean;
        };
        ElevenLabsVoiceList: {
            voices: components["schemas"]["ElevenLabsVoice"][];
            has_more: boolean;
            total_count: number;
            next_page_token: null;
        };
        EndProjectPresenceQuery: {
            /** @description Tells apart several windows of one credential. */
            client_id?: string;
        };
        EndedSessions: {
            /** @description How many sessions ended. */
            ended: number;
        };
        Engine: {
            purpose: "outpainting" | "images" | "speech" | "transcription" | "video";
            /** @description `embedded`, or the kind of the external engine. */
            kind: string;
            /**
             * @description Who chose the engine: nobody, the operator for all workspaces, or this workspace.
             */
            chosen_by: "default" | "installation" | "workspace";
            base_url: string | null;
            model: string | null;
            timeout_seconds: number | null;
            has_api_key: boolean;
            /** Format: date-time */
            updated_at: string | null;
        };
        EngineList: {
            count: number;
            results: components["schemas"]["Engine"][];
        };
        EngineTest: {
            purpose: "outpainting" | "images" | "speech" | "transcription" | "video";
            kind: string;
            ok: boolean;
            /** @description Code of the error. */
            code: string | null;
            /** @description What the engine did, or what went wrong. */
            message: string;
            /** @description What to do about it. */
            advice: string | null;
            took_ms: number;
        };
        /** @description The `data` of each type of event. */
        EventData: {
            "engine.chosen": {
                kind: string;
                model: string | null;
            };
            "engine.reset": Record<string, never>;
            "voice.created": {
                voice_name: string;
                published: boolean;
            };
            "voice.updated": {
                voice_name: string;
                published: boolean;
            };
            "voice.deleted": {
                voice_name: string;
                published: boolean;
            };
            "transcription.submitted": {
                provider: string;
                language_code: string;
            };
            "transcription.done": {
                provider: string;
            };
            "transcription.failed": {
                provider: string;
            };
            "transcription.updated": {
                before: string | null;
                after: string | null;
            };
            "transcription.deleted": Record<string, never>;
            "video.submitted": {
                model: string;
            };
            "video.done": Record<string, never>;
            "video.failed": Record<string, never>;
            "pm_board.created": Record<string, never>;
            "pm_board.updated": {
                fields: string[];
            };
            "pm_board.deleted": Record<string, never>;
            "pm_task.created": components["schemas"]["BoardTaskEventData"];
            "pm_task.updated": components["schemas"]["BoardTaskEventData"];
            "pm_task.status_changed": components["schemas"]["BoardTaskEventData"];
            "pm_task.assigned": components["schemas"]["BoardTaskEventData"];
            "pm_task.unassigned": components["schemas"]["BoardTaskEventData"];
            "pm_task.commented": components["schemas"]["BoardTaskEventData"];
            "pm_task.comment_edited": components["schemas"]["BoardTaskEventData"];
            "pm_task.comment_deleted": components["schemas"]["BoardTaskEventData"];
            "pm_task.attached": components["schemas"]["BoardTaskEventData"];
            "pm_task.detached": components["schemas"]["BoardTaskEventData"];
            "pm_task.dependency_added": components["schemas"]["BoardTaskEventData"];
            "pm_task.dependency_removed": components["schemas"]["BoardTaskEventData"];
            "pm_task.completed": components["schemas"]["BoardTaskEventData"];
            "pm_task.reopened": components["schemas"]["BoardTaskEventData"];
            "pm_task.deleted": components["schemas"]["BoardTaskEventData"];
            "notification.created": {
                /** Format: uuid */
                id: string;
                category: components["schemas"]["NotificationCategory"];
                title: string;
                message: string;
                /** @description As the sender gave it. */
                link: string | null;
                /** @description The target of the action: the link, the thread or the card. */
                url: string;
                cta_label: string;
                thread_id: string | null;
                _extra: unknown;
                sender: {
                    id: number;
                    name: string;
                    kind: string;
                };
                question: components["schemas"]["NotificationQuestion"] | null;
                /** Format: date-time */
                seen_at: string | null;
                /** Format: date-time */
                read_at: string | null;
                /** Format: date-time */
                archived_at: string | null;
                /** Format: date-time */
                snoozed_until: string | null;
                /** Format: date-time */
                created_at: string;
            };
            "notification.updated": {
                action: string;
                /** Format: date-time */
                until: string | null;
                ids: string[] | null;
                count: number;
            };
            "notification.digest": {
                category: string;
                count: number;
                messages: {
                    /** Format: uuid */
                    id: string;
                    title: string;
                    message: string;
                    thread_id: string | null;
                    /** Format: date-time */
                    created_at: string;
                }[];
            };
            "delivery.failed": {
                /** Format: uuid */
                notification_id: string;
                channel: string;
                category: string;
                reason: string;
            };
            "thread.message": {
                /** Format: uuid */
                message_id: string;
            };
            "question.asked": components["schemas"]["QuestionAskedData"];
            "question.reminded": components["schemas"]["QuestionAskedData"];
            "question.escalated": components["schemas"]["QuestionAskedData"];
            "question.delegated": components["schemas"]["QuestionAskedData"];
            "question.voted": {
                thread_id: string;
                /** Format: uuid */
                notification_id: string;
            };
            "question.answered": components["schemas"]["QuestionEventData"];
            "question.expired": components["schemas"]["QuestionEventData"];
            "question.cancelled": components["schemas"]["QuestionEventData"];
            "connection.created": {
                kind: string;
                name: string;
            };
            "connection.deleted": {
                kind: string;
                name: string;
            };
            "project_type.created": {
                resourcetype: string;
                id_kind: string;
                title: string;
            };
            "project_type.deleted": Record<string, never>;
            "project.created": components["schemas"]["ProjectEventData"];
            "project.updated": components["schemas"]["ProjectChangeEventData"];
            "project.deleted": components["schemas"]["ProjectEventData"];
            "project.restored": components["schemas"]["ProjectEventData"];
            "project.reverted": components["schemas"]["ProjectChangeEventData"];
            "project.commented": components["schemas"]["ProjectCommentEventData"];
            "project.comment_edited": components["schemas"]["ProjectCommentEventData"];
            "project.comment_deleted": components["schemas"]["ProjectCommentEventData"];
            "project_item.created": components["schemas"]["ProjectItemEventData"];
            "project_item.updated": components["schemas"]["ProjectItemEventData"];
            "project_item.deleted": components["schemas"]["ProjectItemEventData"];
            "project_item.reordered": {
                resourcetype: string;
                ids: string[];
            };
            "social_account.connected": components["schemas"]["SocialAccountEventData"];
            "social_account.updated": components["schemas"]["SocialAccountEventData"];
            "social_account.disconnected": components["schemas"]["SocialAccountEventData"];
            "social_draft.created": components["schemas"]["SocialPostEventData"];
            "social_draft.updated": components["schemas"]["SocialPostEventData"];
            "social_draft.deleted": components["schemas"]["SocialPostEventData"];
            "social_post.created": components["schemas"]["SocialPostEventData"];
            "social_post.updated": components["schemas"]["SocialPostEventData"];
            "social_post.deleted": components["schemas"]["SocialPostEventData"];
            "social_post.scheduled": components["schemas"]["SocialPostEventData"];
            "social_post.published": {
                /** Format: uuid */
                group_id: string;
                account: {
                    id: number;
                    network: string;
                    name: string;
                };
                status: string;
                /** Format: date-time */
                date: string | null;
                url: string | null;
            };
            "social_post.failed": {
                /** Format: uuid */
                group_id: string;
                account: {
                    id: number;
                    network: string;
                    name: string;
                };
                status: string;
                /** Format: date-time */
                date: string | null;
                error: string | null;
            };
            "workflow.created": components["schemas"]["WorkflowEventData"];
            "workflow.updated": components["schemas"]["WorkflowEventData"];
            "workflow.deleted": components["schemas"]["WorkflowEventData"];
            "workflow_trigger.created": components["schemas"]["WorkflowTriggerEventData"];
            "workflow_trigger.updated": components["schemas"]["WorkflowTriggerEventData"];
            "workflow_trigger.deleted": components["schemas"]["WorkflowTriggerEventData"];
            "workflow_run.started": components["schemas"]["WorkflowRunEventData"];
            "workflow_run.paused": components["schemas"]["WorkflowRunEventData"];
            "workflow_run.resumed": components["schemas"]["WorkflowRunEventData"];
            "workflow_run.retried": components["schemas"]["WorkflowRunEventData"];
            "workflow_run.restarted": components["schemas"]["WorkflowRunEventData"];
            "workflow_run.completed": components["schemas"]["WorkflowRunEventData"];
            "workflow_run.failed": components["schemas"]["WorkflowRunEventData"];
            "workflow_run.terminated": components["schemas"]["WorkflowRunEventData"];
            "workflow_run.timed_out": components["schemas"]["WorkflowRunEventData"];
            "task.submitted": {
                kind: string;
            };
            "task.succeeded": {
                kind: string;
            };
            "task.failed": {
                kind: string;
            };
            "task.cancelled": {
                kind: string;
            };
            "asset.created": {
                name: string;
                asset_type: number;
            };
            "asset.processed": {
                name: string;
                asset_type: number;
                status: number;
            };
            "asset.updated": {
                before: {
                    name: string;
                    /** Format: uuid */
                    folder_id: string | null;
                };
                after: {
                    name: string;
                    /** Format: uuid */
                    folder_id: string | null;
                };
            };
            "asset.deleted": {
                name: string;
            };
            "asset_folder.created": {
                name: string;
                /** Format: uuid */
                parent_id: string | null;
            };
            "asset_folder.updated": {
                before: components["schemas"]["AssetFolder"];
                after: components["schemas"]["AssetFolder"];
            };
            "asset_folder.deleted": {
                before: components["schemas"]["AssetFolder"];
            };
            "chat.message": {
                channel: string;
                title: string | null;
                author: string;
                /** Format: uuid */
                notification_id: string | null;
            };
            "chat_webhook.created": components["schemas"]["ChatWebhookEventData"];
            "chat_webhook.updated": {
                before: components["schemas"]["ChatWebhookEventData"];
                after: components["schemas"]["ChatWebhookEventData"];
            };
            "chat_webhook.deleted": {
                before: components["schemas"]["ChatWebhookEventData"];
            };
            "workspace.created": components["schemas"]["Workspace"];
            "workspace.updated": {
                before: components["schemas"]["Workspace"];
                after: components["schemas"]["Workspace"];
            };
            "teamspace.created": {
                name: string;
                slug: string;
            };
            "teamspace.updated": {
                before: components["schemas"]["Teamspace"];
                after: components["schemas"]["Teamspace"];
            };
            "teamspace.deleted": {
                before: components["schemas"]["Teamspace"];
            };
            "teamspace.member_added": {
                user_id: number;
            };
            "teamspace.member_removed": {
                user_id: number;
            };
            "member.joined": {
                email: string;
                role: string;
            };
            "member.updated": {
                before: {
                    role: string;
                };
                after: {
                    role: string;
                };
            };
            "member.removed": {
                email: string;
                role: string;
            };
            "invitation.created": {
                email: string;
                role: string;
                teamspace_ids: number[];
            };
            "invitation.revoked": {
                email: string;
            };
            "quota.updated": {
                limits: components["schemas"]["QuotaLimits"];
                reset: string[];
            };
            "api_key.created": {
                name: string;
                prefix: string;
                scopes: string[];
            };
            "api_key.revoked": {
                name: string;
                prefix: string;
            };
            "webhook_subscription.created": components["schemas"]["WebhookSubscriptionEventData"];
            "webhook_subscription.updated": {
                before: components["schemas"]["WebhookSubscriptionEventData"];
                after: components["schemas"]["WebhookSubscriptionEventData"];
            };
            "webhook_subscription.secret_rotated": Record<string, never>;
            "webhook_subscription.deleted": {
                before: components["schemas"]["WebhookSubscriptionEventData"];
            };
            "incoming_webhook.created": {
                channel: string;
                name: string;
            };
            "incoming_webhook.deleted": {
                channel: string;
                name: string;
            };
        };
        EventList: {
            results: components["schemas"]["AtelierEvent"][];
            /** @description Value for `after` in the next request. */
            last_seq: number;
        };
        EventType: {
            type: string;
            description: string;
            /** @description JSON Schema of `data`. */
            schema: {
                [key: string]: unknown;
            };
        };
        EventTypeList: {
            results: components["schemas"]["EventType"][];
        };
        Face: {
            score: number;
            /** @description In pixels of the upright image. */
            box: {
                left: number;
                top: number;
                width: number;
                height: number;
            };
            /** @description Left and right as seen in the image. */
            landmarks: {
                /** @description `[x, y]` in pixels. */
                left_eye: number[];
                /** @description `[x, y]` in pixels. */
                right_eye: number[];
                /** @description `[x, y]` in pixels. */
                nose: number[];
                /** @description `[x, y]` in pixels. */
                mouth_left: number[];
                /** @description `[x, y]` in pixels. */
                mouth_right: number[];
            };
            /** @description Whether the edge of the image cuts the face. */
            is_cut_off: boolean;
        };
        Field: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            board: string;
            /** @description The key of its values in `custom_fields`. Never changes. */
            key: string;
            name: string;
            kind: components["schemas"]["FieldKind"];
            options: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        FieldChange: {
            field: string;
            old: unknown;
            new: unknown;
            old_display: string | null;
            new_display: string | null;
        };
        FieldKind: "text" | "number" | "date" | "select" | "checkbox" | "url" | "person";
        FillImageBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            mask_url?: string;
            /** @description Instead of `mask_url`: the bytes of the mask in base64. */
            mask_base64?: string;
            prompt?: string;
            negative_prompt?: string;
            /** @default 7.5 */
            guidance_scale?: number;
            /** @default 4 */
            count?: number;
            seed?: number;
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        FindFacesBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
        };
        FindFacesResult: {
            count: number;
            /** @description The largest first. */
            faces: components["schemas"]["Face"][];
            width: number;
            height: number;
            /** @description The image that you sent. */
            image_url: string;
            engine: {
                name: string;
                version: string;
            };
            warnings: string[];
            /** @description Milliseconds by step. */
            timings: {
                [key: string]: number;
            };
        };
        FireWorkflowTriggerBody: {
            /** @description What the input template sees, such as `body` or `event`. */
            trigger?: {
                [key: string]: unknown;
            };
        };
        GenerateAiImageBody: {
            /** @description The connected engine decides. A warning says if it is another model. */
            model?: string;
            /**
             * @default prompt
             */
            capability?: "prompt" | "reference_image" | "multiple_images";
            parameters: components["schemas"]["AiImageParameters"];
            properties?: {
                [key: string]: unknown;
            };
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        GenerateAudioBody: {
            text: string;
            instructions?: string;
            /** @default 1 */
            speed?: number;
            /**
             * @description speak, p, s, break, emphasis, say-as, sub; see docs/speech.md.
             * @default false
             */
            use_ssml?: boolean;
            /**
             * @default wav
             */
            output_format?: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
        };
        GenerateVideoBody: {
            /**
             * @description `storyboard` is rendered on this server; other models by the chosen video engine.
             * @default storyboard
             */
            model?: string;
            /** @default storyboard */
            capability?: string;
            /** @description For `storyboard`: StoryboardParameters. For an external model: its own parameters. */
            parameters: components["schemas"]["StoryboardParameters"] | {
                [key: string]: unknown;
            };
            /**
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called when it is submitted, not when DONE. */
            webhook_url?: string;
        };
        GetBoardQuery: {
            /**
             * Format: comma-list
             * @description Fields to expand inline, separated by commas or repeated.
             */
            expand?: string;
        };
        GetBoardTaskQuery: {
            /**
             * Format: comma-list
             * @description Fields to expand inline, separated by commas or repeated.
             */
            expand?: string;
        };
        GetLinkCardQuery: {
            /** @description The link, as it is in the post. */
            url: string;
        };
        GetSocialAccountsQuery: {
            /** @description Only accounts on this network: mastodon, bluesky, webhook. Other values match no account. */
            network?: string;
        };
        GetSocialAnalyticsAggregatedQuery: {
            /** @description The id of a connected account. */
            account_id: string;
            /**
             * Format: date
             * @description First day. Defaults to 30 days ago.
             */
            date_from?: string;
            /**
             * Format: date
             * @description Last day. Defaults to today.
             */
            date_to?: string;
            /**
             * Format: time-zone
             * @description Zone of the days of published posts.
             */
            tz?: string;
        };
        GetSocialAnalyticsAudienceQuery: {
            /** @description The id of a connected account. */
            account_id: string;
            /**
             * Format: date
             * @description First day. Defaults to 30 days ago.
             */
            date_from?: string;
            /**
             * Format: date
             * @description Last day. Defaults to today.
             */
            date_to?: string;
            /**
             * Format: time-zone
             * @description Zone of the days of published posts.
             */
            tz?: string;
        };
        GetSocialAnalyticsPostsQuery: {
            /** @description The id of a connected account. */
            account_id: string;
            /**
             * Format: date
             * @description First day. Defaults to 30 days ago.
             */
            date_from?: string;
            /**
             * Format: date
             * @description Last day. Defaults to today.
             */
            date_to?: string;
            /**
             * Format: time-zone
             * @description Zone of the days of published posts.
             */
            tz?: string;
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Posts per page.
             * @default 10
             */
            per_page?: number;
        };
        GetSocialAnalyticsRangeBody: {
            account_id: number | string;
            /** @description publishing, followers, engagement, likes, shares, replies. Others are unknown here and missing from the response. */
            metrics: string[];
            /**
             * Format: date
             * @description First day. Defaults to 30 days ago.
             */
            date_from?: string;
            /**
             * Format: date
             * @description Last day. Defaults to today.
             */
            date_to?: string;
            /**
             * Format: time-zone
             * @description Zone of the days of published posts.
             */
            tz?: string;
        };
        GetTaskActivityQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Excludes entries after this `seq`. The links of a page include it. */
            as_of?: number;
        };
        GetWorkflowRunStatusQuery: {
            /**
             * @description `basic` uses only RUNNING, COMPLETED, FAILED and CANCELLED, for existing clients: PAUSED becomes RUNNING, TERMINATED becomes CANCELLED, and TIMED_OUT becomes FAILED.
             * @default all
             */
            states?: "all" | "basic";
        };
        HookReply: {
            /** Format: uuid */
            run_id: string | null;
            outcome: "started" | "skipped" | "queued" | "failed";
            reason: string | null;
            /** @description The run’s status, if the response waited. */
            status?: string;
            output?: {
                [key: string]: unknown;
            };
        };
        IdempotentResponse: {
            key: string;
            operation_id: string;
            status: number;
            body: unknown;
            /** Format: date-time */
            created_at: string;
        };
        /** @description Facts about the image that a program can act on. */
        ImageChecks: {
            /** @description Visible share. 1 without transparency. */
            alpha_coverage: number;
            /** @description Up to five, such as #f4efe6, by their share of what is visible. */
            dominant_colors: {
                color: string;
                share: number;
            }[];
            /** @description 0 to 1. Null if the image is small or has no edges. */
            sharpness: number | null;
            is_blurred: boolean;
            /** @description Only of images that the embedded engine extended or filled. */
            new_area?: {
                /** @description 0 to 1. 0 if nothing looks unlike the image next to it. */
                score: number;
                /** @description How many images were made to choose from. */
                candidates: number;
            };
            /** @description Only if you asked for it. `cut_off` counts faces that the edge cuts. */
            faces?: {
                count: number;
                cut_off: number;
            };
            /** @description Only if you asked for it. */
            text?: {
                count: number;
                content: string;
            };
        };
        ImageFromScribbleBody: {
            prompt: string;
            negative_prompt?: string;
            /** @description http(s) or data: URL of an image, or the id or link of an asset of this workspace. */
            image_url?: string;
            /** @description http(s) or data: URL of an image, or the id or link of an asset of this workspace. */
            image?: string;
            /** @default 1024 */
            image_resolution?: number;
            steps?: number;
            guidance_scale?: number;
            /** @default 1 */
            counts?: number;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        ImageToolResult: {
            result: components["schemas"]["MadeImage"][];
            /** @description URL of the first image. */
            url: string;
            /** @description The image that you sent. */
            image_url: string;
            storage: "asset" | "transient";
            warnings: string[];
            /** @description Milliseconds by step. */
            timings: {
                [key: string]: number;
            };
            engine: {
                name: string;
                version: string;
                /** @description Whether the engine used your prompt. */
                prompt_applied: boolean;
            };
        };
        InboundMailOutcome: {
            status: "answered" | "commented" | "ignored";
        };
        IncomingWebhook: {
            /** Format: uuid */
            id: string;
            /** @description Name of the channel, such as agent-alerts. */
            channel: string;
            /** @description The author of its messages. */
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        InpaintImageBody: {
            /** @description http(s) or data: URL of an image, or the id or link of an asset of this workspace. */
            image_url: string;
            prompt: string;
            scale?: number;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        Invitation: {
            /** Format: uuid */
            id: string;
            email: string;
            role: components["schemas"]["InvitedRole"];
            teamspace_ids: number[];
            invited_by: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            accepted_at: string | null;
        };
        InvitationDetails: {
            email: string;
            role: components["schemas"]["InvitedRole"];
            workspace: {
                name: string;
            };
            /** @description Name of the person who sent the invitation. */
            invited_by: string | null;
            /** Format: date-time */
            expires_at: string;
        };
        InvitedRole: "admin" | "member" | "guest";
        JsonPatch: {
            op: "add" | "remove" | "replace" | "move" | "copy" | "test";
            /** @description JSON Pointer. */
            path: string;
            /** @description JSON Pointer. */
            from?: string;
            value?: unknown;
        }[];
        LinkCard: {
            url: string;
            title: string;
            description: string;
        };
        LinkCode: {
            code: string;
            instructions: string;
            /** @description Telegram: opens the chat with the code. */
            url: string | null;
            /** Format: date-time */
            expires_at: string;
        };
        ListAiImageModelsQuery: {
            /** @description Only this model. */
            model_id?: string;
            /**
             * @description Only models that can do this.
             */
            capability?: "prompt" | "reference_image" | "multiple_images";
        };
        ListAllProjectsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Part of the title or description. */
            search?: string;
            /** @description Only projects of this category. */
            primary_type?: string;
            /**
             * @description The field to sort by.
             * @default created_at
             */
            order_by?: "created_at" | "updated_at" | "title";
            /**
             * @description Defaults to newest first, or A to Z for titles.
             */
            order?: "asc" | "desc";
            /**
             * @description List deleted projects instead.
             * @default false
             */
            deleted?: boolean;
        };
        ListAllRunsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Only runs with this status.
             */
            status?: "RUNNING" | "PAUSED" | "COMPLETED" | "FAILED" | "TERMINATED" | "TIMED_OUT";
            /** @description The start of its id, or part of its correlation id or its workflow’s title. */
            search?: string;
        };
        ListAssetsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Part of the name. */
            search?: string;
            /** @description 0 image, 2 video, 4 giphy, 6 font, 8 audio, 17 pdf */
            asset_type?: components["schemas"]["AssetType"];
            /** @description Only the assets in this folder; `root`: only those in no folder. */
            folder_id?: string;
        };
        ListBoardTasksQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Id or slug. */
            board?: string;
            /**
             * Format: comma-list
             * @description Ids or titles of columns, separated by commas or repeated.
             */
            status?: string;
            /**
             * Format: comma-list
             * @description Ids, emails or full names of people, `me` or `none`, separated by commas or repeated.
             */
            assignee?: string;
            /**
             * Format: comma-list
             * @description Names or ids, separated by commas or repeated; tasks with any of them.
             */
            tag?: string;
            /**
             * Format: comma-list
             * @description low, medium, high, urgent, none; separated by commas or repeated.
             */
            priority?: string;
            /** @description Only completed tasks, or only open ones. */
            complete?: boolean;
            /** @description Id or slug of a task, or `none` for top-level tasks. */
            parent?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            due_before?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            due_after?: string;
            /** @description Words that must all be in the title or description. */
            search?: string;
            /**
             * @description created_at, updated_at, start_date, due_date, priority, title, order, number; a leading - reverses the order.
             * @default -created_at
             */
            sort?: string;
            /**
             * Format: comma-list
             * @description Fields to expand inline, separated by commas or repeated.
             */
            expand?: string;
        };
        ListBoardsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * Format: comma-list
             * @description Fields to expand inline, separated by commas or repeated.
             */
            expand?: string;
            /** @description Part of the title. */
            search?: string;
            /** @description 0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public. */
            access?: components["schemas"]["BoardAccess"];
        };
        ListCommentsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Type of the commented object.
             */
            content_type?: "task" | "project";
            /** @description Of a task, unless `content_type` is `project`. */
            object_pk?: string;
            /** @description Only replies to this comment. */
            parent?: number;
        };
        ListDeliveriesQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Only deliveries on this channel.
             */
            channel?: "in_app" | "websocket" | "email" | "chat" | "push";
            /**
             * @description Only deliveries with this status.
             */
            status?: "queued" | "attempted" | "sent" | "failed" | "captured" | "seen" | "read" | "answered";
            /**
             * @description Only this category.
             */
            category?: "agentTaskCompleted" | "agentNeedsInput" | "agentError" | "agentProgress" | "agentNudge" | "mention" | "assignment";
            /** @description Only deliveries to this person. */
            user_id?: number;
            /**
             * Format: date-time
             * @description Created at or after.
             */
            since?: string;
        };
        ListDraftsQuery: {
            /** @description Ids of accounts, separated by commas or repeated; at most 1,000. */
            account_ids: string | string[];
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 10
             */
            per_page?: number;
            /** @description Part of the message or of a tag, ignoring case. */
            search?: string;
            /**
             * Format: time-zone
             * @description Adds `local_date` in this zone; days in `from` and `to` use it too.
             */
            tz?: string;
            /**
             * Format: day-or-instant
             * @description Only entries dated from here on: a day such as 2026-11-20, in `tz` or else the workspace’s zone, or an instant such as 2026-11-20T08:30:00Z.
             */
            from?: string;
            /**
             * Format: day-or-instant
             * @description Only entries dated before this instant, or until the end of this day.
             */
            to?: string;
            /** @description Only entries with this tag, ignoring case. */
            tag?: string;
            /**
             * Format: uuid
             * @description Only entries of this group.
             */
            group_id?: string;
            /**
             * @description Entries without a date always come last. `post.date` means `date`.
             * @default created_at
             */
            order_by?: "created_at" | "updated_at" | "date" | "message" | "id" | "post.date";
            /**
             * @description `1` means `asc`, `-1` means `desc`.
             * @default desc
             */
            order?: "asc" | "desc" | "1" | "-1";
        };
        ListEventsQuery: {
            /**
             * @description Only events after this `seq`.
             * @default 0
             */
            after?: number;
            /**
             * @description Maximum number of events.
             * @default 100
             */
            limit?: number;
        };
        ListMemberChoicesQuery: {
            /** @description Part of a name or email. */
            search?: string;
        };
        ListMembersQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Part of a name or email. */
            search?: string;
        };
        ListMessagesQuery: {
            /**
             * Format: uuid
             * @description Only messages older than this one.
             */
            before?: string;
            /**
             * @description The maximum number of messages.
             * @default 50
             */
            limit?: number;
        };
        ListNotificationsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description `true`: only unread; `false`: only read. */
            unread?: boolean;
            /** @description `true`: only seen; `false`: only unseen. */
            seen?: boolean;
            /** @description Defaults to notifications that are not archived. */
            archived?: boolean;
            /** @description Defaults to notifications that are not snoozed. */
            snoozed?: boolean;
            /**
             * @description Only this category.
             */
            category?: "agentTaskCompleted" | "agentNeedsInput" | "agentError" | "agentProgress" | "agentNudge" | "mention" | "assignment";
            /** @description Part of the title or message. */
            search?: string;
            /** @description Only this thread. */
            thread_id?: string;
        };
        ListPostsQuery: {
            /** @description Ids of accounts, separated by commas or repeated; at most 1,000. */
            account_ids: string | string[];
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 10
             */
            per_page?: number;
            /** @description Part of the message or of a tag, ignoring case. */
            search?: string;
            /**
             * Format: time-zone
             * @description Adds `local_date` in this zone; days in `from` and `to` use it too.
             */
            tz?: string;
            /**
             * Format: day-or-instant
             * @description Only entries dated from here on: a day such as 2026-11-20, in `tz` or else the workspace’s zone, or an instant such as 2026-11-20T08:30:00Z.
             */
            from?: string;
            /**
             * Format: day-or-instant
             * @description Only entries dated before this instant, or until the end of this day.
             */
            to?: string;
            /** @description Only entries with this tag, ignoring case. */
            tag?: string;
            /**
             * Format: uuid
             * @description Only entries of this group.
             */
            group_id?: string;
            /**
             * @description Entries without a date always come last. `post.date` means `date`.
             * @default created_at
             */
            order_by?: "created_at" | "updated_at" | "date" | "message" | "id" | "post.date";
            /**
             * @description `1` means `asc`, `-1` means `desc`.
             * @default desc
             */
            order?: "asc" | "desc" | "1" | "-1";
            /**
             * @description Only posts with this status.
             */
            status?: "scheduled" | "publishing" | "published" | "failed";
            /**
             * @description The same with the words of existing clients; `all` includes drafts.
             */
            category?: "all" | "scheduled" | "published" | "failed" | "draft";
            /** @description Same as `search`. */
            query?: string;
        };
        ListProjectItemsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Part of the title or description. */
            search?: string;
            /** @description Only items with this status. */
            status?: string;
            /** @description Only items of this category. */
            primary_type?: string;
        };
        ListProjectsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Part of the title or description. */
            search?: string;
            /** @description Only projects of this category. */
            primary_type?: string;
            /**
             * @description The field to sort by.
             * @default created_at
             */
            order_by?: "created_at" | "updated_at" | "title";
            /**
             * @description Defaults to newest first, or A to Z for titles.
             */
            order?: "asc" | "desc";
            /**
             * @description List deleted projects instead.
             * @default false
             */
            deleted?: boolean;
        };
        ListQuestionsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Only questions with this status.
             */
            status?: "open" | "answered" | "expired" | "cancelled";
            /** @description Only questions of this thread. */
            thread_id?: string;
        };
        ListQueueSlotsQuery: {
            /** @description Only slots of this account. */
            account_id?: number;
        };
        ListSocialAccountsQuery: {
            /** @description Only accounts on this network: mastodon, bluesky, webhook. Other values match no account. */
            network?: string;
        };
        ListTagsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Part of the name. */
            search?: string;
        };
        ListTasksQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Only tasks with this status. FAILURE includes cancelled tasks, REVOKED is only those.
             */
            status?: "PENDING" | "STARTED" | "PROGRESS" | "RETRY" | "SUCCESS" | "FAILURE" | "REVOKED";
            /** @description Only this kind of work, such as remove-background. */
            kind?: string;
        };
        ListThreadsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description `true`: only muted threads; `false`: only the others. */
            muted?: boolean;
        };
        ListTranscriptionsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Only transcriptions with this status.
             */
            job_status?: "CREATED" | "PENDING" | "PROCESSING" | "RENDERING" | "UPDATED" | "DONE" | "FAILED";
            /** @description Part of the text. */
            search?: string;
        };
        ListTriggerFiringsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Only firings with this outcome.
             */
            outcome?: "started" | "skipped" | "queued" | "failed";
        };
        ListVideosQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Only videos with this status.
             */
            job_status?: "CREATED" | "PENDING" | "PROCESSING" | "RENDERING" | "DONE" | "FAILED";
        };
        ListVoicesQuery: {
            /** @description Such as en-US, or en for all of English. */
            language_code?: string;
            /** @description Part of the name of the language. */
            language_name?: string;
            /** @description Part of the name. */
            voice_name?: string;
            /** @description 0 male, 1 female, 3 neutral */
            gender?: components["schemas"]["VoiceGender"];
            /** @description `true`: only premium voices; `false`: only the others. */
            is_premium?: boolean;
            /** @description `embedded` or `openai`. */
            provider?: string;
            /** @description Part of the name, language or description. */
            search?: string;
        };
        ListWebhookDeliveriesQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * Format: uuid
             * @description Only deliveries of this subscription.
             */
            subscription_id?: string;
            /** @description Only deliveries of this event type. */
            event_type?: string;
            /**
             * @description Only deliveries with this status.
             */
            status?: "queued" | "sending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description Created at or after.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Created before.
             */
            until?: string;
        };
        ListWorkflowRunsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /**
             * @description Only runs with this status.
             */
            status?: "RUNNING" | "PAUSED" | "COMPLETED" | "FAILED" | "TERMINATED" | "TIMED_OUT";
            /** @description The start of its id, or part of its correlation id or its workflow’s title. */
            search?: string;
        };
        ListWorkflowsQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
            /** @description Part of the title. */
            search?: string;
        };
        LoadedDemoData: {
            workspace_id: number;
        };
        LogInBody: {
            /** Format: email */
            email: string;
            password: string;
        };
        LookUpInvitationBody: {
            token: string;
        };
        LookUpSignInLinkBody: {
            /** @description The part of the link after the #. */
            token: string;
        };
        MadeAudio: {
            /**
             * Format: uuid
             * @description The asset. A transient one expires.
             */
            asset_id: string;
            /** @description Signed; expires after a day. */
            url: string;
            content_type: string;
            bytes: number;
            sha256: string;
            duration_ms: number;
        };
        MadeImage: {
            /**
             * Format: uuid
             * @description The asset. A transient one expires.
             */
            asset_id: string;
            /** @description Signed; expires after a day. */
            url: string;
            content_type: string;
            bytes: number;
            sha256: string;
            width: number;
            height: number;
            /** @description Repeats the same image. Only of tools that generate. */
            seed?: number;
            checks?: components["schemas"]["ImageChecks"];
        };
        Mail: {
            /** Format: uuid */
            id: string;
            status: "sending" | "sent" | "captured";
            from: string;
            to: string;
            subject: string;
            text: string;
            html: string;
            headers: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        MailSetup: {
            /** @description Without a mail server, the server only stores emails and sends none. */
            is_configured: boolean;
            from: string;
            /** @description Whether emails are signed with DKIM. */
            is_signed: boolean;
        };
        MailSummary: {
            /** Format: uuid */
            id: string;
            status: "sending" | "sent" | "captured";
            from: string;
            to: string;
            subject: string;
            /** Format: date-time */
            created_at: string;
        };
        MarkNotificationBody: {
            action: "seen" | "read" | "unread" | "archive" | "unarchive" | "snooze" | "unsnooze";
            /**
             * Format: date-time
             * @description With `snooze`: the end of the snooze.
             */
            until?: string;
        };
        MarkNotificationsBody: {
            action: "seen" | "read" | "unread" | "archive" | "unarchive" | "snooze" | "unsnooze";
            /**
             * Format: date-time
             * @description With `snooze`: the end of the snooze.
             */
            until?: string;
            /** @description Defaults to all that match `category` and `thread_id`. */
            ids?: string[];
            category?: components["schemas"]["NotificationCategory"];
            thread_id?: string;
            /**
             * Format: date-time
             * @description Only notifications created before, so that you do not mark new ones you have not seen.
             */
            before?: string;
        };
        MarkNotificationsReply: {
            changed: number;
        };
        Me: {
            user: {
                id: number;
                email: string;
                first_name: string;
                last_name: string;
                has_password: boolean;
                /** @description Whether the person proved that the address is theirs. An unverified address gets no email except the one that verifies it. */
                is_email_verified: boolean;
            };
            /** @description session, key or oauth */
            credential: string;
            /** @description The workspace of this request. */
            workspace_id: number;
            role: string;
            /** @description The permissions of the credential in that workspace. */
            permissions: string[];
            workspaces: {
                id: number;
                name: string;
                slug: string;
                is_active: boolean;
                role: string;
            }[];
            /** @description Connect to the WebSocket with it to miss nothing that happens after this response. */
            last_event_id: number;
        };
        Member: {
            user_id: number;
            first_name: string;
            last_name: string;
            email: string;
            /** @description Whether the person proved that the address is theirs. An unverified address gets no email except the one that verifies it. */
            is_email_verified: boolean;
            role: components["schemas"]["MemberRole"];
            is_active: boolean;
            /** Format: date-time */
            joined_at: string;
        };
        MemberChoiceList: {
            options: {
                /** @description The id of the user. */
                value: number;
                /** @description First Last (email) */
                label: string;
            }[];
        };
        MemberRole: "owner" | "admin" | "member" | "guest";
        MergePatch: {
            [key: string]: unknown;
        };
        MergeVideosBody: {
            video_urls: string[];
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        Message: {
            /** Format: uuid */
            id: string;
            channel: string;
            author: {
                /** @description The author, or the person whose key the agent uses. */
                id: number;
                name: string;
                /** @description user, agent or system */
                kind: string;
            };
            title: string | null;
            /** @description Markdown */
            text: string;
            link: string | null;
            cta_label: string | null;
            /**
             * Format: uuid
             * @description The notification that the message is about.
             */
            notification_id: string | null;
            extra: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        MessageList: {
            /**
             * Format: uuid
             * @description The `before` for older messages; null if there are none.
             */
            next_before: string | null;
            results: components["schemas"]["Message"][];
        };
        Model: {
            id: string;
            title: string;
            engine: "background" | "faces" | "outpainting" | "reading" | "speech" | "transcription" | "upscaling";
            version: string;
            licence: string;
            /** @description Size on disk after the download. */
            bytes: number;
            state: "ready" | "missing" | "corrupt";
        };
        ModelList: {
            count: number;
            results: components["schemas"]["Model"][];
        };
        MoveAssetsBody: {
            asset_ids: string[];
            /**
             * Format: uuid
             * @description The target folder. Null: the top level.
             */
            folder_id: string | null;
        };
        MoveAssetsReply: {
            /** @description The assets that were not in the folder before. */
            changed: number;
        };
        MoveBoardTaskBody: {
            /** @description Id or slug. */
            board?: string;
            /** @description Id or title of a column of the board. */
            status?: string;
            /** @description The task of the column to place it before. */
            before?: string;
            /** @description The task to place it after. */
            after?: string;
        };
        MoveStatusTasksBody: {
            /** Format: uuid */
            target_status_id: string;
        };
        MoveStatusTasksReply: {
            /** @description Number of tasks moved. */
            moved: number;
        };
        MyDoors: {
            doors: components["schemas"]["Door"][];
        };
        NewApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The first characters of the key, to recognise it. */
            prefix: string;
            scopes: components["schemas"]["Permission"][];
            user_id: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description The key itself. It is shown only once. */
            key: string;
        };
        NewIncomingWebhook: {
            /** Format: uuid */
            id: string;
            /** @description Name of the channel, such as agent-alerts. */
            channel: string;
            /** @description The author of its messages. */
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description Everyone who knows it can post. It is never shown again. */
            url: string;
        };
        NewInvitation: {
            /** Format: uuid */
            id: string;
            email: string;
            role: components["schemas"]["InvitedRole"];
            teamspace_ids: number[];
            invited_by: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            accepted_at: string | null;
            /** @description Give it to the invited person. It is shown only once. */
            token: string;
        };
        NewWebhookSubscription: {
            /** Format: uuid */
            id: string;
            url: string;
            description: string;
            event_types: string[];
            filter: {
                [key: string]: unknown;
            } | null;
            is_active: boolean;
            /** @description Why the server switched it off. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description The start of the current series of failures.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until then, the previous secret signs as well.
             */
            previous_secret_until: string | null;
            /** @description The subscription gets the events that this person may see. */
            created_by: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Shown only once. Verify `webhook-signature` with it. */
            secret: string;
        };
        NewWorkflowTrigger: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            workflow_id: string;
            kind: "schedule" | "event" | "webhook";
            title: string;
            is_active: boolean;
            /** @description Template of the run’s input. Expressions see `trigger`. */
            input: {
                [key: string]: unknown;
            };
            /**
             * @description What happens if a run of this trigger has not finished yet.
             */
            overlap: "skip" | "queue" | "allow" | "replace";
            /** @description Expression; each value starts at most one run. */
            dedupe_key: string | null;
            /** @description Five or six fields, or `@daily` and friends. */
            cron?: string;
            /** @description Counted from `starts_at`. */
            every_seconds?: number;
            /** @description Recurrence rule of RFC 5545, counted from `starts_at`. */
            rrule?: string;
            /**
             * Format: time-zone
             * @description IANA time zone name.
             */
            tz?: string;
            /**
             * Format: date-time
             * @description No time before this counts. Default: now.
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description No time after this counts.
             */
            ends_at?: string | null;
            /**
             * @description Which times run that were missed while the service was down; at most 100.
             */
            catch_up?: "none" | "latest" | "all";
            /** @description An event type, a prefix such as `pm_task.*`, or `*`. */
            event?: string;
            /** @description Condition over `event`. */
            filter?: string | null;
            /** @description Waits until no event has come for this long, then runs once for the last one. */
            debounce_seconds?: number;
            /** @description Also fires for events that runs of this workflow caused. */
            include_own?: boolean;
            /**
             * @description How deliveries prove their origin.
             */
            verify?: "token" | "standard-webhooks" | "github" | "stripe" | "slack" | "hmac-sha256";
            methods?: ("POST" | "GET" | "PUT" | "PATCH")[];
            /**
             * @description `output` waits up to 30 seconds for the output of the run.
             */
            respond?: "run_id" | "output";
            created_by: {
                id: number;
                name: string;
                kind: string;
            };
            /** @description The last person who changed it. */
            runs_as: {
                id: number;
                name: string;
                kind: string;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            next_fire_at: string | null;
            /** Format: date-time */
            last_fired_at: string | null;
            last_outcome: ("started" | "skipped" | "queued" | "failed") | null;
            /** @description Where deliveries are sent. Shown only this time. */
            url?: string;
            /** @description Signs deliveries, unless `verify` is token. Shown only this time. */
            secret?: string;
        };
        Notification: {
            /** Format: uuid */
            id: string;
            category: components["schemas"]["NotificationCategory"];
            title: string;
            message: string;
            body: string | null;
            /** @description As the sender gave it. */
            link: string | null;
            /** @description The target of the action: the link, the thread or the card. */
            url: string;
            cta_label: string;
            thread_id: string | null;
            _extra: unknown;
            sender: {
                id: number;
                name: string;
                kind: string;
            };
            question: components["schemas"]["NotificationQuestion"] | null;
            /** Format: date-time */
            seen_at: string | null;
            /** Format: date-time */
            read_at: string | null;
            /** Format: date-time */
            archived_at: string | null;
            /** Format: date-time */
            snoozed_until: string | null;
            /** Format: date-time */
            created_at: string;
        };
        NotificationCategory: "agentTaskCompleted" | "agentNeedsInput" | "agentError" | "agentProgress" | "agentNudge" | "mention" | "assignment";
        NotificationChannel: "in_app" | "websocket" | "email" | "chat" | "push";
        NotificationCount: {
            unread: number;
            unseen: number;
            by_category: {
                [key: string]: number;
            };
        };
        NotificationPreferences: {
            categories: {
                [key: string]: {
                    [key: string]: boolean;
                };
            };
            quiet_hours: components["schemas"]["QuietHours"] | null;
            digest: components["schemas"]["DigestSettings"] | null;
            /** @description The time zone of the quiet hours. */
            timezone: string;
            /** @description False: it is the time zone of the workspace. */
            timezone_is_own: boolean;
        };
        NotificationQuestion: {
            /** Format: uuid */
            id: string;
            kind: string;
            options: {
                value: string;
                label: string;
            }[];
            /** @description The JSON Schema of a form. */
            fields?: {
                [key: string]: unknown;
            } | null;
            status: "open" | "answered" | "expired" | "cancelled";
            /** Format: date-time */
            expires_at: string | null;
            answer: {
                [key: string]: unknown;
            } | null;
            answered_by: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            ended_at: string | null;
        };
        OpenAiCreateImageVariationForm: {
            image: string;
            n?: number;
            size?: string;
            response_format?: "url" | "b64_json";
        };
        OpenAiCreateSpeechBody: {
            /** @description Such as tts-1 or gpt-4o-mini-tts. */
            model: string;
            input: string;
            /** @description One of OpenAI’s voices, such as alloy, or the id or name of one of yours. */
            voice: string | {
                id: string;
            };
            instructions?: string;
            /**
             * @default mp3
             */
            response_format?: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
            /** @default 1 */
            speed?: number;
            /**
             * @default audio
             */
            stream_format?: "audio" | "sse";
        };
        OpenAiCreateTranscriptionForm: {
            file: string;
            model?: string;
            /** @description Such as en. */
            language?: string;
            response_format?: "json" | "text" | "srt" | "vtt" | "verbose_json";
            "timestamp_granularities[]"?: ("word" | "segment")[];
            stream?: boolean;
        };
        OpenAiCreateTranslationForm: {
            file: string;
            model?: string;
            response_format?: "json" | "text" | "srt" | "vtt" | "verbose_json";
        };
        OpenAiDeletedFile: {
            id: string;
            object: "file";
            deleted: boolean;
        };
        OpenAiEditImageForm: {
            image: string;
            mask?: string;
            prompt?: string;
            n?: number;
            response_format?: "url" | "b64_json";
            output_format?: "png" | "jpeg" | "webp";
        };
        OpenAiError: {
            error: {
                message: string;
                type: string;
                param: string | null;
                code: string | null;
            };
        };
        OpenAiFile: {
            id: string;
            object: "file";
            bytes: number;
            created_at: number;
            expires_at?: number;
            filename: string;
            purpose: string;
            status: "uploaded" | "processed" | "error";
        };
        OpenAiFileList: {
            object: "list";
            data: components["schemas"]["OpenAiFile"][];
            has_more: boolean;
            first_id: string | null;
            last_id: string | null;
        };
        OpenAiGenerateImageBody: {
            prompt: string;
            model?: string;
            /** @default 1 */
            n?: number;
            /**
             * @description Width and height, such as 1024x1024; each at most 2048.
             * @default auto
             */
            size?: string;
            response_format?: "url" | "b64_json";
            /**
             * @default png
             */
            output_format?: "png" | "jpeg" | "webp";
            output_compression?: number;
        };
        OpenAiImages: {
            created: number;
            data: {
                b64_json?: string;
                url?: string;
            }[];
            output_format: string;
            size: string;
            /** @description What was not done as you asked. */
            warnings?: string[];
        };
        OpenAiModel: {
            id: string;
            object: "model";
            created: number;
            owned_by: string;
        };
        OpenAiModelList: {
            object: "list";
            data: components["schemas"]["OpenAiModel"][];
        };
        OpenAiTranscript: {
            text: string;
        } & {
            [key: string]: unknown;
        };
        OpenAiUploadFileForm: {
            file: string;
            purpose?: string;
        };
        OpenBrowserSessionBody: {
            /** Format: email */
            email?: string;
            password?: string;
            /** @description Instead of email and password, if the page already has one. */
            access_token?: string;
            /** @description Instead of email and password, to move its session into the browser. */
            refresh_token?: string;
        };
        OpenSocketQuery: {
            /** @description From `POST /api/v1/ws/tickets`, for clients that cannot send a header. */
            ticket?: string;
            /**
             * @description `user`: your personal events (`notifications:read`). `workspace`: events of the workspace (`events:read`). Defaults to `user`, plus `workspace` if the credential has its permission.
             */
            streams?: "user" | "workspace" | "user,workspace";
            /** @description Continue after this event. If you leave it out, the stream starts now. */
            last_event_id?: number;
        };
        OutpaintImageBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            mask_url?: string;
            extend?: {
                left?: number;
                right?: number;
                top?: number;
                bottom?: number;
            };
            /** @example 16:9 */
            aspect_ratio?: string;
            position?: {
                x: number;
                y: number;
            };
            prompt: string;
            negative_prompt?: string;
            /** @default 7.5 */
            guidance_scale?: number;
            /** @default 4 */
            count?: number;
            seed?: number;
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        PageQuery: {
            /**
             * @description Page number, starting at 1.
             * @default 1
             */
            page?: number;
            /**
             * @description Entries per page.
             * @default 25
             */
            page_size?: number;
        };
        PauseWorkflowRunBody: {
            reason?: string;
        } | null;
        Permission: "workspaces:read" | "workspaces:write" | "teamspaces:read" | "teamspaces:write" | "members:read" | "members:write" | "api-keys:read" | "api-keys:write" | "events:read" | "tasks:read" | "tasks:write" | "tools:write" | "assets:read" | "assets:write" | "webhooks:read" | "webhooks:write" | "voices:read" | "voices:write" | "transcriptions:read" | "transcriptions:write" | "videos:read" | "videos:write" | "notifications:read" | "notifications:write" | "notifications:send" | "deliveries:read" | "deliveries:write" | "chat:read" | "chat:write" | "projects:read" | "projects:write" | "boards:read" | "boards:write" | "social:read" | "social:write" | "social-accounts:write" | "workflows:read" | "workflows:write" | "workflows:run";
        PermissionList: {
            results: {
                name: string;
                words: string;
            }[];
        };
        Post: {
            id: number;
            /** Format: uuid */
            group_id: string;
            account: {
                id: number;
                network: "mastodon" | "bluesky" | "webhook";
                name: string;
            };
            message: string;
            media: components["schemas"]["PostMedium"][];
            tags: string[];
            status: "draft" | "scheduled" | "publishing" | "published" | "failed";
            /** Format: date-time */
            date: string | null;
            /** @description “2026-11-20 09:30” in the zone `tz`; only with `tz`. */
            local_date?: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            created_by: number | null;
            /** @description Its URL, once published. */
            url: string | null;
            /** Format: date-time */
            published_at: string | null;
            /** @description Why it failed. */
            error: string | null;
            comments: string[];
            additional: {
                [key: string]: unknown;
            };
            /** @description The zone that the date was given in. */
            timezone: string;
            /** @description Whether the date is a queue slot. */
            queued: boolean;
            /** @description Number of attempts to publish it. */
            attempts: number;
            /** @description It failed but may have been published. Check the account before you retry. */
            outcome_unknown: boolean;
            comments_published: number;
        };
        PostMedium: {
            /** Format: uuid */
            asset_id: string | null;
            /** @description For an asset: signed, valid for a day; null if the asset no longer exists. */
            url: string | null;
            /** @description For an image or video asset: a small image, signed like `url`. */
            thumbnail: string | null;
            /** @description A description for people who cannot see it. */
            description: string | null;
        };
        PostMessageBody: {
            /** @description Markdown */
            text: string;
            title?: string;
        };
        PostSummary: {
            id: number;
            /** Format: uuid */
            group_id: string;
            account: {
                id: number;
                network: "mastodon" | "bluesky" | "webhook";
                name: string;
            };
            message: string;
            media: components["schemas"]["PostMedium"][];
            tags: string[];
            status: "draft" | "scheduled" | "publishing" | "published" | "failed";
            /** Format: date-time */
            date: string | null;
            /** @description “2026-11-20 09:30” in the zone `tz`; only with `tz`. */
            local_date?: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            created_by: number | null;
            /** @description Its URL, once published. */
            url: string | null;
            /** Format: date-time */
            published_at: string | null;
            /** @description Why it failed. */
            error: string | null;
        };
        PostToIncomingWebhookBody: {
            [key: string]: unknown;
        };
        PostToIncomingWebhookFormFields: {
            payload: string;
        };
        PreviewScheduleQuery: {
            /** @description Five or six fields, or `@daily` and friends. */
            cron?: string;
            /** @description Counted from `starts_at`. */
            every_seconds?: number;
            /** @description Recurrence rule of RFC 5545, counted from `starts_at`. */
            rrule?: string;
            /**
             * Format: time-zone
             * @description IANA time zone name.
             */
            tz?: string;
            /**
             * Format: date-time
             * @description No time before this counts. Default: now.
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description No time after this counts.
             */
            ends_at?: string;
            /**
             * @description How many times to list.
             * @default 5
             */
            count?: number;
        };
        ProgramGrant: {
            /** Format: uuid */
            id: string;
            /** @description The name that the program registered. */
            name: string;
            workspace: {
                id: number;
                name: string;
            };
            /** @description What you allowed it to do. */
            scopes: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string;
        };
        Project: {
            /** @description UUID or integer, depending on the type. */
            id: string | number;
            resourcetype: string;
            title: string;
            description: string;
            primary_type: string;
            /** @description Any JSON object. Key order and all digits of numbers are kept. */
            data: {
                [key: string]: unknown;
            };
            revision: number;
            creator: number | null;
            modifier: number | null;
            /** @description The teamspace that it belongs to. */
            space_id: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ProjectChangeEventData: {
            resourcetype: string;
            title: string;
            revision: number;
            action: string;
            from_revision: number | null;
            /** @description Fields that changed. */
            changed: string[];
            /** @description JSON Pointers, at most 100. */
            paths: string[];
        };
        ProjectCommentEventData: {
            resourcetype: string;
            title: string;
            comment_id: number;
        };
        ProjectDiff: {
            from: number;
            to: number;
            added: {
                /** @description JSON Pointer. */
                path: string;
                /** @description Any JSON. */
                value: unknown;
            }[];
            removed: {
                /** @description JSON Pointer. */
                path: string;
                /** @description Any JSON. */
                value: unknown;
            }[];
            changed: {
                path: string;
                /** @description Any JSON. */
                old: unknown;
                /** @description Any JSON. */
                new: unknown;
            }[];
            /** @description There are more differences than are listed. */
            truncated: boolean;
        };
        ProjectEventData: {
            resourcetype: string;
            title: string;
            revision: number;
        };
        ProjectItem: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            primary_type: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            start_date: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            due_date: string | null;
            /** @description Free-form. */
            status: string;
            priority: number | null;
            /** @description Position among the items. By default, a new item is the last. */
            order: number;
            /** @description Any JSON object. Key order and all digits of numbers are kept. */
            data: {
                [key: string]: unknown;
            };
            creator: number | null;
            modifier: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ProjectItemEventData: {
            resourcetype: string;
            project_id: number | string;
            title: string;
            changed?: string[];
        };
        ProjectItemOrder: {
            ids: string[];
        };
        ProjectPresence: {
            /** @description Everyone who has the project open, you included. */
            people: {
                /** @description The person, or the owner of the agent’s key. */
                id: number;
                name: string;
                kind: "user" | "agent" | "system";
                is_editing: boolean;
            }[];
            /** @description Announce yourself again before that. */
            expires_in_seconds: number;
        };
        ProjectRevision: {
            revision: number;
            action: "created" | "updated" | "merged" | "reverted";
            /** @description The base of a merged change, or the revision that was reverted to. */
            from_revision: number | null;
            /** @description Fields that differ from the previous revision. */
            changed: string[];
            /** @description JSON Pointers, at most 100. */
            paths: string[];
            actor: {
                id: number;
                name: string;
                /** @description user, agent or system */
                kind: string;
                via: string;
            };
            request_id: string | null;
            /** Format: date-time */
            created_at: string;
            title: string;
            description: string;
            primary_type: string;
            /** @description Any JSON object. Key order and all digits of numbers are kept. */
            data: {
                [key: string]: unknown;
            };
        };
        ProjectRevisionSummary: {
            revision: number;
            action: "created" | "updated" | "merged" | "reverted";
            /** @description The base of a merged change, or the revision that was reverted to. */
            from_revision: number | null;
            /** @description Fields that differ from the previous revision. */
            changed: string[];
            /** @description JSON Pointers, at most 100. */
            paths: string[];
            actor: {
                id: number;
                name: string;
                /** @description user, agent or system */
                kind: string;
                via: string;
            };
            request_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ProjectSummary: {
            /** @description UUID or integer, depending on the type. */
            id: string | number;
            resourcetype: string;
            title: string;
            description: string;
            primary_type: string;
            revision: number;
            creator: number | null;
            modifier: number | null;
            /** @description The teamspace that it belongs to. */
            space_id: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            deleted_at: string | null;
        };
        ProjectType: {
            resourcetype: string;
            id_kind: "uuid" | "integer";
            title: string;
            built_in: boolean;
        };
        PushKey: {
            /** @description The `applicationServerKey` for `pushManager.subscribe`. */
            public_key: string;
        };
        PushSubscription: {
            /** Format: uuid */
            id: string;
            label: string;
            /** @description The host of the browser’s push service. */
            service: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        PushSubscriptionList: {
            count: number;
            results: components["schemas"]["PushSubscription"][];
        };
        Question: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            notification_id: string;
            thread_id: string;
            /** @description The person asked. */
            user_id: number;
            asked_by: components["schemas"]["QuestionAsker"] | null;
            title: string;
            message: string;
            /** @description Markdown. Only when you read a single question; lists omit it. */
            body?: string | null;
            kind: "text" | "choice" | "approval" | "form" | "edit" | "rank" | "multi_choice";
            options: {
                value: string;
                label: string;
            }[];
            /** @description The JSON Schema of a form. */
            fields: {
                [key: string]: unknown;
            } | null;
            /** @description The text of an edit, as it was asked. */
            draft: string | null;
            /** @description The changes of an edit as a unified diff. Only when you read a single question. */
            diff?: string | null;
            default_answer: (string[] | {
                [key: string]: unknown;
            } | string) | null;
            remind_after_seconds: number[];
            escalate: {
                after_seconds: number;
                to: {
                    [key: string]: unknown;
                };
            }[];
            quorum: components["schemas"]["QuestionQuorum"] | null;
            subject: components["schemas"]["QuestionSubject"] | null;
            /** @description Who was asked, what they answered, and who can still answer. */
            people: components["schemas"]["QuestionRespondent"][];
            answerable_by: "session" | "credential" | "user" | "anyone";
            /**
             * @description What must prove who answers.
             */
            proof: "any" | "session";
            /** @description The JSON-RPC id of the MCP request that asked it, if an MCP client did. */
            asked_call: string | null;
            status: "open" | "answered" | "expired" | "cancelled";
            answer: components["schemas"]["QuestionAnswer"] | null;
            answered_by: {
                /** @description The user who answered, or for whom the agent acted. */
                id: number;
                name: string;
                /** @description user or agent */
                kind: string;
                type?: "person" | "agent" | "workflow" | "system";
                on_behalf_of?: {
                    type: "person" | "agent" | "workflow" | "system";
                    id: number | string;
                    name: string;
                };
            } | null;
            authentication: components["schemas"]["AnswerAuthentication"] | null;
            /** @description api, console, mail, mail-reply, mcp, slack, telegram, discord, or default at expiry. */
            answered_via: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ended_at: string | null;
        };
        QuestionAnswer: {
            /** @description The text; the value of an option for a choice; `approved` or `rejected` for an approval; a list of option values for `multi_choice` and `rank`; the object for a `form`; `{decision, text}` for an `edit`. */
            value: string[] | {
                [key: string]: unknown;
            } | string;
            comment: string | null;
            /** @description True if nobody answered and the default answer was used. */
            is_default?: boolean;
        };
        QuestionAskedData: {
            thread_id: string;
            /** Format: uuid */
            notification_id: string;
            user_ids: number[];
        };
        QuestionAsker: {
            type: "person" | "agent" | "workflow" | "system";
            id: number | string;
            name: string;
            /** @description The owner of the agent, or who started the workflow. */
            on_behalf_of?: {
                type: "person" | "agent" | "workflow" | "system";
                id: number | string;
                name: string;
                on_behalf_of?: {
                    type: "person" | "agent" | "workflow" | "system";
                    id: number | string;
                    name: string;
                };
            };
        };
        QuestionEventData: {
            thread_id: string;
            /** Format: uuid */
            notification_id: string;
            answered_by: {
                /** @description The user who answered, or for whom the agent acted. */
                id: number;
                name: string;
                /** @description user or agent */
                kind: string;
                type?: "person" | "agent" | "workflow" | "system";
                on_behalf_of?: {
                    type: "person" | "agent" | "workflow" | "system";
                    id: number | string;
                    name: string;
                };
            } | null;
        };
        QuestionQuorum: {
            needed: number;
            rule: "approve_all" | "first_rejection_ends";
            approved: number;
            rejected: number;
        };
        QuestionRespondent: {
            user_id: number;
            name: string;
            reason: "asked" | "quorum" | "escalated" | "delegated";
            delegated_by: number | null;
            delegated_to: number | null;
            answer: components["schemas"]["QuestionAnswer"] | null;
            answered_via: string | null;
            authentication: components["schemas"]["AnswerAuthentication"] | null;
            /** Format: date-time */
            answered_at: string | null;
            can_answer: boolean;
        };
        QuestionSubject: {
            kind: string;
            id: string;
            sha256: string;
        };
        QueueSlot: {
            id: number;
            account_id: number;
            weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
            /** @description “09:30”, in local time of the zone. */
            time: string;
            timezone: string;
            /** Format: date-time */
            created_at: string;
        };
        QueueSlotList: {
            count: number;
            results: components["schemas"]["QueueSlot"][];
        };
        QuietHours: {
            /**
             * Format: clock-time
             * @description “09:30”, 24 hours.
             */
            start: string;
            /**
             * Format: clock-time
             * @description “09:30”, 24 hours.
             */
            end: string;
        };
        Quota: {
            name: "asset_bytes" | "project_bytes" | "boards" | "board_tasks" | "api_keys" | "webhooks" | "triggers" | "schedules" | "members" | "workspaces" | "invitations_per_day" | "recipient_emails_per_hour" | "recipient_emails_per_day" | "emails_per_hour" | "emails_per_day" | "runs_per_event";
            /** @description For people, in English. */
            title: string;
            /** @description How much is used now, or in the current window. For emails to one person and runs of one event: the most of any. */
            used: number;
            /** @description `null` means unlimited. */
            limit: number | null;
            per: ("hour" | "day" | "event") | null;
            /** Format: date-time */
            resets_at: string | null;
            /**
             * @description Who set the limit: nobody, a setting of the server, or the operator for this workspace.
             */
            source: "default" | "installation" | "workspace";
        };
        QuotaLimits: {
            /** @description Stored files. `null` means unlimited. */
            asset_bytes?: number | null;
            /** @description Project data and its history. `null` means unlimited. */
            project_bytes?: number | null;
            /** @description Boards. `null` means unlimited. */
            boards?: number | null;
            /** @description Tasks on boards. `null` means unlimited. */
            board_tasks?: number | null;
            /** @description API keys. `null` means unlimited. */
            api_keys?: number | null;
            /** @description Webhook subscriptions. `null` means unlimited. */
            webhooks?: number | null;
            /** @description Workflow triggers. `null` means unlimited. */
            triggers?: number | null;
            /** @description Workflow triggers with a schedule. `null` means unlimited. */
            schedules?: number | null;
            /** @description Members. `null` means unlimited. */
            members?: number | null;
            /** @description Invitations a day. `null` means unlimited. */
            invitations_per_day?: number | null;
            /** @description Emails to one person an hour. `null` means unlimited. */
            recipient_emails_per_hour?: number | null;
            /** @description Emails to one person a day. `null` means unlimited. */
            recipient_emails_per_day?: number | null;
            /** @description Emails an hour. `null` means unlimited. */
            emails_per_hour?: number | null;
            /** @description Emails a day. `null` means unlimited. */
            emails_per_day?: number | null;
            /** @description Workflow runs that one event causes. `null` means unlimited. */
            runs_per_event?: number | null;
        };
        ReachableTeamspaceList: {
            default_workspace: {
                id: number;
                name: string;
            };
            teamspaces: {
                id: number;
                name: string;
                slug: string;
            }[];
        };
        ReadAnswersQuery: {
            /**
             * @description Only questions that ended after this `seq`.
             * @default 0
             */
            after?: number;
            /**
             * @description Wait up to this many seconds for the next answer.
             * @default 0
             */
            wait?: number;
        };
        ReadAnswersReply: {
            results: {
                /** @description Send the last one as `after` to continue. */
                seq: number;
                /** Format: uuid */
                question_id: string;
                /** Format: uuid */
                notification_id: string;
                thread_id: string;
                kind: "text" | "choice" | "approval" | "form" | "edit" | "rank" | "multi_choice";
                status: "answered" | "expired" | "cancelled";
                answer: components["schemas"]["QuestionAnswer"] | null;
                answered_by: {
                    /** @description The user who answered, or for whom the agent acted. */
                    id: number;
                    name: string;
                    /** @description user or agent */
                    kind: string;
                    type?: "person" | "agent" | "workflow" | "system";
                    on_behalf_of?: {
                        type: "person" | "agent" | "workflow" | "system";
                        id: number | string;
                        name: string;
                    };
                } | null;
                answered_via: string | null;
                authentication: components["schemas"]["AnswerAuthentication"] | null;
                /** Format: date-time */
                ended_at: string;
            }[];
            /** @description Number of questions in the thread that still wait for an answer. */
            open_questions: number;
            last_seq: number;
        };
        ReadTextBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
        };
        ReadTextResult: {
            /** @description All lines, one per row. Empty if there is no text. */
            text: string;
            /** @description In reading order, column by column. */
            lines: components["schemas"]["TextLine"][];
            width: number;
            height: number;
            /** @description The image that you sent. */
            image_url: string;
            engine: {
                name: string;
                version: string;
            };
            warnings: string[];
            /** @description Milliseconds by step. */
            timings: {
                [key: string]: number;
            };
        };
        ReceiptKeys: {
            keys: {
                kty: string;
                crv: string;
                x: string;
                kid: string;
                alg: string;
                use: string;
            }[];
        };
        RedeemSignInLinkBody: {
            /** @description The part of the link after the #. */
            token: string;
            /** @description At least ten characters. */
            new_password: string;
            first_name?: string;
            last_name?: string;
        };
        RefreshSessionBody: {
            refresh_token: string;
        };
        RegisterAssetBody: {
            /** @description `asset` or `resource_id` of the signed upload. */
            id: string | number;
            asset_type?: components["schemas"]["AssetType"];
            asset_key?: string;
            asset_name?: string;
            asset_url?: string;
            thumbnail?: string | null;
            bucket_name?: string;
            payload?: {
                [key: string]: unknown;
            };
        };
        Rehearsal: {
            status: "COMPLETED" | "FAILED" | "TIMED_OUT" | "TERMINATED";
            output: {
                [key: string]: unknown;
            };
            steps: components["schemas"]["RehearsedStep"][];
            effects: components["schemas"]["RehearsalEffect"][];
        };
        RehearsalEffect: {
            kind: "notification" | "mail" | "chat" | "http" | "write" | "task" | "post";
            /** @description A sentence for people. */
            summary: string;
            details: {
                [key: string]: unknown;
            };
        };
        RehearseWorkflowBody: {
            /** @description Must match the inputs of the workflow. */
            input?: {
                [key: string]: unknown;
            };
            /** @description Answers to questions, by step id or path. Without one, approvals are approved, choices take the first option, and texts get an example. */
            answers?: {
                [key: string]: unknown;
            };
            /** @description Outputs of external requests, media work and awaited events, by step id or path. Without one, an example is used. */
            outputs?: {
                [key: string]: unknown;
            };
        };
        RehearsedStep: {
            /** @description Steps of another workflow follow the path of their step. */
            path: string;
            type: string;
            title: string;
            status: "pending" | "running" | "waiting" | "retrying" | "completed" | "failed" | "cancelled" | "skipped";
            /** @description What the step would do. `assumed` means that an example stands for the result. */
            would: {
                [key: string]: unknown;
            };
            output: unknown;
            error: {
                code: string;
                message: string;
                step: string;
            } | null;
            /** @description Including the time that it would wait. */
            duration_ms: number;
        };
        RemoveAudioBody: {
            /** @description http(s) URL of a video, or the id or link of an asset of this workspace. */
            video_url: string;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        RemoveBackgroundBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /** @description Crop to the bounding box of the subject. */
            magic_crop?: boolean;
            /** @description #rgb, #rrggbb or #rrggbbaa; the # may be missing. */
            background_color?: string;
            /**
             * @default png
             */
            output_format?: "png" | "jpeg";
            /** @description Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins. */
            refine?: {
                keep?: components["schemas"]["Stroke"][];
                remove?: components["schemas"]["Stroke"][];
            };
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        RemoveBgAccount: {
            data: {
                attributes: {
                    credits: {
                        total: number;
                        subscription: number;
                        payg: number;
                        enterprise: number;
                    };
                    api: {
                        free_calls: number;
                        sizes: string;
                    };
                };
            };
        };
        RemoveBgBody: {
            image_file_b64?: string;
            image_url?: string;
            size?: string;
            type?: string;
            format?: string;
            crop?: string;
            crop_margin?: string;
            roi?: string;
            scale?: string;
            position?: string;
            bg_color?: string;
            bg_image_url?: string;
            channels?: string;
            add_shadow?: string;
        };
        RemoveBgErrors: {
            errors: {
                title: string;
                code?: string;
                detail?: string;
            }[];
        };
        RemoveBgForm: {
            image_file?: string;
            bg_image_file?: string;
            image_file_b64?: string;
            image_url?: string;
            size?: string;
            type?: string;
            format?: string;
            crop?: string;
            crop_margin?: string;
            roi?: string;
            scale?: string;
            position?: string;
            bg_color?: string;
            bg_image_url?: string;
            channels?: string;
            add_shadow?: string;
        };
        RemoveBgFormFields: {
            image_file_b64?: string;
            image_url?: string;
            size?: string;
            type?: string;
            format?: string;
            crop?: string;
            crop_margin?: string;
            roi?: string;
            scale?: string;
            position?: string;
            bg_color?: string;
            bg_image_url?: string;
            channels?: string;
            add_shadow?: string;
        };
        RemoveDependencyBody: {
            /** @description Id or slug. */
            target_task_id: string;
            /**
             * @description If omitted, every link between the two.
             */
            relation_type?: "BLOCKS" | "RELATES_TO" | "DUPLICATES";
        };
        RemovedDemoData: {
            removed: number;
            /** @description Records that stay, or were already gone. */
            kept: number;
        };
        ReorderProjectItemsBody: {
            ids: string[];
        };
        ReplaceBackgroundBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /** @description #rgb, #rrggbb or #rrggbbaa; the # may be missing. */
            background_color?: string;
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            background_url?: string;
            /**
             * @default png
             */
            output_format?: "png" | "jpeg" | "webp";
            /** @description Brush strokes that correct the cut-out. Each one also corrects the connected area with similar colours around it. Where strokes cross, `remove` wins. */
            refine?: {
                keep?: components["schemas"]["Stroke"][];
                remove?: components["schemas"]["Stroke"][];
            };
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        ReplaceImageBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /**
             * @default transparent
             */
            replace_type?: "transparent" | "color" | "image";
            /** @description #rgb, #rrggbb or #rrggbbaa; the # may be missing. */
            replace_color?: string;
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            replace_image?: string;
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        /** @description Send exactly one of the two. */
        ReplayWebhookEventsBody: {
            /** @description Events after this one. */
            after_seq?: number;
            /**
             * Format: date-time
             * @description Events from this time on.
             */
            since?: string;
        };
        ReplayWebhookEventsReply: {
            /** @description Number of queued deliveries. */
            queued: number;
            /** @description The last event covered. Send it as `after_seq` to continue. */
            last_seq: number;
            has_more: boolean;
        };
        RequestPasswordLinkBody: {
            /** Format: email */
            email: string;
        };
        RequestPasswordLinkReply: {
            /** @description Whether this server sends email at all. Does not depend on the address. */
            is_mail_configured: boolean;
        };
        RestoreImageBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /**
             * @description Also enlarges the image.
             * @default 1
             */
            scale?: number;
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        ReverseVideoBody: {
            /** @description http(s) URL of a video, or the id or link of an asset of this workspace. */
            video_url: string;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        RevertProjectBody: {
            revision: number;
        };
        RotateWebhookSecretReply: {
            /** @description Shown only once. Verify `webhook-signature` with it. */
            secret: string;
            /**
             * Format: date-time
             * @description Until then both secrets sign.
             */
            previous_secret_until: string;
        };
        RotateWorkflowTriggerBody: {
            /** @description The signing secret, if the sender has chosen it. Default: a new one. */
            secret?: string;
            /**
             * @description How long the previous URL and secret still work.
             * @default 0
             */
            keep_seconds?: number;
        };
        ScheduleDraftBody: {
            /**
             * @default schedule
             */
            action?: "schedule" | "add_to_queue" | "publish";
            /**
             * Format: local-time
             * @description “2026-11-20 09:30”
             */
            date?: string | null;
            /**
             * Format: time-zone
             * @description IANA name of the zone of `date`. Defaults to the workspace’s zone.
             */
            tz?: string | null;
        };
        SchedulePreview: {
            tz: string;
            times: {
                /** Format: date-time */
                at: string;
                /** @description In the time zone. */
                local: string;
            }[];
        };
        ScriptToVideoBody: {
            payload: components["schemas"]["TextToVideoPayload"];
            /** @description Accepted for existing clients. The video is always rendered. */
            should_export?: boolean;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        SendAgentNotificationBody: {
            /** @description The person to notify. */
            userId: string | number;
            /** @description The workspace of the credential. Without an `Organization` header, it selects the workspace. */
            workspaceId: string | number;
            /** @description Short headline in sentence case. Do not repeat it in `message` or `body`; a repetition is removed. */
            title: string;
            /** @description One or two lines for the card, push and websocket. */
            message: string;
            category: "agentTaskCompleted" | "agentNeedsInput" | "agentError" | "agentProgress" | "agentNudge";
            threadId?: string;
            /** @description Markdown, written as a complete email. Defaults to `message`. */
            body?: string;
            ctaLabel?: string;
            /** @description An http(s) URL, or a path on this server that starts with /. */
            link?: string;
            /** @description Stored unchanged; at most 64 kB. */
            _extra?: {
                event_type?: string;
                agent?: string;
                task_id?: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Only with `agentNeedsInput`. */
            question?: {
                kind: "text" | "choice" | "approval" | "form" | "edit" | "rank" | "multi_choice";
                /** @description The options of `choice`, `multi_choice` and `rank`. */
                options?: (string | {
                    value: string;
                    label: string;
                })[];
                /** @description The fields of a `form`: a JSON Schema of type object. Formats: asset-id, user-id, date, date-time, email, uri. */
                fields?: {
                    type: "object";
                } & {
                    [key: string]: unknown;
                };
                /** @description The text or Markdown of an `edit`, at most 100 kB. */
                draft?: string;
                /** Format: date-time */
                expires_at?: string | null;
                /** @description The answer if nobody answers before `expires_at`. */
                default_answer?: string | string[] | {
                    [key: string]: unknown;
                };
                /** @description Reminds everyone who can still answer, after each of these times. */
                remind_after_seconds?: number[];
                /** @description Also asks these people if there is no answer yet. */
                escalate?: {
                    after_seconds: number;
                    /** @description Exactly one of them. */
                    to: {
                        user_id?: number;
                        role?: "owner" | "admin" | "member" | "guest";
                        teamspace_id?: number;
                    };
                }[];
                /** @description Only for an approval: several people decide together. */
                quorum?: {
                    /** @description How many approvals it takes. Defaults to all. */
                    needed?: number;
                    /** @description User ids, a role such as `"admin"`, `{role}` or `{teamspace_id}`. */
                    of: number[] | string | {
                        role?: "owner" | "admin" | "member" | "guest";
                        teamspace_id?: number;
                    };
                    /**
                     * @description `approve_all`: waits until the approvals are reached or out of reach. `first_rejection_ends`: one rejection ends the question.
                     * @default approve_all
                     */
                    rule?: "approve_all" | "first_rejection_ends";
                };
                /** @description What the question is about. The receipt binds the answer to its hash. */
                subject?: {
                    kind: "asset" | "post" | "workflow_step" | "external";
                    id: string;
                    /** @description For `external`: the hash of what you ask about. The server computes the others. */
                    sha256?: string;
                };
                /**
                 * @description `session`: the person asked, and administrators, in person: signed in, by mail or in a linked chat. The default of `approval` and `edit`. `user`: also through another key or program of theirs, unless it is one of those. The default of all other kinds. `credential`: those too; the workspace must allow it. `anyone`: like `user`, and every member, but not guests.
                 */
                answerable_by?: "session" | "credential" | "user" | "anyone";
                /**
                 * @description `session`: the answer must be given signed in, not by mail or in a chat. Default `any`.
                 */
                proof?: "any" | "session";
                /** @description Receives the answer as a signed request. */
                webhook_url?: string;
            };
        };
        SendAgentNotificationQuery: {
            /**
             * @description Choose the channels and render everything, but send nothing.
             * @default false
             */
            dry_run?: boolean;
        };
        SentNotification: {
            status: "sent" | "dry_run";
            /** Format: uuid */
            notification_id?: string;
            thread_id?: string | null;
            /** Format: uuid */
            question_id?: string;
            /** @description Fields from which the server removed a repetition of the title. */
            adjusted?: ("message" | "body")[];
            deliveries: {
                channel: components["schemas"]["NotificationChannel"];
                status: string;
            }[];
            skipped: {
                channel: components["schemas"]["NotificationChannel"];
                reason: string;
            }[];
            decisions?: components["schemas"]["ChannelDecision"][];
            rendered?: {
                email: {
                    from: string;
                    to: string;
                    subject: string;
                    html: string;
                    text: string;
                    headers: {
                        [key: string]: unknown;
                    };
                };
                chat: {
                    [key: string]: unknown;
                };
                in_app: {
                    [key: string]: unknown;
                };
                push: {
                    [key: string]: unknown;
                };
            };
        };
        Session: {
            /** @description Send it as "Authorization: Bearer". */
            access_token: string;
            /** @description Works once; the response contains the next one. */
            refresh_token: string;
            /** @description Seconds until the access token expires. */
            expires_in: number;
            token_type: "Bearer";
        };
        ShowAnswerPageQuery: {
            /** @description The preselected answer. */
            value?: string;
        };
        ShowMailQuery: {
            /** @description Same as the header of that name, which frames cannot send. */
            organization?: string;
        };
        SignInLink: {
            /** @description The email of the link’s owner. */
            email: string;
            /** @description Whether the person already has a password, which the link replaces. */
            has_password: boolean;
            /** @description Whether the link was mailed to an address that nobody has verified. `verifyEmail` then verifies it for the signed-in person, and `redeemSignInLink` creates a new account that owns it. */
            proves_email: boolean;
            /** Format: date-time */
            expires_at: string;
        };
        SignUploadBody: {
            filename: string;
            /**
             * Format: uuid
             * @description The folder for the file.
             */
            folder_id?: string | null;
            /** @description Media type, such as image/png. */
            filetype: string;
            resource?: string;
            resource_id?: string | number;
        };
        SignedUpload: {
            resource_id: string;
            /** @description PUT the bytes here within an hour. */
            signed: string;
            /**
             * Format: uuid
             * @description The id to register the file with.
             */
            asset: string;
            asset_url: string;
            asset_key: string;
            asset_type: components["schemas"]["AssetType"];
            bucket_name: string;
        };
        SmartCropBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /**
             * @description Width to height, such as 4:5.
             * @example 4:5
             */
            aspect_ratio: string;
            /**
             * @description auto: faces if there are any, otherwise the subject.
             * @default auto
             */
            focus?: "auto" | "faces" | "subject";
            /**
             * @default png
             */
            output_format?: "png" | "jpeg" | "webp";
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        SmartCropResult: {
            result: components["schemas"]["MadeImage"][];
            /** @description URL of the first image. */
            url: string;
            /** @description The image that you sent. */
            image_url: string;
            storage: "asset" | "transient";
            warnings: string[];
            /** @description Milliseconds by step. */
            timings: {
                [key: string]: number;
            };
            engine: {
                name: string;
                version: string;
                /** @description Whether the engine used your prompt. */
                prompt_applied: boolean;
            };
            /** @description The part that was kept, in pixels of the original. */
            crop: {
                left: number;
                top: number;
                width: number;
                height: number;
            };
            /**
             * @description What the crop was placed around.
             */
            focus: "faces" | "subject" | "centre";
        };
        SocialAccount: {
            id: number;
            name: string;
            type: "profile" | "webhook";
            network: "mastodon" | "bluesky" | "webhook";
            /** @description Whether posts are published. Drafts can be written either way. */
            is_active: boolean;
            /** @description Its identity on the network; null until it is verified. */
            handle: string | null;
            /** @description Its page on the network. */
            url: string | null;
            /** @description Its URL, without the secret part of a webhook’s URL. */
            address_hint: string;
            /** @description The last characters of the credentials. */
            credential_hint: string;
            max_characters: number;
            max_media: number;
            /** Format: date-time */
            verified_at: string | null;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SocialAccountEventData: {
            network: string;
            name: string;
            handle: string | null;
            is_active: boolean;
        };
        SocialAccountList: {
            count: number;
            results: components["schemas"]["SocialAccount"][];
        };
        SocialAnalyticsAggregated: {
            baseLine: {
                impressions_aggregated?: {
                    value: number;
                    /** @description The same for the period of equal length before. */
                    prevValue?: number;
                };
                engagement_aggregated?: {
                    value: number;
                    /** @description The same for the period of equal length before. */
                    prevValue?: number;
                };
                followers_aggregated?: {
                    value: number;
                    /** @description The same for the period of equal length before. */
                    prevValue?: number;
                };
                publishing_aggregated?: {
                    value: number;
                    /** @description The same for the period of equal length before. */
                    prevValue?: number;
                };
            };
        };
        SocialAnalyticsAudience: {
            data: {
                audience_page_fans_gender_age?: {
                    [key: string]: number;
                };
                audience_page_fans_country?: {
                    [key: string]: number;
                };
                audience_page_fans_city?: {
                    [key: string]: number;
                };
            };
        };
        SocialAnalyticsPosts: {
            all_posts_count: number;
            current_page: number;
            pages_count: number;
            posts: {
                id: number;
                message: string;
                url: string | null;
                /** Format: date-time */
                date: string;
                /** @description Only metrics that the network reported. */
                metrics: {
                    id: string;
                    value: number;
                }[];
            }[];
        };
        SocialAnalyticsRange: {
            data: {
                /** Format: date */
                date: string;
                metrics: {
                    id: string;
                    value: number;
                    /** @description The same for the period of equal length before. */
                    prevValue?: number;
                }[];
            }[];
            /** @description The whole period, by metric: sums, and for followers the last value. */
            baseLine: {
                [key: string]: {
                    value: number;
                    /** @description The same for the period of equal length before. */
                    prevValue?: number;
                };
            };
        };
        SocialPostEventData: {
            /** Format: uuid */
            group_id: string;
            account: {
                id: number;
                network: string;
                name: string;
            };
            status: string;
            /** Format: date-time */
            date: string | null;
        };
        SocialTag: {
            id: number;
            name: string;
            /** Format: date-time */
            created_at: string;
        };
        SocialTagList: {
            count: number;
            results: components["schemas"]["SocialTag"][];
        };
        SocketTicket: {
            /** @description Opens one WebSocket, only once. */
            ticket: string;
            /** @description The URL to connect to, including the ticket. */
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        SpeechResult: {
            result: components["schemas"]["MadeAudio"][];
            /** @description URL of the audio. */
            url: string;
            voice: {
                id: string;
                voice_name: string;
            };
            sentences: {
                text: string;
                /** @description Milliseconds. */
                start: number;
                /** @description Milliseconds. */
                end: number;
            }[];
            storage: "asset" | "transient";
            warnings: string[];
            /** @description Milliseconds by step. */
            timings: {
                [key: string]: number;
            };
            engine: {
                name: string;
                version: string;
                /** @description Whether it followed your instructions. */
                instructions_applied: boolean;
            };
        };
        SpeedUpVideoBody: {
            /** @description http(s) URL of a video, or the id or link of an asset of this workspace. */
            video_url: string;
            /** @description 2 plays twice as fast, 0.5 half as fast. The pitch of the audio stays. */
            playbackrate: number;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        StartWorkflowBody: {
            /** @description Must match the inputs of the workflow. */
            input?: {
                [key: string]: unknown;
            };
            /** @description Where it was started from, shown to people. */
            source?: string;
            /** @description Starting again with the same key returns the first run. */
            idempotency_key?: string;
            /**
             * Format: date-time
             * @description When the run starts, at most a year ahead. Default: now.
             */
            start_at?: string;
        };
        StartWorkflowReply: {
            correlation_id: string;
            /**
             * Format: uuid
             * @description The id of the run, as `run_id`.
             */
            workflow_id: string;
            /** Format: uuid */
            run_id: string;
        };
        StartableWorkflow: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            /** @description A JSON Schema: type, properties, required. */
            inputs: unknown;
        };
        StartableWorkflowList: {
            count: number;
            results: components["schemas"]["StartableWorkflow"][];
        };
        Status: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            board: string;
            title: string;
            description: string;
            color: string;
            /** @description From the left, starting at 0. */
            order: number;
            category: components["schemas"]["StatusCategory"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @description The meaning of the column. Tasks in a `done` column are complete.
         */
        StatusCategory: "backlog" | "todo" | "in_progress" | "done";
        StoryboardParameters: {
            scenes?: components["schemas"]["VideoScene"][];
            /** @description Instead of scenes: each paragraph becomes a scene. */
            script?: string;
            /** @description With a script: the images of its paragraphs, in order. */
            images?: string[];
            /**
             * Format: uuid
             * @description The voice that speaks the texts. Without it, the video is silent.
             */
            voice_id?: string;
            /** @default 1 */
            speed?: number;
            /** @default true */
            captions?: boolean;
            /**
             * @default 16:9
             */
            aspect_ratio?: "16:9" | "9:16" | "1:1" | "4:5";
            /**
             * @default 720p
             */
            resolution?: "480p" | "720p" | "1080p";
            /** @default 25 */
            fps?: number;
            background_color?: string;
        };
        StreamEventsQuery: {
            /** @description Start after this `seq`. Defaults to now. */
            after?: number;
        };
        Stroke: {
            /** @description Points `[x, y]` in pixels of the upright image. One point is a dot. */
            points: number[][];
            /** @description Diameter of the brush in pixels. Defaults to 2 % of the longest side. */
            width?: number;
        };
        SubmitAiImageBody: {
            /** @description The connected engine decides. A warning says if it is another model. */
            model?: string;
            /**
             * @default prompt
             */
            capability?: "prompt" | "reference_image" | "multiple_images";
            parameters: components["schemas"]["AiImageParameters"];
            properties?: {
                [key: string]: unknown;
            };
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        SubmittedTask: {
            /** Format: uuid */
            task_id: string;
        };
        SubmittedTranscription: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            task_id: string;
            job_status: "CREATED" | "PENDING" | "PROCESSING" | "RENDERING" | "UPDATED" | "DONE" | "FAILED";
        };
        SubmittedVideo: {
            /**
             * Format: uuid
             * @description Tracks the submission only.
             */
            task_id: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            art_variation_id: string;
            storage: "asset" | "transient";
        };
        Tag: {
            id: number;
            name: string;
            color: string;
        };
        Task: {
            /** Format: uuid */
            task_id: string;
            /** @description The kind of work, such as remove-background. */
            kind: string;
            status: components["schemas"]["TaskStatus"];
            /**
             * @description Like `status`, but REVOKED for a cancelled task, whose `status` is FAILURE.
             */
            state: "PENDING" | "STARTED" | "PROGRESS" | "RETRY" | "SUCCESS" | "FAILURE" | "REVOKED";
            /** @description On SUCCESS the result, on FAILURE the errors, before that percent and stage. */
            info: {
                [key: string]: unknown;
            } | null;
            result?: {
                [key: string]: unknown;
            };
            /** @description On FAILURE: what went wrong, in a sentence. */
            error?: string;
            progress: {
                percent: number;
                stage: string | null;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            attempts: number;
            /** @description Position in the queue, from 1; null once it runs. */
            queue_position: number | null;
        };
        TaskActivity: {
            id: number;
            /** @description Position in the history of the task, from 1, without gaps. */
            seq: number;
            verb: "created" | "updated" | "status_changed" | "assigned" | "unassigned" | "commented" | "comment_edited" | "comment_deleted" | "attached" | "detached" | "dependency_added" | "dependency_removed" | "completed" | "reopened" | "deleted";
            actor: {
                id: number;
                name: string;
                kind: "user" | "agent" | "system";
                via: string;
            };
            object: {
                type: string;
                id: number | string;
            };
            /** Format: date-time */
            timestamp: string;
            changes: components["schemas"]["FieldChange"][];
            comment: string | null;
            request_id: string | null;
        };
        TaskInput: {
            /** Format: uuid */
            task_id: string;
            /** @description The kind of the task, such as remove-background. */
            tool: string;
            /** @description The fields of the request. A link to an asset is shown as the id of the asset. */
            input: {
                [key: string]: unknown;
            };
            /** @description Fields that are not shown, or not in full. */
            left_out: {
                field: string;
                /**
                 * @description `data_url`: the file was part of the request. `shortened`: a URL, shown without user, query and fragment. `secret`: not shown.
                 */
                reason: "data_url" | "shortened" | "secret";
                /** @description The media type of a data: URL. */
                content_type?: string;
                /** @description The length of a data: URL in characters. */
                length?: number;
            }[];
        };
        TaskProgress: {
            status: "pending" | "processing" | "success" | "failed";
            info: {
                [key: string]: unknown;
            } | null;
        };
        TaskRecurrence: {
            /** @description Recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO. */
            rrule: string;
            /**
             * Format: time-zone
             * @description IANA time zone name.
             */
            tz: string;
            /**
             * @description Creates the next task on its day, or when the last one is complete, counted from that day.
             */
            mode: "on_schedule" | "after_completion";
        };
        TaskSigns: {
            /** Format: uuid */
            task: string;
            comments_count: number;
            /** @description Incomplete tasks that block it, also those on boards that you cannot see. */
            open_blockers: number;
        };
        TaskSignsList: {
            count: number;
            results: components["schemas"]["TaskSigns"][];
        };
        /**
         * @description SUCCESS and FAILURE are final.
         */
        TaskStatus: "PENDING" | "STARTED" | "PROGRESS" | "RETRY" | "SUCCESS" | "FAILURE";
        Teamspace: {
            id: number;
            name: string;
            slug: string;
            is_active: boolean;
            members_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TeamspaceMember: {
            user_id: number;
            first_name: string;
            last_name: string;
            email: string;
            /** Format: date-time */
            added_at: string;
        };
        TerminateWorkflowRunBody: {
            reason?: string;
        } | null;
        TestMail: {
            status: "sent" | "captured";
            /** @description The response of the mail server. */
            detail: string;
        };
        TestResult: {
            status: "sent";
        };
        TextLine: {
            text: string;
            confidence: number;
            /** @description In pixels of the upright image. */
            box: {
                left: number;
                top: number;
                width: number;
                height: number;
            };
            /** @description Four `[x, y]`, clockwise from the start of the upper edge of the line. */
            corners: number[][];
            /** @description Degrees, clockwise. 0 for level text. */
            angle: number;
        };
        TextToVideoBody: {
            payload: components["schemas"]["TextToVideoPayload"];
            /** @description Accepted for existing clients. The video is always rendered. */
            should_export?: boolean;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        TextToVideoPayload: {
            /** @description The opening slide. */
            title?: string;
            /** @description The text that is spoken. An empty line starts a new scene. */
            description?: string;
            /** @description Images of this workspace whose names contain one of these words are shown. */
            keywords?: string | string[];
            tone?: string | number | null;
            creativity_level?: string | number | null;
            /** @default en-US */
            language_code?: string;
            /**
             * Format: uuid
             * @description An embedded voice. Defaults to the first one of the language.
             */
            voice_id?: string;
            /**
             * @default mp4
             */
            format?: "youtube-shorts" | "youtube-video" | "instagram-post-video" | "mp4";
            /** @default 1 */
            no_runs?: number;
            logo_id?: string | number | null;
            caption_style_id?: string | number | null;
        };
        Thread: {
            id: string;
            /** @description The title of its first notification. */
            title: string;
            notifications: number;
            unread: number;
            open_questions: number;
            muted: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_at: string;
            /** @description Oldest first; the last 500. */
            entries: components["schemas"]["WriteInThreadReply"][];
        };
        ThreadMute: {
            thread_id: string;
            muted: boolean;
        };
        ThreadSummary: {
            id: string;
            /** @description The title of its first notification. */
            title: string;
            notifications: number;
            unread: number;
            open_questions: number;
            muted: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_at: string;
        };
        TranscribeBody: {
            /** @description http(s) URL of an audio or video recording, or a link to an asset of this workspace. */
            video_url?: string;
            /** @description http(s) URL of an audio or video recording, or a link to an asset of this workspace. */
            audio_url?: string;
            /** Format: uuid */
            asset_id?: string;
            /**
             * @description The language spoken, or `auto` to detect it. Other languages than English need a Whisper model or an external engine; see docs/speech.md.
             * @default en-US
             */
            language_code?: string;
            /**
             * @description Writes an English translation. Only the embedded Whisper models can.
             * @default false
             */
            translate?: boolean;
            /** @description `embedded`, or the kind of engine that the workspace has chosen. */
            provider?: string;
            /** @description Called when it is submitted, not when DONE. */
            webhook_url?: string;
        };
        TranscriptPhrase: {
            start: number;
            end: number;
            text: string;
            speaker?: string;
            words?: components["schemas"]["TranscriptWord"][];
        };
        TranscriptWord: {
            text: string;
            start: number;
            end: number;
            confidence?: number;
        };
        Transcription: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Tracks the submission only.
             */
            task_id: string;
            /**
             * @description DONE and FAILED are final.
             */
            job_status: "CREATED" | "PENDING" | "PROCESSING" | "RENDERING" | "UPDATED" | "DONE" | "FAILED";
            percent: number;
            provider: string;
            /** @description The language of the text. `auto` until the engine has detected it; `en` for a translation. */
            language_code: string;
            /** @description The embedded engine that did the work. Null before it is done. */
            engine: {
                name: string;
                version: string;
                device: "cpu" | "webgpu" | "cuda";
            } | null;
            source: components["schemas"]["TranscriptionSource"];
            /** @description The file to play. Null before it is fetched, after its asset was deleted, and for a key without `assets:read`. */
            recording: {
                /** @description Signed URL, valid for a day. */
                file_url: string;
                content_type: string;
            } | null;
            duration_ms: number | null;
            text: string | null;
            /** @description Times in milliseconds. Empty before DONE. */
            payload: {
                phrases: components["schemas"]["TranscriptPhrase"][];
            };
            errors: {
                code: string;
                message: string;
                field: string | null;
            }[];
            /** @description Such as a recording without speech, whose `text` is empty. */
            warnings: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description Where the recording came from. */
        TranscriptionSource: {
            /**
             * Format: uuid
             * @description Null if the recording came from a URL or the asset was deleted.
             */
            asset_id: string | null;
            name: string | null;
            /** @description The external URL, without user, query and fragment. */
            url: string | null;
        };
        TranscriptionSummary: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description Tracks the submission only.
             */
            task_id: string;
            /**
             * @description DONE and FAILED are final.
             */
            job_status: "CREATED" | "PENDING" | "PROCESSING" | "RENDERING" | "UPDATED" | "DONE" | "FAILED";
            percent: number;
            provider: string;
            /** @description The language of the text. `auto` until the engine has detected it; `en` for a translation. */
            language_code: string;
            source: components["schemas"]["TranscriptionSource"];
            duration_ms: number | null;
            errors: {
                code: string;
                message: string;
                field: string | null;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The start of the text. */
            excerpt: string | null;
        };
        TransformImageBody: {
            /** @description http(s) or data: URL of an image, or the id or link of an asset of this workspace. */
            image_url: string;
            prompt: string;
            /** @description Higher stays closer to the image. */
            image_guidance_scale?: number;
            /** @default 1 */
            counts?: number;
            /**
             * @description Transient results expire after 24 hours.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Called once when the task finishes. */
            webhook_url?: string;
        };
        UnsubscribeFormFields: Record<string, never>;
        UpdateAssetBody: {
            name: string;
        };
        UpdateAssetFolderBody: {
            name?: string;
            /**
             * Format: uuid
             * @description The folder that contains it. Null: the top level.
             */
            parent_id?: string | null;
        };
        UpdateBoardBody: {
            title?: string;
            /** @description Also the prefix of its tasks’ slugs: `launch` has LAUNCH-1, LAUNCH-2 … A board that not everyone can see gets a random suffix, `launch-3f9a1c`; people who can see it can also use `launch`. */
            slug?: string;
            description?: string;
            /** @description 0 private: only members and administrators. 1 protected: everyone can read, members can write. 2 public. */
            access?: components["schemas"]["BoardAccess"];
            extra?: {
                [key: string]: unknown;
            };
            /** @description The teamspace that it belongs to; null for the whole workspace. */
            space_id?: number | null;
        };
        UpdateBoardTaskBody: {
            /** @description Id or title of a column of the board. */
            status?: string;
            title?: string;
            description?: string;
            /** @description The editor’s own format: a JSON document, or markup as text. */
            rich_description?: unknown;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            due_date?: string | null;
            priority?: ("low" | "medium" | "high" | "urgent") | null;
            /** @description Id or slug. */
            parent?: string | null;
            task_type?: string;
            complete?: boolean;
            estimated_hours?: number | null;
            /** @description Position in the column, compared as text, byte by byte. `move` is easier. */
            order?: string;
            extra?: {
                [key: string]: unknown;
            };
            /** @description Values by field key. Omitted fields stay unchanged; null removes a value. */
            custom_fields?: {
                [key: string]: unknown;
            };
            /** @description Names, or ids of existing tags. A new name creates a tag. */
            tags?: (number | string)[];
            /** @description Members who can see the board: ids, emails, full names or `me`. */
            assignees?: (number | string)[];
            /** @description Makes it a recurring task; null ends the series with this task. */
            recurrence?: components["schemas"]["TaskRecurrence"] | null;
            /**
             * @description For a recurring task: whether the change counts for this task only, or also for those that follow.
             * @default this
             */
            apply_to?: "this" | "following";
        };
        UpdateChatWebhookBody: {
            kind?: "slack" | "mattermost" | "discord";
            name?: string;
            /** @description The URL of the incoming webhook, as the chat service shows it; http or https. */
            url?: string;
            is_active?: boolean;
        };
        UpdateChecklistItemBody: {
            title?: string;
            done?: boolean;
            /**
             * Format: uuid
             * @description The item to place it before.
             */
            before?: string;
            /**
             * Format: uuid
             * @description The item to place it after.
             */
            after?: string;
        };
        UpdateCommentBody: {
            /** @description Markdown. `@[Mia Wong](user:12)` mentions member 12 and notifies them. */
            comment: string;
        };
        UpdateCurrentWorkspaceBody: {
            name?: string;
            /** @description Lower-case letters, digits and hyphens; not digits alone. */
            slug?: string;
            is_active?: boolean;
            settings?: {
                /**
                 * Format: time-zone
                 * @description IANA time zone name.
                 */
                timezone?: string;
                /** @description Language code, such as en or de-AT. */
                language?: string;
                start_of_week?: "mon" | "sun" | "sat";
                /** @description Whether keys and programs may answer approvals that say so. Default false. Only an administrator who is signed in changes it. */
                approvals_by_credentials?: boolean;
                /**
                 * @description What an approval needs: `any` (signed in, by mail or in a linked chat; the default) or `session` (signed in). Only an administrator who is signed in changes it.
                 */
                approval_proof?: "any" | "session";
            };
        };
        UpdateDraftBody: {
            draft_id: number | string;
            message?: string;
            /**
             * Format: day-or-local-time
             * @description “2026-11-20” with `time`, or “2026-11-20 09:30”; null for none.
             */
            date?: string | null;
            /**
             * Format: clock-time
             * @description “09:30”
             */
            time?: string | null;
            /**
             * Format: time-zone
             * @description Zone of `date` and `time`. Defaults to the draft’s zone.
             */
            timezone?: string | null;
            /** @description Ids or URLs of assets, or http(s) URLs; or objects with a description. */
            media?: (string | {
                asset_id?: string | null;
                url?: string | null;
                description?: string | null;
            })[];
            tags?: string[];
            /** @description Posted as replies to the post, one after the other. */
            comments?: string[];
            /** @description Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`. */
            additional?: {
                [key: string]: unknown;
            } | null;
            /** @description Another account to move it to. */
            account_id?: number | string;
            /**
             * Format: uuid
             * @description Another group to move it to; null for a group of its own.
             */
            group?: string | null;
        };
        UpdateFieldBody: {
            name?: string;
            /** @description The options of a select. */
            options?: string[];
        };
        UpdateMeBody: {
            first_name?: string;
            last_name?: string;
        };
        UpdateMemberBody: {
            role: components["schemas"]["MemberRole"];
        };
        UpdateNotificationPreferencesBody: {
            categories?: {
                [key: string]: {
                    [key: string]: boolean;
                };
            };
            quiet_hours?: components["schemas"]["QuietHours"] | null;
            digest?: components["schemas"]["DigestSettingsInput"] | null;
            /**
             * Format: time-zone
             * @description Null: use the time zone of the workspace.
             */
            timezone?: string | null;
        };
        UpdatePostBody: {
            post_id: number | string;
            message?: string;
            /**
             * Format: day-or-local-time
             * @description “2026-11-20” with `time`, or “2026-11-20 09:30”; null for none.
             */
            date?: string | null;
            /**
             * Format: clock-time
             * @description “09:30”
             */
            time?: string | null;
            /**
             * Format: time-zone
             * @description Zone of `date` and `time`. Defaults to the draft’s zone.
             */
            timezone?: string | null;
            /** @description Ids or URLs of assets, or http(s) URLs; or objects with a description. */
            media?: (string | {
                asset_id?: string | null;
                url?: string | null;
                description?: string | null;
            })[];
            tags?: string[];
            /** @description Posted as replies to the post, one after the other. */
            comments?: string[];
            /** @description Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`. */
            additional?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @description Another group to move it to; null for a group of its own.
             */
            group?: string | null;
        };
        UpdateProjectBody: {
            title?: string;
            description?: string;
            /** @description Free-form category. */
            primary_type?: string;
            /** @description At most 1 MiB of JSON. */
            data?: {
                [key: string]: unknown;
            };
            base_revision?: number;
        };
        UpdateProjectItemBody: {
            title?: string;
            description?: string;
            primary_type?: string;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description YYYY-MM-DD
             */
            due_date?: string | null;
            /** @description Free-form. */
            status?: string;
            priority?: number | null;
            /** @description Position among the items. By default, a new item is the last. */
            order?: number;
            /** @description At most 1 MiB of JSON. */
            data?: {
                [key: string]: unknown;
            };
        };
        UpdateProjectQuery: {
            /** @description The revision that the change is based on. */
            base_revision?: number;
        };
        UpdateSocialAccountBody: {
            /** @description Its name here. Defaults to its name on the network. */
            name?: string;
            is_active?: boolean;
            /** @description mastodon: the server, such as https://mastodon.social */
            base_url?: string;
            /** @description mastodon: token of an application with the scopes read and write. */
            access_token?: string;
            /** @description bluesky: the server of the account. Defaults to https://bsky.social */
            service_url?: string;
            /** @description bluesky: such as name.bsky.social */
            handle?: string;
            /** @description bluesky: created in the settings of the account. */
            app_password?: string;
            /** @description webhook: the URL that receives posts. */
            url?: string;
            /** @description webhook: the secret that signs posts. `whsec_…` of Standard Webhooks, or any text. */
            secret?: string;
        };
        UpdateSocialGroupBody: {
            /** Format: uuid */
            group_id: string;
            message?: string;
            /**
             * Format: day-or-local-time
             * @description “2026-11-20” with `time`, or “2026-11-20 09:30”; null for none.
             */
            date?: string | null;
            /**
             * Format: clock-time
             * @description “09:30”
             */
            time?: string | null;
            /**
             * Format: time-zone
             * @description Zone of `date` and `time`. Defaults to the draft’s zone.
             */
            timezone?: string | null;
            /** @description Ids or URLs of assets, or http(s) URLs; or objects with a description. */
            media?: (string | {
                asset_id?: string | null;
                url?: string | null;
                description?: string | null;
            })[];
            tags?: string[];
            /** @description Posted as replies to the post, one after the other. */
            comments?: string[];
            /** @description Options for one network, by its name: `{"mastodon": {"visibility": "unlisted", "spoiler_text": "…", "sensitive": true, "language": "en"}, "bluesky": {"langs": ["en"], "labels": ["nudity"]}}`. `visibility` is `public`, `unlisted`, `private` or `direct`; `labels` are `sexual`, `nudity`, `porn` or `graphic-media`. */
            additional?: {
                [key: string]: unknown;
            } | null;
        };
        UpdateSocialGroupReply: {
            /** Format: uuid */
            group_id: string;
            /** @description The changed posts and drafts. */
            posts: components["schemas"]["Post"][];
            /** @description The ids of posts that are published or being published. They stay unchanged. */
            unchanged: number[];
        };
        UpdateStatusBody: {
            title?: string;
            description?: string;
            /** @description #rrggbb */
            color?: string;
            /** @description From the left, starting at 0. */
            order?: number;
            category?: components["schemas"]["StatusCategory"];
        };
        UpdateTagBody: {
            name?: string;
            /** @description #rrggbb */
            color?: string;
        };
        UpdateTeamspaceBody: {
            name?: string;
            slug?: string;
            is_active?: boolean;
        };
        UpdateVoiceBody: {
            voice_name?: string;
            /** @description 0 male, 1 female, 3 neutral */
            gender?: components["schemas"]["VoiceGender"];
            language_code?: string;
            description?: string;
            is_premium?: boolean;
            /** @description For an engine that follows instructions, such as gpt-4o-mini-tts. */
            supports_instructions?: boolean;
            published?: boolean;
        };
        UpdateWebhookSubscriptionBody: {
            /** @description http or https. */
            url?: string;
            /** @description Names from `GET /api/v1/events/types`, `noun.*` for all of a noun, or `*`. */
            event_types?: string[];
            description?: string;
            is_active?: boolean;
            filter?: components["schemas"]["WebhookFilter"] | null;
        };
        UpdateWorkflowBody: {
            /** @description The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas. */
            definition?: {
                [key: string]: unknown;
            };
            slug?: string;
            /** @description Whether agents see it in `GET /api/v1/service/workflows/mcp`. */
            is_listed?: boolean;
        };
        UpdateWorkflowTriggerBody: {
            title?: string;
            is_active?: boolean;
            /** @description Template of the run’s input. Expressions see `trigger`. */
            input?: {
                [key: string]: unknown;
            };
            /**
             * @description What happens if a run of this trigger has not finished yet.
             */
            overlap?: "skip" | "queue" | "allow" | "replace";
            /** @description Expression; each value starts at most one run. */
            dedupe_key?: string | null;
            /** @description Five or six fields, or `@daily` and friends. */
            cron?: string;
            /** @description Counted from `starts_at`. */
            every_seconds?: number;
            /** @description Recurrence rule of RFC 5545, counted from `starts_at`. */
            rrule?: string;
            /**
             * Format: time-zone
             * @description IANA time zone name.
             */
            tz?: string;
            /**
             * Format: date-time
             * @description No time before this counts. Default: now.
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description No time after this counts.
             */
            ends_at?: string | null;
            /**
             * @description Which times run that were missed while the service was down; at most 100.
             */
            catch_up?: "none" | "latest" | "all";
            /** @description An event type, a prefix such as `pm_task.*`, or `*`. */
            event?: string;
            /** @description Condition over `event`. */
            filter?: string | null;
            /** @description Waits until no event has come for this long, then runs once for the last one. */
            debounce_seconds?: number;
            /** @description Also fires for events that runs of this workflow caused. */
            include_own?: boolean;
            /**
             * @description How deliveries prove their origin.
             */
            verify?: "token" | "standard-webhooks" | "github" | "stripe" | "slack" | "hmac-sha256";
            methods?: ("POST" | "GET" | "PUT" | "PATCH")[];
            /**
             * @description `output` waits up to 30 seconds for the output of the run.
             */
            respond?: "run_id" | "output";
        };
        UpdateWorkspaceQuotasBody: {
            limits?: components["schemas"]["QuotaLimits"];
            /** @description Quotas that get the limit of the installation again. */
            reset?: ("asset_bytes" | "project_bytes" | "boards" | "board_tasks" | "api_keys" | "webhooks" | "triggers" | "schedules" | "members" | "invitations_per_day" | "recipient_emails_per_hour" | "recipient_emails_per_day" | "emails_per_hour" | "emails_per_day" | "runs_per_event")[];
        };
        UploadAssetForm: {
            file: string;
            /** Format: uuid */
            folder_id?: string;
        };
        UpscaleImageBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /** @default 2 */
            factor?: number;
            /**
             * @description auto: the model, but resampling above 3 megapixels.
             * @default auto
             */
            method?: "auto" | "model" | "resample";
            /**
             * @default png
             */
            output_format?: "png" | "jpeg" | "webp";
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        UpscaleImageByScaleBody: {
            /** @description http(s) or data: URL, or the id of an asset of this workspace. */
            image_url: string;
            /**
             * @default 2
             */
            scale?: 2 | 4 | 8;
            /**
             * @description auto: the model, but resampling above 3 megapixels.
             * @default auto
             */
            method?: "auto" | "model" | "resample";
            /**
             * @description Keep the result as an asset, or for a day only.
             * @default asset
             */
            storage?: "asset" | "transient";
            /** @description Receives a signed request when the task ends. */
            webhook_url?: string;
            /** @description Also look for faces or text in each result. Takes seconds; see `checks` of the result. */
            checks?: ("faces" | "text")[];
        };
        UsageReport: {
            quotas: components["schemas"]["Quota"][];
        };
        VerifyEmailBody: {
            /** @description The part of the link after the #. */
            token: string;
        };
        Video: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            video_id: string;
            /**
             * @description DONE and FAILED are final.
             */
            job_status: "CREATED" | "PENDING" | "PROCESSING" | "RENDERING" | "DONE" | "FAILED";
            percent: number;
            /** Format: date-time */
            modified: string;
            output: {
                /**
                 * Format: uuid
                 * @description The asset of the video.
                 */
                id: string;
                file_url: string | null;
                thumbnail: string | null;
                thumbnail_cover_image: string | null;
            } | null;
            payload: {
                errors: {
                    code: string;
                    message: string;
                    field: string | null;
                }[];
                warnings: string[];
            };
        };
        VideoExport: {
            /** Format: uuid */
            id: string;
            /**
             * @description DONE and FAILED are final.
             */
            status: "PENDING" | "PROCESSING" | "DONE" | "FAILED";
            /** @description Signed URL of the video once it is DONE. */
            url: string | null;
            error: string | null;
        };
        VideoScene: {
            /** @description Spoken if there is a voice, and shown as captions. */
            text?: string;
            /** @description Shown large on a scene without an image. */
            title?: string;
            /** @description http(s) URL of an image, or the id or link of an asset of this workspace. */
            image_url?: string;
            duration_ms?: number;
        };
        Voice: {
            /** Format: uuid */
            id: string;
            voice_name: string;
            /** @description 0 male, 1 female, 3 neutral */
            gender: components["schemas"]["VoiceGender"];
            is_premium: boolean;
            description: string;
            /** @description Whether the voice follows the `instructions` of audio generation. */
            supports_instructions: boolean;
            /** @description Such as en-US. */
            language_code: string;
            language_name: string;
            provider: "embedded" | "openai";
            /** @description Whether every workspace can use it. */
            published: boolean;
            /** @description Whether it can speak right away. An embedded voice is ready once the speech model is downloaded, which its first use does. An `openai` voice is ready if the workspace has chosen a speech engine. */
            ready: boolean;
            /** @description A sample sentence in this voice. */
            sample_url: string | null;
        };
        VoiceGender: 0 | 1 | 3;
        VoiceList: {
            voices: components["schemas"]["Voice"][];
            count: number;
        };
        WebhookAttempt: {
            /** Format: date-time */
            started_at: string;
            duration_ms: number;
            status_code: number | null;
            /** @description The first 2 kB of the response. */
            response: string | null;
            reason: string | null;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The `webhook-id` that the receiver sees.
             */
            id: string;
            /** Format: uuid */
            subscription_id: string;
            event_type: string;
            /** @description The `seq` of the event; null for a test. */
            event_seq: number | null;
            status: "queued" | "sending" | "delivered" | "failed";
            /** @description Attempts since it was last queued. */
            attempts_count: number;
            /** @description The last response status. */
            status_code: number | null;
            /** @description The last error. */
            reason: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Oldest first; the last hundred. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        WebhookDeliverySummary: {
            /**
             * Format: uuid
             * @description The `webhook-id` that the receiver sees.
             */
            id: string;
            /** Format: uuid */
            subscription_id: string;
            event_type: string;
            /** @description The `seq` of the event; null for a test. */
            event_seq: number | null;
            status: "queued" | "sending" | "delivered" | "failed";
            /** @description Attempts since it was last queued. */
            attempts_count: number;
            /** @description The last response status. */
            status_code: number | null;
            /** @description The last error. */
            reason: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description All conditions must match. Other fields are not allowed. */
        WebhookFilter: {
            object_type?: string;
            object_id?: number | string;
            /** @description Up to 5 paths in `data`, separated by dots, with their required values. A list must contain the value. */
            data?: {
                [key: string]: string | number | boolean | null;
            };
        } & {
            [key: string]: unknown;
        };
        WebhookSecret: {
            secret: string;
        };
        WebhookSubscription: {
            /** Format: uuid */
            id: string;
            url: string;
            description: string;
            event_types: string[];
            filter: {
                [key: string]: unknown;
            } | null;
            is_active: boolean;
            /** @description Why the server switched it off. */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description The start of the current series of failures.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until then, the previous secret signs as well.
             */
            previous_secret_until: string | null;
            /** @description The subscription gets the events that this person may see. */
            created_by: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookSubscriptionEventData: {
            host: string;
            description: string;
            event_types: string[];
            is_active: boolean;
            disabled_reason: string | null;
        };
        Workflow: {
            /** Format: uuid */
            id: string;
            slug: string;
            title: string;
            description: string;
            /** @description The latest version. Each change of the document creates one. */
            version: number;
            /** @description Whether agents see it in `GET /api/v1/service/workflows/mcp`. */
            is_listed: boolean;
            /** @description A JSON Schema of type object. */
            inputs: unknown;
            created_by: components["schemas"]["WorkflowMaker"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas. */
            definition: {
                [key: string]: unknown;
            };
        };
        WorkflowEventData: {
            slug: string;
            title: string;
            version: number;
        };
        WorkflowMaker: {
            id: number;
            name: string;
            kind: string;
        };
        WorkflowOperation: {
            operation: string;
            summary: string;
            permission: string;
            /** @description JSON Schema; null if there is none. */
            params: {
                [key: string]: unknown;
            } | null;
            /** @description JSON Schema; null if there is none. */
            query: {
                [key: string]: unknown;
            } | null;
            /** @description JSON Schema; null if there is none. */
            body: {
                [key: string]: unknown;
            } | null;
            reply: unknown;
        };
        WorkflowOperationList: {
            count: number;
            results: components["schemas"]["WorkflowOperation"][];
        };
        WorkflowRun: {
            /** @description When it was accepted, epoch ms */
            create_time: number;
            /** @description When it last changed, epoch ms */
            update_time: number;
            /** @description When it started, epoch ms */
            start_time: number;
            /** @description When it ended, or 0, epoch ms */
            end_time: number;
            status: "RUNNING" | "PAUSED" | "COMPLETED" | "FAILED" | "TERMINATED" | "TIMED_OUT";
            /**
             * Format: uuid
             * @description The id of the run, as `run_id`.
             */
            workflow_id: string;
            /** Format: uuid */
            run_id: string;
            /** Format: uuid */
            definition_id: string;
            /** @description The version of the definition that it runs. */
            version: number;
            correlation_id: string;
            source: string | null;
            /** @description Why it is paused or did not succeed. */
            reason: string | null;
        };
        WorkflowRunEventData: {
            /** Format: uuid */
            definition_id: string;
            version: number;
            correlation_id: string;
        };
        WorkflowRunStatus: {
            /** @description When it was accepted, epoch ms */
            create_time: number;
            /** @description When it last changed, epoch ms */
            update_time: number;
            /** @description When it started, epoch ms */
            start_time: number;
            /** @description When it ended, or 0, epoch ms */
            end_time: number;
            /**
             * @description CANCELLED only with `states=basic`.
             */
            status: "RUNNING" | "PAUSED" | "COMPLETED" | "FAILED" | "TERMINATED" | "TIMED_OUT" | "CANCELLED";
            /**
             * Format: uuid
             * @description The id of the run, as `run_id`.
             */
            workflow_id: string;
            /** Format: uuid */
            run_id: string;
            /** Format: uuid */
            definition_id: string;
            /** @description The version of the definition that it runs. */
            version: number;
            correlation_id: string;
            source: string | null;
            /** @description Why it is paused or did not succeed. */
            reason: string | null;
            /** @description The input it was started with. */
            input: {
                [key: string]: unknown;
            };
            /** @description Its output; `error` explains FAILED, TERMINATED and TIMED_OUT. */
            output: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            parent_run_id: string | null;
            started_by: {
                id: number;
                name: string;
                kind: string;
            };
            /** Format: date-time */
            deadline_at: string;
            steps: {
                /** @description `cut`, or `each[3].cut` inside a loop. */
                path: string;
                id: string;
                type: string;
                status: "pending" | "running" | "waiting" | "retrying" | "completed" | "failed" | "cancelled" | "skipped";
                attempts: number;
                waits_for: {
                    /** @description task, transcription, video, question or run */
                    type: string;
                    id: string;
                } | null;
                /** Format: date-time */
                next_at: string | null;
                error: components["schemas"]["WorkflowStepError"] | null;
                /** Format: date-time */
                started_at: string | null;
                /** Format: date-time */
                ended_at: string | null;
            }[];
        };
        WorkflowRunStep: {
            /** @description `cut`, or `each[3].cut` inside a loop. */
            path: string;
            id: string;
            type: string;
            status: "pending" | "running" | "waiting" | "retrying" | "completed" | "failed" | "cancelled" | "skipped";
            attempts: number;
            waits_for: {
                /** @description task, transcription, video, question or run */
                type: string;
                id: string;
            } | null;
            /** Format: date-time */
            next_at: string | null;
            error: components["schemas"]["WorkflowStepError"] | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            input: unknown | null;
            output: unknown;
        };
        WorkflowRunStepList: {
            count: number;
            results: components["schemas"]["WorkflowRunStep"][];
        };
        WorkflowSchema: {
            document: unknown;
            steps: {
                [key: string]: unknown;
            };
        };
        WorkflowStepError: {
            code: string;
            message: string;
            /** @description The path of the step that failed. */
            step: string;
        };
        WorkflowSummary: {
            /** Format: uuid */
            id: string;
            slug: string;
            title: string;
            description: string;
            /** @description The latest version. Each change of the document creates one. */
            version: number;
            /** @description Whether agents see it in `GET /api/v1/service/workflows/mcp`. */
            is_listed: boolean;
            /** @description A JSON Schema of type object. */
            inputs: unknown;
            created_by: components["schemas"]["WorkflowMaker"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WorkflowTemplate: {
            id: string;
            title: string;
            description: string;
            /** @description The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas. */
            definition: {
                [key: string]: unknown;
            };
            /** @description A trigger that suits it, as for `createWorkflowTrigger`. */
            trigger: {
                [key: string]: unknown;
            } | null;
        };
        WorkflowTemplateList: {
            count: number;
            results: components["schemas"]["WorkflowTemplate"][];
        };
        WorkflowTrigger: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            workflow_id: string;
            kind: "schedule" | "event" | "webhook";
            title: string;
            is_active: boolean;
            /** @description Template of the run’s input. Expressions see `trigger`. */
            input: {
                [key: string]: unknown;
            };
            /**
             * @description What happens if a run of this trigger has not finished yet.
             */
            overlap: "skip" | "queue" | "allow" | "replace";
            /** @description Expression; each value starts at most one run. */
            dedupe_key: string | null;
            /** @description Five or six fields, or `@daily` and friends. */
            cron?: string;
            /** @description Counted from `starts_at`. */
            every_seconds?: number;
            /** @description Recurrence rule of RFC 5545, counted from `starts_at`. */
            rrule?: string;
            /**
             * Format: time-zone
             * @description IANA time zone name.
             */
            tz?: string;
            /**
             * Format: date-time
             * @description No time before this counts. Default: now.
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description No time after this counts.
             */
            ends_at?: string | null;
            /**
             * @description Which times run that were missed while the service was down; at most 100.
             */
            catch_up?: "none" | "latest" | "all";
            /** @description An event type, a prefix such as `pm_task.*`, or `*`. */
            event?: string;
            /** @description Condition over `event`. */
            filter?: string | null;
            /** @description Waits until no event has come for this long, then runs once for the last one. */
            debounce_seconds?: number;
            /** @description Also fires for events that runs of this workflow caused. */
            include_own?: boolean;
            /**
             * @description How deliveries prove their origin.
             */
            verify?: "token" | "standard-webhooks" | "github" | "stripe" | "slack" | "hmac-sha256";
            methods?: ("POST" | "GET" | "PUT" | "PATCH")[];
            /**
             * @description `output` waits up to 30 seconds for the output of the run.
             */
            respond?: "run_id" | "output";
            created_by: {
                id: number;
                name: string;
                kind: string;
            };
            /** @description The last person who changed it. */
            runs_as: {
                id: number;
                name: string;
                kind: string;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            next_fire_at: string | null;
            /** Format: date-time */
            last_fired_at: string | null;
            last_outcome: ("started" | "skipped" | "queued" | "failed") | null;
        };
        WorkflowTriggerEventData: {
            /** Format: uuid */
            workflow_id: string;
            kind: string;
            title: string;
        };
        WorkflowTriggerFiring: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            fired_at: string;
            /** Format: date-time */
            scheduled_for: string | null;
            outcome: "started" | "skipped" | "queued" | "failed";
            reason: string | null;
            /** Format: uuid */
            run_id: string | null;
            /** @description The `seq` of the event. */
            event_id: number | null;
        };
        WorkflowTriggerList: {
            count: number;
            results: components["schemas"]["WorkflowTrigger"][];
        };
        WorkflowVersion: {
            version: number;
            created_by: components["schemas"]["WorkflowMaker"];
            /** Format: date-time */
            created_at: string;
            /** @description The workflow itself: title, description, inputs, steps, output, timeout_seconds. See docs/workflows.md; `GET /api/v1/service/workflows/schema` has its JSON Schemas. */
            definition: {
                [key: string]: unknown;
            };
        };
        Workspace: {
            id: number;
            name: string;
            slug: string;
            is_active: boolean;
            settings: components["schemas"]["WorkspaceSettings"];
        };
        WorkspaceContext: {
            user: {
                id: number;
                first_name: string;
                last_name: string;
                email: string;
            };
            workspace: components["schemas"]["Workspace"];
            teamspaces: {
                id: number;
                name: string;
                slug: string;
                is_active: boolean;
            }[];
        };
        WorkspaceList: {
            count: number;
            results: components["schemas"]["Workspace"][];
        };
        WorkspaceSettings: {
            /**
             * Format: time-zone
             * @description IANA time zone name.
             */
            timezone: string;
            /** @description Language code, such as en or de-AT. */
            language: string;
            start_of_week: "mon" | "sun" | "sat";
            /** @description Whether keys and programs may answer approvals that say so. Default false. Only an administrator who is signed in changes it. */
            approvals_by_credentials?: boolean;
            /**
             * @description What an approval needs: `any` (signed in, by mail or in a linked chat; the default) or `session` (signed in). Only an administrator who is signed in changes it.
             */
            approval_proof?: "any" | "session";
        };
        WriteInThreadBody: {
            text: string;
        };
        WriteInThreadReply: {
            /** Format: uuid */
            id: string;
            kind: "notification" | "answer" | "message";
            author: {
                id: number;
                name: string;
                kind: string;
            };
            title: string | null;
            /** @description Markdown in notifications with a body. */
            text: string;
            category: string | null;
            /** Format: uuid */
            question_id: string | null;
            /** Format: date-time */
            at: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AcceptInvitationBody = components['schemas']['AcceptInvitationBody'];
export type AcceptedInvitation = components['schemas']['AcceptedInvitation'];
export type AccountToPostTo = components['schemas']['AccountToPostTo'];
export type AccountsToPostTo = components['schemas']['AccountsToPostTo'];
export type ActiveSession = components['schemas']['ActiveSession'];
export type AddBRollsVideoBody = components['schemas']['AddBRollsVideoBody'];
export type AddBoardMemberBody = components['schemas']['AddBoardMemberBody'];
export type AddChecklistItemBody = components['schemas']['AddChecklistItemBody'];
export type AddDependencyBody = components['schemas']['AddDependencyBody'];
export type AddQueueSlotBody = components['schemas']['AddQueueSlotBody'];
export type AddTeamspaceMemberBody = components['schemas']['AddTeamspaceMemberBody'];
export type AiImageGeneration = components['schemas']['AiImageGeneration'];
export type AiImageGenerationV2 = components['schemas']['AiImageGenerationV2'];
export type AiImageModel = components['schemas']['AiImageModel'];
export type AiImageModelList = components['schemas']['AiImageModelList'];
export type AiImageParameters = components['schemas']['AiImageParameters'];
export type AiImageStatus = components['schemas']['AiImageStatus'];
export type AnnounceProjectPresenceBody = components['schemas']['AnnounceProjectPresenceBody'];
export type AnswerAuthentication = components['schemas']['AnswerAuthentication'];
export type AnswerByLinkFormFields = components['schemas']['AnswerByLinkFormFields'];
export type AnswerQuestionBody = components['schemas']['AnswerQuestionBody'];
export type AnyEvent = components['schemas']['AnyEvent'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApproveWorkflowStepBody = components['schemas']['ApproveWorkflowStepBody'];
export type Asset = components['schemas']['Asset'];
export type AssetFolder = components['schemas']['AssetFolder'];
export type AssetFolderList = components['schemas']['AssetFolderList'];
export type AssetFromUrl = components['schemas']['AssetFromUrl'];
export type AssetStatus = components['schemas']['AssetStatus'];
export type AssetType = components['schemas']['AssetType'];
export type AtelierEvent = components['schemas']['AtelierEvent'];
export type AttachAssetBody = components['schemas']['AttachAssetBody'];
export type BlurBackgroundBody = components['schemas']['BlurBackgroundBody'];
export type BlurBackgroundNowBody = components['schemas']['BlurBackgroundNowBody'];
export type BlurFacesBody = components['schemas']['BlurFacesBody'];
export type BlurFacesResult = components['schemas']['BlurFacesResult'];
export type BlurredImage = components['schemas']['BlurredImage'];
export type Board = components['schemas']['Board'];
export type BoardAccess = components['schemas']['BoardAccess'];
export type BoardMember = components['schemas']['BoardMember'];
export type BoardTask = components['schemas']['BoardTask'];
export type BoardTaskBrief = components['schemas']['BoardTaskBrief'];
export type BoardTaskEventData = components['schemas']['BoardTaskEventData'];
export type BrowserSession = components['schemas']['BrowserSession'];
export type CallbackOutcome = components['schemas']['CallbackOutcome'];
export type ChangePasswordBody = components['schemas']['ChangePasswordBody'];
export type Channel = components['schemas']['Channel'];
export type ChannelDecision = components['schemas']['ChannelDecision'];
export type ChannelList = components['schemas']['ChannelList'];
export type ChatWebhook = components['schemas']['ChatWebhook'];
export type ChatWebhookEventData = components['schemas']['ChatWebhookEventData'];
export type CheckWorkflowBody = components['schemas']['CheckWorkflowBody'];
export type CheckWorkflowReply = components['schemas']['CheckWorkflowReply'];
export type ChecklistItem = components['schemas']['ChecklistItem'];
export type ChooseImagesEngineBody = components['schemas']['ChooseImagesEngineBody'];
export type ChooseOutpaintingEngineBody = components['schemas']['ChooseOutpaintingEngineBody'];
export type ChooseSpeechEngineBody = components['schemas']['ChooseSpeechEngineBody'];
export type ChooseTranscriptionEngineBody = components['schemas']['ChooseTranscriptionEngineBody'];
export type ChooseVideoEngineBody = components['schemas']['ChooseVideoEngineBody'];
export type CloneBoardBody = components['schemas']['CloneBoardBody'];
export type CloneBoardTaskBody = components['schemas']['CloneBoardTaskBody'];
export type Comment = components['schemas']['Comment'];
export type ConnectSocialAccountBody = components['schemas']['ConnectSocialAccountBody'];
export type Connection = components['schemas']['Connection'];
export type ConnectionList = components['schemas']['ConnectionList'];
export type ConnectionTest = components['schemas']['ConnectionTest'];
export type ConvertFormatBody = components['schemas']['ConvertFormatBody'];
export type ConvertImageFormatBody = components['schemas']['ConvertImageFormatBody'];
export type ConvertVideoFormatBody = components['schemas']['ConvertVideoFormatBody'];
export type CorrectTranscriptionBody = components['schemas']['CorrectTranscriptionBody'];
export type CreateApiKeyBody = components['schemas']['CreateApiKeyBody'];
export type CreateAssetFolderBody = components['schemas']['CreateAssetFolderBody'];
export type CreateAssetFromUrlBody = components['schemas']['CreateAssetFromUrlBody'];
export type CreateBoardBody = components['schemas']['CreateBoardBody'];
export type CreateBoardTaskBody = components['schemas']['CreateBoardTaskBody'];
export type CreateChatWebhookBody = components['schemas']['CreateChatWebhookBody'];
export type CreateCommentBody = components['schemas']['CreateCommentBody'];
export type CreateConnectionBody = components['schemas']['CreateConnectionBody'];
export type CreateFieldBody = components['schemas']['CreateFieldBody'];
export type CreateIncomingWebhookBody = components['schemas']['CreateIncomingWebhookBody'];
export type CreateInvitationBody = components['schemas']['CreateInvitationBody'];
export type CreateLinkCodeBody = components['schemas']['CreateLinkCodeBody'];
export type CreatePostsBody = components['schemas']['CreatePostsBody'];
export type CreateProjectBody = components['schemas']['CreateProjectBody'];
export type CreateProjectItemBody = components['schemas']['CreateProjectItemBody'];
export type CreateProjectTypeBody = components['schemas']['CreateProjectTypeBody'];
export type CreatePushSubscriptionBody = components['schemas']['CreatePushSubscriptionBody'];
export type CreateSocialTagBody = components['schemas']['CreateSocialTagBody'];
export type CreateStatusBody = components['schemas']['CreateStatusBody'];
export type CreateTagBody = components['schemas']['CreateTagBody'];
export type CreateTeamspaceBody = components['schemas']['CreateTeamspaceBody'];
export type CreateVoiceBody = components['schemas']['CreateVoiceBody'];
export type CreateWebhookSubscriptionBody = components['schemas']['CreateWebhookSubscriptionBody'];
export type CreateWorkflowBody = components['schemas']['CreateWorkflowBody'];
export type CreateWorkflowTriggerBody = components['schemas']['CreateWorkflowTriggerBody'];
export type CreateWorkspaceBody = components['schemas']['CreateWorkspaceBody'];
export type CreatedPosts = components['schemas']['CreatedPosts'];
export type CutOutResult = components['schemas']['CutOutResult'];
export type DelegateQuestionBody = components['schemas']['DelegateQuestionBody'];
export type DeleteDraftsBody = components['schemas']['DeleteDraftsBody'];
export type DeletePostsBody = components['schemas']['DeletePostsBody'];
export type DeleteStatusQuery = components['schemas']['DeleteStatusQuery'];
export type DeletedPosts = components['schemas']['DeletedPosts'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryReceipts = components['schemas']['DeliveryReceipts'];
export type DemoData = components['schemas']['DemoData'];
export type Dependencies = components['schemas']['Dependencies'];
export type DependencyRelation = components['schemas']['DependencyRelation'];
export type DiffProjectRevisionsQuery = components['schemas']['DiffProjectRevisionsQuery'];
export type DigestSettings = components['schemas']['DigestSettings'];
export type DigestSettingsInput = components['schemas']['DigestSettingsInput'];
export type Door = components['schemas']['Door'];
export type DoorReply = components['schemas']['DoorReply'];
export type DownloadTranscriptionFileQuery = components['schemas']['DownloadTranscriptionFileQuery'];
export type Draft = components['schemas']['Draft'];
export type DraftSummary = components['schemas']['DraftSummary'];
export type ElevenLabsError = components['schemas']['ElevenLabsError'];
export type ElevenLabsSpeakBody = components['schemas']['ElevenLabsSpeakBody'];
export type ElevenLabsSpeakWithTimesBody = components['schemas']['ElevenLabsSpeakWithTimesBody'];
export type ElevenLabsSpeechWithTimes = components['schemas']['ElevenLabsSpeechWithTimes'];
export type ElevenLabsStreamSpeechBody = components['schemas']['ElevenLabsStreamSpeechBody'];
export type ElevenLabsStreamWithTimesBody = components['schemas']['ElevenLabsStreamWithTimesBody'];
export type ElevenLabsTranscribeForm = components['schemas']['ElevenLabsTranscribeForm'];
export type ElevenLabsTranscript = components['schemas']['ElevenLabsTranscript'];
export type ElevenLabsVoice = components['schemas']['ElevenLabsVoice'];
export type ElevenLabsVoiceList = components['schemas']['ElevenLabsVoiceList'];
export type EndProjectPresenceQuery = components['schemas']['EndProjectPresenceQuery'];
export type EndedSessions = components['schemas']['EndedSessions'];
export type Engine = components['schemas']['Engine'];
export type EngineList = components['schemas']['EngineList'];
export type EngineTest = components['schemas']['EngineTest'];
export type EventData = components['schemas']['EventData'];
export type EventList = components['schemas']['EventList'];
export type EventType = components['schemas']['EventType'];
export type EventTypeList = components['schemas']['EventTypeList'];
export type Face = components['schemas']['Face'];
export type Field = components['schemas']['Field'];
export type FieldChange = components['schemas']['FieldChange'];
export type FieldKind = components['schemas']['FieldKind'];
export type FillImageBody = components['schemas']['FillImageBody'];
export type FindFacesBody = components['schemas']['FindFacesBody'];
export type FindFacesResult = components['schemas']['FindFacesResult'];
export type FireWorkflowTriggerBody = components['schemas']['FireWorkflowTriggerBody'];
export type GenerateAiImageBody = components['schemas']['GenerateAiImageBody'];
export type GenerateAudioBody = components['schemas']['GenerateAudioBody'];
export type GenerateVideoBody = components['schemas']['GenerateVideoBody'];
export type GetBoardQuery = components['schemas']['GetBoardQuery'];
export type GetBoardTaskQuery = components['schemas']['GetBoardTaskQuery'];
export type GetLinkCardQuery = components['schemas']['GetLinkCardQuery'];
export type GetSocialAccountsQuery = components['schemas']['GetSocialAccountsQuery'];
export type GetSocialAnalyticsAggregatedQuery = components['schemas']['GetSocialAnalyticsAggregatedQuery'];
export type GetSocialAnalyticsAudienceQuery = components['schemas']['GetSocialAnalyticsAudienceQuery'];
export type GetSocialAnalyticsPostsQuery = components['schemas']['GetSocialAnalyticsPostsQuery'];
export type GetSocialAnalyticsRangeBody = components['schemas']['GetSocialAnalyticsRangeBody'];
export type GetTaskActivityQuery = components['schemas']['GetTaskActivityQuery'];
export type GetWorkflowRunStatusQuery = components['schemas']['GetWorkflowRunStatusQuery'];
export type HookReply = components['schemas']['HookReply'];
export type IdempotentResponse = components['schemas']['IdempotentResponse'];
export type ImageChecks = components['schemas']['ImageChecks'];
export type ImageFromScribbleBody = components['schemas']['ImageFromScribbleBody'];
export type ImageToolResult = components['schemas']['ImageToolResult'];
export type InboundMailOutcome = components['schemas']['InboundMailOutcome'];
export type IncomingWebhook = components['schemas']['IncomingWebhook'];
export type InpaintImageBody = components['schemas']['InpaintImageBody'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationDetails = components['schemas']['InvitationDetails'];
export type InvitedRole = components['schemas']['InvitedRole'];
export type JsonPatch = components['schemas']['JsonPatch'];
export type LinkCard = components['schemas']['LinkCard'];
export type LinkCode = components['schemas']['LinkCode'];
export type ListAiImageModelsQuery = components['schemas']['ListAiImageModelsQuery'];
export type ListAllProjectsQuery = components['schemas']['ListAllProjectsQuery'];
export type ListAllRunsQuery = components['schemas']['ListAllRunsQuery'];
export type ListAssetsQuery = components['schemas']['ListAssetsQuery'];
export type ListBoardTasksQuery = components['schemas']['ListBoardTasksQuery'];
export type ListBoardsQuery = components['schemas']['ListBoardsQuery'];
export type ListCommentsQuery = components['schemas']['ListCommentsQuery'];
export type ListDeliveriesQuery = components['schemas']['ListDeliveriesQuery'];
export type ListDraftsQuery = components['schemas']['ListDraftsQuery'];
export type ListEventsQuery = components['schemas']['ListEventsQuery'];
export type ListMemberChoicesQuery = components['schemas']['ListMemberChoicesQuery'];
export type ListMembersQuery = components['schemas']['ListMembersQuery'];
export type ListMessagesQuery = components['schemas']['ListMessagesQuery'];
export type ListNotificationsQuery = components['schemas']['ListNotificationsQuery'];
export type ListPostsQuery = components['schemas']['ListPostsQuery'];
export type ListProjectItemsQuery = components['schemas']['ListProjectItemsQuery'];
export type ListProjectsQuery = components['schemas']['ListProjectsQuery'];
export type ListQuestionsQuery = components['schemas']['ListQuestionsQuery'];
export type ListQueueSlotsQuery = components['schemas']['ListQueueSlotsQuery'];
export type ListSocialAccountsQuery = components['schemas']['ListSocialAccountsQuery'];
export type ListTagsQuery = components['schemas']['ListTagsQuery'];
export type ListTasksQuery = components['schemas']['ListTasksQuery'];
export type ListThreadsQuery = components['schemas']['ListThreadsQuery'];
export type ListTranscriptionsQuery = components['schemas']['ListTranscriptionsQuery'];
export type ListTriggerFiringsQuery = components['schemas']['ListTriggerFiringsQuery'];
export type ListVideosQuery = components['schemas']['ListVideosQuery'];
export type ListVoicesQuery = components['schemas']['ListVoicesQuery'];
export type ListWebhookDeliveriesQuery = components['schemas']['ListWebhookDeliveriesQuery'];
export type ListWorkflowRunsQuery = components['schemas']['ListWorkflowRunsQuery'];
export type ListWorkflowsQuery = components['schemas']['ListWorkflowsQuery'];
export type LoadedDemoData = components['schemas']['LoadedDemoData'];
export type LogInBody = components['schemas']['LogInBody'];
export type LookUpInvitationBody = components['schemas']['LookUpInvitationBody'];
export type LookUpSignInLinkBody = components['schemas']['LookUpSignInLinkBody'];
export type MadeAudio = components['schemas']['MadeAudio'];
export type MadeImage = components['schemas']['MadeImage'];
export type Mail = components['schemas']['Mail'];
export type MailSetup = components['schemas']['MailSetup'];
export type MailSummary = components['schemas']['MailSummary'];
export type MarkNotificationBody = components['schemas']['MarkNotificationBody'];
export type MarkNotificationsBody = components['schemas']['MarkNotificationsBody'];
export type MarkNotificationsReply = components['schemas']['MarkNotificationsReply'];
export type Me = components['schemas']['Me'];
export type Member = components['schemas']['Member'];
export type MemberChoiceList = components['schemas']['MemberChoiceList'];
export type MemberRole = components['schemas']['MemberRole'];
export type MergePatch = components['schemas']['MergePatch'];
export type MergeVideosBody = components['schemas']['MergeVideosBody'];
export type Message = components['schemas']['Message'];
export type MessageList = components['schemas']['MessageList'];
export type Model = components['schemas']['Model'];
export type ModelList = components['schemas']['ModelList'];
export type MoveAssetsBody = components['schemas']['MoveAssetsBody'];
export type MoveAssetsReply = components['schemas']['MoveAssetsReply'];
export type MoveBoardTaskBody = components['schemas']['MoveBoardTaskBody'];
export type MoveStatusTasksBody = components['schemas']['MoveStatusTasksBody'];
export type MoveStatusTasksReply = components['schemas']['MoveStatusTasksReply'];
export type MyDoors = components['schemas']['MyDoors'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewIncomingWebhook = components['schemas']['NewIncomingWebhook'];
export type NewInvitation = components['schemas']['NewInvitation'];
export type NewWebhookSubscription = components['schemas']['NewWebhookSubscription'];
export type NewWorkflowTrigger = components['schemas']['NewWorkflowTrigger'];
export type Notification = components['schemas']['Notification'];
export type NotificationCategory = components['schemas']['NotificationCategory'];
export type NotificationChannel = components['schemas']['NotificationChannel'];
export type NotificationCount = components['schemas']['NotificationCount'];
export type NotificationPreferences = components['schemas']['NotificationPreferences'];
export type NotificationQuestion = components['schemas']['NotificationQuestion'];
export type OpenAiCreateImageVariationForm = components['schemas']['OpenAiCreateImageVariationForm'];
export type OpenAiCreateSpeechBody = components['schemas']['OpenAiCreateSpeechBody'];
export type OpenAiCreateTranscriptionForm = components['schemas']['OpenAiCreateTranscriptionForm'];
export type OpenAiCreateTranslationForm = components['schemas']['OpenAiCreateTranslationForm'];
export type OpenAiDeletedFile = components['schemas']['OpenAiDeletedFile'];
export type OpenAiEditImageForm = components['schemas']['OpenAiEditImageForm'];
export type OpenAiError = components['schemas']['OpenAiError'];
export type OpenAiFile = components['schemas']['OpenAiFile'];
export type OpenAiFileList = components['schemas']['OpenAiFileList'];
export type OpenAiGenerateImageBody = components['schemas']['OpenAiGenerateImageBody'];
export type OpenAiImages = components['schemas']['OpenAiImages'];
export type OpenAiModel = components['schemas']['OpenAiModel'];
export type OpenAiModelList = components['schemas']['OpenAiModelList'];
export type OpenAiTranscript = components['schemas']['OpenAiTranscript'];
export type OpenAiUploadFileForm = components['schemas']['OpenAiUploadFileForm'];
export type OpenBrowserSessionBody = components['schemas']['OpenBrowserSessionBody'];
export type OpenSocketQuery = components['schemas']['OpenSocketQuery'];
export type OutpaintImageBody = components['schemas']['OutpaintImageBody'];
export type PageQuery = components['schemas']['PageQuery'];
export type PauseWorkflowRunBody = components['schemas']['PauseWorkflowRunBody'];
export type Permission = components['schemas']['Permission'];
export type PermissionList = components['schemas']['PermissionList'];
export type Post = components['schemas']['Post'];
export type PostMedium = components['schemas']['PostMedium'];
export type PostMessageBody = components['schemas']['PostMessageBody'];
export type PostSummary = components['schemas']['PostSummary'];
export type PostToIncomingWebhookBody = components['schemas']['PostToIncomingWebhookBody'];
export type PostToIncomingWebhookFormFields = components['schemas']['PostToIncomingWebhookFormFields'];
export type PreviewScheduleQuery = components['schemas']['PreviewScheduleQuery'];
export type ProgramGrant = components['schemas']['ProgramGrant'];
export type Project = components['schemas']['Project'];
export type ProjectChangeEventData = components['schemas']['ProjectChangeEventData'];
export type ProjectCommentEventData = components['schemas']['ProjectCommentEventData'];
export type ProjectDiff = components['schemas']['ProjectDiff'];
export type ProjectEventData = components['schemas']['ProjectEventData'];
export type ProjectItem = components['schemas']['ProjectItem'];
export type ProjectItemEventData = components['schemas']['ProjectItemEventData'];
export type ProjectItemOrder = components['schemas']['ProjectItemOrder'];
export type ProjectPresence = components['schemas']['ProjectPresence'];
export type ProjectRevision = components['schemas']['ProjectRevision'];
export type ProjectRevisionSummary = components['schemas']['ProjectRevisionSummary'];
export type ProjectSummary = components['schemas']['ProjectSummary'];
export type ProjectType = components['schemas']['ProjectType'];
export type PushKey = components['schemas']['PushKey'];
export type PushSubscription = components['schemas']['PushSubscription'];
export type PushSubscriptionList = components['schemas']['PushSubscriptionList'];
export type Question = components['schemas']['Question'];
export type QuestionAnswer = components['schemas']['QuestionAnswer'];
export type QuestionAskedData = components['schemas']['QuestionAskedData'];
export type QuestionAsker = components['schemas']['QuestionAsker'];
export type QuestionEventData = components['schemas']['QuestionEventData'];
export type QuestionQuorum = components['schemas']['QuestionQuorum'];
export type QuestionRespondent = components['schemas']['QuestionRespondent'];
export type QuestionSubject = components['schemas']['QuestionSubject'];
export type QueueSlot = components['schemas']['QueueSlot'];
export type QueueSlotList = components['schemas']['QueueSlotList'];
export type QuietHours = components['schemas']['QuietHours'];
export type Quota = components['schemas']['Quota'];
export type QuotaLimits = components['schemas']['QuotaLimits'];
export type ReachableTeamspaceList = components['schemas']['ReachableTeamspaceList'];
export type ReadAnswersQuery = components['schemas']['ReadAnswersQuery'];
export type ReadAnswersReply = components['schemas']['ReadAnswersReply'];
export type ReadTextBody = components['schemas']['ReadTextBody'];
export type ReadTextResult = components['schemas']['ReadTextResult'];
export type ReceiptKeys = components['schemas']['ReceiptKeys'];
export type RedeemSignInLinkBody = components['schemas']['RedeemSignInLinkBody'];
export type RefreshSessionBody = components['schemas']['RefreshSessionBody'];
export type RegisterAssetBody = components['schemas']['RegisterAssetBody'];
export type Rehearsal = components['schemas']['Rehearsal'];
export type RehearsalEffect = components['schemas']['RehearsalEffect'];
export type RehearseWorkflowBody = components['schemas']['RehearseWorkflowBody'];
export type RehearsedStep = components['schemas']['RehearsedStep'];
export type RemoveAudioBody = components['schemas']['RemoveAudioBody'];
export type RemoveBackgroundBody = components['schemas']['RemoveBackgroundBody'];
export type RemoveBgAccount = components['schemas']['RemoveBgAccount'];
export type RemoveBgBody = components['schemas']['RemoveBgBody'];
export type RemoveBgErrors = components['schemas']['RemoveBgErrors'];
export type RemoveBgForm = components['schemas']['RemoveBgForm'];
export type RemoveBgFormFields = components['schemas']['RemoveBgFormFields'];
export type RemoveDependencyBody = components['schemas']['RemoveDependencyBody'];
export type RemovedDemoData = components['schemas']['RemovedDemoData'];
export type ReorderProjectItemsBody = components['schemas']['ReorderProjectItemsBody'];
export type ReplaceBackgroundBody = components['schemas']['ReplaceBackgroundBody'];
export type ReplaceImageBody = components['schemas']['ReplaceImageBody'];
export type ReplayWebhookEventsBody = components['schemas']['ReplayWebhookEventsBody'];
export type ReplayWebhookEventsReply = components['schemas']['ReplayWebhookEventsReply'];
export type RequestPasswordLinkBody = components['schemas']['RequestPasswordLinkBody'];
export type RequestPasswordLinkReply = components['schemas']['RequestPasswordLinkReply'];
export type RestoreImageBody = components['schemas']['RestoreImageBody'];
export type ReverseVideoBody = components['schemas']['ReverseVideoBody'];
export type RevertProjectBody = components['schemas']['RevertProjectBody'];
export type RotateWebhookSecretReply = components['schemas']['RotateWebhookSecretReply'];
export type RotateWorkflowTriggerBody = components['schemas']['RotateWorkflowTriggerBody'];
export type ScheduleDraftBody = components['schemas']['ScheduleDraftBody'];
export type SchedulePreview = components['schemas']['SchedulePreview'];
export type ScriptToVideoBody = components['schemas']['ScriptToVideoBody'];
export type SendAgentNotificationBody = components['schemas']['SendAgentNotificationBody'];
export type SendAgentNotificationQuery = components['schemas']['SendAgentNotificationQuery'];
export type SentNotification = components['schemas']['SentNotification'];
export type Session = components['schemas']['Session'];
export type ShowAnswerPageQuery = components['schemas']['ShowAnswerPageQuery'];
export type ShowMailQuery = components['schemas']['ShowMailQuery'];
export type SignInLink = components['schemas']['SignInLink'];
export type SignUploadBody = components['schemas']['SignUploadBody'];
export type SignedUpload = components['schemas']['SignedUpload'];
export type SmartCropBody = components['schemas']['SmartCropBody'];
export type SmartCropResult = components['schemas']['SmartCropResult'];
export type SocialAccount = components['schemas']['SocialAccount'];
export type SocialAccountEventData = components['schemas']['SocialAccountEventData'];
export type SocialAccountList = components['schemas']['SocialAccountList'];
export type SocialAnalyticsAggregated = components['schemas']['SocialAnalyticsAggregated'];
export type SocialAnalyticsAudience = components['schemas']['SocialAnalyticsAudience'];
export type SocialAnalyticsPosts = components['schemas']['SocialAnalyticsPosts'];
export type SocialAnalyticsRange = components['schemas']['SocialAnalyticsRange'];
export type SocialPostEventData = components['schemas']['SocialPostEventData'];
export type SocialTag = components['schemas']['SocialTag'];
export type SocialTagList = components['schemas']['SocialTagList'];
export type SocketTicket = components['schemas']['SocketTicket'];
export type SpeechResult = components['schemas']['SpeechResult'];
export type SpeedUpVideoBody = components['schemas']['SpeedUpVideoBody'];
export type StartWorkflowBody = components['schemas']['StartWorkflowBody'];
export type StartWorkflowReply = components['schemas']['StartWorkflowReply'];
export type StartableWorkflow = components['schemas']['StartableWorkflow'];
export type StartableWorkflowList = components['schemas']['StartableWorkflowList'];
export type Status = components['schemas']['Status'];
export type StatusCategory = components['schemas']['StatusCategory'];
export type StoryboardParameters = components['schemas']['StoryboardParameters'];
export type StreamEventsQuery = components['schemas']['StreamEventsQuery'];
export type Stroke = components['schemas']['Stroke'];
export type SubmitAiImageBody = components['schemas']['SubmitAiImageBody'];
export type SubmittedTask = components['schemas']['SubmittedTask'];
export type SubmittedTranscription = components['schemas']['SubmittedTranscription'];
export type SubmittedVideo = components['schemas']['SubmittedVideo'];
export type Tag = components['schemas']['Tag'];
export type Task = components['schemas']['Task'];
export type TaskActivity = components['schemas']['TaskActivity'];
export type TaskInput = components['schemas']['TaskInput'];
export type TaskProgress = components['schemas']['TaskProgress'];
export type TaskRecurrence = components['schemas']['TaskRecurrence'];
export type TaskSigns = components['schemas']['TaskSigns'];
export type TaskSignsList = components['schemas']['TaskSignsList'];
export type TaskStatus = components['schemas']['TaskStatus'];
export type Teamspace = components['schemas']['Teamspace'];
export type TeamspaceMember = components['schemas']['TeamspaceMember'];
export type TerminateWorkflowRunBody = components['schemas']['TerminateWorkflowRunBody'];
export type TestMail = components['schemas']['TestMail'];
export type TestResult = components['schemas']['TestResult'];
export type TextLine = components['schemas']['TextLine'];
export type TextToVideoBody = components['schemas']['TextToVideoBody'];
export type TextToVideoPayload = components['schemas']['TextToVideoPayload'];
export type Thread = components['schemas']['Thread'];
export type ThreadMute = components['schemas']['ThreadMute'];
export type ThreadSummary = components['schemas']['ThreadSummary'];
export type TranscribeBody = components['schemas']['TranscribeBody'];
export type TranscriptPhrase = components['schemas']['TranscriptPhrase'];
export type TranscriptWord = components['schemas']['TranscriptWord'];
export type Transcription = components['schemas']['Transcription'];
export type TranscriptionSource = components['schemas']['TranscriptionSource'];
export type TranscriptionSummary = components['schemas']['TranscriptionSummary'];
export type TransformImageBody = components['schemas']['TransformImageBody'];
export type UnsubscribeFormFields = components['schemas']['UnsubscribeFormFields'];
export type UpdateAssetBody = components['schemas']['UpdateAssetBody'];
export type UpdateAssetFolderBody = components['schemas']['UpdateAssetFolderBody'];
export type UpdateBoardBody = components['schemas']['UpdateBoardBody'];
export type UpdateBoardTaskBody = components['schemas']['UpdateBoardTaskBody'];
export type UpdateChatWebhookBody = components['schemas']['UpdateChatWebhookBody'];
export type UpdateChecklistItemBody = components['schemas']['UpdateChecklistItemBody'];
export type UpdateCommentBody = components['schemas']['UpdateCommentBody'];
export type UpdateCurrentWorkspaceBody = components['schemas']['UpdateCurrentWorkspaceBody'];
export type UpdateDraftBody = components['schemas']['UpdateDraftBody'];
export type UpdateFieldBody = components['schemas']['UpdateFieldBody'];
export type UpdateMeBody = components['schemas']['UpdateMeBody'];
export type UpdateMemberBody = components['schemas']['UpdateMemberBody'];
export type UpdateNotificationPreferencesBody = components['schemas']['UpdateNotificationPreferencesBody'];
export type UpdatePostBody = components['schemas']['UpdatePostBody'];
export type UpdateProjectBody = components['schemas']['UpdateProjectBody'];
export type UpdateProjectItemBody = components['schemas']['UpdateProjectItemBody'];
export type UpdateProjectQuery = components['schemas']['UpdateProjectQuery'];
export type UpdateSocialAccountBody = components['schemas']['UpdateSocialAccountBody'];
export type UpdateSocialGroupBody = components['schemas']['UpdateSocialGroupBody'];
export type UpdateSocialGroupReply = components['schemas']['UpdateSocialGroupReply'];
export type UpdateStatusBody = components['schemas']['UpdateStatusBody'];
export type UpdateTagBody = components['schemas']['UpdateTagBody'];
export type UpdateTeamspaceBody = components['schemas']['UpdateTeamspaceBody'];
export type UpdateVoiceBody = components['schemas']['UpdateVoiceBody'];
export type UpdateWebhookSubscriptionBody = components['schemas']['UpdateWebhookSubscriptionBody'];
export type UpdateWorkflowBody = components['schemas']['UpdateWorkflowBody'];
export type UpdateWorkflowTriggerBody = components['schemas']['UpdateWorkflowTriggerBody'];
export type UpdateWorkspaceQuotasBody = components['schemas']['UpdateWorkspaceQuotasBody'];
export type UploadAssetForm = components['schemas']['UploadAssetForm'];
export type UpscaleImageBody = components['schemas']['UpscaleImageBody'];
export type UpscaleImageByScaleBody = components['schemas']['UpscaleImageByScaleBody'];
export type UsageReport = components['schemas']['UsageReport'];
export type VerifyEmailBody = components['schemas']['VerifyEmailBody'];
export type Video = components['schemas']['Video'];
export type VideoExport = components['schemas']['VideoExport'];
export type VideoScene = components['schemas']['VideoScene'];
export type Voice = components['schemas']['Voice'];
export type VoiceGender = components['schemas']['VoiceGender'];
export type VoiceList = components['schemas']['VoiceList'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliverySummary = components['schemas']['WebhookDeliverySummary'];
export type WebhookFilter = components['schemas']['WebhookFilter'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type WebhookSubscription = components['schemas']['WebhookSubscription'];
export type WebhookSubscriptionEventData = components['schemas']['WebhookSubscriptionEventData'];
export type Workflow = components['schemas']['Workflow'];
export type WorkflowEventData = components['schemas']['WorkflowEventData'];
export type WorkflowMaker = components['schemas']['WorkflowMaker'];
export type WorkflowOperation = components['schemas']['WorkflowOperation'];
export type WorkflowOperationList = components['schemas']['WorkflowOperationList'];
export type WorkflowRun = components['schemas']['WorkflowRun'];
export type WorkflowRunEventData = components['schemas']['WorkflowRunEventData'];
export type WorkflowRunStatus = components['schemas']['WorkflowRunStatus'];
export type WorkflowRunStep = components['schemas']['WorkflowRunStep'];
export type WorkflowRunStepList = components['schemas']['WorkflowRunStepList'];
export type WorkflowSchema = components['schemas']['WorkflowSchema'];
export type WorkflowStepError = components['schemas']['WorkflowStepError'];
export type WorkflowSummary = components['schemas']['WorkflowSummary'];
export type WorkflowTemplate = components['schemas']['WorkflowTemplate'];
export type WorkflowTemplateList = components['schemas']['WorkflowTemplateList'];
export type WorkflowTrigger = components['schemas']['WorkflowTrigger'];
export type WorkflowTriggerEventData = components['schemas']['WorkflowTriggerEventData'];
export type WorkflowTriggerFiring = components['schemas']['WorkflowTriggerFiring'];
export type WorkflowTriggerList = components['schemas']['WorkflowTriggerList'];
export type WorkflowVersion = components['schemas']['WorkflowVersion'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceContext = components['schemas']['WorkspaceContext'];
export type WorkspaceList = components['schemas']['WorkspaceList'];
export type WorkspaceSettings = components['schemas']['WorkspaceSettings'];
export type WriteInThreadBody = components['schemas']['WriteInThreadBody'];
export type WriteInThreadReply = components['schemas']['WriteInThreadReply'];
