import { useState, type RefObject } from "react";
import type { Destination } from "../../../client/outbox/outbox.ts";
import { showToast } from "../../../base/ui/overlays/toasts.tsx";
import { useClient } from "../../../hooks/context/client-context.tsx";
import { words } from "../../../base/words/index.ts";
import { appendToDraft } from "../drafts/drafts.ts";
import { replaceText } from "../text-edits.ts";

/** An upload in progress. */
export interface PendingUpload {
  readonly id: number;
  readonly name: string;
  /** The uploaded fraction, from 0 to 1. */
  readonly progress: number;
  readonly cancel: () => void;
}

let lastUploadId = 0;

/**
 * Uploads files, and inserts a link to each file at the caret when its upload is complete. If the user has left the
 * conversation in the meantime, the link is appended to the draft of `place`.
 */
export function useUploads(field: RefObject<HTMLTextAreaElement | null>, place: Destination) {
  const client = useClient();
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const attach = (files: Iterable<File>) => {
    for (const file of files) void attachOne(file);
  };
  const attachOne = async (file: File) => {
    lastUploadId += 1;
    const id = lastUploadId;
    const late = await import("./upload-file.ts").catch(() => null);
    if (!late) return showToast({ text: words.composer.uploadFailed(file.name, words.ui.cannotLoad), isError: true });
    const started = late.uploadFile(file, (progress) =>
      setPending((all) => all.map((one) => (one.id === id ? { ...one, progress } : one))),
    );
    setPending((all) => [...all, { id, name: file.name, progress: 0, cancel: started.cancel }]);
    const result = await started.done;
    setPending((all) => all.filter((one) => one.id !== id));
    if (result === "cancelled") return;
    if ("problem" in result) {
      showToast({ text: words.composer.uploadFailed(file.name, result.problem), isError: true });
      return;
    }
    const link = `[${file.name.replaceAll(/[[\]]/g, "")}](${result.address}) `;
    if (!field.current) return appendToDraft(client, place, link);
    const { selectionEnd: at, value } = field.current;
    replaceText(field.current, at, at, /\S$/.test(value.slice(0, at)) ? ` ${link}` : link);
  };
  return { pending, attach };
}
