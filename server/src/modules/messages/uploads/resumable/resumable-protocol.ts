import { randomBytes } from "node:crypto";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Protocol, ProtocolResponse, ProtocolCall, ProtocolMethod } from "@parlance/kernel/http/protocol.ts";
import type { ResponseHeaders } from "@parlance/kernel/http/write-response.ts";
import { displayFileName } from "#modules/messages/attachments/attachment-paths.ts";
import { createResumableUpload } from "../actions/create-resumable-upload.ts";
import { deleteResumableUploads } from "../actions/delete-resumable-uploads.ts";
import { OffsetMismatch, NoSuchUpload, InvalidContentType, UnsupportedVersion, UploadTooLarge } from "../errors.ts";
import { finishUpload, type UploadContext, type UploadProgress, receiveChunks } from "./receive-chunks.ts";
import { parseByteCount, CHECKSUM_ALGORITHMS, parseChecksum, parseMetadata, fileNameIn } from "./resumable-headers.ts";
import { expiryFrom, findResumableUpload, type ResumableUpload } from "./resumable-uploads.ts";
import { maxUploadBytes, quotaBytes, type UploadSettings } from "../settings.ts";
import { uploadsLimit } from "#modules/users/core/rate-limits.ts";

const PATH = "/tus";
const VERSION = "1.0.0";

/** Number of random bytes that make an upload's token impossible to guess. */
const TOKEN_BYTES = 24;

interface UploadOptions {
  readonly files: FileStore;
  readonly settings: UploadSettings;
}

/** Creates the endpoints for resumable uploads, which implement the protocol tus 1.0. */
export function resumableUploads(parts: UploadOptions): readonly Protocol[] {
  const headers = { "tus-resumable": VERSION };
  const advertisedHeaders = {
    "tus-version": VERSION,
    "tus-extension": "creation,creation-with-upload,termination,expiration,checksum",
    "tus-checksum-algorithm": CHECKSUM_ALGORITHMS.join(","),
    "tus-max-size": String(maxUploadBytes(parts.settings)),
  };
  return [
    { path: PATH, headers, advertisedHeaders, methods: { POST: creation(parts) } },
    {
      path: `${PATH}/:token`,
      headers,
      advertisedHeaders,
      methods: { HEAD: status, PATCH: continuation(parts), DELETE: cancellation },
    },
  ];
}

const creation = ({ files, settings }: UploadOptions): ProtocolMethod => ({
  kind: "write",
  limit: uploadsLimit,
  async handle(call) {
    requireVersion(call);
    const { db, realm, actor, now } = call;
    const size = parseByteCount(call.header, "Upload-Length");
    const metadata = parseMetadata(call.header);
    const maxBytes = maxUploadBytes(settings);
    if (size > maxBytes) throw new UploadTooLarge({ limit: maxBytes / 2 ** 20 });
    const token = randomBytes(TOKEN_BYTES).toString("hex");
    const named = { token, realmId: realm.id, ownerId: actor.id, now };
    const newUpload = { ...named, metadata, size, quota: quotaBytes(settings) };
    await db.write((tx) => createResumableUpload(tx, newUpload));
    const upload = await findUpload(call, token);
    const context = { files, db, settings, now };
    const progress = await receiveBody(context, upload, call, hasUploadBytes(call)).catch(async (error: unknown) => {
      // The client does not know the upload's URL yet and cannot continue it, so it is deleted.
      await db.write((tx) => deleteResumableUploads(tx, upload));
      throw error;
    });
    const location = `/api/v1${PATH}/${token}`;
    return { ...responseOf(upload, progress, now), status: 201, headers: { ...headersOf(progress, now), location } };
  },
});

const continuation = ({ files, settings }: UploadOptions): ProtocolMethod => ({
  kind: "write",
  async handle(call) {
    requireVersion(call);
    if (!hasUploadBytes(call)) throw new InvalidContentType();
    const upload = await findUpload(call);
    if (parseByteCount(call.header, "Upload-Offset") !== upload.received) throw new OffsetMismatch();
    const context = { files, db: call.db, settings, now: call.now };
    return responseOf(upload, await receiveBody(context, upload, call, true), call.now);
  },
});

const status: ProtocolMethod = {
  kind: "read",
  async handle(call) {
    requireVersion(call);
    const upload = await findUpload(call);
    const { received, path_id: pathId, size, metadata, expires_at } = upload;
    const headers = {
      "upload-length": String(size),
      ...(metadata !== "" && { "upload-metadata": metadata }),
      ...headersOf({ received, pathId }, call.now),
      "upload-expires": expires_at.toUTCString(),
    };
    return { status: 200, headers };
  },
};

const cancellation: ProtocolMethod = {
  kind: "write",
  async handle(call) {
    requireVersion(call);
    const { id } = await findUpload(call);
    await call.db.write((tx) => deleteResumableUploads(tx, { id }));
    return { status: 204, headers: {} };
  },
};

function requireVersion({ header }: ProtocolCall): void {
  if (header("Tus-Resumable") !== VERSION) throw new UnsupportedVersion();
}

const hasUploadBytes = ({ header }: ProtocolCall): boolean =>
  header("Content-Type") === "application/offset+octet-stream";

/**
 * Finds an upload of the actor.
 * @throws NoSuchUpload also if it belongs to another user
 */
async function findUpload(call: ProtocolCall, token = call.segments["token"] ?? ""): Promise<ResumableUpload> {
  const { db, realm, actor, now } = call;
  const named = { token: token.replaceAll("\0", ""), realmId: realm.id, ownerId: actor.id, now };
  const upload = await findResumableUpload(db.reader, named);
  if (!upload) throw new NoSuchUpload();
  return upload;
}

/** Receives the bytes of the request, if it has any. An empty file is complete without any. */
async function receiveBody(
  context: UploadContext,
  upload: ResumableUpload,
  { body, header }: ProtocolCall,
  hasBytes: boolean,
): Promise<UploadProgress> {
  const { received, size, path_id: pathId } = upload;
  if (pathId !== null || (!hasBytes && size > 0)) return { received, pathId };
  if (size === 0) return { received, pathId: await finishUpload(context, upload, 0, []) };
  return receiveChunks(context, upload, body, parseChecksum(header));
}

/** Creates the response to a request that sends bytes. If the file is complete, the response contains its URL. */
function responseOf(upload: ResumableUpload, progress: UploadProgress, now: Date): ProtocolResponse {
  const headers = headersOf(progress, now);
  if (progress.pathId === null) return { status: 204, headers };
  const url = fileUrl(progress.pathId);
  return { status: 200, headers, success: { url, uri: url, filename: displayFileName(fileNameIn(upload.metadata)) } };
}

const headersOf = ({ received, pathId }: UploadProgress, now: Date): ResponseHeaders => ({
  "upload-offset": String(received),
  "upload-expires": expiryFrom(now).toUTCString(),
  // If a client did not receive the response to the last bytes, it requests the progress and finds the file's URL here.
  ...(pathId !== null && { "content-location": fileUrl(pathId) }),
});

const fileUrl = (pathId: string): string => `/user_uploads/${pathId}`;
