// The worker beside the pages, and the browser's own way to be told while none is open.
import type { Call } from "@parlance/client";
import type { WorkerCommand } from "../../worker/worker-messages.ts";

/** Has the worker of this server's client run in this browser, where browsers have such. Without one, all works but what it does. */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register("/worker.js");
  } catch {
    // The client from its sources has none, and some browsers allow none.
  }
}

/** Tells the worker something; false where there is none. */
export function postToWorker(command: WorkerCommand): boolean {
  const worker = navigator.serviceWorker?.controller;
  // A worker is of its page's origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker?.postMessage(command);
  return worker !== undefined && worker !== null;
}

/** Tells it even from a page that was loaded past it. */
export async function postToActiveWorker(command: WorkerCommand): Promise<void> {
  const registration = await workerRegistration();
  registration?.active?.postMessage(command);
}

/** How this browser stands with notifications while no page is open. */
export type PushState = "none" | "off" | "on";

export async function getPushState(): Promise<PushState> {
  const registration = await workerRegistration();
  if (!registration || !("pushManager" in registration)) return "none";
  return (await registration.pushManager.getSubscription()) ? "on" : "off";
}

/**
 * Has the server tell this browser while no page is open.
 * @throws Error with the browser's words, or the server's
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
  const told = await call("POST", "/users/me/browser_push", { endpoint, p256dh: keys["p256dh"], auth: keys["auth"] });
  if (told.result === "success") return;
  await subscription?.unsubscribe();
  throw new Error(told.msg);
}

/** A server that has lost its secret has another key, and browsers take one at a time. */
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
 * Has the server go on telling this browser, where it was to: servers forget browsers that they could not reach, and one that was
 * put back from a backup never knew some of them.
 */
export async function renewPushSubscription(call: Call): Promise<void> {
  const registration = await workerRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  // Without it there is nothing to go on with, and without an answer it is tried again when the next page opens.
  if (subscription) await subscribeToPush(call).catch(() => undefined);
}

/** Has the server tell this browser no longer. */
export async function unsubscribeFromPush(call: Call): Promise<void> {
  const registration = await workerRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  await call("DELETE", "/users/me/browser_push", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

const workerRegistration = async () => navigator.serviceWorker?.getRegistration("/");
