/// <reference lib="webworker" />
// Runs beside the pages: opens the client without a network, and shows what the server tells of while no page is open.
import type { GoTo, PushedNotice, ShownNotice, WorkerCommand } from "./worker-messages.ts";
import { show, takeBack, takeBackRead } from "./notifications.ts";
import { forget, forgetOthers, isOpening, isPiece, keepAll, keepPieces, page, piece } from "./offline-cache.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(keepAll().then(async () => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(async () => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (isPiece(pathname)) event.respondWith(piece(request));
  else if (isOpening(request)) {
    event.respondWith(page(request));
    event.waitUntil(keepPieces().catch(() => undefined));
  }
});

self.addEventListener("push", (event) => {
  const notice = event.data?.json() as PushedNotice | undefined;
  if (notice?.type === "message") event.waitUntil(show(self.registration, notice));
});

self.addEventListener("pushsubscriptionchange", (event) => (event as ExtendableEvent).waitUntil(signUpAgain()));

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  const { ids, url } = notification.data as ShownNotice;
  notification.close();
  event.waitUntil(action === "read" ? markRead(ids) : open(url));
});

self.addEventListener("message", (event) => {
  const command = event.data as WorkerCommand;
  event.waitUntil(obey(command));
});

async function obey(command: WorkerCommand): Promise<void> {
  switch (command.kind) {
    case "show":
      return show(self.registration, command.notice);
    case "read":
      return takeBack(self.registration, command.ids);
    case "review":
      return takeBackRead(self.registration, command);
    case "forget":
      return forget();
  }
}

/** Goes to a message in a page that is open, or opens one. */
async function open(url: string): Promise<void> {
  const { hash } = new URL(url);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = pages.find((one) => new URL(one.url).pathname === "/");
  if (!known) {
    await self.clients.openWindow(`/${hash}`);
    return;
  }
  // A page of this worker is of its origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  known.postMessage({ kind: "go", hash } satisfies GoTo);
  await known.focus();
}

const API = "/api/v1";
/** By which the server knows that a request is of its own client. */
const OWN = { "x-parlance-page": "1" };
const SIGN_UP = `${API}/users/me/browser_push`;

/** The browser's maker has given it another address: the server is told of that. */
async function signUpAgain(): Promise<void> {
  const answer = await fetch(SIGN_UP, { headers: OWN });
  if (!answer.ok) return;
  const { public_key: applicationServerKey } = (await answer.json()) as { readonly public_key: string };
  const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const body = new URLSearchParams({ endpoint, p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" });
  await fetch(SIGN_UP, { method: "POST", body, headers: OWN });
}

async function markRead(ids: readonly number[]): Promise<void> {
  const body = new URLSearchParams({ messages: JSON.stringify(ids), op: "add", flag: "read" });
  await fetch(`${API}/messages/flags`, { method: "POST", body, headers: OWN });
}
