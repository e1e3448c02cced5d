import type { EventBody } from "@parlance/contract/events/index.ts";
import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";

/** Counts what this process has committed, from the events of its transactions. */
export class CommittedEvents {
  events = 0;
  messages = 0;
  uploads = 0;
  uploadedBytes = 0;

  /** Must be called with the committed events of this process. */
  readonly onCommit = (events: readonly LoggedEvent[]): void => {
    this.events += events.length;
    for (const { payload } of events) {
      if (payload.type === "message") this.messages += 1;
      else if (payload.type === "attachment") this.#countUpload(payload as EventBody);
    }
  };

  #countUpload(event: EventBody): void {
    if (event.type !== "attachment" || event.op !== "add") return;
    this.uploads += 1;
    this.uploadedBytes += event.attachment.size;
  }
}
