import { pageHeaders } from "../../../client/connection/transport.ts";

/** Result of an upload: the address of the uploaded file, an error message, or `cancelled`. */
export type UploadResult = { readonly address: string } | { readonly problem: string } | "cancelled";

export interface Upload {
  readonly name: string;
  readonly done: Promise<UploadResult>;
  readonly cancel: () => void;
}

/**
 * Uploads a file. Calls `onProgress` with the uploaded fraction, from 0 to 1. Uses `XMLHttpRequest`, because `fetch`
 * does not report the progress of an upload.
 */
export function uploadFile(file: File, onProgress: (part: number) => void): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<UploadResult>((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => resolve(parseUploadResult(request)));
    request.addEventListener("error", () => resolve({ problem: request.statusText }));
    request.addEventListener("abort", () => resolve("cancelled"));
  });
  const form = new FormData();
  form.append("filename", file, file.name);
  request.open("POST", "/api/v1/user_uploads");
  for (const [name, value] of Object.entries(pageHeaders)) request.setRequestHeader(name, value);
  request.send(form);
  return { name: file.name, done, cancel: () => request.abort() };
}

function parseUploadResult({ responseText, statusText }: XMLHttpRequest): UploadResult {
  try {
    const answer = JSON.parse(responseText) as { result: string; msg: string; url?: string };
    return answer.url === undefined ? { problem: answer.msg } : { address: answer.url };
  } catch {
    return { problem: statusText };
  }
}
