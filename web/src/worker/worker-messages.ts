/** What the server tells a browser of; docs/notifications.md describes it. */
export interface PushedNotification {
  readonly type: "message";
  readonly message_id: number;
  readonly title: string;
  readonly body: string;
  /** Where the message is. */
  readonly url: string;
  /** Whole UNIX seconds. */
  readonly time: number;
  /** Messages that have been read or are gone since this browser was told of them. */
  readonly read_ids?: readonly number[];
}

/** What a notification keeps of what it is about. */
export interface NotificationData {
  readonly ids: readonly number[];
  readonly url: string;
}

/** What a page tells the worker. */
export type WorkerCommand =
  /** Something came. */
  | { readonly kind: "show"; readonly notice: PushedNotification }
  /** Messages were read. */
  | { readonly kind: "read"; readonly ids: readonly number[] }
  /** Of the messages up to `newest` these are not read. */
  | { readonly kind: "review"; readonly unread: readonly number[]; readonly newest: number }
  /** Nothing of the person stays here: they signed out. */
  | { readonly kind: "forget" };

/** What the worker tells a page: to go where a notification leads. */
export interface GoToMessage {
  readonly kind: "go";
  /** The part of the address from `#` on. */
  readonly hash: string;
}
