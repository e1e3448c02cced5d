/** Content of a push notification to a browser. Described in docs/notifications.md. */
export interface PushedNotification {
  readonly type: "message";
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  /** URL that opens the message in the client. */
  readonly url: string;
  /** Unix time in whole seconds. */
  readonly time: number;
  /** Ids of messages that were read or deleted after they had been pushed to this browser. */
  readonly read_ids?: readonly number[];
}

/** Data stored with a notification. */
export interface NotificationData {
  readonly ids: readonly number[];
  readonly url: string;
}

/** Commands from a page to the worker. */
export type WorkerCommand =
  /** A message was received and should be shown. */
  | { readonly kind: "show"; readonly notice: PushedNotification }
  /** The messages with these ids were read. */
  | { readonly kind: "read"; readonly ids: readonly number[] }
  /** All messages with ids up to `newest`, except for those in `unread`, have been read. */
  | { readonly kind: "review"; readonly unread: readonly number[]; readonly newest: number }
  /** The user has logged out, so all cached data must be deleted. */
  | { readonly kind: "forget" };

/** Message from the worker to a page, which navigates to the target of a notification. */
export interface GoToMessage {
  readonly kind: "go";
  /** The part of the URL that starts with `#`. */
  readonly hash: string;
}
