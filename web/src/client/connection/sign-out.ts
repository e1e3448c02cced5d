import { deleteDB } from "idb";
import type { Client } from "./client.ts";
import { unsubscribeFromPush, postToWorker } from "./service-worker.ts";

/** Unsubscribes this browser from push notifications, ends its session, and removes the user's data that it stores. */
export async function signOut(client: Client): Promise<void> {
  const { call } = client;
  await unsubscribeFromPush(call);
  const answer = await call("GET", "/users/me/sessions");
  const current = answer.result === "success" ? answer.sessions.find(({ is_current }) => is_current) : undefined;
  if (current) await call("DELETE", `/users/me/sessions/${current.id}`);
  await clearLocalUserData(client);
}

/** Removes the data stored in the browser for a user who is no longer logged in, and then opens the start page. */
export async function clearLocalUserData({ me }: Pick<Client, "me">): Promise<void> {
  postToWorker({ kind: "forget" });
  for (const name of Object.keys(localStorage)) if (name.startsWith("parlance.")) localStorage.removeItem(name);
  await deleteDB(`parlance ${me}`, { blocked: () => location.assign("/") });
  location.assign("/");
}
