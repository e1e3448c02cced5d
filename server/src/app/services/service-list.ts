import type { LoggedEvent } from "@parlance/kernel/events/event-log.ts";
import type { JobRequest } from "@parlance/kernel/jobs/enqueue-job.ts";

/** A part of a server that is started before requests are answered, and stopped after them. */
export interface Service {
  start?(): void | Promise<unknown>;
  /** Also called if the start failed. */
  stop?(): Promise<void>;
  /** Called with the events of each transaction of this process, when they are on disk. */
  onCommit?(events: readonly LoggedEvent[]): void;
  /** Called with the jobs that a transaction of this process has enqueued, when they are on disk. */
  onJobsRequested?(requests: readonly JobRequest[]): void;
  /** Called when another process has written events of any organization. */
  onOtherProcessCommit?(): void;
}

/**
 * The services of a server. They are started one after the other, and stopped in reverse order. A service is notified
 * of commits as soon as its own start has begun.
 */
export class ServiceList {
  readonly #listening: Service[] = [];
  #stops = new AsyncDisposableStack();

  /** Starts services. If one fails, those that were started are stopped, and the error is thrown. */
  async start(services: readonly Service[]): Promise<void> {
    await using stops = new AsyncDisposableStack();
    for (const service of services) {
      stops.defer(() => service.stop?.());
      this.#listening.push(service);
      await service.start?.();
    }
    this.#stops = stops.move();
  }

  stop(): Promise<void> {
    return this.#stops.disposeAsync();
  }

  onCommit(events: readonly LoggedEvent[]): void {
    for (const service of this.#listening) service.onCommit?.(events);
  }

  onJobsRequested(requests: readonly JobRequest[]): void {
    for (const service of this.#listening) service.onJobsRequested?.(requests);
  }

  onOtherProcessCommit(): void {
    for (const service of this.#listening) service.onOtherProcessCommit?.();
  }
}
