import { useState, type RefObject } from "react";
import { say } from "../ui/toasts.tsx";
import { words } from "../words/index.ts";
import { replaceText } from "./text-edits.ts";
import { upload } from "./uploads.ts";

/** A file on its way. */
export interface PendingUpload {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly cancel: () => void;
}

let made = 0;

/** Uploads files, and writes links to them where the caret is when each is there. */
export function useUploads(field: RefObject<HTMLTextAreaElement | null>) {
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const attach = (files: Iterable<File>) => {
    for (const file of files) void attachOne(file);
  };
  const attachOne = async (file: File) => {
    made += 1;
    const id = made;
    const started = upload(file, (progress) =>
      setPending((all) => all.map((one) => (one.id === id ? { ...one, progress } : one))),
    );
    setPending((all) => [...all, { id, name: file.name, progress: 0, cancel: started.cancel }]);
    const result = await started.done;
    setPending((all) => all.filter((one) => one.id !== id));
    if (result === "cancelled") return;
    if ("problem" in result) {
      say({ text: words.composer.uploadFailed(file.name, result.problem), isProblem: true });
    } else if (field.current) {
      const at = field.current.selectionEnd;
      replaceText(field.current, at, at, `[${file.name.replaceAll(/[[\]]/g, "")}](${result.address}) `);
    }
  };
  return { pending, attach };
}
