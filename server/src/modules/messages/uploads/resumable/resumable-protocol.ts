import { randomBytes } from "node:crypto";
import type { FileStore } from "#kernel/files/file-store.ts";
import type { Protocol, ProtocolAnswer, ProtocolCall, ProtocolMethod } from "#kernel/http/protocol.ts";
import type { Headers } from "#kernel/http/write-response.ts";
import { shownName } from "#modules/messages/attachments/attachment-paths.ts";
import { beginResumableUpload } from "../actions/create-resumable-upload.ts";
import { forgetResumableUploads } from "../actions/delete-resumable-uploads.ts";
import { AnotherOffset, NoSuchUpload, NotBytes, UnsupportedVersion, UploadTooLarge } from "../errors.ts";
import { finish, type Keeping, type Progress, receivePieces } from "./receive-chunks.ts";
import { bytesIn, CHECKSUM_ALGORITHMS, checksumIn, metadataIn, nameIn } from "./resumable-headers.ts";
import { expiryFrom, findResumable, type ResumableUpload } from "./resumable-uploads.ts";
import { maxUploadBytes, quotaBytes, type UploadSettings } from "../settings.ts";

const PATH = "/tus";
const VERSION = "1.0.0";

/** What nobody guesses. */
const TOKEN_BYTES = 24;

interface Parts {
  readonly files: FileStore;
  readonly settings: UploadSettings;
}

/** Uploads that are taken up again where they were broken off: tus 1.0. */
export function resumableUploads(parts: Parts): readonly Protocol[] {
  const headers = { "tus-resumable": VERSION };
  const offers = {
    "tus-version": VERSION,
    "tus-extension": "creation,creation-with-upload,termination,expiration,checksum",
    "tus-checksum-algorithm": CHECKSUM_ALGORITHMS.join(","),
    "tus-max-size": String(maxUploadBytes(parts.settings)),
  };
  return [
    { path: PATH, headers, offers, methods: { POST: creation(parts) } },
    {
      path: `${PATH}/:token`,
      headers,
      offers,
      methods: { HEAD: look, PATCH: continuation(parts), DELETE: termination },
    },
  ];
}

const creation = ({ files, settings }: Parts): ProtocolMethod => ({
  kind: "write",
  limit: "uploads",
  async answer(call) {
    requireVersion(call);
    const { db, realm, actor, now } = call;
    const size = bytesIn(call.header, "Upload-Length");
    const metadata = metadataIn(call.header);
    const maxBytes = maxUploadBytes(settings);
    if (size > maxBytes) throw new UploadTooLarge({ limit: maxBytes / 2 ** 20 });
    const token = randomBytes(TOKEN_BYTES).toString("hex");
    const named = { token, realmId: realm.id, ownerId: actor.id, now };
    const begun = { ...named, metadata, size, quota: quotaBytes(settings) };
    await db.write((tx) => beginResumableUpload(tx, begun));
    const upload = await find(call, token);
    const keeping = { files, db, settings, now };
    const progress = await goOn(keeping, upload, call, isBytes(call)).catch(async (error: unknown) => {
      // Nobody has been told its address.
      await db.write((tx) => forgetResumableUploads(tx, upload));
      throw error;
    });
    const location = `/api/v1${PATH}/${token}`;
    return { ...answerOf(upload, progress, now), status: 201, headers: { ...headersOf(progress, now), location } };
  },
});

const continuation = ({ files, settings }: Parts): ProtocolMethod => ({
  kind: "write",
  async answer(call) {
    requireVersion(call);
    if (!isBytes(call)) throw new NotBytes();
    const upload = await find(call);
    if (bytesIn(call.header, "Upload-Offset") !== upload.received) throw new AnotherOffset();
    const keeping = { files, db: call.db, settings, now: call.now };
    return answerOf(upload, await goOn(keeping, upload, call, true), call.now);
  },
});

const look: ProtocolMethod = {
  kind: "read",
  async answer(call) {
    requireVersion(call);
    const upload = await find(call);
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

const termination: ProtocolMethod = {
  kind: "write",
  async answer(call) {
    requireVersion(call);
    const { id } = await find(call);
    await call.db.write((tx) => forgetResumableUploads(tx, { id }));
    return { status: 204, headers: {} };
  },
};

function requireVersion({ header }: ProtocolCall): void {
  if (header("Tus-Resumable") !== VERSION) throw new UnsupportedVersion();
}

const isBytes = ({ header }: ProtocolCall): boolean => header("Content-Type") === "application/offset+octet-stream";

/** @throws NoSuchUpload, also where it is somebody else's */
async function find(call: ProtocolCall, token = call.segments["token"] ?? ""): Promise<ResumableUpload> {
  const { db, realm, actor, now } = call;
  const named = { token: token.replaceAll("\0", ""), realmId: realm.id, ownerId: actor.id, now };
  const upload = await findResumable(db.reader, named);
  if (!upload) throw new NoSuchUpload();
  return upload;
}

/** Takes in what came with the request. A file without content is whole from the beginning. */
async function goOn(
  keeping: Keeping,
  upload: ResumableUpload,
  { body, header }: ProtocolCall,
  hasBytes: boolean,
): Promise<Progress> {
  const { received, size, path_id: pathId } = upload;
  if (pathId !== null || (!hasBytes && size > 0)) return { received, pathId };
  if (size === 0) return { received, pathId: await finish(keeping, upload, 0, []) };
  return receivePieces(keeping, upload, body, checksumIn(header));
}

/** Where the file is whole, its address is told as it is after any upload. */
function answerOf(upload: ResumableUpload, progress: Progress, now: Date): ProtocolAnswer {
  const headers = headersOf(progress, now);
  if (progress.pathId === null) return { status: 204, headers };
  const url = addressOf(progress.pathId);
  return { status: 200, headers, success: { url, uri: url, filename: shownName(nameIn(upload.metadata)) } };
}

const headersOf = ({ received, pathId }: Progress, now: Date): Headers => ({
  "upload-offset": String(received),
  "upload-expires": expiryFrom(now).toUTCString(),
  // Who did not get the answer to the last bytes learns it by asking how far it has come.
  ...(pathId !== null && { "content-location": addressOf(pathId) }),
});

const addressOf = (pathId: string): string => `/user_uploads/${pathId}`;
