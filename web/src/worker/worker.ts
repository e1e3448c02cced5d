/// <reference lib="webworker" />
// The service worker. It opens the client without a network, and shows notifications: push messages, and messages that
// open pages pass to it.
import type { GoToMessage, PushedNotification, NotificationData, WorkerCommand } from "./worker-messages.ts";
import { showNotification, closeNotifications, closeReadNotificationsUpTo } from "./notifications.ts";
import {
  clearCaches,
  clearOutdatedCaches,
  isClientNavigation,
  isAsset,
  cacheAll,
  cacheAssets,
  pageResponse,
  assetResponse,
} from "./offline-cache.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(cacheAll().then(async () => self.skipWaiting())));

self.addEventListener("activate", (event) =>
  event.waitUntil(clearOutdatedCaches().then(async () => self.clients.claim())),
);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (isAsset(pathname)) event.respondWith(assetResponse(request));
  else if (isClientNavigation(request)) {
    event.respondWith(pageResponse(request));
    event.waitUntil(cacheAssets().catch(() => undefined));
  }
});

self.addEventListener("push", (event) => {
  const notice = event.data?.json() as PushedNotification | undefined;
  if (notice?.type === "message") event.waitUntil(showNotification(self.registration, notice));
});

self.addEventListener("pushsubscriptionchange", (event) =>
  (event as ExtendableEvent).waitUntil(renewPushSubscription()),
);

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  const { ids, url } = notification.data as NotificationData;
  notification.close();
  event.waitUntil(action === "read" ? markRead(ids) : openMessage(url));
});

self.addEventListener("message", (event) => {
  const command = event.data as WorkerCommand;
  event.waitUntil(handleCommand(command));
});

async function handleCommand(command: WorkerCommand): Promise<void> {
  switch (command.kind) {
    case "show":
      return showNotification(self.registration, command.notice);
    case "read":
      return closeNotifications(self.registration, command.ids);
    case "review":
      return closeReadNotificationsUpTo(self.registration, command);
    case "forget":
      return clearCaches();
  }
}

/** Makes an open page navigate to a message. If no page is open, opens a new one. */
async function openMessage(url: string): Promise<void> {
  const { hash } = new URL(url);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = pages.find((one) => new URL(one.url).pathname === "/");
  if (!known) {
    await self.clients.openWindow(`/${hash}`);
    return;
  }
  // `postMessage` needs no target origin here: all pages that a service worker can reach have its origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  known.postMessage({ kind: "go", hash } satisfies GoToMessage);
  await known.focus();
}

const API = "/api/v1";
/** Header that proves that a request comes from the server's own client and not from another site. */
const OWN_REQUEST_HEADERS = { "x-parlance-page": "1" };
const PUSH_SUBSCRIPTION_PATH = `${API}/users/me/browser_push`;

/**
 * Creates a new subscription after the browser's push service has invalidated the old one, and registers its endpoint
 * with the server.
 */
async function renewPushSubscription(): Promise<void> {
  const answer = await fetch(PUSH_SUBSCRIPTION_PATH, { headers: OWN_REQUEST_HEADERS });
  if (!answer.ok) return;
  const { public_key: applicationServerKey } = (await answer.json()) as { readonly public_key: string };
  const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const body = new URLSearchParams({ endpoint, p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" });
  await fetch(PUSH_SUBSCRIPTION_PATH, { method: "POST", body, headers: OWN_REQUEST_HEADERS });
}

async function markRead(ids: readonly number[]): Promise<void> {
  const body = new URLSearchParams({ messages: JSON.stringify(ids), op: "add", flag: "read" });
  await fetch(`${API}/messages/flags`, { method: "POST", body, headers: OWN_REQUEST_HEADERS });
}
