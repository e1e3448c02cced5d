/** Content of a push notification to a browser. Described in docs/notifications.md. */
export interface PushedNotification {
  readonly type: "message";
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  /** URL of the message. */
  readonly url: string;
  /** Unix time in whole seconds. */
  readonly time: number;
  /** Messages that were read or deleted since they were pushed to this browser. */
  readonly read_ids?: readonly number[];
}

/** Data stored with a notification. */
export interface NotificationData {
  readonly ids: readonly number[];
  readonly url: string;
}

/** Commands from a page to the worker. */
export type WorkerCommand =
  /** A message was received. */
  | { readonly kind: "show"; readonly notice: PushedNotification }
  /** Messages were read. */
  | { readonly kind: "read"; readonly ids: readonly number[] }
  /** All messages up to `newest` except `unread` are read. */
  | { readonly kind: "review"; readonly unread: readonly number[]; readonly newest: number }
  /** The user has logged out, so all cached data must be deleted. */
  | { readonly kind: "forget" };

/** Request from the worker to a page to navigate to the target of a notification. */
export interface GoToMessage {
  readonly kind: "go";
  /** The part of the URL from `#` on. */
  readonly hash: string;
}
