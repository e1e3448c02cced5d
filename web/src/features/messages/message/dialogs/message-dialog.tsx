import type { MessageDialogProps } from "./message-dialog-props.ts";
import { lazyComponent } from "../../../../base/ui/loading/lazy-component.tsx";

const HistoryDialog = lazyComponent(async () => (await import("./history-dialog.tsx")).HistoryDialog);
const ReadReceiptsDialog = lazyComponent(async () => (await import("./read-receipts-dialog.tsx")).ReadReceiptsDialog);
const ReportDialog = lazyComponent(async () => (await import("./report-dialog.tsx")).ReportDialog);
const ReminderDialog = lazyComponent(async () => (await import("./reminder-dialog.tsx")).ReminderDialog);
const MoveDialog = lazyComponent(async () => (await import("./move-dialog.tsx")).MoveDialog);

/** Name of a dialog that can be opened from a message. */
export type MessageDialog = "history" | "readers" | "report" | "remind" | "move";

const dialogs = {
  history: HistoryDialog,
  readers: ReadReceiptsDialog,
  report: ReportDialog,
  remind: ReminderDialog,
  move: MoveDialog,
};

/** Renders the dialog with the given name. */
export function MessageDialogByName({ dialog, ...rest }: MessageDialogProps & { readonly dialog: MessageDialog }) {
  const Shown = dialogs[dialog];
  return <Shown {...rest} />;
}
