import type { PublishEphemeral } from "@parlance/kernel/events/ephemeral-event.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { attachmentsModule } from "./attachments/index.ts";
import { conversationsModule } from "./conversations/index.ts";
import { messagesModule } from "./core/index.ts";
import { messageDeletionsModule } from "./deletions/index.ts";
import { draftsModule } from "./drafts/index.ts";
import { messageEditsModule } from "./edits/index.ts";
import { fetchModule } from "./fetch/index.ts";
import type { MessageExtensionModule } from "./fetch/message-extensions.ts";
import type { MessageContentCache } from "./fetch/page/message-content-cache.ts";
import { flagsInNarrowModule } from "./flags-in-narrow/index.ts";
import { linkPreviewsModule } from "./link-previews/index.ts";
import type { LinkPreviewSettings } from "./link-previews/settings.ts";
import { messageMovesModule } from "./moves/index.ts";
import { reactionsModule } from "./reactions/index.ts";
import { readStateModule } from "./read-state/index.ts";
import { readReceiptsModule } from "./receipts/index.ts";
import { recipientsModule } from "./recipients/index.ts";
import { renderModule } from "./render/index.ts";
import { messageReportsModule } from "./reports/index.ts";
import { scheduledMessagesModule } from "./scheduled/index.ts";
import { sendModule } from "./send/index.ts";
import { savedSnippetsModule } from "./snippets/index.ts";
import { submessagesModule } from "./submessages/index.ts";
import { typingModule } from "./typing/index.ts";
import { uploadsModule } from "./uploads/index.ts";
import type { UploadSettings } from "./uploads/settings.ts";
import { welcomeModule } from "./welcome/index.ts";

export interface MessageDependencies {
  readonly publishEphemeral: PublishEphemeral;
  /** Texts of messages that were read lately. */
  readonly texts: MessageContentCache;
  /** Where uploaded files are kept. */
  readonly files: FileStore;
  readonly secret: Uint8Array;
  readonly settings: Site & LinkPreviewSettings & UploadSettings & { readonly messagePageBytes: number };
}

/** The modules of this domain. */
export function messageModules(dependencies: MessageDependencies): readonly Module[] {
  const { publishEphemeral, texts, files, secret, settings } = dependencies;
  const onMessages: readonly MessageExtensionModule[] = [
    messageEditsModule(settings),
    messageDeletionsModule,
    messageReportsModule,
    linkPreviewsModule(settings),
    reactionsModule,
    submessagesModule,
  ];
  const parts = onMessages.flatMap(({ messageExtensions }) => messageExtensions ?? []);
  return [
    conversationsModule,
    messagesModule,
    recipientsModule,
    sendModule,
    fetchModule({ ...settings, texts, parts }),
    renderModule,
    ...onMessages,
    messageMovesModule,
    uploadsModule({ files, secret, settings }),
    attachmentsModule({ files }),
    readStateModule,
    flagsInNarrowModule,
    readReceiptsModule,
    scheduledMessagesModule,
    typingModule(publishEphemeral),
    draftsModule,
    savedSnippetsModule,
    welcomeModule,
  ];
}
