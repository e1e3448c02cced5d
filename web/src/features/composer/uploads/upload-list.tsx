import { X } from "lucide-react";
import { words } from "../../../base/words/index.ts";
import styles from "../composer.module.css";
import type { PendingUpload } from "./use-uploads.ts";

/** The list of uploads in progress. */
export function UploadList({ uploads }: { uploads: readonly PendingUpload[] }) {
  return (
    <ul className={styles["uploads"]}>
      {uploads.map(({ id, name, progress, cancel }) => (
        <li key={id}>
          <span className={styles["uploadName"]}>{name}</span>
          <progress value={progress} aria-label={words.composer.uploading(name)} />
          <button type="button" aria-label={words.composer.cancelUpload(name)} onClick={cancel}>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
