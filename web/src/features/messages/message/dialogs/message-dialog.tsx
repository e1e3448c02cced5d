import type { MessageDialogProps } from "./message-dialog-props.ts";
import { late } from "../../../../base/ui/loading/lazy-component.tsx";

const HistoryDialog = late(async () => (await import("./history-dialog.tsx")).HistoryDialog);
const ReadersDialog = late(async () => (await import("./read-receipts-dialog.tsx")).ReadersDialog);
const ReportDialog = late(async () => (await import("./report-dialog.tsx")).ReportDialog);
const RemindDialog = late(async () => (await import("./reminder-dialog.tsx")).RemindDialog);
const MoveDialog = late(async () => (await import("./move-dialog.tsx")).MoveDialog);

/** What a message opens over the page. */
export type MessageDialog = "history" | "readers" | "report" | "remind" | "move";

const dialogs = {
  history: HistoryDialog,
  readers: ReadersDialog,
  report: ReportDialog,
  remind: RemindDialog,
  move: MoveDialog,
};

/** The dialog of that name, about a message. */
export function AboutMessage({ dialog, ...rest }: MessageDialogProps & { readonly dialog: MessageDialog }) {
  const Shown = dialogs[dialog];
  return <Shown {...rest} />;
}
