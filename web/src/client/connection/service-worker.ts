// Registers the service worker, posts commands to it, and manages push notifications, which arrive even if no page is
// open.
import type { Call } from "@parlance/client";
import type { WorkerCommand } from "../../worker/worker-messages.ts";

/** Registers the service worker. If the browser does not support service workers, all other features still work. */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register("/worker.js");
  } catch {
    // There is no service worker if the client is served from its sources, or if the browser does not allow one.
  }
}

/** Posts a command to the service worker that controls this page. Returns false if there is none. */
export function postToWorker(command: WorkerCommand): boolean {
  const worker = navigator.serviceWorker?.controller;
  // `postMessage` needs no target origin here: a service worker always has the same origin as its page.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker?.postMessage(command);
  return worker !== undefined && worker !== null;
}

/** Posts a command to the active service worker, even if it does not control this page. */
export async function postToActiveWorker(command: WorkerCommand): Promise<void> {
  const registration = await workerRegistration();
  registration?.active?.postMessage(command);
}

/** State of push notifications in this browser. `none`: not supported. */
export type PushState = "none" | "off" | "on";

export async function getPushState(): Promise<PushState> {
  const registration = await workerRegistration();
  if (!registration || !("pushManager" in registration)) return "none";
  return (await registration.pushManager.getSubscription()) ? "on" : "off";
}

/**
 * Subscribes this browser to push notifications.
 * @throws Error with the browser's or the server's message
 */
export async function subscribeToPush(call: Call): Promise<void> {
  const registration = await workerRegistration();
  const answer = await call("GET", "/users/me/browser_push");
  if (answer.result === "error") throw new Error(answer.msg);
  await unsubscribeOutdatedKey(registration, answer.public_key);
  const subscription = await registration?.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: answer.public_key,
  });
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) throw new Error("no address");
  const response = await call("POST", "/users/me/browser_push", {
    endpoint,
    p256dh: keys["p256dh"],
    auth: keys["auth"],
  });
  if (response.result === "success") return;
  await subscription?.unsubscribe();
  throw new Error(response.msg);
}

/**
 * Removes the browser's subscription if it was created with an outdated key. A server that has lost its secret uses a
 * new key, and a browser can have only one subscription at a time.
 */
async function unsubscribeOutdatedKey(registration: ServiceWorkerRegistration | undefined, key: string): Promise<void> {
  const before = await registration?.pushManager.getSubscription();
  const used = before?.options?.applicationServerKey;
  if (used && base64Url(used) !== key) await before?.unsubscribe();
}

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * Registers this browser's push subscription with the server again, if there is one. Servers delete subscriptions that
 * they could not deliver to, and a server restored from a backup may lack some of them.
 */
export async function renewPushSubscription(call: Call): Promise<void> {
  const registration = await workerRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  // Without a subscription, there is nothing to renew. If the server is unreachable, the next page that is opened
  // renews the subscription.
  if (subscription) await subscribeToPush(call).catch(() => undefined);
}

/** Unsubscribes this browser from push notifications. */
export async function unsubscribeFromPush(call: Call): Promise<void> {
  const registration = await workerRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  await call("DELETE", "/users/me/browser_push", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

const workerRegistration = async () => navigator.serviceWorker?.getRegistration("/");
